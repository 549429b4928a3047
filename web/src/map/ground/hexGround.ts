/**
 * Ground on hexes in the same style: adjoining hexes of a kind are one piece, features of hexsides are lines
 * along them, roads run from centre to centre; the grid lies over it.
 */
import type { GridView, Manner, Picture, Piece, Point } from "../../wire";
import { allHexes, chains, clusters, outlineOf, ringsAround, type Hex } from "../geometry/hexes";
import { joined, path, way, type Markup } from "../drawing/markup";
import type { Sheet } from "../geometry/sheet";
import { ground } from "./ground";

const BARE: Piece = { id: "", kind: "", polygon: [], line: [], width: 0, level: 0, front: null };
/** The width of each kind of line, in hundredths of an inch. */
const WIDTHS: Partial<Record<Manner, number>> = { road: 100, river: 130, stream: 60 };
/** The share of its hex that a village covers; the rest keeps a body in it visible. */
const PLOT = 0.8;

/** The picture with its ground as the hexes define it. */
export function onHexes(picture: Picture, grid: GridView): Picture {
  const mannerOf = (kind: string): Manner =>
    picture.ground.find((drawn) => drawn.kind === kind)?.drawn ?? "open";
  const pieces = [
    ...hills(picture, grid),
    ...areas(grid, mannerOf),
    ...lines(grid, mannerOf).map((one) =>
      isWater(mannerOf(one.kind)) ? { ...one, line: reaching(one.line, grid, picture.field) } : one,
    ),
    ...roads(grid, mannerOf).map((road) => ({ ...road, line: reaching(road.line, grid, picture.field) })),
  ];
  return { ...picture, field: { ...picture.field, pieces: [...pieces, ...openings(picture, mannerOf)] } };
}

const isWater = (manner: Manner): boolean => manner === "stream" || manner === "river";

const outer = (rings: readonly Point[][]): Point[] =>
  rings.reduce<Point[]>((best, ring) => (ring.length > best.length ? ring : best), []);

/** Hills are drawn level by level. */
function hills(picture: Picture, grid: GridView): Piece[] {
  const kind = picture.ground.find(({ drawn }) => drawn === "hill")?.kind;
  const highest = Math.max(0, ...grid.cells.map(({ level }) => level));
  if (kind === undefined) return [];
  return Array.from({ length: highest }, (_, n) => n + 1).flatMap((level) => {
    const hexes = grid.cells.filter((cell) => cell.level >= level).map(({ hex }): Hex => hex);
    return clusters(grid, hexes).map((group, n) => ({
      ...BARE,
      id: `hill ${level} ${n}`,
      kind,
      level,
      polygon: outer(ringsAround(grid, group)),
    }));
  });
}

function areas(grid: GridView, mannerOf: (kind: string) => Manner): Piece[] {
  const kinds = [...new Set(grid.cells.map(({ kind }) => kind))].filter(
    (kind) => kind && mannerOf(kind) !== "hill",
  );
  return kinds.flatMap((kind) => {
    const hexes = grid.cells.filter((cell) => cell.kind === kind).map(({ hex }): Hex => hex);
    if (mannerOf(kind) === "building")
      return hexes.map((hex, n) => ({ ...BARE, id: `${kind} ${n}`, kind, polygon: plot(grid, hex) }));
    return clusters(grid, hexes).map((group, n) => ({
      ...BARE,
      id: `${kind} ${n}`,
      kind,
      polygon: outer(ringsAround(grid, group)),
    }));
  });
}

function plot(grid: GridView, hex: Hex): Point[] {
  const ring = outlineOf(grid, hex);
  const [x, y] = [0, 1].map((n) => ring.reduce((sum, at) => sum + (at[n] ?? 0), 0) / ring.length) as [
    number,
    number,
  ];
  return ring.map(([cx, cy]) => [x + (cx - x) * PLOT, y + (cy - y) * PLOT]);
}

