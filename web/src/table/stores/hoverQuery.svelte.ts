/** A request that is sent when the pointer rests on something. */
/** What is asked for, by a key that tells it from all else at this step. */
interface Query<Found> {
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<Found>;
}

/** How long something must be looked at before it is asked about, in milliseconds. */
const HOVER_DELAY = 120;
const MOST_KEPT = 200;

/** Something that is asked for when one rests on it, remembered while the table stands as it does. */
export class HoverQuery<Found> {
  found = $state.raw<Found | null>(null);
  waiting = $state(false);
  // Nothing is drawn from what is kept, so it needs no signals.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #kept = new Map<string, Found>();
  #now: string | null = null;
  #stop: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look at something else, or at nothing. What was found before stays until the new is there if *keep* says so. */
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
      // The table has moved on, or nothing can be told of this: then nothing is shown.
      if (this.#now === key) this.found = null;
    } finally {
      if (this.#now === key) this.waiting = false;
    }
  }

  /** The table stands otherwise: nothing that was found holds. */
  forget(): void {
    this.#kept.clear();
    this.at(null);
  }
}
