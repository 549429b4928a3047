/** What is looked at beside the picture: overlays about a body, odds of an option, what could come of a shot or charge. */
import type { Seat } from "../../api/client";
import type { Bout, OddsSeen, Overlay, OverlayKind } from "../../wire";
import type { DraftedMove } from "../drafts/draft";

export type Inspector = Pick<Seat, "odds" | "bouts" | "overlays">;

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

/** The overlays there are, the key that shows each, and what it is called. */
export const OVERLAYS: readonly {
  readonly kind: OverlayKind;
  readonly key: string;
  readonly words: string;
}[] = [
  { kind: "arc", key: "A", words: "Arcs" },
  { kind: "range", key: "R", words: "Ranges" },
  { kind: "sight", key: "S", words: "Sight" },
  { kind: "command", key: "C", words: "Command" },
  { kind: "threat", key: "T", words: "Threat" },
  { kind: "support", key: "U", words: "Support" },
  { kind: "trail", key: "L", words: "Trail" },
];
const DEFAULT_OVERLAYS: readonly OverlayKind[] = ["arc", "range", "command"];
const STORAGE_KEY = "sandtable.overlays";

const isKind = (word: unknown): word is OverlayKind => OVERLAYS.some(({ kind }) => kind === word);

/** The overlays that a player had switched on. */
export function readOverlayKinds(shelf: Pick<Storage, "getItem"> | null): readonly OverlayKind[] {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(STORAGE_KEY) ?? "null");
    return Array.isArray(read) ? read.filter(isKind) : DEFAULT_OVERLAYS;
  } catch {
    return DEFAULT_OVERLAYS;
  }
}

export class Inspection {
  shown = $state.raw<readonly OverlayKind[]>([]);
  readonly overlays = new HoverQuery<readonly Overlay[]>();
  readonly odds = new HoverQuery<OddsSeen>();
  readonly bouts = new HoverQuery<readonly Bout[]>();
  readonly #shelf: Pick<Storage, "getItem" | "setItem"> | null;

  constructor(shelf: Pick<Storage, "getItem" | "setItem"> | null) {
    this.#shelf = shelf;
    this.shown = readOverlayKinds(shelf);
  }

  toggle(kind: OverlayKind): void {
    const on = this.shown.includes(kind);
    this.shown = on ? this.shown.filter((one) => one !== kind) : [...this.shown, kind];
    this.#shelf?.setItem(STORAGE_KEY, JSON.stringify(this.shown));
  }

  /** The overlays switched on of whoever is looked at. */
  get shownOverlays(): readonly Overlay[] {
    return (this.overlays.found ?? []).filter(({ kind }) => this.shown.includes(kind));
  }

  overlaysAbout(seat: Inspector, step: number, body: number | null, drafted: DraftedMove | null): void {
    const isWanted = body !== null && this.shown.length > 0;
    const key = `${step} ${body ?? ""} ${drafted ? JSON.stringify(drafted) : ""}`;
    const ask = async (signal: AbortSignal): Promise<readonly Overlay[]> =>
      body === null ? [] : (await seat.overlays(step, body, drafted ?? {}, signal)).overlays;
    this.overlays.at(isWanted ? { key, ask } : null, drafted ? "keep" : "drop");
  }

  oddsOf(seat: Inspector, step: number, option: number | null): void {
    if (option === null) this.odds.at(null);
    else this.odds.at({ key: `${step} ${option}`, ask: (signal) => seat.odds(step, option, signal) });
  }

  boutsOf(
    seat: Inspector,
    step: number,
    wanted: {
      readonly body: number;
      readonly against: number | null;
      readonly drafted: DraftedMove | null;
    } | null,
  ): void {
    if (!wanted) {
      this.bouts.at(null);
      return;
    }
    const { body, against, drafted } = wanted;
    const key = `${step} ${body} ${against ?? ""} ${drafted ? JSON.stringify(drafted) : ""}`;
    const ask = async (signal: AbortSignal): Promise<readonly Bout[]> =>
      (await seat.bouts(step, body, { against, ...drafted }, signal)).bouts;
    this.bouts.at({ key, ask }, drafted ? "keep" : "drop");
  }

  forget(): void {
    this.overlays.forget();
    this.odds.forget();
    this.bouts.forget();
  }
}
