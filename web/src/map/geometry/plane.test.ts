import { describe, expect, it } from "vitest";
import {
  area,
  apart,
  beside,
  bounds,
  eased,
  isInside,
  overlap,
  rim,
  rounded,
  spot,
  toRim,
  turning,
} from "./plane";

const SQUARE = [spot(0, 0), spot(10, 0), spot(10, 10), spot(0, 10)];
const HOOK = [spot(0, 0), spot(30, 0), spot(30, 10), spot(10, 10), spot(10, 30), spot(0, 30)];

describe("rings", () => {
  it("a place in the hollow of a hook lies outside of it", () => {
    expect(isInside(HOOK, spot(5, 25))).toBe(true);
    expect(isInside(HOOK, spot(20, 20))).toBe(false);
  });

  it("the area of a hook is that of its two arms", () => {
    expect(area(HOOK)).toBe(300 + 200);
  });

  it("a ring runs clockwise on the screen after rounding, whichever way it ran before", () => {
    expect(turning(rounded(SQUARE, 2))).toBeGreaterThan(0);
    expect(turning(rounded([...SQUARE].reverse(), 2))).toBeGreaterThan(0);
  });

  it("rounding cuts corners and adds nothing outside", () => {
    const cut = rounded(SQUARE, 3);
    expect(area(cut)).toBeLessThan(100);
    expect(area(cut)).toBeGreaterThan(90);
    expect(bounds(cut)).toEqual({ left: 0, top: 0, right: 10, bottom: 10 });
  });

  it("steps along a rim are equal and point inwards", () => {
    const steps = rim(SQUARE, 1);
    expect(steps).toHaveLength(40);
    for (const at of steps) {
      const inwards = spot(at.x + at.inX * 4, at.y + at.inY * 4);
      expect(bounds([...SQUARE, inwards])).toEqual(bounds(SQUARE));
    }
  });

  it("the middle of a square lies half its side from its rim", () => {
    expect(toRim(SQUARE, spot(5, 5))).toBe(5);
  });
});

describe("lines", () => {
  it("keep their ends when they are eased", () => {
    const line = eased([spot(0, 0), spot(50, 0), spot(50, 50)], 20);
    expect(line[0]).toEqual(spot(0, 0));
    expect(line.at(-1)).toEqual(spot(50, 50));
    expect(Math.min(...line.map((at) => apart(at, spot(50, 0))))).toBeGreaterThan(4);
  });

  it("to the right of a line that runs right is further down the screen", () => {
    expect(beside([spot(0, 0), spot(10, 0)], 3)).toEqual([spot(0, 3), spot(10, 3)]);
  });
});

it("boxes that only touch share nothing", () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  expect(overlap(box, { ...box, left: 10, right: 20 })).toBe(0);
  expect(overlap(box, { ...box, left: 8, right: 20, top: 9, bottom: 30 })).toBe(2);
});
