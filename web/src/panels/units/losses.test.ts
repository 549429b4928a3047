import { describe, expect, it } from "vitest";
import cowpens from "../../../fixtures/cowpens-4.json";
import type { BodyView, Picture } from "../../wire";
import { isLarge, splitFigures, markerWords } from "./unitCard";
import { armies, lostShare, stripSections, wholeOf } from "./losses";
import { markersBesideStrip } from "../../map/labels/tags";

const PICTURE = cowpens as unknown as Picture;

describe("a strip", () => {
  it("is cut at its marks", () => {
    const strip = {
      filled: 8,
      marks: [
        [6, "worn"],
        [12, "shaken"],
        [18, "broken"],
      ] as const,
      words: "lost",
    };
    expect(stripSections(strip)).toEqual([
      { boxes: 6, filled: 6, words: "worn at 6" },
      { boxes: 6, filled: 2, words: "shaken at 12" },
      { boxes: 6, filled: 0, words: "broken at 18" },
    ]);
    expect(wholeOf(strip)).toBe(18);
  });
  it("holds no more than its boxes", () => {
    expect(stripSections({ filled: 9, marks: [[4, "broken"]], words: "lost" })[0]?.filled).toBe(4);
    expect(stripSections({ filled: 0, marks: [], words: "lost" })).toEqual([]);
  });
});

describe("armies", () => {
  it("are summed up from the picture alone", () => {
    const [first, second] = armies(PICTURE);
    const both = PICTURE.bodies.length;
    expect((first?.bodies.length ?? 0) + (second?.bodies.length ?? 0)).toBe(both);
    expect(first?.standing).toBe(
      PICTURE.bodies.filter(({ side, pose }) => side === 0 && pose !== null).length,
    );
    const counted = second?.states.reduce((sum, [, count]) => sum + count, 0);
    expect(counted).toBe(second?.bodies.length);
  });
  it("can be sorted by what they lost", () => {
    for (const { bodies } of armies(PICTURE, "losses")) {
      const shares = bodies.map(lostShare);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
    }
  });
  it("count a body that has left the table as lost", () => {
    expect(lostShare({ pose: null, card: { strip: null } } as unknown as BodyView)).toBe(1);
  });
});

describe("a card", () => {
  const figure = (value: string) => ({ name: "n", value, note: "", rule: "" });
  it("sets short figures large and the rest as words", () => {
    expect(["7 in", "4+", "−2", "12"].map((value) => isLarge(figure(value)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["Tarleton", "by 5", "", "7 / 14 / 28 in"].map((value) => isLarge(figure(value)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(splitFigures([figure("4+"), figure("by 5")]).words).toHaveLength(1);
  });
  it("tells markers in words", () => {
    expect(markerWords(["under fire", 1])).toBe("Under fire");
    expect(markerWords(["disordered", 2])).toBe("Disordered, 2");
  });
  it("does not tell again what the strip counts", () => {
    const strip = { filled: 6, marks: [], words: "lost" };
    const card = {
      strip,
      markers: [
        ["hits", 6],
        ["under fire", 6],
      ],
    } as unknown as BodyView["card"];
    expect(markersBesideStrip(card)).toEqual([["under fire", 6]]);
  });
});
