/** What players should know of a game before they join: its umpire, its take-backs, where it was forked. */
import type { GameSeen } from "../wire";
import { counted } from "./text";

export type Agreed = Pick<
  GameSeen,
  "umpire" | "dice_stand" | "take_backs" | "forked_from" | "from_record" | "first_step"
>;

export function terms(game: Agreed): string[] {
  const { umpire, dice_stand: diceStand, take_backs: takeBacks } = game;
  return [
    umpire ? `${umpiredBy(umpire)}: everybody is shown each act of the umpire as it happens.` : "",
    diceStand ? "Dice stand: nothing is taken back past a throw." : "",
    takeBacks > 0 ? `${pastDice(takeBacks)}.` : "",
    forkedFrom(game),
  ].filter(Boolean);
}

/** The umpire in words, by name once the chair is taken. */
export const umpiredBy = ({ name, taken }: NonNullable<GameSeen["umpire"]>): string =>
  taken ? `Umpired by ${name}` : "Umpired";

/** The number of take-backs that went past dice, in words. */
export const pastDice = (count: number): string => `${counted(count, "take-back")} past dice`;

/** The game and step that a fork continues, in words; nothing if it is no fork. */
export function forkedFrom({
  forked_from: game,
  from_record: record,
  first_step: step,
}: Pick<GameSeen, "forked_from" | "from_record" | "first_step">): string {
  if (game) return `A fork of game ${game} at step ${step.toString()}, with dice of its own.`;
  return record || step > 0
    ? `It goes on from a record at step ${step.toString()}, with dice of its own.`
    : "";
}
