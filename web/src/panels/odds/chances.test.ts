import { describe, expect, it } from "vitest";
import {
  outcomesOf,
  replyLine,
  columns,
  withoutCounts,
  figure,
  filling,
  isCompletePartition,
  itemised,
  likeliest,
  frequencyWords,
  splitByActor,
  percent,
  wholePercent,
} from "./chances";
import type { Bout } from "../panelTypes";

const bare = (text: string): string => text.replaceAll("\u202f", " ");
const bout = (more: Partial<Bout>): Bout => ({
  by: 1,
  against: 2,
  title: "Volley",
  tallies: [],
  outcomes: [],
  parts: [],
  expected: null,
  measured: "",
  spread: [],
  ...more,
});

describe("a chance in percent", () => {
  it("is told to a tenth", () => {
    expect(bare(percent(0.82))).toBe("82.0 %");
    expect(bare(percent(0.0004))).toBe("< 0.1 %");
    expect(bare(percent(0.0005))).toBe("0.1 %");
  });
  it("is 0 or 100 only where it is never or always so", () => {
    expect(bare(percent(0))).toBe("0 %");
    expect(bare(percent(1))).toBe("100 %");
    expect(bare(percent(0.1 + 0.2 + 0.7))).toBe("100 %");
    expect(bare(percent(0.99999))).toBe("> 99.9 %");
    expect(bare(wholePercent(0.004))).toBe("< 1 %");
    expect(bare(wholePercent(0.996))).toBe("> 99 %");
    expect(bare(wholePercent(0.1))).toBe("10 %");
  });
});

describe("a chance in words", () => {
  it("says how many times in a hundred", () => {
    expect(frequencyWords(0.82)).toBe("82 times in 100");
    expect(frequencyWords(0.012)).toBe("once in 100");
  });
  it("says once in how many where a hundred would be too few", () => {
    expect(frequencyWords(0.004)).toBe("once in 250");
    expect(bare(frequencyWords(1 / 12_345))).toBe("once in 12 000");
    expect(frequencyWords(1 - 1 / 400)).toBe("all but once in 400");
  });
  it("calls never and always by their names", () => {
    expect(frequencyWords(0)).toBe("never");
    expect(frequencyWords(1)).toBe("always");
  });
});

describe("outcomes", () => {
  it("share a bar only if they shut one another out", () => {
    expect(
      isCompletePartition([
        { words: "stands", chance: 0.7 },
        { words: "retires", chance: 0.3 },
      ]),
    ).toBe(true);
    expect(
      isCompletePartition([
        { words: "some loss", chance: 0.99 },
        { words: "the target stands", chance: 0.77 },
      ]),
    ).toBe(false);
  });
  it("have a likeliest, the first of equals", () => {
    const outcomes = ["a", "b", "c"].map((words, place) => ({ words, chance: [0.4, 0.4, 0.2][place] ?? 0 }));
    expect(likeliest(outcomes)?.words).toBe("a");
    expect(likeliest([])).toBeUndefined();
  });
  it("are filled by what they say", () => {
    expect(filling("the target retires")).toBe("stripes");
    expect(filling("no disorder")).toBe("grey");
    expect(filling("BROKEN, off the table")).toBe("ink");
    expect(filling("something new")).toBe("grey");
  });
});

describe("figures", () => {
  it("are written with a true minus", () => {
    expect(figure(-0.5)).toBe("−0.5");
    expect(figure(2.5)).toBe("2.5");
  });
  it("are itemised if they have more than one part", () => {
    const item = { words: "", rule: "", value: 1, effect: "plus", shown: "+1" } as const;
    const tallies = [
      { name: "dice", total: 2, shown: "2", items: [item, item] },
      { name: "save", total: 5, shown: "5+", items: [item] },
    ];
    expect(itemised(tallies).map(({ name }) => name)).toEqual(["dice"]);
  });
});

describe("a histogram", () => {
  it("stands its tallest column at one and leaves off what comes less than once in a thousand", () => {
    const shown = columns([
      { value: 2, chance: 0.0004 },
      { value: 0, chance: 0.6 },
      { value: 1, chance: 0.3996 },
    ]);
    expect(shown.map(({ value }) => value)).toEqual([0, 1]);
    expect(shown[0]?.height).toBe(1);
    expect(shown[1]?.height).toBeCloseTo(0.666);
  });
  it("keeps a rare value that has likely ones beyond it", () => {
    const shown = columns([
      { value: 0, chance: 0.0001 },
      { value: 3, chance: 0.9999 },
    ]);
    expect(shown.map(({ value }) => value)).toEqual([0, 3]);
  });
});

describe("bouts", () => {
  it("are parted into what a body does and what is done to it", () => {
    const bouts = [bout({ by: 4 }), bout({ by: 7 }), bout({ by: 4 })];
    expect(splitByActor(bouts, 4).own).toHaveLength(2);
    expect(splitByActor(bouts, 7).answers).toHaveLength(2);
    expect(splitByActor(bouts, null).answers.map(({ by }) => by)).toEqual([7]);
  });
  it("are told apart where the rules tell them apart, so that the parts make a whole", () => {
    const parts = [
      { words: "stands", chance: 0.7 },
      { words: "routs", chance: 0.3 },
    ];
    const outcomes = [...parts, { words: "some loss", chance: 0.9 }];
    expect(isCompletePartition(outcomesOf(bout({ outcomes, parts })))).toBe(true);
    expect(isCompletePartition(outcomesOf(bout({ outcomes })))).toBe(false);
  });
  it("are answered in a line", () => {
    const answer = bout({
      tallies: [{ name: "dice", total: 4, shown: "4", items: [] }],
      outcomes: [
        { words: "you stand", chance: 0.96 },
        { words: "you are worn", chance: 0.04 },
      ],
      expected: 1.8,
      measured: "hits",
    });
    expect(bare(replyLine(answer))).toBe("4 dice; 1.8 hits expected; you stand 96 %");
    expect(bare(replyLine({ ...answer, title: "fires" }, "brief"))).toBe(
      "fires; 1.8 hits expected; you stand 96 %",
    );
  });
});

describe("outcomes that differ in a count", () => {
  const told = (...rows: [string, number][]) => rows.map(([words, chance]) => ({ words, chance }));
  it("are told without it, and the count by itself", () => {
    const { outcomes, counted, spread } = withoutCounts(
      told(
        ["WORN, hits 9, under fire 1", 0.4],
        ["WORN, hits 10, under fire 1", 0.3],
        ["STEADY, hits 8", 0.2],
        ["STEADY", 0.1],
      ),
    );
    expect(outcomes.map(({ words }) => words)).toEqual(["WORN, under fire 1", "STEADY"]);
    expect(outcomes[0]?.chance).toBeCloseTo(0.7);
    expect(outcomes[1]?.chance).toBeCloseTo(0.3);
    expect(counted).toBe("hits");
    expect(new Map(spread.map(({ value, chance }) => [value, chance]))).toEqual(
      new Map([
        [9, 0.4],
        [10, 0.3],
        [8, 0.2],
        [0, 0.1],
      ]),
    );
  });
  it("stay as they are where the counts are few", () => {
    const few = told(["SHAKEN, disorder 1", 0.5], ["SHAKEN, disorder 2", 0.5]);
    expect(withoutCounts(few)).toEqual({ outcomes: few, counted: "", spread: [] });
  });
});
