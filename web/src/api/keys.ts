/**
 * The keys this browser holds: of seats, of the umpire's chair, and unused invitations. They are kept in the
 * browser's own storage and leave it only in the header of a request or the first message of a connection.
 */
import type { GameMade, GameSeen, Joined } from "../wire";
import type { Witness } from "./fairness";
import { browserStorage } from "../shared/browserStorage";

/** What this browser keeps of one game. */
export interface KeptGame {
  readonly game: string;
  readonly system: string;
  readonly title: string;
  /** The key of each seat held, by the seat's number. */
  readonly seats: Readonly<Record<string, string>>;
  /** The key of the umpire's chair, if the umpire plays at this browser. */
  readonly umpire: string | null;
  /** Invitations that were sent to friends, by the seat's number; `umpire` is the umpire's. */
  readonly invitations: Readonly<Record<string, string>>;
  /** A game to play, or a record opened for viewing. */
  readonly held: "to play" | "to look at";
  /**
   * The commitment to the dice that was shown before the first throw; missing if this browser joined later.
   */
  readonly commitment?: string;
  /** The contributions to the dice from here, by the seat's number. */
  readonly contributions?: Readonly<Record<string, string>>;
  /** When it was added, in milliseconds. */
  readonly since: number;
}

export interface HeldSeat {
  readonly seat: number;
  readonly key: string;
}

/** The part of `localStorage` that is used. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem">;

/** The umpire's chair among the invitations. */
export const UMPIRE = "umpire";
const STORAGE_KEY = "sandtable.keys";
const NAME = "sandtable.name";

export class Keys {
  #held: Record<string, KeptGame>;
  readonly #cupboard: KeyStorage | null;

  constructor(cupboard: KeyStorage | null) {
    this.#cupboard = cupboard;
    this.#held = read(cupboard);
  }

  /** Every game of which this browser keeps something, the newest first. */
  all(): KeptGame[] {
    return Object.values(this.#held).sort((one, other) => other.since - one.since);
  }

  of(game: string): KeptGame | null {
    return this.#held[game] ?? null;
  }

  /** The seats of a game that are played here; two or more make a hot seat. */
  seats(game: string): HeldSeat[] {
    return Object.entries(this.#held[game]?.seats ?? {})
      .map(([seat, key]) => ({ seat: Number(seat), key }))
      .sort((one, other) => one.seat - other.seat);
  }

  umpire(game: string): string | null {
    return this.#held[game]?.umpire ?? null;
  }

  /** Keeps the keys of a new game. */
  keepMade({ game, umpire, keys }: GameMade, held: KeptGame["held"] = "to play"): void {
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
      umpire: umpire?.key ?? null,
      invitations: {
        ...Object.fromEntries(invitations),
        ...(umpire?.invitation ? { [UMPIRE]: umpire.invitation } : {}),
      },
      held,
      ...seal(game),
      since: Date.now(),
    });
  }

  /** Keeps the key of a seat, or of the umpire's chair, that was taken. */
  keepJoined({ game, seat, key }: Joined): void {
    const before = this.#held[game.game];
    this.#keep({
      ...seal(game),
      ...before,
      game: game.game,
      system: game.system,
      title: game.title,
      seats: seat === null ? { ...before?.seats } : { ...before?.seats, [seat]: key },
      umpire: seat === null ? key : (before?.umpire ?? null),
      invitations: before?.invitations ?? {},
      held: "to play",
      since: Date.now(),
    });
  }

  /** Keeps a new invitation to a seat; the old invitation and the old key no longer open it. */
  keepInvitation(game: string, seat: number, invitation: string): void {
    const before = this.#held[game];
    if (!before) return;
    const seats = Object.fromEntries(Object.entries(before.seats).filter(([held]) => held !== String(seat)));
    this.#keep({ ...before, seats, invitations: { ...before.invitations, [seat]: invitation } });
  }

  /** Keeps the contribution of a seat, to be found among the dice at the end. */
  keepContribution(game: string, seat: number, contribution: string): void {
    const before = this.#held[game];
    if (!before) return;
    this.#keep({ ...before, contributions: { ...before.contributions, [seat]: contribution } });
  }

  /** What this browser saw and sent before the first throw of a game. */
  witness(game: string): Witness {
    const held = this.#held[game];
    return {
      commitment: held?.commitment ?? null,
      contributions: Object.values(held?.contributions ?? {}),
    };
  }

  forget(game: string): void {
    this.#change(() => Object.fromEntries(Object.entries(this.#held).filter(([id]) => id !== game)));
  }

  get name(): string {
    return this.#cupboard?.getItem(NAME) ?? "";
  }

  set name(name: string) {
    put(this.#cupboard, NAME, name.trim());
  }

  #keep(held: KeptGame): void {
    this.#change(() => ({ ...this.#held, [held.game]: held }));
  }

  /** Reads the storage before each change, since another page of this browser may have added a key. */
  #change(changed: () => Record<string, KeptGame>): void {
    this.#held = { ...this.#held, ...read(this.#cupboard) };
    this.#held = changed();
    put(this.#cupboard, STORAGE_KEY, JSON.stringify(this.#held));
  }
}

/** The commitment to the dice of a game without throws so far. */
const seal = ({ status, commitment }: GameSeen): { commitment?: string } =>
  status === "gathering" ? { commitment } : {};

function read(cupboard: KeyStorage | null): Record<string, KeptGame> {
  try {
    const found: unknown = JSON.parse(cupboard?.getItem(STORAGE_KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, KeptGame>) : {};
  } catch {
    // The stored text is not ours; new keys will replace it.
    return {};
  }
}

function put(cupboard: KeyStorage | null, name: string, text: string): void {
  try {
    cupboard?.setItem(name, text);
  } catch {
    // The storage is full or forbidden: the keys last until the page is closed.
  }
}

export const keys = new Keys(browserStorage());
