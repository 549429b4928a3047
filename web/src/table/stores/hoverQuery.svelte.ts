/** A request that is sent when the pointer rests on something. */
/** A request and the key it is cached under. */
interface Query<Found> {
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<Found>;
}

/** Milliseconds of rest before the request is sent. */
const HOVER_DELAY = 120;
const MOST_KEPT = 200;

/** A request that is sent once the pointer rests, with its answers cached until `forget`. */
export class HoverQuery<Found> {
  found = $state.raw<Found | null>(null);
  waiting = $state(false);
  // Nothing is drawn from this map, so it needs no signals.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #kept = new Map<string, Found>();
  #now: string | null = null;
  #stop: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Switches to another query or none. With *keep* the last answer stays until the new one is there. */
  at(asked: Query<Found> | null, keep: "keep" | "drop" = "drop"): void {
    if ((asked?.key ?? null) === this.#now) return;
    this.#now = asked?.key ?? null;
    clearTimeout(this.#timer);
    this.#stop?.abort();
    const known = asked && this.#kept.get(asked.key);
    if (known || !asked || keep === "drop") this.found = known ?? null;
    this.waiting = asked !== null && !known;
    if (asked && !known) this.#timer = setTimeout(() => void this.#ask(asked), HOVER_DELAY);
  }

  async #ask({ key, ask }: Query<Found>): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const found = await ask(stop.signal);
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, found);
      if (this.#now === key) this.found = found;
    } catch {
      // The table has moved on, or there is no answer: nothing is shown.
      if (this.#now === key) this.found = null;
    } finally {
      if (this.#now === key) this.waiting = false;
    }
  }

  /** The table has changed: drops all answers. */
  forget(): void {
    this.#kept.clear();
    this.at(null);
  }
}
