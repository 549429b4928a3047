/** The options of a question by the body or token that would act or be the target. */
import type { Missing, OptionView, PromptView, Who } from "../../wire";
import { holdsAllWords } from "../../shared/text";

/** An option with its index in the question, by which its odds are requested. */
export interface Offer {
  readonly option: OptionView;
  readonly index: number;
}

/** The words on the button of an option. */
export const titleOf = ({ title, label }: OptionView): string => title || label;

export const offersOf = (prompt: PromptView | null): Offer[] =>
  (prompt?.options ?? []).map((option, index) => ({ option, index }));

/** The possible actors, each once, in the order of the options. */
export function subjects(prompt: PromptView | null): Who[] {
  return [...new Set(prompt?.options.flatMap(({ subject }) => (subject === null ? [] : [subject])) ?? [])];
}

/** The options without an actor, such as to go on. */
export const plainOffers = (prompt: PromptView | null): Offer[] =>
  offersOf(prompt).filter(({ option }) => option.subject === null);

/** The options of a unit as actor, or else as target. */
export function offersOn(prompt: PromptView | null, who: Who): Offer[] {
  const offers = offersOf(prompt);
  const own = offers.filter(({ option }) => option.subject === who);
  return own.length > 0 ? own : offers.filter(({ option }) => option.target === who);
}

/** The piece that would move or be put down, if it is on the table. */
export const moverOf = (prompt: PromptView | null): Who | null =>
  prompt?.move?.mover ?? prompt?.steps?.mover ?? prompt?.spot?.who ?? null;

/** The actor that needs no choice: the mover, or the only possible actor. */
export function soleSubject(prompt: PromptView | null): Who | null {
  if (prompt?.move || prompt?.steps || prompt?.spot) return moverOf(prompt);
  const all = subjects(prompt);
  return all.length === 1 ? (all[0] ?? null) : null;
}

/** The options while a unit is chosen: its own first, then those without an actor. */
export function shownOffers(prompt: PromptView | null, chosen: Who | null): Offer[] {
  const actor = soleSubject(prompt) ?? chosen;
  const plain = plainOffers(prompt);
  return actor === null ? plain : [...offersOn(prompt, actor), ...plain];
}

/** The targets of the options, each once. */
export const targetsOf = (offers: readonly Offer[]): Who[] => [
  ...new Set(offers.flatMap(({ option }) => (option.target === null ? [] : [option.target]))),
];

/** The option that a click on a target takes: the only one aimed at it. */
export function offerAt(offers: readonly Offer[], target: Who): Offer | null {
  const aimed = offers.filter(({ option }) => option.target === target);
  return aimed.length === 1 ? (aimed[0] ?? null) : null;
}

/** What a unit is not offered, with the reasons. */
export const missingFor = (prompt: PromptView | null, chosen: Who | null): Missing[] =>
  (prompt?.missing ?? []).filter(({ subject }) => subject === null || subject === chosen);

/** The options that contain all typed words. */
export function matchingOffers(offers: readonly Offer[], typed: string): Offer[] {
  return offers.filter(({ option: { title, note, label } }) =>
    holdsAllWords(`${title} ${note} ${label}`, typed),
  );
}

/** The next unit after one, cyclically. */
export function nextOf(all: readonly Who[], after: Who | null, by: 1 | -1 = 1): Who | null {
  if (all.length === 0) return null;
  const place = after === null ? -1 : all.indexOf(after);
  const start = place < 0 && by < 0 ? 0 : place;
  return all[(start + by + all.length) % all.length] ?? null;
}

/** Do the options have different actors? */
export function isMixed(offers: readonly Offer[]): boolean {
  const actor = offers.flatMap(({ option: { subject } }) => subject ?? []);
  return actor.some((one) => one !== actor[0]);
}