/** Lines on hexsides; works keep the side that they face. */
function lines(grid: GridView, mannerOf: (kind: string) => Manner): Piece[] {
  const groups = new Map<string, (readonly [Point, Point])[]>();
  for (const { start, end, kind, front } of grid.sides) {
    const name = `${kind}|${front ?? ""}`;
    groups.set(name, [...(groups.get(name) ?? []), [start, end]]);
  }
  return [...groups].flatMap(([name, stretches]) => {
    const [kind = "", front = ""] = name.split("|");
    return chains(stretches).map((line, n) => ({
      ...BARE,
      id: `${name} ${n}`,
      kind,
      line,
      width: WIDTHS[mannerOf(kind)] ?? 0,
      front: front === "" ? null : Number(front),
    }));
  });
}

function roads(grid: GridView, mannerOf: (kind: string) => Manner): Piece[] {
  const kinds = [...new Set(grid.links.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    chains(
      grid.links.filter((link) => link.kind === kind).map(({ start, end }) => [start, end] as const),
    ).map((line, n) => ({
      ...BARE,
      id: `${kind} ${n}`,
      kind,
      line,
      width: WIDTHS[mannerOf(kind)] ?? 0,
    })),
  );
}

/** A line that ends in an outermost hex goes on to the edge of the table. */
function reaching(line: readonly Point[], grid: GridView, { width, depth }: Picture["field"]): Point[] {
  const extension = (end: Point | undefined, before: Point | undefined): Point[] => {
    if (!end || !before) return [];
    const [x, y] = end;
    if (Math.min(x, y, width - x, depth - y) > grid.size * 0.95) return [];
    const far = grid.size / Math.max(Math.hypot(x - before[0], y - before[1]), 1);
    return [[x + (x - before[0]) * far, y + (y - before[1]) * far]];
  };
  return [...extension(line[0], line[1]), ...line, ...extension(line.at(-1), line.at(-2))];
}

/** Bridges and fords lie on the hexside that they open, nearest to their place in the scenario. */
function openings(picture: Picture, mannerOf: (kind: string) => Manner): Piece[] {
  const open = (picture.grid?.sides ?? []).filter((side) => side.is_open);
  return picture.field.pieces
    .filter(({ kind }) => mannerOf(kind) === "bridge")
    .flatMap((piece) => {
      const ring = piece.polygon.length > 0 ? piece.polygon : piece.line;
      const middle = mean(ring);
      const places = open.map(({ start, end }) => mean([start, end]));
      const away = (at: Point): number => Math.hypot(at[0] - middle[0], at[1] - middle[1]);
      const to = places.sort((a, b) => away(a) - away(b))[0];
      if (!to) return [];
      const moved = ([x, y]: Point): Point => [x + to[0] - middle[0], y + to[1] - middle[1]];
      return [{ ...piece, polygon: piece.polygon.map(moved), line: piece.line.map(moved) }];
    });
}

const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / Math.max(points.length, 1),
  points.reduce((sum, [, y]) => sum + y, 0) / Math.max(points.length, 1),
];

/** The grid: thin lines, drawn once for each hexside. */
export function gridLines(grid: GridView, sheet: Sheet): Markup {
  const hexes = allHexes(grid);
  const drawn = new Set<string>();
  const d = hexes.flatMap((hex) => {
    const ring = sheet.spots(outlineOf(grid, hex));
    return ring.flatMap((at, n) => {
      const next = ring[(n + 1) % ring.length] ?? at;
      const ends = [at, next].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).sort();
      const name = ends.join("|");
      if (drawn.has(name)) return [];
      drawn.add(name);
      return [way([at, next])];
    });
  });
  return path("hex-grid", d.join(""));
}

/** All ground of a picture on hexes. */
export const hexGround = (picture: Picture, grid: GridView, sheet: Sheet): Markup =>
  joined([ground(onHexes(picture, grid), sheet), gridLines(grid, sheet)]);
