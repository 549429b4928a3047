/**
 * The keys this browser holds: of seats, of the umpire's chair, and invitations that nobody has used yet. They are
 * kept in the browser's own storage and leave it only in the header of a request or the first message of a connection.
 */
import type { GameMade, Joined } from "../wire";

/** What this browser holds of one game. */
export interface Held {
  readonly game: string;
  readonly system: string;
  readonly title: string;
  /** The key of each seat held, by the seat's number. */
  readonly seats: Readonly<Record<string, string>>;
  readonly umpire: string | null;
  /** Invitations that were sent to friends, by the seat's number. */
  readonly invitations: Readonly<Record<string, string>>;
  /** To be played, or a record that was opened to be looked at. */
  readonly held: "to play" | "to look at";
  /** When it came here, in milliseconds. */
  readonly since: number;
}

export interface HeldSeat {
  readonly seat: number;
  readonly key: string;
}

/** What is used of `localStorage`. */
export type Cupboard = Pick<Storage, "getItem" | "setItem">;

const SHELF = "sandtable.keys";
const NAME = "sandtable.name";

export class Keys {
  #held: Record<string, Held>;
  readonly #cupboard: Cupboard | null;

  constructor(cupboard: Cupboard | null) {
    this.#cupboard = cupboard;
    this.#held = read(cupboard);
  }

  /** Every game this browser holds something of, the newest first. */
  all(): Held[] {
    return Object.values(this.#held).sort((one, other) => other.since - one.since);
  }

  of(game: string): Held | null {
    return this.#held[game] ?? null;
  }

  /** The seats of a game that are played from here; two or more make a hot seat. */
  seats(game: string): HeldSeat[] {
    return Object.entries(this.#held[game]?.seats ?? {})
      .map(([seat, key]) => ({ seat: Number(seat), key }))
      .sort((one, other) => one.seat - other.seat);
  }

  umpire(game: string): string | null {
    return this.#held[game]?.umpire ?? null;
  }

  /** Keep what came with a new game. */
  keepMade({ game, umpire, keys }: GameMade, held: Held["held"] = "to play"): void {
    const mine = held === "to play" ? keys : [];
    const seats = mine.flatMap(({ seat, key }) => (key ? [[seat, key] as const] : []));
    const invitations = mine.flatMap(({ seat, invitation }) =>
      invitation ? [[seat, invitation] as const] : [],
    );
    this.#keep({
      game: game.game,
      system: game.system,
      title: game.title,
      seats: Object.fromEntries(seats),
      umpire,
      invitations: Object.fromEntries(invitations),
      held,
      since: Date.now(),
    });
  }

  /** Keep the key of a seat that was taken. */
  keepJoined({ game, seat, key }: Joined): void {
    const before = this.#held[game.game];
    this.#keep({
      game: game.game,
      system: game.system,
      title: game.title,
      seats: { ...before?.seats, [seat]: key },
      umpire: before?.umpire ?? null,
      invitations: before?.invitations ?? {},
      held: "to play",
      since: Date.now(),
    });
  }

  /** Keep a new invitation to a seat; whoever had the old one, or its key, has it no more. */
  keepInvitation(game: string, seat: number, invitation: string): void {
    const before = this.#held[game];
    if (!before) return;
    const seats = Object.fromEntries(Object.entries(before.seats).filter(([held]) => held !== String(seat)));
    this.#keep({ ...before, seats, invitations: { ...before.invitations, [seat]: invitation } });
  }

  forget(game: string): void {
    this.#change(() => Object.fromEntries(Object.entries(this.#held).filter(([id]) => id !== game)));
  }

  /** Does the browser keep anything beyond this visit? */
  get areLasting(): boolean {
    return this.#cupboard !== null && this.#cupboard.getItem(SHELF) !== null;
  }

  get name(): string {
    return this.#cupboard?.getItem(NAME) ?? "";
  }

  set name(name: string) {
    put(this.#cupboard, NAME, name.trim());
  }

  #keep(held: Held): void {
    this.#change(() => ({ ...this.#held, [held.game]: held }));
  }

  /** Another page of this browser may have come by a key meanwhile: look first, then change. */
  #change(changed: () => Record<string, Held>): void {
    this.#held = { ...this.#held, ...read(this.#cupboard) };
    this.#held = changed();
    put(this.#cupboard, SHELF, JSON.stringify(this.#held));
  }
}

function read(cupboard: Cupboard | null): Record<string, Held> {
  try {
    const found: unknown = JSON.parse(cupboard?.getItem(SHELF) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Held>) : {};
  } catch {
    // What is written there was not written by us; keys that come from now on take its place.
    return {};
  }
}

function put(cupboard: Cupboard | null, name: string, text: string): void {
  try {
    cupboard?.setItem(name, text);
  } catch {
    // The storage is full or forbidden: the keys are good until the page is closed, which `areLasting` tells.
  }
}

function storage(): Cupboard | null {
  try {
    return typeof localStorage === "undefined" ? null : localStorage;
  } catch {
    return null;
  }
}

export const keys = new Keys(storage());
