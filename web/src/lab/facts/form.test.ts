import { describe, expect, test } from "vitest";
import type { Field } from "../engine/contract";
import * as form from "./form";

const field = (more: Partial<Field>): Field => ({
  key: "fire.range",
  group: "Fire",
  label: "Fire · range",
  description: "range in inches",
  kind: "whole",
  least: 0,
  most: 90,
  choices: [],
  parts: [],
  default: 12,
  ...more,
});
const range = field({});
const cover = field({ key: "fire.cover", label: "Fire · cover", kind: "flag", default: false });
const wear = field({
  key: "target.wear",
  group: "Target",
  kind: "parts",
  parts: [
    { name: "worn", least: 1, most: null },
    { name: "shaken", least: 1, most: null },
    { name: "broken", least: 1, most: null },
  ],
  default: { worn: 8, shaken: 16, broken: 24 },
});

describe("groups", () => {
  test("stand in the order of the resolution, readings of the rules last", () => {
    const reading = field({ key: "fire.flat", description: "reading: 4-5 one and 6 two" });
    const target = field({ key: "target.hits", group: "Target" });
    const found = form.grouped([range, reading, target, cover]);
    expect(found.map(({ name }) => name)).toEqual(["Fire", "Target", form.READINGS]);
    expect(found[0]?.fields).toEqual([range, cover]);
    expect(form.descriptionOf(reading)).toBe("4-5 one and 6 two");
  });

  test("leave out what only the table sets", () => {
    const seat = field({ key: "target.nerve.seat", description: "the seat that owns it" });
    expect(form.grouped([seat, range]).flatMap(({ fields }) => fields)).toEqual([range]);
  });

  test("name a fact without the group it stands in", () => {
    expect(form.nameOf(range)).toBe("Range");
    expect(form.descriptionOf(range)).toBe("range in inches");
    expect(form.descriptionOf(field({ description: "its range" }))).toBe("");
  });
});

describe("facts", () => {
  test("are said only where they differ from their default", () => {
    const said = form.withFact({}, range, 7);
    expect(said).toEqual({ "fire.range": 7 });
    expect(form.isChanged(range, said)).toBe(true);
    expect(form.withFact(said, range, 12)).toEqual({});
  });

  test("made of parts are kept as one text, and compared by their parts", () => {
    const said = form.withFact({}, wear, { worn: 6, shaken: 12, broken: 18 });
    expect(said).toEqual({ "target.wear": "6/12/18" });
    expect(form.partsOf(wear, "6/12/18")).toEqual({ worn: 6, shaken: 12, broken: 18 });
    expect(form.isChanged(wear, { "target.wear": "8/16/24" })).toBe(false);
  });

  test("are filled by a unit, defaults included", () => {
    const before = { "fire.range": 7, "fire.cover": true };
    const filled = { "fire.cover": false, "target.wear": { worn: 6, shaken: 12, broken: 18 }, nobody: 3 };
    expect(form.withFilled(before, [range, cover, wear], filled)).toEqual({
      "fire.range": 7,
      "target.wear": "6/12/18",
    });
  });

  test("that the resolution does not have are named and left out", () => {
    const { facts, unknown } = form.knownFacts({ "fire.range": 3, "target.wear.worn": 4, "old.fact": 1 }, [
      range,
      wear,
    ]);
    expect(facts).toEqual({ "fire.range": 3, "target.wear.worn": 4 });
    expect(unknown).toEqual(["old.fact"]);
  });

  test("that are none stay none", () => {
    const commander = field({ key: "commander", least: 0, most: 2, default: null });
    expect(form.mayBeNone(commander)).toBe(true);
    expect(form.valueOf(commander, { commander: 0 })).toBe(0);
    expect(form.valueOf(commander, {})).toBeNull();
    expect(form.withFact({ commander: 1 }, commander, null)).toEqual({});
  });
});

describe("figures", () => {
  test("step within their limits", () => {
    expect(form.stepped(range, 12, 1)).toBe(13);
    expect(form.stepped(range, 90, 1)).toBe(90);
    expect(form.stepped(range, 0, -1)).toBe(0);
    expect(form.stepped({ least: null, most: null }, 0.1, 0.2)).toBe(0.3);
  });

  test("that are typed are taken, or it is said what would be right", () => {
    expect(form.parseFigure(range, " 28 ")).toEqual({ value: 28, fault: "" });
    expect(form.parseFigure(range, "7.5").fault).toBe("It must be a whole number from 0 to 90.");
    expect(form.parseFigure(range, "91").fault).toBe("It must be a whole number from 0 to 90.");
    expect(form.parseFigure(range, "near").value).toBeNull();
    expect(form.parseFigure({ kind: "number", least: 0, most: null }, "7,5")).toEqual({
      value: 7.5,
      fault: "",
    });
  });
});

describe("sweeps", () => {
  test("run through all that a fact may be", () => {
    expect(form.rangeOf(field({ least: 1, most: 28 }))).toBe("1..28");
    expect(form.rangeOf(cover)).toBe("no,yes");
    const arm = field({
      kind: "choice",
      choices: [
        { value: "Infantry", words: "Infantry" },
        { value: null, words: "nobody" },
      ],
    });
    expect(form.rangeOf(arm)).toBe("Infantry,none");
  });

  test("take larger steps through a long range, and none through what has commas or parts", () => {
    expect(form.rangeOf(range)).toBe("0..90:3");
    const split = field({ kind: "choice", choices: ["a, b", "c"].map((value) => ({ value, words: value })) });
    expect(form.rangeOf(split)).toBeNull();
    expect(form.rangeOf(wear)).toBeNull();
  });
});

test("a value is told in words", () => {
  expect(form.valueInWords(range, 7)).toBe("Range 7");
  expect(form.valueInWords(cover, true)).toBe("Cover");
  expect(form.valueInWords(wear, { worn: 6, shaken: 12, broken: 18 })).toBe("Range 6/12/18");
});
