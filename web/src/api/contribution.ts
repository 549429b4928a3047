/**
 * Contributions to the fair dice: random bytes from this browser, so that neither the service nor one player
 * alone decides the dice. A contribution is sent after the service has committed to its secret; both are kept
 * here and checked at the end.
 */
import type { GameMade, GameSeen } from "../wire";
import { Seat } from "./client";
import { keys, type KeptGame } from "./keys";
import { toHex } from "./fairness";

/** Sixteen random bytes in hexadecimal digits. */
export function contribution(fill: (bytes: Uint8Array<ArrayBuffer>) => unknown = drawn): string {
  const bytes = new Uint8Array(16);
  fill(bytes);
  return toHex(bytes);
}
const drawn = (bytes: Uint8Array<ArrayBuffer>): unknown => crypto.getRandomValues(bytes);

/** Keeps the keys and the commitment of a new game, and contributes to its dice for each seat played here. */
export async function keepAndContribute(made: GameMade, held: KeptGame["held"] = "to play"): Promise<void> {
  keys.keepMade(made, held);
  await contributeAll(made.game);
}

/** Contributes to the dice for each seat played here that has not contributed yet. */
export async function contributeAll({ game, status, seats }: GameSeen): Promise<void> {
  if (status !== "gathering") return;
  for (const { seat, key } of keys.seats(game)) {
    if (seats.find((row) => row.seat === seat)?.has_contributed !== false) continue;
    const mine = contribution();
    keys.keepContribution(game, seat, mine);
    await new Seat(game, key).contribute(mine);
  }
}
