import { describe, expect, it } from "vitest";
import type { BodyView } from "../../wire";
import {
  EVERYTHING,
  HAPPENED,
  isMatch,
  newestFirst,
  phaseRuns,
  titlePieces,
  tallyLine,
  bodiesInLog,
} from "./logView";
import type { LogEntry } from "../panelTypes";

const entry = (more: Partial<LogEntry>): LogEntry => ({
  step: 0,
  turn: 1,
  phase: "Shooting",
  active: 0,
  side: 0,
  seat: null,
  kind: "deed",
  title: "",
  words: [],
  dice: [],
  tallies: [],
  result: "",
  rules: [],
  parties: [],
  ...more,
});
const row = {
  purpose: "",
  need: "4+",
  sides: 6,
  faces: [4],
  good: [true],
  again: [],
  die: "D6",
  result: "1",
  secret: false,
  card: "",
};
const body = (id: number, name: string): BodyView => ({ id, card: { name } }) as unknown as BodyView;

describe("the log", () => {
  it("is read from the newest back", () => {
    const placed = newestFirst([entry({ step: 1 }), entry({ step: 2 })], EVERYTHING);
    expect(placed.map(({ entry: { step } }) => step)).toEqual([2, 1]);
  });
  it("stands under its phases", () => {
    const entries = [
      entry({ turn: 1 }),
      entry({ turn: 1, side: 1 }),
      entry({ turn: 2 }),
      entry({ turn: 2, phase: "Melee" }),
    ];
    const runs = phaseRuns(newestFirst(entries, EVERYTHING));
    expect(runs.map(({ turn, phase, placed }) => [turn, phase, placed.length])).toEqual([
      [2, "Melee", 1],
      [2, "Shooting", 1],
      [1, "Shooting", 2],
    ]);
  });
  it("parts the same phase of two sides", () => {
    const runs = phaseRuns(newestFirst([entry({ active: 0 }), entry({ active: 1 })], EVERYTHING));
    expect(runs.map(({ active }) => active)).toEqual([1, 0]);
  });
  it("keeps the runs that did not change", () => {
    const entries = [entry({ turn: 1 }), entry({ turn: 2 })];
    const before = phaseRuns(newestFirst(entries, EVERYTHING));
    const after = phaseRuns(newestFirst([...entries, entry({ turn: 2 })], EVERYTHING), before);
    expect(after[1]).toBe(before[1]);
    expect(after[0]?.placed).toHaveLength(2);
    expect(after[0]?.placed[1]).toBe(before[0]?.placed[0]);
  });
  it("keeps the name of a run that grows", () => {
    const before = phaseRuns(newestFirst([entry({})], EVERYTHING));
    const after = phaseRuns(newestFirst([entry({}), entry({})], EVERYTHING));
    expect(after[0]?.key).toBe(before[0]?.key);
  });
});

describe("a filter", () => {
  const shot = entry({
    title: "Riflemen fire",
    dice: [row],
    parties: [3],
    rules: ["shooting.dice"],
    side: 1,
  });
  it("asks for a kind, and dice are a kind", () => {
    expect(isMatch(shot, { ...EVERYTHING, kind: "deed" })).toBe(true);
    expect(isMatch(shot, { ...EVERYTHING, kind: "note" })).toBe(false);
    expect(isMatch(shot, { ...EVERYTHING, kind: "dice" })).toBe(true);
    expect(isMatch(entry({}), { ...EVERYTHING, kind: "dice" })).toBe(false);
    expect(isMatch(entry({ kind: "decision" }), HAPPENED)).toBe(false);
    expect(isMatch(entry({ kind: "note" }), HAPPENED)).toBe(true);
  });
  it("asks for a side and a unit", () => {
    expect(isMatch(shot, { ...EVERYTHING, side: 0 })).toBe(false);
    expect(isMatch(shot, { ...EVERYTHING, side: 1, body: 3 })).toBe(true);
    expect(isMatch(shot, { ...EVERYTHING, body: 4 })).toBe(false);
  });
  it("finds every word that is sought, anywhere", () => {
    expect(isMatch(shot, { ...EVERYTHING, words: "RIFLEMEN shooting.d" })).toBe(true);
    expect(isMatch(shot, { ...EVERYTHING, words: "riflemen charge" })).toBe(false);
    expect(isMatch(shot, { ...EVERYTHING, words: "  " })).toBe(true);
  });
});

describe("a title", () => {
  const bodies = [body(1, "Legion"), body(2, "Legion infantry"), body(3, "Riflemen, right")];
  it("is cut where it names its parties, the longest name first", () => {
    expect(titlePieces("Riflemen, right, fire on Legion infantry", [2, 3], bodies)).toEqual([
      { text: "Riflemen, right", body: 3 },
      { text: ", fire on ", body: null },
      { text: "Legion infantry", body: 2 },
    ]);
    expect(titlePieces("Legion and Legion infantry", [1, 2], bodies).map((piece) => piece.body)).toEqual([
      1,
      null,
      2,
    ]);
  });
  it("stays whole where it names no body", () => {
    expect(titlePieces("A calm day", [1], bodies)).toEqual([{ text: "A calm day", body: null }]);
    expect(titlePieces("", [1], bodies)).toEqual([]);
  });
  it("tells which bodies are spoken of", () => {
    expect(bodiesInLog([entry({ parties: [3, 1] })], bodies).map(({ id }) => id)).toEqual([1, 3]);
  });
});

it("reckons a figure in a line", () => {
  const items = [
    { words: "infantry", value: 2.5, rule: "a", effect: "base" as const, shown: "2.5" },
    { words: "bases in sight", value: 3, rule: "b", effect: "times" as const, shown: "×3" },
  ];
  expect(tallyLine({ name: "dice", total: 8, shown: "8", items })).toBe(
    "8 dice: 2.5 infantry, ×3 bases in sight",
  );
});
