/** The seats of a game that this browser plays, one at a time, or a spectator's place. */
import { keys, type HeldSeat } from "../../api/keys";
import { Live } from "../../api/live.svelte";
import { Seat } from "../../api/client";

export class SeatSession {
  readonly held: readonly HeldSeat[];
  live = $state.raw() as Live;
  seat = $state.raw() as Seat;
  /** In a hot seat: the seat whose player has to take over; the table is covered until then. */
  covered = $state.raw<HeldSeat | null>(null);

  constructor(
    readonly game: string,
    held: readonly HeldSeat[] = keys.seats(game),
  ) {
    this.held = held;
    this.open(held[0] ?? null);
  }

  get isHotSeat(): boolean {
    return this.held.length > 1;
  }

  /** The key of the umpire's chair, if the umpire sits here. */
  get umpire(): string | null {
    return keys.umpire(this.game);
  }

  private open(held: HeldSeat | null): void {
    const key = held?.key ?? this.umpire;
    this.seat = new Seat(this.game, key);
    this.live = new Live(this.game, key);
  }

  /** Covers the table when the question goes to another seat of this browser. */
  coverFor(waiting: number | null): void {
    const mine = this.live.seat;
    if (!this.isHotSeat || waiting === null || mine === null) return;
    this.covered = waiting === mine ? null : (this.held.find(({ seat }) => seat === waiting) ?? null);
  }

  /** Switches to the covered seat, whose player has taken over. */
  takeOver(): void {
    const next = this.covered;
    if (!next) return;
    this.live.close();
    this.open(next);
    this.covered = null;
  }

  leave(): void {
    this.live.close();
  }
}
