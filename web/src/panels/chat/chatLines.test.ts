import { describe, expect, it } from "vitest";
import { chatLines, speaker } from "./chatLines";

describe("talk", () => {
  it("puts what was said and what was noted in one order", () => {
    const lines = chatLines(
      [{ number: 4, seat: 0, words: "b" }],
      [{ number: 2, kind: "seat", words: "a", seat: 1, by_umpire: false }],
    );
    expect(lines.map(({ words, manner }) => `${manner} ${words}`)).toEqual(["noted a", "said b"]);
  });
  it("tells who speaks", () => {
    const seats = [
      {
        ...{ seat: 0, side: "red", name: "Ann", kind: "person", taken: true },
        ...{ agent: null, gave_up: false, has_contributed: true },
      },
    ];
    expect(speaker(null, seats, [], 0)).toBe("Umpire");
    expect(speaker(0, seats, [], 0)).toBe("You");
    expect(speaker(0, seats, [], 1)).toBe("Ann");
    expect(speaker(1, seats, [], 0)).toBe("Seat 2");
  });
});
