import { describe, expect, it } from "vitest";
import { clockParts } from "./clockFace";

describe("the clock", () => {
  it("has a part for each turn, those past filled", () => {
    expect(clockParts(3, 10).map(({ state }) => state)).toEqual([
      "past",
      "past",
      "now",
      ...Array<string>(7).fill("to come"),
    ]);
  });
});
