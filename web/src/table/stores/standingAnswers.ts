/** Standing answers: given automatically to a kind of question, kept in the browser per game and seat. */
import type { OptionView, PromptView } from "../../wire";
import { capitalised } from "../../shared/text";

export interface StandingAnswer {
  readonly decision: string;
  /** The answer and its title. */
  readonly answer: OptionView["answer"];
  readonly title: string;
  readonly words: string;
}

const isSameAnswer = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Can an option become a standing answer? One that names a unit or a place cannot. */
export function canBeStanding(prompt: PromptView, option: OptionView): boolean {
  return prompt.options.length > 1 && (option.answer === null || typeof option.answer !== "object");
}

/** The option that a standing answer chooses, if it is offered. */
export function standingOption(
  prompt: PromptView | null,
  standing: readonly StandingAnswer[],
): OptionView | null {
  const found = prompt && standing.find(({ decision }) => decision === prompt.decision);
  if (!found) return null;
  return prompt.options.find(({ answer }) => isSameAnswer(answer, found.answer)) ?? null;
}

const storageKey = (game: string, seat: number): string => `sandtable.standing.${game}.${seat}`;

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const isStanding = (value: unknown): value is StandingAnswer =>
  typeof value === "object" &&
  value !== null &&
  "answer" in value &&
  ["decision", "title", "words"].every(
    (key) => typeof (value as Readonly<Record<string, unknown>>)[key] === "string",
  );

/** The standing answers of a seat; unreadable ones are ignored. */
export function readStandingAnswers(shelf: Shelf, game: string, seat: number): StandingAnswer[] {
  const text = shelf.getItem(storageKey(game, seat));
  if (text === null) return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter(isStanding) : [];
  } catch {
    return [];
  }
}

export function storeStandingAnswers(
  shelf: Shelf,
  game: string,
  seat: number,
  standing: readonly StandingAnswer[],
): void {
  if (standing.length === 0) shelf.removeItem(storageKey(game, seat));
  else shelf.setItem(storageKey(game, seat), JSON.stringify(standing));
}

/** A kind of question in words. */
const kindOf = (decision: string): string => capitalised(decision.replace(/[-_.]/g, " "));

/** The list with one more answer, which replaces an older one to the same question. */
export const withStandingAnswer = (
  standing: readonly StandingAnswer[],
  prompt: PromptView,
  option: OptionView,
): StandingAnswer[] => [
  ...standing.filter(({ decision }) => decision !== prompt.decision),
  {
    decision: prompt.decision,
    answer: option.answer,
    title: option.title || option.label,
    words: kindOf(prompt.decision),
  },
];
