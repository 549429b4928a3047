/** Units of both sides beside a real table, with the marks they carry. Every change makes a new roster. */
import type { Card, Cards, Change, Mark, Marks, Plain } from "../engine/contract";
import type { Hue } from "../../map/drawing/livery";

export type SideOf = 0 | 1;

export interface Side {
  readonly name: string;
  readonly hue: Hue;
}
export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly side: SideOf;
  readonly profile: string;
  readonly marks: Marks;
}
export interface Roster {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly sides: readonly [Side, Side];
  readonly units: readonly Unit[];
}

export const HUES: readonly Hue[] = ["madder", "prussian", "indigo", "olive", "ash"];
export const LONGEST = 60;
/** A limit that no real table reaches. */
export const MOST_UNITS = 200;

export const emptyRoster = (id: string, system: string, name: string): Roster => ({
  id,
  name,
  system,
  sides: [
    { name: "First side", hue: "madder" },
    { name: "Second side", hue: "prussian" },
  ],
  units: [],
});

// ------------------------------------------------------------------ changes
/** The marks a unit begins with. */
export const startOf = (marks: readonly Mark[], card: Card | undefined): Marks => ({
  ...Object.fromEntries(marks.map(({ id, start }) => [id, start])),
  ...card?.marks,
});

/** The most that a count can come to. */
export const mostOf = ({ id, most }: Mark, card: Card | undefined): number | null => card?.most[id] ?? most;

/** A random id, so that a link never refers to a unit of another device. */
const freshId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((part) => part.toString(36).padStart(2, "0")).join("");

/** Adds a unit of a card; units of one card are numbered. */
export function withUnit(roster: Roster, { marks }: Cards, card: Card, side: SideOf, id = freshId()): Roster {
  const name = freeName(roster, card.title);
  const unit = { id, name, side, profile: card.profile, marks: startOf(marks, card) };
  return { ...roster, units: [...roster.units, unit] };
}

function freeName({ units }: Roster, wanted: string): string {
  const taken = new Set(units.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let nth = 2;
  while (taken.has(`${wanted} ${nth}`)) nth += 1;
  return `${wanted} ${nth}`;
}

export const withoutUnit = (roster: Roster, id: string): Roster => ({
  ...roster,
  units: roster.units.filter((unit) => unit.id !== id),
});

const withChangedUnit = (roster: Roster, id: string, changed: (unit: Unit) => Unit): Roster => ({
  ...roster,
  units: roster.units.map((unit) => (unit.id === id ? changed(unit) : unit)),
});

export const withMark = (roster: Roster, id: string, mark: string, value: Plain): Roster =>
  withChangedUnit(roster, id, (unit) => ({ ...unit, marks: { ...unit.marks, [mark]: value } }));

export const withName = (roster: Roster, id: string, name: string): Roster =>
  withChangedUnit(roster, id, (unit) => ({ ...unit, name: name.trim().slice(0, LONGEST) || unit.name }));

export const onSide = (roster: Roster, id: string, side: SideOf): Roster =>
  withChangedUnit(roster, id, (unit) => ({ ...unit, side }));

export function withSide(roster: Roster, side: SideOf, changed: Partial<Side>): Roster {
  const [first, second] = roster.sides;
  return {
    ...roster,
    sides: side === 0 ? [{ ...first, ...changed }, second] : [first, { ...second, ...changed }],
  };
}

/** The roster with the effects of a resolution on the units that took part. */
export const withChanges = (
  roster: Roster,
  changes: readonly Change[],
  units: Readonly<Record<string, string>>,
): Roster =>
  changes.reduce((so, { party, mark, to }) => {
    const id = units[party];
    return id === undefined ? so : withMark(so, id, mark, to);
  }, roster);

// ------------------------------------------------------------------ undo and redo
/** A roster with what it was before, and what was undone. */
export interface Timeline {
  readonly past: readonly Roster[];
  readonly now: Roster;
  readonly ahead: readonly Roster[];
}
const LONGEST_PAST = 200;

export const newTimeline = (now: Roster): Timeline => ({ past: [], now, ahead: [] });
export const withNext = ({ past, now }: Timeline, next: Roster): Timeline => ({
  past: [...past, now].slice(-LONGEST_PAST),
  now: next,
  ahead: [],
});
export function undone(line: Timeline): Timeline {
  const before = line.past.at(-1);
  return before ? { past: line.past.slice(0, -1), now: before, ahead: [line.now, ...line.ahead] } : line;
}
export function redone(line: Timeline): Timeline {
  const [next, ...ahead] = line.ahead;
  return next ? { past: [...line.past, line.now], now: next, ahead } : line;
}

// ------------------------------------------------------------------ how a unit stands
export type Standing = "fresh" | "marked" | "gone";
const GONE = /\b(broken|destroyed|dead|removed|routed|eliminated|dispersed|lost|captured|off)\b/i;

/** Does it fight on? It is gone when a mark says so, or when nothing is left of its initial count. */
export function standing(unit: Unit, { marks }: Cards, card: Card | undefined): Standing {
  const start = startOf(marks, card);
  const isGone = marks.some((mark) => {
    const value = unit.marks[mark.id];
    if (mark.kind === "flag") return value === true && GONE.test(mark.title);
    if (mark.kind === "choice") return typeof value === "string" && GONE.test(value);
    return value === 0 && Number(start[mark.id] ?? 0) > 0;
  });
  if (isGone) return "gone";
  return marks.some(({ id }) => (unit.marks[id] ?? start[id]) !== start[id]) ? "marked" : "fresh";
}

/** A mark's value in words; empty for a flag that is not set or a count of zero. */
export function markWords(mark: Mark, value: Plain | undefined): string {
  if (mark.kind === "flag") return value === true ? mark.title : "";
  if (mark.kind === "count") return typeof value === "number" ? `${mark.title} ${value}` : "";
  return value === undefined || value === null ? "" : String(value);
}
