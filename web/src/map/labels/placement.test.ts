import { describe, expect, it } from "vitest";
import { leaderLine, placeLabels, textWidth, type Label } from "./placement";
import { overlap } from "../geometry/plane";

const PAPER = { left: 0, top: 0, right: 1000, bottom: 700 };
const label = (
  name: string,
  left: number,
  top: number,
  more: Partial<Label<string>> = {},
): Label<string> => ({
  of: name,
  at: { left, top, right: left + 80, bottom: top + 28 },
  width: 70,
  height: 22,
  rear: "below",
  weight: 1,
  ...more,
});

describe("labels", () => {
  it("stand behind their body, flush with its left edge, where nothing is in the way", () => {
    const [only] = placeLabels([label("a", 100, 100)], [], PAPER);
    expect(only?.side).toBe("below");
    expect(only?.box.left).toBe(100);
    expect(only?.box.top).toBeGreaterThan(128);
  });

  it("stand above a body that faces down the screen", () => {
    const [only] = placeLabels([label("a", 100, 100, { rear: "above" })], [], PAPER);
    expect(only?.box.bottom).toBeLessThan(100);
  });

  it("of a crowd lie neither on bodies nor on one another", () => {
    const crowd = Array.from({ length: 12 }, (_, n) =>
      label(`unit ${n}`, 100 + (n % 4) * 90, 100 + Math.floor(n / 4) * 70),
    );
    const boxes = crowd.map(({ at }) => at);
    const placed = placeLabels(crowd, boxes, PAPER);
    for (const [n, one] of placed.entries()) {
      for (const body of boxes) expect(overlap(one.box, body)).toBe(0);
      for (const other of placed.slice(n + 1)) expect(overlap(one.box, other.box)).toBe(0);
    }
  });

  it("stay on the paper", () => {
    const [only] = placeLabels([label("a", 500, 670)], [], PAPER);
    expect(only?.box.bottom).toBeLessThanOrEqual(700);
  });

  it("that weigh more are placed first", () => {
    const placed = placeLabels(
      [label("light", 100, 100), label("heavy", 100, 160, { weight: 3 })],
      [],
      PAPER,
    );
    expect(placed[0]?.of).toBe("heavy");
  });
});

it("a wide word is set wider than a narrow one of as many letters", () => {
  expect(textWidth("MMMM", 11)).toBeGreaterThan(2 * textWidth("illi", 11));
});

describe("a line leads back to what is named", () => {
  const at = { left: 100, top: 100, right: 180, bottom: 128 };

  it("where the name stands far from it", () => {
    const box = { left: 100, top: 50, right: 170, bottom: 72 };
    expect(leaderLine({ of: "", at, box, side: "above" })).toEqual([
      { x: 140, y: 72 },
      { x: 140, y: 100 },
    ]);
  });

  it("and not where it stands beside it", () => {
    expect(
      leaderLine({ of: "", at, box: { left: 100, top: 131, right: 170, bottom: 153 }, side: "below" }),
    ).toBeNull();
  });
});
