/** Tapes as they lie on the sheet: with an inch to the tick, or on a table of hexes with a hex. */
import type { GridView, Point, Who } from "../../wire";
import { counted } from "../../shared/text";
import { centreOf, hexAt, hexesApart, nearestOn } from "../geometry/hexes";
import { pen } from "./markup";
import { inches } from "./overlayPaths";
import { apart, between, type Spot } from "../geometry/plane";
import { length, type Sheet } from "../geometry/sheet";

export interface Tape {
  readonly from: Point;
  readonly to: Point;
  /** The bodies to which its ends are fixed. */
  readonly ends?: readonly [Who | null, Who | null];
}

/** A tape as laid on the sheet: its start, turn, length and ticks. */
export interface TapePath {
  readonly transform: string;
  readonly long: number;
  readonly ticks: string;
  /** The ticks that are numbered, and how far along. */
  readonly numbered: readonly { readonly number: number; readonly along: number }[];
  readonly words: string;
  readonly middle: Spot;
}

/** How a tape is divided: its label, the number of ticks, the step between them, their heights. */
interface Division {
  readonly words: string;
  readonly count: number;
  readonly step: number;
  readonly numberedEach: number;
  readonly tall: (tick: number) => number;
}

export function tapePath(one: Tape, sheet: Sheet, grid: GridView | null): TapePath {
  const [a, b] = [sheet.spot(one.from), sheet.spot(one.to)];
  const long = apart(a, b);
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const { words, count, step, numberedEach, tall } = grid ? inHexes(one, long, grid) : inInches(one, long);
  const ticks = Array.from({ length: count }, (_, n) => n + 1);
  return {
    transform: `translate(${a.x.toFixed(2)} ${a.y.toFixed(2)}) rotate(${turn.toFixed(2)})`,
    long,
    ticks: ticks.map((n) => pen("M", step * n, 4, "v", -tall(n))).join(""),
    numbered: ticks.filter((n) => n % numberedEach === 0).map((n) => ({ number: n, along: step * n })),
    words,
    middle: between(a, b, 0.5),
  };
}

function inInches({ from, to }: Tape, long: number): Division {
  const step = length(100);
  return {
    words: inches(Math.hypot(to[0] - from[0], to[1] - from[1])),
    count: Math.floor(long / step),
    step,
    numberedEach: 6,
    tall: (inch) => (inch % 12 === 0 ? 8 : inch % 6 === 0 ? 5.4 : 3),
  };
}

function inHexes({ from, to }: Tape, long: number, grid: GridView): Division {
  const count = hexesApart(hexAt(grid, from), hexAt(grid, to));
  return {
    words: counted(count, "hex", "hexes"),
    count,
    step: count ? long / count : 0,
    numberedEach: 1,
    tall: () => 8,
  };
}

/** On hexes a tape runs from the middle of one hex to the middle of another. */
export const hexToHex = ({ from, to }: Tape, grid: GridView): Tape => ({
  from: centreOf(grid, nearestOn(grid, from)),
  to: centreOf(grid, nearestOn(grid, to)),
});
