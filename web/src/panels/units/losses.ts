/** Strips of what a unit has lost, and the casualties of armies, from the picture alone. */
import type { BodyView, Picture, SideView, Strip } from "../../wire";
import { sentenceCase } from "../../shared/text";

/** A section of a strip up to a mark: its boxes, how many of them are filled, what happens at its end. */
export interface StripSection {
  readonly boxes: number;
  readonly filled: number;
  readonly words: string;
}

/** A strip as sections between its marks. */
export function stripSections(strip: Strip): StripSection[] {
  let from = 0;
  return strip.marks.map(([at, words]) => {
    const boxes = Math.max(0, at - from);
    const filled = Math.min(boxes, Math.max(0, strip.filled - from));
    from = Math.max(from, at);
    return { boxes, filled, words: `${words} at ${at}` };
  });
}

/** The end of a strip: the last of its marks. */
export const wholeOf = (strip: Strip): number => strip.marks.at(-1)?.[0] ?? 0;

/** The share of a body that is lost, between 0 and 1; a body that has left the table is lost whole. */
export function lostShare({ pose, card }: BodyView): number {
  if (pose === null) return 1;
  const whole = card.strip ? wholeOf(card.strip) : 0;
  return card.strip && whole > 0 ? Math.min(1, card.strip.filled / whole) : 0;
}

export type Order = "army" | "name" | "state" | "losses";

/** An army: its bodies in the wanted order, how many are on the table, what it has lost. */
export interface Army {
  readonly side: number;
  readonly view: SideView;
  readonly bodies: readonly BodyView[];
  readonly standing: number;
  readonly filled: number;
  readonly whole: number;
  /** What the strips count; by default losses. */
  readonly words: string;
  readonly states: readonly (readonly [string, number])[];
}

export const armies = ({ sides, bodies }: Picture, order: Order = "army"): Army[] =>
  sides.map((view, side) => {
    const own = bodies.filter((body) => body.side === side);
    const strips = own.map(({ card }) => card.strip).filter((strip) => strip !== null);
    return {
      side,
      view,
      bodies: sorted(own, order),
      standing: own.filter(({ pose }) => pose !== null).length,
      filled: strips.reduce((sum, strip) => sum + Math.min(strip.filled, wholeOf(strip)), 0),
      whole: strips.reduce((sum, strip) => sum + wholeOf(strip), 0),
      words: strips[0]?.words ?? "lost",
      states: counted(own.map(stateOf)),
    };
  });

/** A body's state in words; one without a pose is off the table. */
export const stateOf = ({ pose, card }: BodyView): string =>
  pose === null && !card.state ? "Off the table" : sentenceCase(card.state);

function counted(states: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const state of states) if (state) found.set(state, (found.get(state) ?? 0) + 1);
  return [...found].sort(([, few], [, many]) => many - few);
}

function sorted(bodies: readonly BodyView[], order: Order): BodyView[] {
  const rows = [...bodies];
  const byName = (a: BodyView, b: BodyView): number =>
    a.card.name.localeCompare(b.card.name, "en", { numeric: true });
  if (order === "name") return rows.sort(byName);
  if (order === "losses") return rows.sort((a, b) => lostShare(b) - lostShare(a) || byName(a, b));
  if (order === "state")
    return rows.sort((a, b) => stateOf(a).localeCompare(stateOf(b)) || lostShare(b) - lostShare(a));
  return rows.sort((a, b) => a.card.group.localeCompare(b.card.group) || a.id - b.id);
}

/** Is a body off the table, and does its state not say so itself? */
export const isGone = ({ pose, card }: Pick<BodyView, "pose" | "card">): boolean =>
  pose === null && !/table/.test(card.state);
