/** The text of the prompt bar while this seat is not asked. */
import type { GameSeen, Picture } from "../../wire";

export interface WaitingText {
  readonly above: string;
  readonly head: string;
  readonly rest: string;
  /** The side whose colours it has. */
  readonly side: number | null;
  readonly kind: "asked" | "waiting" | "thinking" | "over" | "gathering";
}

/** The name of the player at a seat. */
const nameOf = (game: GameSeen | null, seat: number): string =>
  game?.seats.find((row) => row.seat === seat)?.name ?? "";
const sideOf = (picture: Picture, seat: number): string => picture.sides[seat]?.name ?? "";

/** The text while this seat is not asked: over, not begun, thinking or waiting. */
export function waitingText(
  picture: Picture,
  game: GameSeen | null,
  thinking: string | null,
  mine: number | null,
): WaitingText {
  const outcome = picture.outcome ?? game?.outcome ?? null;
  if (outcome || game?.status === "over") {
    const winner = outcome?.winner ?? null;
    const won = winner === null ? "A draw" : `${sideOf(picture, winner)} victory`;
    return { above: "The battle is over", head: won, rest: outcome?.words ?? "", side: winner, kind: "over" };
  }
  const waiting = picture.waiting_for;
  if (game?.status === "gathering" || waiting === null) {
    const empty = game?.seats.filter((row) => !row.taken).map((row) => sideOf(picture, row.seat)) ?? [];
    const rest = empty.length > 0 ? `The battle begins when ${empty.join(" and ")} has a player.` : "";
    return { above: "Not yet begun", head: "Waiting for players", rest, side: null, kind: "gathering" };
  }
  const side = sideOf(picture, waiting);
  const name = nameOf(game, waiting);
  const above = mine === null ? `${side}, watching` : side;
  if (thinking !== null) {
    return {
      above,
      head: `${side} is thinking`,
      rest: `${thinking}, the computer`,
      side: waiting,
      kind: "thinking",
    };
  }
  return { above, head: `${side} decides`, rest: name, side: waiting, kind: "waiting" };
}
