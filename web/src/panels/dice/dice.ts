/** How dice are drawn, and which throws a tray has still to show. */
import type { DiceRow, LogEntry } from "../panelTypes";

/** How a die is drawn: good faces dark, others light, those thrown again dashed. */
export type Mark = "good" | "other" | "again";

export function mark(row: DiceRow, place: number): Mark {
  if (row.again[place]) return "again";
  return row.good[place] ? "good" : "other";
}

/** A die of a row as it is shown. */
export interface ShownDie {
  readonly face: number;
  readonly mark: Mark;
}

const RANK: Readonly<Record<Mark, number>> = { good: 0, other: 1, again: 2 };

/**
 * The dice of a row in order: good ones first, from high to low, rerolled ones last; as they fell if no value
 * is needed.
 */
export function diceInOrder(row: DiceRow): ShownDie[] {
  const dice = row.faces.map((face, place) => ({ face, mark: mark(row, place) }));
  if (dice.every((die) => die.mark === "other"))
    return row.need ? dice.sort((a, b) => b.face - a.face) : dice;
  return dice.sort((a, b) => RANK[a.mark] - RANK[b.mark] || b.face - a.face);
}

type Spot = readonly [number, number];
const [LOW, MID, HIGH] = [5, 9, 13];
const PIPS: readonly (readonly Spot[])[] = [
  [],
  [[MID, MID]],
  [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [MID, MID],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [HIGH, LOW],
    [MID, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  [
    [LOW, 4.6],
    [HIGH, 4.6],
    [LOW, MID],
    [HIGH, MID],
    [LOW, 13.4],
    [HIGH, 13.4],
  ],
];

/** The pips of a face in a square of 18, or none where a figure is written instead. */
export const pips = (face: number, sides: number): readonly Spot[] => (sides <= 6 ? (PIPS[face] ?? []) : []);

/** The outline of a die in a square of 18: a square up to six sides, else what is seen of it from above. */
export function outline(sides: number): string {
  if (sides <= 6) return "M4 1H14a3 3 0 0 1 3 3V14a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3Z";
  if (sides <= 8) return "M9 .8L17.2 9L9 17.2L.8 9Z";
  if (sides <= 10) return "M9 .8L17 7.4V11L9 17.2L1 11V7.4Z";
  if (sides <= 12) return "M9 .8L17 6.4L14 16.4H4L1 6.4Z";
  return "M9 .6L16.6 4.8V13.2L9 17.4L1.4 13.2V4.8Z";
}

/** A throw for the tray to show. */
export interface Throw {
  readonly key: string;
  /** The index of its entry in the log: throws of one entry lie side by side. */
  readonly at: number;
  readonly title: string;
  readonly side: number;
  readonly row: DiceRow;
}

const isOpen = ({ secret, faces, card }: DiceRow): boolean => !secret && (faces.length > 0 || card !== "");

/** The number of throws in a log. Entries grow and shift; throws are only ever appended. */
export const countThrows = (entries: readonly LogEntry[]): number =>
  entries.reduce((count, { dice }) => count + dice.filter(isOpen).length, 0);

/** With more new throws than this only those of the last entry are shown. */
const MOST = 16;

/** The throws beyond those that were seen already. */
export function newThrows(entries: readonly LogEntry[], seen: number): Throw[] {
  let left = countThrows(entries) - seen;
  const isLate = left > MOST;
  const found: Throw[] = [];
  for (let at = entries.length - 1; at >= 0 && left > 0; at -= 1) {
    const entry = entries[at];
    const open = entry?.dice.filter(isOpen) ?? [];
    if (!entry || open.length === 0) continue;
    const fresh = open.slice(Math.max(0, open.length - left));
    found.unshift(
      ...fresh.map((row, nth) => ({
        key: `${seen + left - fresh.length + nth}`,
        at,
        title: entry.title,
        side: entry.side,
        row,
      })),
    );
    left -= fresh.length;
    if (isLate) break;
  }
  return found;
}

/** The entry that a throw belongs to now: its title and index may have changed since it was thrown. */
export function entryOf(entries: readonly LogEntry[], { key }: Throw): LogEntry | undefined {
  let left = Number(key);
  return entries.find(({ dice }) => {
    left -= dice.filter(isOpen).length;
    return left < 0;
  });
}

/** The face of a die while it tumbles: it changes from moment to moment and ends at its own. */
export function tumblingFace({ face }: ShownDie, among: number, place: number, moment: number): number {
  const sides = Math.max(2, among);
  return moment <= 0 ? face : ((face - 1 + moment * (place % 2 === 0 ? 1 : sides - 1) + place) % sides) + 1;
}

/** A throw in words, for screen readers. */
export const spokenThrow = ({ title, row }: Throw): string =>
  row.card
    ? `${title}. ${row.purpose}: ${row.card}`
    : `${title}. ${[row.purpose, row.need].filter(Boolean).join(", ")}: ${row.faces.join(", ")}. ${row.result}`;
