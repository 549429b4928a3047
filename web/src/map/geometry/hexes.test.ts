import { describe, expect, it } from "vitest";
import type { GridView, Point } from "../../wire";
import {
  allHexes,
  centreOf,
  chains,
  clusters,
  hexAt,
  hexesApart,
  isOn,
  nearestOn,
  neighbour,
  outlineOf,
  ringsAround,
  sideHeadings,
  type Hex,
} from "./hexes";

const grid = (corners: GridView["corners"]): GridView => ({
  size: 600,
  corners,
  columns: 18,
  rows: 14,
  short_rows: true,
  cells: [],
  sides: [],
  links: [],
});
const GRIDS = [grid("north-south"), grid("east-west")];

describe("a hex grid", () => {
  it("counts the steps of the shortest walk from one hex to another", () => {
    for (const one of GRIDS) {
      const far = new Map<string, number>([["4,5", 0]]);
      for (const [name, steps] of far) {
        const hex = name.split(",").map(Number) as [number, number];
        expect(hexesApart([4, 5], hex)).toBe(steps);
        for (const next of sideHeadings(one).map((heading) => neighbour(one, hex, heading).join()))
          if (steps < 4 && !far.has(next)) far.set(next, steps + 1);
      }
      expect(far.size).toBe(1 + 6 * (1 + 2 + 3 + 4));
    }
  });

  it("has as many hexes as its rows hold", () => {
    for (const one of GRIDS) expect(allHexes(one)).toHaveLength(7 * 18 + 7 * 17);
  });

  it("finds each hex again under its centre and near all its corners", () => {
    for (const one of GRIDS) {
      for (const hex of allHexes(one).filter((_, n) => n % 7 === 0)) {
        const [x, y] = centreOf(one, hex);
        expect(hexAt(one, [x, y])).toEqual(hex);
        for (const [cx, cy] of outlineOf(one, hex))
          expect(hexAt(one, [x + (cx - x) * 0.98, y + (cy - y) * 0.98])).toEqual(hex);
      }
    }
  });

  it("has its neighbours one hex away, in the direction of their sides", () => {
    for (const one of GRIDS) {
      const hex: Hex = [4, 5];
      const [x, y] = centreOf(one, hex);
      for (const heading of sideHeadings(one)) {
        const [nx, ny] = centreOf(one, neighbour(one, hex, heading));
        const angle = (heading * Math.PI) / 1800;
        expect(nx - x).toBeCloseTo(600 * Math.sin(angle), 6);
        expect(ny - y).toBeCloseTo(600 * Math.cos(angle), 6);
      }
    }
  });

  it("takes a place beyond its rim for the nearest hex on it", () => {
    for (const one of GRIDS) {
      const found = nearestOn(one, [-5000, -5000]);
      expect(isOn(one, found)).toBe(true);
      expect(found).toEqual([0, 0]);
    }
  });
});

describe("hexes put together", () => {
  const [one] = GRIDS as [GridView];
  const round = (hex: Hex): Hex[] => sideHeadings(one).map((heading) => neighbour(one, hex, heading));

  it("have one ring around them, and another around a hole", () => {
    expect(ringsAround(one, [[4, 5]]).map((ring) => ring.length)).toEqual([6]);
    const rings = ringsAround(one, round([4, 5])).map((ring) => ring.length);
    expect(rings.sort((a, b) => a - b)).toEqual([6, 18]);
  });

  it("are told apart where they do not touch", () => {
    const found = clusters(one, [
      [4, 5],
      [5, 5],
      [9, 1],
    ]);
    expect(found.map((group) => group.length).sort()).toEqual([1, 2]);
  });
});

describe("stretches put together", () => {
  const at = (x: number, y: number): Point => [x, y];

  it("make one line where each meets the next, whichever way they run", () => {
    const lines = chains([
      [at(0, 0), at(10, 0)],
      [at(20, 5), at(10, 0)],
      [at(20, 5), at(30, 5)],
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(4);
  });

  it("use every stretch once at a crossing", () => {
    const arms = [at(10, 0), at(-10, 0), at(0, 10), at(0, -10)];
    const lines = chains(arms.map((arm) => [at(0, 0), arm] as const));
    expect(lines.reduce((sum, line) => sum + line.length - 1, 0)).toBe(4);
  });
});
