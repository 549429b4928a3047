/** Search and neighbours among the rules of a system. */
import { service } from "../../api/client";
import { RuleShelf, ruleShelf, type Library } from "./ruleShelf";
import type { RuleSeen } from "../../wire";
import { holdsAllWords } from "../text";

/** The rules of a system do not change while a page is open, so each library is fetched once. */
const shelves = new WeakMap<Library, RuleShelf>([[service, ruleShelf]]);

export function shelfOf(library: Library): RuleShelf {
  const shelf = shelves.get(library) ?? new RuleShelf(library);
  shelves.set(library, shelf);
  return shelf;
}

/** The chapter of a rule: the first word of its id. */
export const chapterOf = (id: string): string => id.split(".", 1)[0] ?? id;

/** The rules that contain every word of the search; those whose id contains them come first. */
export function searchRules(rules: readonly RuleSeen[], words: string): RuleSeen[] {
  const inId = ({ id }: RuleSeen): boolean => holdsAllWords(id, words);
  const inAll = ({ id, text, where, readings }: RuleSeen): boolean =>
    holdsAllWords(`${id} ${text} ${where} ${readings.join(" ")}`, words);
  return [...rules.filter(inId), ...rules.filter((rule) => !inId(rule) && inAll(rule))];
}

/** The rules before and after one in the order of the sheet, and the others of its chapter. */
export interface Neighbours {
  readonly before: RuleSeen | null;
  readonly after: RuleSeen | null;
  readonly chapter: readonly RuleSeen[];
}

export function neighbours(rules: readonly RuleSeen[], id: string): Neighbours {
  const at = rules.findIndex((rule) => rule.id === id);
  if (at < 0) return { before: null, after: null, chapter: [] };
  const chapter = rules.filter((rule) => chapterOf(rule.id) === chapterOf(id));
  return { before: rules[at - 1] ?? null, after: rules[at + 1] ?? null, chapter };
}

/** Chapters in the order of the sheet, with the number of rules in each. */
export function chapters(
  rules: readonly RuleSeen[],
): { readonly name: string; readonly rules: readonly RuleSeen[] }[] {
  const byName = new Map<string, RuleSeen[]>();
  for (const rule of rules) {
    const name = chapterOf(rule.id);
    const chapter = byName.get(name);
    if (chapter) chapter.push(rule);
    else byName.set(name, [rule]);
  }
  return [...byName].map(([name, inIt]) => ({ name, rules: inIt }));
}

/** A text split where it names another rule. */
export function splitAtRuleIds(
  text: string,
  ids: ReadonlySet<string>,
): { readonly text: string; readonly rule: string | null }[] {
  return text
    .split(/([a-z][\w-]*(?:\.[\w-]+)+)/i)
    .filter(Boolean)
    .map((piece) => ({ text: piece, rule: ids.has(piece) ? piece : null }));
}
