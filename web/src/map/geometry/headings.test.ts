import { describe, expect, it } from "vitest";
import { headingTo, turnBetween } from "./headings";

describe("headings", () => {
  it("lie the shorter way apart", () => {
    expect(turnBetween(3550, 50)).toBe(100);
    expect(turnBetween(0, 1800)).toBe(-1800);
  });

  it("run clockwise from up the table", () => {
    expect(headingTo([0, 0], [0, 100])).toBe(0);
    expect(headingTo([0, 0], [100, 0])).toBe(900);
    expect(headingTo([0, 0], [-100, 0])).toBe(2700);
  });
});
