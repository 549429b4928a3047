/** Texts of the lobby: dates, how long ago, the state of a game. */
import type { GameSeen, Picture, SeatRow } from "../wire";
import { capitalised, counted } from "../shared/text";

const SPANS = [
  [60_000, 60, "minute"],
  [3_600_000, 24, "hour"],
  [86_400_000, 60, "day"],
] as const;

/** How long ago a moment was, both in milliseconds. */
export function ago(moment: number, now: number): string {
  for (const [span, most, word] of SPANS) {
    const count = Math.floor((now - moment) / span);
    if (count < 1) return word === "minute" ? "just now" : "an hour ago";
    if (count < most) return `${counted(count, word)} ago`;
  }
  return "long ago";
}

/** The table's measure in inches, or in hexes. */
export function measure({ field, grid }: Pick<Picture, "field"> & Partial<Pick<Picture, "grid">>): string {
  if (grid) return `${grid.columns.toString()} × ${grid.rows.toString()} hexes`;
  return `${inches(field.width)} × ${inches(field.depth)} in`;
}
const inches = (hundredths: number): string => (Math.round(hundredths / 10) / 10).toString();

/** Turn 3 of 10. */
export function turnOf({ track }: Pick<Picture, "track">): string {
  const last = track.last_turn === null ? "" : ` of ${track.last_turn.toString()}`;
  return track.turn > 0 ? `turn ${track.turn.toString()}${last}` : "before the first turn";
}

/** The opponents of a player with these seats. */
export function opponents(seats: readonly SeatRow[], mine: readonly number[]): string {
  const others = seats.filter(({ seat }) => !mine.includes(seat));
  if (mine.length === 0) return others.map(who).join(" against ");
  if (others.length === 0) return "at one screen";
  return `against ${others.map(who).join(" and ")}`;
}
/** Who sits in a seat. */
export const who = ({ kind, agent, name, taken }: SeatRow): string => {
  if (agent !== null || kind === "agent") return `the computer (${capitalised(agent ?? name)})`;
  return taken ? name : "somebody who has not come yet";
};

export type Urgency = "yours" | "waiting" | "thinking" | "gathering" | "over";

/** The state of a game for a player with these seats. */
export function standing(game: GameSeen, mine: readonly number[]): { urgency: Urgency; words: string } {
  if (game.status === "gathering") return { urgency: "gathering", words: "Waiting for somebody to sit" };
  if (game.status === "over") return { urgency: "over", words: ending(game) };
  const asked = game.seats.find(({ seat }) => seat === game.waiting_for);
  if (asked && mine.includes(asked.seat)) return { urgency: "yours", words: "Your move" };
  if (game.thinking !== null || asked?.agent)
    return { urgency: "thinking", words: "The computer is thinking" };
  return { urgency: "waiting", words: asked ? `Waiting for ${asked.name}` : "Under way" };
}

/** How a game ended. */
export function ending({ outcome, seats }: Pick<GameSeen, "outcome" | "seats">): string {
  if (!outcome) return "Over";
  const winner = seats.find(({ seat }) => seat === outcome.winner);
  return winner ? `${winner.side} victory` : "Drawn";
}
