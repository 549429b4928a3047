/** Chances for reading: a percentage, and a frequency in words, which is harder to misread. */
import type { Bout, Chance, OddsShown, Tally, ValueChance } from "../panelTypes";

const THIN = "\u202f";
/** Sums of chances are not exact: within this distance a chance counts as 0 or 1. */
const EPSILON = 1e-9;

/** A chance in percent to a tenth: "82.0 %". Only "never" is shown as 0 %, only "always" as 100 %. */
export function percent(chance: number): string {
  if (chance <= EPSILON) return `0${THIN}%`;
  if (chance >= 1 - EPSILON) return `100${THIN}%`;
  if (chance < 0.0005) return `< 0.1${THIN}%`;
  if (chance > 0.9995) return `> 99.9${THIN}%`;
  return `${(chance * 100).toFixed(1)}${THIN}%`;
}

/** A chance in whole percent, for where there is little room. */
export function wholePercent(chance: number): string {
  if (chance <= EPSILON) return `0${THIN}%`;
  if (chance >= 1 - EPSILON) return `100${THIN}%`;
  if (chance < 0.005) return `< 1${THIN}%`;
  if (chance > 0.995) return `> 99${THIN}%`;
  return `${Math.round(chance * 100)}${THIN}%`;
}

/** A chance as a frequency: "82 times in 100", "once in 250", "all but once in 400", "never", "always". */
export function frequencyWords(chance: number): string {
  if (chance <= EPSILON) return "never";
  if (chance >= 1 - EPSILON) return "always";
  if (chance < 0.005) return `once in ${spoken(1 / chance)}`;
  if (chance > 0.995) return `all but once in ${spoken(1 / (1 - chance))}`;
  const times = Math.round(chance * 100);
  return times === 1 ? "once in 100" : `${times} times in 100`;
}

/** A large number to two figures, with a gap between thousands. */
function spoken(number: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return (Math.round(number / step) * step).toLocaleString("en-GB").replaceAll(",", THIN);
}

/** Are the outcomes exclusive and complete? Only then can they share one bar. */
export const isCompletePartition = (outcomes: readonly Chance[]): boolean =>
  outcomes.length > 1 && Math.abs(outcomes.reduce((sum, { chance }) => sum + chance, 0) - 1) < 1e-6;

/** The outcomes of a bout: its parts where the rules divide it, else the outcomes. */
export const outcomesOf = ({ parts, outcomes }: Bout): readonly Chance[] =>
  parts.length > 0 ? parts : outcomes;

/** Can something be told about an option: what it changes, that this is too much to tell, or what hangs on it? */
export const hasOdds = ({ odds, stakes }: OddsShown): boolean =>
  odds.units.length > 0 || odds.too_many || stakes.length > 0;

/** The likeliest of some outcomes. */
export const likeliest = (outcomes: readonly Chance[]): Chance | undefined =>
  outcomes.reduce<Chance | undefined>(
    (best, one) => (best && best.chance >= one.chance ? best : one),
    undefined,
  );

/** A number with a true minus and no more than two decimals. */
export const figure = (value: number): string => (Math.round(value * 100) / 100).toString().replace("-", "−");

/** The mean of what is measured, to a tenth. */
export const mean = (value: number): string => value.toFixed(1).replace("-", "−");

/** The figures whose parts are worth a row each; of the others the total says everything. */
export const itemised = (tallies: readonly Tally[]): Tally[] =>
  tallies.filter(({ items }) => items.length > 1);

/** The fill of an outcome's bar: by its words where they are known, else grey. Never the only sign. */
export type Filling = "grey" | "amber" | "stripes" | "ink";
const FILLINGS: readonly (readonly [RegExp, Filling])[] = [
  [/\bnot?\b/i, "grey"],
  [/broke|break|destroy|rout|dead|killed|slain|captured/i, "ink"],
  [/retire|retreat|withdraw|recoil|fall|flee|shaken/i, "stripes"],
  [/disorder|waver|worn|pinned|halt|suppress/i, "amber"],
];
export const filling = (words: string): Filling =>
  FILLINGS.find(([known]) => known.test(words))?.[1] ?? "grey";

