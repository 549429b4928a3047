/** The contents of a rulebook: its chapters by name, and which of its rules are shown. */
import { chapters, searchRules } from "../shared/rules/rulebook";
import type { RuleSeen } from "../wire";
import { capitalised } from "../shared/text";

/**
 * Which rules are wanted: all, those with a certain basis, or those that can be read in more than one way.
 */
export type Wanted = "all" | "stated" | "inferred" | "ruling" | "readings";

export interface Chapter {
  /** The first word of its rules' ids. */
  readonly name: string;
  readonly title: string;
  readonly rules: readonly RuleSeen[];
}

export const WANTED: readonly { readonly value: Wanted; readonly words: string }[] = [
  { value: "all", words: "All" },
  { value: "stated", words: "On the sheet" },
  { value: "inferred", words: "Inferred" },
  { value: "ruling", words: "Our rulings" },
  { value: "readings", words: "Several readings" },
];

/** The wanted rules that match the search, by chapter, in the order of the sheet. */
export function contents(rules: readonly RuleSeen[], wanted: Wanted, words: string): Chapter[] {
  const matching = new Set(searchRules(rules, words));
  const shown = rules.filter((rule) => matching.has(rule) && isWanted(rule, wanted));
  const titles = new Map(titled(chapters(rules)).map(({ name, title }) => [name, title]));
  return chapters(shown).map((chapter) => ({ ...chapter, title: titles.get(chapter.name) ?? chapter.name }));
}

function isWanted({ basis, readings }: RuleSeen, wanted: Wanted): boolean {
  if (wanted === "all") return true;
  return wanted === "readings" ? readings.length > 0 : basis === wanted;
}

/**
 * Chapters with titles: the heading that the sheet gives most of their rules; if two would share it, the word
 * of their ids.
 */
function titled(chapters: readonly Omit<Chapter, "title">[]): Chapter[] {
  const headings = chapters.map(({ rules }) => headingOf(rules));
  return chapters.map((chapter, place) => {
    const heading = headings[place];
    const isOwn = heading && headings.indexOf(heading) === headings.lastIndexOf(heading);
    return { ...chapter, title: plain(isOwn ? heading : chapter.name) };
  });
}

/** The heading on the sheet under which most rules stand; none if they stand under several. */
function headingOf(rules: readonly RuleSeen[]): string | null {
  const counts = new Map<string, number>();
  for (const { where } of rules) {
    const heading = where.split(/ > | \/ /)[0] ?? "";
    if (!heading.startsWith("(")) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one)[0];
  return most && most[1] * 2 > rules.length ? most[0] : null;
}

/** A heading without its capitals: TURN SEQUENCE is Turn sequence. */
export function plain(heading: string): string {
  const small = heading === heading.toUpperCase() ? heading.toLowerCase() : heading;
  return capitalised(small);
}
