import { expect, test } from "vitest";
import {
  along,
  furtherHeadings,
  brief,
  chancesOf,
  columnsOf,
  figureIn,
  MEAN,
  rowsOf,
  scaleOf,
  shownIn,
} from "./chart";
import type { Odds, Sweep } from "../engine/contract";

const value = (value: number, chance: number, at_least: number) => ({
  value,
  chance,
  at_least,
  fraction: null,
});

test("a distribution leaves off what hardly ever happens at its ends, and keeps the gaps within", () => {
  const shown = columnsOf([
    value(-1, 0.0001, 1),
    value(0, 0.25, 0.9999),
    value(1, 0, 0.75),
    value(2, 0.5, 0.75),
    value(3, 0.0001, 0.0001),
  ]);
  expect(shown.map((column) => column.value)).toEqual([0, 1, 2]);
  expect(shown.map((column) => column.height)).toEqual([0.5, 0, 1]);
});

const odds = {
  parting: [{ words: "it holds", chance: 0.7 }],
  headings: [
    { words: "some loss", chance: 0.9 },
    { words: "now it holds", chance: 0.7 },
    { words: "it holds on", chance: 0.2 },
  ],
} as unknown as Odds;

test("what the rules tell apart comes first, other headings beside it, none twice", () => {
  expect(chancesOf(odds).map(({ words }) => words)).toEqual(["it holds"]);
  expect(furtherHeadings(odds).map(({ words }) => words)).toEqual(["some loss", "it holds on"]);
  expect(chancesOf({ ...odds, parting: [] })).toHaveLength(3);
  expect(furtherHeadings({ ...odds, parting: [] })).toEqual([]);
});

const cell = (at: readonly string[], mean: number, breaks?: number) => ({
  at,
  mean,
  chances: breaks === undefined ? {} : { breaks },
});
const sweep = {
  measured: "hits",
  headings: ["breaks"],
  axes: [
    { key: "range", values: ["1", "2"] },
    { key: "cover", values: ["no", "yes"] },
  ],
  cells: [
    cell(["1", "no"], 4, 0.5),
    cell(["1", "yes"], 3),
    cell(["2", "no"], 2, 0.004),
    cell(["2", "yes"], 1),
  ],
} as unknown as Sweep;

test("a sweep of two facts is a map, the second fact downwards", () => {
  expect(rowsOf(sweep).map((row) => [row.at, ...row.cells.map((one) => one.mean)])).toEqual([
    ["no", 4, 2],
    ["yes", 3, 1],
  ]);
  expect(shownIn(sweep)).toEqual([MEAN, "breaks"]);
});

test("a heading that does not come up has no chance", () => {
  const [first, second] = sweep.cells;
  expect([first, second].map((one) => one && figureIn(one, "breaks"))).toEqual([0.5, 0]);
  expect(scaleOf(sweep, MEAN)).toEqual({ low: 0, high: 4 });
  expect(along(2, { low: 0, high: 4 })).toBe(0.5);
});

test("figures are written short and never false", () => {
  expect([0, 0.004, 0.5, 0.996, 1].map((chance) => brief(chance, "breaks"))).toEqual([
    "0",
    "<1",
    "50",
    ">99",
    "100",
  ]);
  expect(brief(-0.25, MEAN)).toBe("−0.3");
});
