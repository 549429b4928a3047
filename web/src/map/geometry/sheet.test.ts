import { describe, expect, it } from "vitest";
import { corners, extent, from, INCH, Sheet } from "./sheet";

const FIELD = { width: 7200, depth: 4800, pieces: [], edges: [] };
const LINE = [-300, -100, 100, 300].map((x) => ({ x, y: 0, width: 200, depth: 200, rank: 0, turn: 0 }));

describe("a sheet", () => {
  it("has the lower left corner of the table at its lower left", () => {
    expect(new Sheet(FIELD).spot([0, 0])).toEqual({ x: 0, y: 48 * INCH });
  });

  it("seen from the other side has it at its upper right", () => {
    expect(new Sheet(FIELD, "down").spot([0, 0])).toEqual({ x: 72 * INCH, y: 0 });
  });

  it.each(["up", "down"] as const)("seen facing %s, gives back the point that was put on it", (facing) => {
    const sheet = new Sheet(FIELD, facing);
    expect(sheet.point(sheet.spot([1234, 567]))).toEqual([1234, 567]);
  });

  it("turns a body that faces up the table upside down when it is flipped", () => {
    expect(new Sheet(FIELD, "down").turn(0)).toBe(180);
    expect(new Sheet(FIELD, "down").turn(1800)).toBe(0);
  });
});

describe("a body", () => {
  it("that faces right has its right hand down the table", () => {
    const [x, y] = from({ x: 1000, y: 1000, heading: 900 }, 400, 0);
    expect([Math.round(x), Math.round(y)]).toEqual([1000, 600]);
  });

  it("of four bases side by side is four wide and one deep, its front on the line", () => {
    expect(extent(LINE)).toEqual({ left: -400, right: 400, top: -0, bottom: 200 });
  });

  it("has its front left corner half a front to the left", () => {
    const [left, right, rear] = corners({ x: 1000, y: 1000, heading: 0 }, LINE);
    expect(left.map(Math.round)).toEqual([600, 1000]);
    expect(right.map(Math.round)).toEqual([1400, 1000]);
    expect(rear.map(Math.round)).toEqual([1400, 800]);
  });

  it("with a base turned a quarter reaches out to the side of it", () => {
    const turned = extent([{ x: 0, y: 0, width: 200, depth: 300, rank: 0, turn: 900 }]);
    expect(Math.round(turned.left)).toBe(-300);
    expect(Math.round(turned.bottom)).toBe(100);
  });
});
