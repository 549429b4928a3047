/** Figures on the sheet: rings, lines and boxes, with y downwards as on a screen. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A place on an outline and the step inwards from it. */
export interface Rim extends Spot {
  readonly inX: number;
  readonly inY: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const spot = (x: number, y: number): Spot => ({ x, y });
export const apart = (a: Spot, b: Spot): number => Math.hypot(b.x - a.x, b.y - a.y);
export const between = (a: Spot, b: Spot, share: number): Spot =>
  spot(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);

/** The sides of a ring, each with its two ends; the last leads back to the first. */
export function sides(ring: readonly Spot[]): [Spot, Spot][] {
  return ring.map((end, place) => [ring.at(place - 1) ?? end, end]);
}

/** The stretches of a line. */
export function stretches(line: readonly Spot[]): [Spot, Spot][] {
  return line.slice(1).map((end, place) => [line[place] ?? end, end]);
}

/** Twice the signed area of a ring; positive when it runs clockwise on the screen. */
export function turning(ring: readonly Spot[]): number {
  return sides(ring).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0);
}

export const area = (ring: readonly Spot[]): number => Math.abs(turning(ring)) / 2;

/** Does a place lie in a ring? A ray to the right then crosses its sides an odd number of times. */
export function isInside(ring: readonly Spot[], at: Spot): boolean {
  let inside = false;
  let a = ring.at(-1);
  for (const b of ring) {
    if (a && a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x)
      inside = !inside;
    a = b;
  }
  return inside;
}

export function bounds(spots: readonly Spot[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of spots) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

export const wide = (box: Box): number => box.right - box.left;
export const high = (box: Box): number => box.bottom - box.top;
export const middle = (box: Box): Spot => spot((box.left + box.right) / 2, (box.top + box.bottom) / 2);
export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The distance of a place from the nearest side of a ring. */
export function toRim(ring: readonly Spot[], at: Spot): number {
  let least = Infinity;
  let a = ring.at(-1);
  for (const b of ring) {
    if (a) least = Math.min(least, toStretch(a, b, at));
    a = b;
  }
  return least;
}

/** The distance of a place from a stretch. */
export function toStretch(a: Spot, b: Spot, at: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((at.x - a.x) * dx + (at.y - a.y) * dy) / square;
  const held = Math.min(1, Math.max(0, share));
  return Math.hypot(at.x - a.x - dx * held, at.y - a.y - dy * held);
}

const BEND = 7;
/** A corner is never cut by more than this share of the shorter of its sides. */
const MOST_CUT = 0.45;

/** The curve that cuts the corner b. */
function bend(a: Spot, b: Spot, c: Spot, radius: number): Spot[] {
  const [before, after] = [apart(a, b) || 1, apart(b, c) || 1];
  const cut = Math.min(radius, before * MOST_CUT, after * MOST_CUT);
  const [start, stop] = [between(b, a, cut / before), between(b, c, cut / after)];
  return Array.from({ length: BEND }, (_, step) => {
    const t = step / (BEND - 1);
    return between(between(start, b, t), between(b, stop, t), t);
  });
}

/** A ring with its corners rounded, running clockwise on the screen. */
export function rounded(ring: readonly Spot[], radius: number): Spot[] {
  const way = turning(ring) < 0 ? [...ring].reverse() : [...ring];
  return way.flatMap((b, place) =>
    bend(way.at(place - 1) ?? b, b, way[(place + 1) % way.length] ?? b, radius),
  );
}

/** A line with its corners rounded; its ends stay. */
export function eased(line: readonly Spot[], radius: number): Spot[] {
  const last = line.length - 1;
  return line.flatMap((b, place) =>
    place === 0 || place === last ? [b] : bend(line[place - 1] ?? b, b, line[place + 1] ?? b, radius),
  );
}

/** Places at equal steps along a ring that runs clockwise on the screen, each with the step inwards. */
export function rim(ring: readonly Spot[], step: number): Rim[] {
  const way = turning(ring) < 0 ? [...ring].reverse() : [...ring];
  const found: Rim[] = [];
  let ahead = 0;
  for (const [a, b] of [...sides(way).slice(1), ...sides(way).slice(0, 1)]) {
    const length = apart(a, b);
    if (length === 0) continue;
    for (; ahead < length; ahead += step) {
      const at = between(a, b, ahead / length);
      found.push({ ...at, inX: -(b.y - a.y) / length, inY: (b.x - a.x) / length });
    }
    ahead -= length;
  }
  return found;
}

/** A line that runs beside another, to its right on the screen for a positive offset. */
export function beside(line: readonly Spot[], offset: number): Spot[] {
  return line.map((at, place) => {
    const [a, b] = [line[Math.max(0, place - 1)] ?? at, line[Math.min(line.length - 1, place + 1)] ?? at];
    const length = apart(a, b) || 1;
    return spot(at.x - ((b.y - a.y) / length) * offset, at.y + ((b.x - a.x) / length) * offset);
  });
}

/** Places at equal steps along a line, with the direction of the line at each. */
export function along(line: readonly Spot[], step: number): { at: Spot; dx: number; dy: number }[] {
  return stretches(line).flatMap(([a, b]) => {
    const length = apart(a, b) || 1;
    const count = Math.max(1, Math.round(length / step));
    return Array.from({ length: count + 1 }, (_, n) => ({
      at: between(a, b, n / count),
      dx: (b.x - a.x) / length,
      dy: (b.y - a.y) / length,
    }));
  });
}
