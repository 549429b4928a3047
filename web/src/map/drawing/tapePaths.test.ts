import { describe, expect, it } from "vitest";
import type { GridView } from "../../wire";
import { centreOf, type Hex } from "../geometry/hexes";
import { Sheet } from "../geometry/sheet";
import { hexToHex, tapePath } from "./tapePaths";

const SHEET = new Sheet({ width: 7200, depth: 4800, pieces: [], edges: [] });

describe("a tape", () => {
  it("tells inches to a tenth and has a tick for each", () => {
    const laid = tapePath({ from: [0, 0], to: [900, 1200] }, SHEET, null);
    expect(laid.words).toBe("15 in");
    expect(laid.ticks.match(/M/g)).toHaveLength(15);
    expect(laid.numbered.map(({ number }) => number)).toEqual([6, 12]);
  });

  it("of no length has no ticks", () => {
    expect(tapePath({ from: [5, 5], to: [5, 5] }, SHEET, null)).toMatchObject({ words: "0 in", ticks: "" });
  });
});

describe("a tape on hexes", () => {
  const grid: GridView = {
    size: 400,
    corners: "north-south",
    columns: 18,
    rows: 13,
    short_rows: true,
    cells: [],
    sides: [],
    links: [],
  };
  const near = (hex: Hex, by: number): [number, number] => {
    const [x, y] = centreOf(grid, hex);
    return [x + by, y - by];
  };

  it("runs from the middle of one hex to the middle of another", () => {
    const laid = hexToHex({ from: near([2, 3], 90), to: near([5, 3], -90) }, grid);
    expect(laid).toEqual({ from: centreOf(grid, [2, 3]), to: centreOf(grid, [5, 3]) });
  });

  it("counts hexes and has a numbered tick for each", () => {
    const laid = tapePath({ from: centreOf(grid, [2, 3]), to: centreOf(grid, [4, 6]) }, SHEET, grid);
    expect(laid.words).toBe("5 hexes");
    expect(laid.numbered.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(laid.numbered.at(-1)?.along).toBeCloseTo(laid.long);
  });

  it("tells one hex as one and none as none", () => {
    const to = (hex: Hex): string =>
      tapePath({ from: centreOf(grid, [2, 3]), to: centreOf(grid, hex) }, SHEET, grid).words;
    expect([to([2, 4]), to([2, 3])]).toEqual(["1 hex", "0 hexes"]);
  });
});
