/** Headings in tenths of a degree, clockwise from up the table. */
import type { Point } from "../../wire";

const FULL_TURN = 3600;

/** The same heading between 0 and 3600. */
export const withinTurn = (heading: number): number => ((heading % FULL_TURN) + FULL_TURN) % FULL_TURN;

/** The turn from one heading to another, the shorter way: at least -1800, less than 1800. */
export const turnBetween = (from: number, to: number): number => withinTurn(to - from + 1800) - 1800;

/** The heading from one place to another. */
export const headingTo = ([x, y]: Point, [tx, ty]: Point): number =>
  withinTurn(Math.round((Math.atan2(tx - x, ty - y) * 1800) / Math.PI));
