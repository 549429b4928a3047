/** The tools for drawing ground: the brush of one piece, and the scattering of texture. */
import type { Piece } from "../../wire";
import { SeededRandom } from "./seededRandom";
import { path, way, type Markup } from "../drawing/markup";
import {
  apart,
  beside,
  between,
  bounds,
  isInside,
  sides,
  spot,
  stretches,
  toRim,
  toStretch,
  type Spot,
} from "../geometry/plane";
import { INCH, length, type Sheet } from "../geometry/sheet";

/** A piece on the sheet: its outline, middle line and full width, with its own random numbers. */
export interface Brush {
  readonly piece: Piece;
  readonly ring: readonly Spot[];
  readonly line: readonly Spot[];
  readonly width: number;
  readonly random: SeededRandom;
  /** May something of this radius grow here? Not on roads and not in water. */
  readonly isFree: (at: Spot, radius: number) => boolean;
}

/** The width at which a line without width is filled. */
const THIN = 4;

export function brush(piece: Piece, sheet: Sheet): Brush {
  const outline = sheet.spots(piece.polygon);
  const line = piece.line.length > 0 ? sheet.spots(piece.line) : middleLine(outline);
  const width = piece.line.length > 0 ? length(piece.width) : crosswise(outline);
  const half = Math.max(width, THIN) / 2;
  const ring = outline.length > 0 ? outline : [...beside(line, half), ...beside(line, -half).reverse()];
  return { piece, ring, line, width, random: new SeededRandom(piece.id), isFree: () => true };
}

/**
 * The two lines across an area with four corners, each between the middles of opposite sides; the longer
 * first.
 */
function crossLines(ring: readonly Spot[]): [[Spot, Spot], [Spot, Spot]] {
  const box = bounds(ring);
  const around =
    ring.length === 4
      ? ring
      : [
          spot(box.left, box.top),
          spot(box.right, box.top),
          spot(box.right, box.bottom),
          spot(box.left, box.bottom),
        ];
  const halves = sides(around).map(([a, b]) => between(a, b, 0.5));
  const [first, second, third, fourth] = halves as [Spot, Spot, Spot, Spot];
  return apart(first, third) >= apart(second, fourth)
    ? [
        [first, third],
        [second, fourth],
      ]
    : [
        [second, fourth],
        [first, third],
      ];
}

const middleLine = (ring: readonly Spot[]): readonly Spot[] => (ring.length > 2 ? crossLines(ring)[0] : ring);
const crosswise = (ring: readonly Spot[]): number => (ring.length > 2 ? apart(...crossLines(ring)[1]) : 0);

export const isThin = ({ piece }: Brush): boolean => piece.polygon.length === 0 && piece.width === 0;

/** The dotted line at the edge of the piece in the rules. */
export const edge = (brush: Brush): Markup => path("edge", way(brush.ring, "closed"));

export const wash = (brush: Brush, name: string): Markup => path(`${name}-wash`, way(brush.ring, "closed"));

/** The attempts to find a free place, for each place that could be found at most. */
const TRIES = 14;

/** Random places in an area, none nearer to another than *gap*, from the top of the sheet down. */
export function scattered(brush: Brush, gap: number, margin: number): Spot[] {
  const box = bounds(brush.ring);
  const found = new SpacedPlaces(gap);
  const most = ((box.right - box.left) * (box.bottom - box.top)) / (gap * gap);
  for (let tries = Math.ceil(most * TRIES); tries > 0; tries--) {
    const at = spot(brush.random.between(box.left, box.right), brush.random.between(box.top, box.bottom));
    if (!found.hasRoom(at) || !isInside(brush.ring, at)) continue;
    if (toRim(brush.ring, at) >= margin && brush.isFree(at, margin)) found.add(at);
  }
  return found.all.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Places by grid square, so that only neighbouring squares are checked for room. */
class SpacedPlaces {
  readonly all: Spot[] = [];
  readonly #squares = new Map<number, Spot[]>();

  constructor(readonly gap: number) {}

  hasRoom(at: Spot): boolean {
    const [column, row] = [Math.floor(at.x / this.gap), Math.floor(at.y / this.gap)];
    for (let i = column - 1; i <= column + 1; i++)
      for (let j = row - 1; j <= row + 1; j++)
        for (const other of this.#squares.get(i * LINE + j) ?? [])
          if (apart(at, other) < this.gap) return false;
    return true;
  }

  add(at: Spot): void {
    const square = Math.floor(at.x / this.gap) * LINE + Math.floor(at.y / this.gap);
    const there = this.#squares.get(square);
    if (there) there.push(at);
    else this.#squares.set(square, [at]);
    this.all.push(at);
  }
}

/** More squares than a table has in a column. */
const LINE = 65_536;

/** Parallel lines that fill a ring, *gap* apart, at an angle to the horizontal. */
export function hatching(ring: readonly Spot[], angle: number, gap: number): [Spot, Spot][] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = ring.map(({ x, y }) => spot(x * cos + y * sin, y * cos - x * sin));
  const back = (x: number, y: number): Spot => spot(x * cos - y * sin, x * sin + y * cos);
  const box = bounds(turned);
  const found: [Spot, Spot][] = [];
  for (let y = box.top + gap / 2; y < box.bottom; y += gap) {
    const cuts = sides(turned)
      .filter(([a, b]) => a.y > y !== b.y > y)
      .map(([a, b]) => a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
      .sort((a, b) => a - b);
    for (let n = 0; n + 1 < cuts.length; n += 2)
      found.push([back(cuts[n] ?? 0, y), back(cuts[n + 1] ?? 0, y)]);
  }
  return found;
}

/** The direction of the longest side of a ring. */
export function longestSideAngle(ring: readonly Spot[]): number {
  const [a, b] = sides(ring).reduce((best, side) => (apart(...side) > apart(...best) ? side : best));
  return Math.atan2(b.y - a.y, b.x - a.x);
}

/** The share of a road's width in the rules that is drawn. */
export const ROAD_SHARE = 0.62;

/** The drawn width of a road. */
export const roadWidth = (brush: Brush): number => Math.max((brush.width || 2 * INCH) * ROAD_SHARE, 3.2);

/** Does a place lie off all of these lines? */
export function isOff(
  lines: readonly (readonly [readonly Spot[], number])[],
  at: Spot,
  radius: number,
): boolean {
  return lines.every(([line, half]) =>
    stretches(line).every(([a, b]) => toStretch(a, b, at) > half + radius),
  );
}
