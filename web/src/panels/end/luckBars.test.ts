import { describe, expect, it } from "vitest";
import { difference, luckBars } from "./luckBars";

describe("luck", () => {
  it("is drawn to the scale of the longest bar", () => {
    const [first, second] = luckBars([
      { side: 0, expected: 20, actual: 30, words: "" },
      { side: 1, expected: 40, actual: 10, words: "" },
    ]);
    expect([first?.expected, first?.actual, second?.expected, second?.actual]).toEqual([0.5, 0.75, 1, 0.25]);
    expect([first?.difference, second?.difference]).toEqual(["+10.0", "−30.0"]);
  });
  it("has a sign only if it differs", () => {
    expect(difference(0.04)).toBe("0.0");
    expect(difference(-0.04)).toBe("0.0");
    expect(difference(-1.26)).toBe("−1.3");
  });
});
