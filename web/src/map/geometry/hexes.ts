/** Hexes on the table: where they lie, which lies under a point, and the rings around some of them. */
import type { GridView, Point } from "../../wire";

/** A hex by its two axial numbers. */
export type Hex = readonly [number, number];

const ROOT_3 = Math.sqrt(3);
const key = ([q, r]: Hex): string => `${q} ${r}`;

/** The step over each side, by the heading of the side in tenths of a degree. */
const STEPS: Readonly<Record<GridView["corners"], readonly (readonly [number, Hex])[]>> = {
  "north-south": [
    [300, [0, 1]],
    [900, [1, 0]],
    [1500, [1, -1]],
    [2100, [0, -1]],
    [2700, [-1, 0]],
    [3300, [-1, 1]],
  ],
  "east-west": [
    [0, [1, 0]],
    [600, [0, 1]],
    [1200, [-1, 1]],
    [1800, [-1, 0]],
    [2400, [0, -1]],
    [3000, [1, -1]],
  ],
};

/** The headings of the six sides of a hex, clockwise. */
export const sideHeadings = (grid: GridView): number[] => STEPS[grid.corners].map(([heading]) => heading);

export function neighbour(grid: GridView, [q, r]: Hex, heading: number): Hex {
  const step = STEPS[grid.corners].find(([side]) => side === heading)?.[1] ?? [0, 0];
  return [q + step[0], r + step[1]];
}

/** All hexes of a grid, row by row. */
export function allHexes({ columns, rows, short_rows: isShort }: GridView): Hex[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns - (isShort && row % 2 === 1 ? 1 : 0) }, (_, column): Hex => [
      column - Math.floor(row / 2),
      row,
    ]),
  ).flat();
}

export function isOn(grid: GridView, [q, r]: Hex): boolean {
  const column = q + Math.floor(r / 2);
  const long = grid.columns - (grid.short_rows && r % 2 === 1 ? 1 : 0);
  return r >= 0 && r < grid.rows && column >= 0 && column < long;
}

export function centreOf({ size, corners }: GridView, [q, r]: Hex): Point {
  const along = size * (q + r / 2 + 0.5);
  const across = size * (1 / ROOT_3 + (r * ROOT_3) / 2);
  return corners === "north-south" ? [along, across] : [across, along];
}

function cornerAt(grid: GridView, hex: Hex, heading: number): Point {
  const [x, y] = centreOf(grid, hex);
  const [radius, angle] = [grid.size / ROOT_3, (heading * Math.PI) / 1800];
  return [x + radius * Math.sin(angle), y + radius * Math.cos(angle)];
}

/** The six corners of a hex, clockwise. */
export const outlineOf = (grid: GridView, hex: Hex): Point[] =>
  sideHeadings(grid).map((heading) => cornerAt(grid, hex, heading + 300));

/** The hex under a point, on the grid or off it. */
export function hexAt({ size, corners }: GridView, [x, y]: Point): Hex {
  const [along, across] = corners === "north-south" ? [x, y] : [y, x];
  const r = ((across / size - 1 / ROOT_3) * 2) / ROOT_3;
  const q = along / size - 0.5 - r / 2;
  const whole = [Math.round(q), Math.round(r), Math.round(-q - r)] as const;
  const off = [Math.abs(whole[0] - q), Math.abs(whole[1] - r), Math.abs(whole[2] + q + r)] as const;
  // The number farthest from a whole one follows from the other two; `0 +` and `0 -` avoid negative zero.
  if (off[0] > off[1] && off[0] > off[2]) return [0 - whole[1] - whole[2], 0 + whole[1]];
  return off[1] > off[2] ? [0 + whole[0], 0 - whole[0] - whole[2]] : [0 + whole[0], 0 + whole[1]];
}

/** The number of steps from one hex to another. */
export const hexesApart = (a: Hex, b: Hex): number => {
  const [q, r] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
};

/** The nearest hex of the grid to a point. */
export function nearestOn(grid: GridView, at: Point): Hex {
  const there = hexAt(grid, at);
  if (isOn(grid, there)) return there;
  const away = (hex: Hex): number => {
    const [x, y] = centreOf(grid, hex);
    return Math.hypot(x - at[0], y - at[1]);
  };
  return allHexes(grid).reduce((best, hex) => (away(hex) < away(best) ? hex : best));
}

const spotKey = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** The rings around some hexes. */
export function ringsAround(grid: GridView, hexes: readonly Hex[]): Point[][] {
  const inside = new Set(hexes.map(key));
  const follows = new Map<string, readonly [Point, Point]>();
  for (const hex of hexes) {
    for (const heading of sideHeadings(grid)) {
      if (inside.has(key(neighbour(grid, hex, heading)))) continue;
      const start = cornerAt(grid, hex, heading - 300);
      follows.set(spotKey(start), [start, cornerAt(grid, hex, heading + 300)]);
    }
  }
  const rings: Point[][] = [];
  for (let first = follows.keys().next().value; first !== undefined; first = follows.keys().next().value) {
    const ring: Point[] = [];
    for (let at = follows.get(first), name = first; at; at = follows.get(name)) {
      follows.delete(name);
      ring.push(at[0]);
      name = spotKey(at[1]);
    }
    rings.push(ring);
  }
  return rings;
}

/** Groups of hexes that touch each other. */
export function clusters(grid: GridView, hexes: readonly Hex[]): Hex[][] {
  const left = new Map(hexes.map((hex) => [key(hex), hex]));
  const found: Hex[][] = [];
  for (let first = left.values().next().value; first; first = left.values().next().value) {
    const group: Hex[] = [];
    const waiting = [first];
    left.delete(key(first));
    for (let hex = waiting.pop(); hex; hex = waiting.pop()) {
      group.push(hex);
      for (const heading of sideHeadings(grid)) {
        const next = left.get(key(neighbour(grid, hex, heading)));
        if (!next) continue;
        left.delete(key(next));
        waiting.push(next);
      }
    }
    found.push(group);
  }
  return found;
}

/** Stretches that meet at their ends, joined into lines; a line ends where three or more meet. */
export function chains(stretches: readonly (readonly [Point, Point])[]): Point[][] {
  const meeting = new Map<string, number[]>();
  stretches.forEach((ends, n) => {
    for (const end of ends) meeting.set(spotKey(end), [...(meeting.get(spotKey(end)) ?? []), n]);
  });
  const used = new Set<number>();
  const walk = (line: Point[]): void => {
    for (;;) {
      const end = line.at(-1);
      const here = end ? (meeting.get(spotKey(end)) ?? []) : [];
      const next = here.find((n) => !used.has(n));
      const stretch = next === undefined ? undefined : stretches[next];
      if (!end || next === undefined || !stretch || (here.length > 2 && line.length > 1)) return;
      used.add(next);
      line.push(spotKey(stretch[0]) === spotKey(end) ? stretch[1] : stretch[0]);
    }
  };
  const lines: Point[][] = [];
  const starts = [...meeting].filter(([, here]) => here.length !== 2).flatMap(([, here]) => here);
  for (const n of [...starts, ...stretches.keys()]) {
    const stretch = stretches[n];
    if (!stretch || used.has(n)) continue;
    const isEnd = (at: Point): boolean => (meeting.get(spotKey(at)) ?? []).length !== 2;
    const line =
      isEnd(stretch[1]) && !isEnd(stretch[0]) ? [stretch[1], stretch[0]] : [stretch[0], stretch[1]];
    used.add(n);
    walk(line as Point[]);
    lines.push(line as Point[]);
  }
  return lines;
}
