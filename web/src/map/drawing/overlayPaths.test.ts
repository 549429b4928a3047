import { describe, expect, it } from "vitest";
import type { Overlay, OverlayShape, TracedLeg } from "../../wire";
import {
  arc,
  brackets,
  wedgeLabelSpot,
  drawLeg,
  emphasis,
  inches,
  ring,
  reachLabelSpot,
  upright,
  wedge,
} from "./overlayPaths";
import { spot } from "../geometry/plane";
import { INCH, Sheet } from "../geometry/sheet";

const SHEET = new Sheet({ width: 7200, depth: 4800, pieces: [], edges: [] });
const LINE = [-100, 100].map((x) => ({ x, y: 0, width: 200, depth: 200, rank: 0, turn: 0 }));
const numbers = (d: string): number[] => (d.match(/-?\d*\.?\d+/g) ?? []).map(Number);

describe("a planned move", () => {
  const wheel: TracedLeg = {
    kind: "wheel",
    words: "wheel",
    from: { x: 1000, y: 1000, heading: 0 },
    to: { x: 1200, y: 1200, heading: 900 },
    cost: 628,
    pivot: [1200, 1000],
    legal: true,
  };

  it("draws a wheel as an arc of the outer corner about the pivot, twice as wide as that of the middle", () => {
    const drawn = drawLeg(wheel, LINE, SHEET);
    expect(numbers(drawn.outer)[2]).toBeCloseTo(4 * INCH);
    expect(numbers(drawn.way)[2]).toBeCloseTo(2 * INCH);
    expect(drawn.pivot).toEqual(SHEET.spot([1200, 1000]));
  });

  it("draws the tracks of both corners for a leg straight ahead", () => {
    const ahead = { ...wheel, kind: "advance", to: { x: 1000, y: 1300, heading: 0 }, pivot: null };
    const drawn = drawLeg(ahead, LINE, SHEET);
    expect(drawn.outer).toBe("");
    expect(drawn.tracks.match(/M/g)).toHaveLength(2);
  });

  it("takes the shorter way round a pivot, to either hand", () => {
    expect(numbers(arc(spot(0, -10), spot(10, 0), spot(0, 0)))[6]).toBe(1);
    expect(numbers(arc(spot(0, -10), spot(-10, 0), spot(0, 0)))[6]).toBe(0);
  });
});

describe("overlays", () => {
  const wedgeAhead = {
    shape: "wedge",
    left: [1000, 1000],
    right: [1400, 1000],
    angle: 450,
    near: 0,
    far: 700,
  } as const;

  it("a wedge reaches as far ahead of the edge as its range and no farther", () => {
    const spots = numbers(wedge(wedgeAhead, SHEET));
    const top = SHEET.spot([1000, 1700]).y;
    expect(spots.some((n) => Math.abs(n - top) < 0.01)).toBe(true);
    expect(wedgeLabelSpot(wedgeAhead, SHEET).at.x).toBeCloseTo(SHEET.spot([1200, 1700]).x);
    expect(wedgeLabelSpot(wedgeAhead, SHEET).at.y).toBeCloseTo(top);
  });

  it("a ring is round at the corners of its body", () => {
    expect(ring(LINE, 1200).match(/a/g)).toHaveLength(4);
    expect(numbers(ring(LINE, 1200))[1]).toBeCloseTo(-12 * INCH);
  });

  it("brackets have four corners", () => {
    expect(brackets(LINE, 5, 9).match(/M/g)).toHaveLength(4);
  });

  it("letters never stand on their heads", () => {
    expect(upright(180)).toBe(0);
    expect(upright(100)).toBe(-80);
    expect(upright(-170)).toBe(10);
    expect(upright(45)).toBe(45);
  });

  it("a band of the reach is lettered at its rightmost place", () => {
    expect(
      reachLabelSpot(
        {
          cost: 300,
          rings: [
            [
              [0, 0],
              [500, 100],
              [200, 900],
            ],
          ],
        },
        SHEET,
      ),
    ).toEqual(SHEET.spot([500, 100]));
    expect(reachLabelSpot({ cost: 300, rings: [] }, SHEET)).toBeNull();
  });
});

it("inches are rounded as people read them", () => {
  expect(inches(262)).toBe("2.6 in");
  expect(inches(40)).toBe("0.4 in");
});

describe("strokes to several", () => {
  const stroke = (whom: number | string | null): OverlayShape => ({
    shape: "line",
    points: [
      [0, 0],
      [100, 100],
    ],
    arrow: false,
    whom,
  });
  const overlays: Overlay[] = [7, 8, "general 1"].map((whom) => ({
    kind: "sight",
    shapes: [stroke(whom)],
    label: "",
    rule: "",
    barred: false,
  }));

  it("let the one that leads to the hovered unit stand out", () => {
    expect([7, 8, "general 1"].map((whom) => emphasis(stroke(whom), overlays, 8))).toEqual([
      "aside",
      "pointed",
      "aside",
    ]);
  });

  it("are all alike while no unit at the end of one is hovered", () => {
    expect(emphasis(stroke(7), overlays, null)).toBe("");
    expect(emphasis(stroke(7), overlays, 99)).toBe("");
    expect(emphasis(stroke(null), overlays, 8)).toBe("");
  });
});
