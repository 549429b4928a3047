import { describe, expect, it } from "vitest";
import type { LogEntry } from "../panelTypes";
import { labelled, share, stepAfter, tickAt, ticksOf, turns } from "./ticks";

const at = (step: number, turn: number, phase: string, active: number): LogEntry =>
  ({ step, turn, phase, active }) as LogEntry;
const LOG = [
  at(0, 1, "Command", 1),
  at(4, 1, "Command", 1),
  at(9, 1, "Shooting", 1),
  at(15, 1, "Command", 0),
  at(30, 2, "Command", 1),
  at(44, 2, "Melee", 1),
];
const TICKS = ticksOf(LOG, [{ name: "American" }, { name: "British" }]);

describe("ticks", () => {
  it("stand where a phase begins", () => {
    expect(TICKS.map(({ step, turn, phase }) => `${step} ${turn} ${phase}`)).toEqual([
      "0 1 British, Command",
      "9 1 British, Shooting",
      "15 1 American, Command",
      "30 2 British, Command",
      "44 2 British, Melee",
    ]);
    expect(ticksOf([at(3, 1, "Command", 0)])).toEqual([{ step: 3, turn: 1, phase: "Command" }]);
  });
  it("mark turns among phases", () => {
    expect(turns(TICKS).map(({ step }) => step)).toEqual([0, 30]);
    expect(tickAt(TICKS, 29)?.step).toBe(15);
    expect(tickAt([], 29)).toBeUndefined();
  });
  it("are labelled as far as there is room", () => {
    expect([...labelled(TICKS, 50, 500)]).toEqual([0, 30]);
    expect([...labelled(TICKS, 50, 30)]).toEqual([0]);
  });
});

describe("a stride", () => {
  it("goes an answer either way, and stays within the battle", () => {
    expect(stepAfter(TICKS, 10, 50, "answer", 1)).toBe(11);
    expect(stepAfter(TICKS, 0, 50, "answer", -1)).toBe(0);
    expect(stepAfter(TICKS, 50, 50, "answer", 1)).toBe(50);
  });
  it("goes to where a phase begins, backwards first to the beginning of the own", () => {
    expect(stepAfter(TICKS, 10, 50, "phase", 1)).toBe(15);
    expect(stepAfter(TICKS, 10, 50, "phase", -1)).toBe(9);
    expect(stepAfter(TICKS, 9, 50, "phase", -1)).toBe(0);
  });
  it("goes by turns, and to the end after the last", () => {
    expect(stepAfter(TICKS, 10, 50, "turn", 1)).toBe(30);
    expect(stepAfter(TICKS, 31, 50, "turn", 1)).toBe(50);
    expect(stepAfter(TICKS, 31, 50, "turn", -1)).toBe(30);
  });
});

it("puts a step on the slider", () => {
  expect(share(25, 50)).toBe(0.5);
  expect(share(3, 0)).toBe(0);
  expect(share(99, 50)).toBe(1);
});