/** A column of a histogram; the height is a share of the tallest. */
export interface Column {
  readonly value: number;
  readonly chance: number;
  readonly height: number;
}

/**
 * The columns of a histogram: rare values at the upper end are left off once less than one in a thousand
 * remains.
 */
export function columns(values: readonly ValueChance[]): Column[] {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const tallest = Math.max(...sorted.map(({ chance }) => chance), 0);
  let left = sorted.reduce((sum, { chance }) => sum + chance, 0);
  const shown: Column[] = [];
  for (const { value, chance } of sorted) {
    if (shown.length > 0 && left < 0.001) break;
    shown.push({ value, chance, height: tallest > 0 ? chance / tallest : 0 });
    left -= chance;
  }
  return shown;
}

/** The figures of a bout in a line: "6 dice, 4+ to hit, 5+ save". */
export const figuresLine = ({ tallies }: Bout): string =>
  tallies.map(({ name, shown }) => `${shown} ${name}`).join(", ");

/**
 * A reply in a line: its figures, the expectation, the likeliest outcome. A brief one has its title in place
 * of the figures.
 */
export function replyLine(bout: Bout, manner: "whole" | "brief" = "whole"): string {
  const expected = bout.expected === null ? "" : `${mean(bout.expected)} ${bout.measured} expected`;
  const likely = likeliest(outcomesOf(bout));
  const chance = likely ? `${likely.words} ${wholePercent(likely.chance)}` : "";
  return [manner === "brief" ? bout.title : figuresLine(bout), expected, chance].filter(Boolean).join("; ");
}

/** The bouts of the actor, and the replies of others. */
export function splitByActor(bouts: readonly Bout[], by: number | null): { own: Bout[]; answers: Bout[] } {
  const acting = by ?? bouts[0]?.by ?? null;
  return {
    own: bouts.filter((bout) => bout.by === acting),
    answers: bouts.filter((bout) => bout.by !== acting),
  };
}

/**
 * Outcomes that differ mostly in one count, separated: the other words with their summed chances, and the
 * distribution of the count.
 */
export interface WithoutCounts {
  readonly outcomes: readonly Chance[];
  readonly counted: string;
  readonly spread: readonly ValueChance[];
}

/** More different counts than this become a histogram instead of rows. */
const MOST_COUNTS = 3;

/** "Worn, hits 11" and "Worn, hits 12" become "Worn", and the hits a histogram of their own. */
export function withoutCounts(outcomes: readonly Chance[]): WithoutCounts {
  const read = outcomes.map(({ words, chance }) => ({ parts: words.split(", ").map(counts), chance }));
  const names = new Set(
    read.flatMap(({ parts }) => parts.flatMap(({ name, count }) => (count === null ? [] : [name]))),
  );
  const valueOf = (parts: readonly Part[], name: string): number =>
    parts.find((one) => one.name === name && one.count !== null)?.count ?? 0;
  const varied = [...names].find(
    (name) => new Set(read.map(({ parts }) => valueOf(parts, name))).size > MOST_COUNTS,
  );
  if (varied === undefined) return { outcomes, counted: "", spread: [] };
  const rest = read.map(({ parts, chance }) => ({
    key: parts
      .filter((one) => one.name !== varied || one.count === null)
      .map(({ words }) => words)
      .join(", "),
    chance,
  }));
  const values = read.map(({ parts, chance }) => ({ key: valueOf(parts, varied), chance }));
  return {
    outcomes: summed(rest).map(([words, chance]) => ({ words, chance })),
    counted: varied,
    spread: summed(values).map(([value, chance]) => ({ value, chance })),
  };
}

interface Part {
  readonly words: string;
  readonly name: string;
  readonly count: number | null;
}

function counts(words: string): Part {
  const [, name, count] = /^(.+) (\d+)$/.exec(words) ?? [];
  return { words, name: name ?? words, count: count === undefined ? null : Number(count) };
}

/** Chances of the same key added up, the likeliest first. */
function summed<Key>(rows: readonly { readonly key: Key; readonly chance: number }[]): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const { key, chance } of rows) sums.set(key, (sums.get(key) ?? 0) + chance);
  return [...sums].sort(([, one], [, other]) => other - one);
}
