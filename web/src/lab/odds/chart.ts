/** The numbers behind the charts: columns of a distribution, labels of bars, shades of a heat map. */
import type { Cell, HeadingRow, Odds, Sweep, ValueRow } from "../engine/contract";

/** A column of a distribution; the height is a share of the tallest. */
export interface Column {
  readonly value: number;
  readonly chance: number;
  readonly atLeast: number;
  readonly height: number;
}
/** Rarer values at either end are left out. */
const RARE = 0.0005;

/** The columns of a distribution, without the rare values at its ends. */
export function columnsOf(values: readonly ValueRow[]): Column[] {
  const first = values.findIndex(({ chance }) => chance >= RARE);
  const last = values.findLastIndex(({ chance }) => chance >= RARE);
  const shown = first < 0 ? values : values.slice(first, last + 1);
  const tallest = Math.max(...shown.map(({ chance }) => chance), Number.MIN_VALUE);
  return shown.map(({ value, chance, at_least: atLeast }) => ({
    value,
    chance,
    atLeast,
    height: chance / tallest,
  }));
}

/** The chances of the outcomes: the partition where the rules have one, else the headings. */
export const chancesOf = ({ parting, headings }: Odds): readonly HeadingRow[] =>
  parting.length > 0 ? parting : headings;

/**
 * Headings that add something to the partition: "the target stands" only repeats "stands" if it is equally
 * likely.
 */
export const furtherHeadings = ({ parting, headings }: Odds): readonly HeadingRow[] =>
  parting.length > 0 ? headings.filter((heading) => !parting.some((part) => isAgain(part, heading))) : [];

const isAgain = (part: HeadingRow, heading: HeadingRow): boolean =>
  Math.abs(part.chance - heading.chance) < 1e-9 &&
  heading.words.toLowerCase().includes(part.words.toLowerCase());

// ------------------------------------------------------------------ sweeps
export const MEAN = "mean";

/** What a sweep can show: the mean of what is measured, and every heading. */
export const shownIn = ({ measured, headings }: Sweep): string[] => [
  ...(measured ? [MEAN] : []),
  ...headings,
];

/** The figure of a cell. */
export const figureIn = (cell: Cell, shown: string): number =>
  shown === MEAN ? (cell.mean ?? 0) : (cell.chances[shown] ?? 0);

/** A figure of a sweep for little room: a chance in percent, a mean to a tenth. */
export function brief(value: number, shown: string): string {
  if (shown === MEAN) return value.toFixed(1).replace("-", "−");
  if (value <= 1e-9) return "0";
  if (value >= 1 - 1e-9) return "100";
  const percent = value * 100;
  return percent < 1 ? "<1" : percent > 99 ? ">99" : percent.toFixed(0);
}

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** The range of the figures of a sweep; chances start at 0. */
export function scaleOf({ cells }: Sweep, shown: string): Scale {
  const figures = cells.map((cell) => figureIn(cell, shown));
  return { low: Math.min(0, ...figures), high: Math.max(...figures, Number.MIN_VALUE) };
}

/** The position of a figure on its scale, 0 to 1. */
export const along = (value: number, { low, high }: Scale): number =>
  high > low ? (value - low) / (high - low) : 0;

/** The rows of a heat map: the second fact downwards, the first across. */
export function rowsOf({ axes, cells }: Sweep): { readonly at: string; readonly cells: readonly Cell[] }[] {
  return (axes[1]?.values ?? [""]).map((at) => ({
    at,
    cells: cells.filter((cell) => (cell.at[1] ?? "") === at),
  }));
}
