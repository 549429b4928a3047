import { describe, expect, it } from "vitest";
import {
  countThrows,
  entryOf,
  diceInOrder,
  mark,
  outline,
  pips,
  newThrows,
  spokenThrow,
  tumblingFace,
} from "./dice";
import type { DiceRow, LogEntry } from "../panelTypes";

const row = (more: Partial<DiceRow> = {}): DiceRow => ({
  purpose: "to hit",
  need: "4+",
  die: "D6",
  sides: 6,
  faces: [6, 4, 2],
  good: [true, true, false],
  again: [],
  result: "2 hits",
  secret: false,
  card: "",
  ...more,
});
const entry = (title: string, ...dice: DiceRow[]): LogEntry => ({
  step: 0,
  turn: 1,
  phase: "",
  active: 1,
  side: 1,
  seat: null,
  kind: "deed",
  title,
  words: [],
  dice,
  tallies: [],
  result: "",
  rules: [],
  parties: [],
});

describe("a die", () => {
  it("is dark if good, dashed if thrown again, light otherwise", () => {
    const thrownAgain = row({ again: [false, false, true] });
    expect([0, 1, 2].map((place) => mark(thrownAgain, place))).toEqual(["good", "good", "again"]);
    expect(mark(row(), 2)).toBe("other");
    expect(mark(row({ good: [] }), 0)).toBe("other");
  });
  it("lies with the good ones first, and those thrown again last", () => {
    const mixed = row({
      faces: [2, 6, 3, 1, 4],
      good: [false, true, false, false, true],
      again: [true, false, false, false, false],
    });
    expect(diceInOrder(mixed).map(({ face }) => face)).toEqual([6, 4, 3, 1, 2]);
    const under = row({ faces: [5, 1, 2], good: [false, true, true], need: "2 or less" });
    expect(diceInOrder(under).map(({ face }) => face)).toEqual([2, 1, 5]);
  });
  it("lies as it fell where it needs nothing", () => {
    expect(diceInOrder(row({ faces: [2, 6, 1], good: [], need: "" })).map(({ face }) => face)).toEqual([
      2, 6, 1,
    ]);
  });
  it("has as many pips as its face, up to six sides", () => {
    for (const face of [1, 2, 3, 4, 5, 6]) expect(pips(face, 6)).toHaveLength(face);
    expect(pips(7, 10)).toHaveLength(0);
  });
  it("has an outline for every number of sides", () => {
    const drawn = new Set([4, 6, 8, 10, 12, 20].map(outline));
    expect(drawn.size).toBe(5);
  });
  it("tumbles over real faces and comes to lie on its own", () => {
    for (const place of [0, 1, 2]) {
      const die = diceInOrder(row())[place];
      if (!die) throw new Error("there are three dice");
      const faces = [6, 5, 4, 3, 2, 1, 0].map((moment) => tumblingFace(die, 6, place, moment));
      expect(faces.every((face) => face >= 1 && face <= 6)).toBe(true);
      expect(faces.at(-1)).toBe(die.face);
      expect(faces[0]).not.toBe(faces[1]);
    }
  });
});

describe("throws to be shown", () => {
  it("are those that were not seen before", () => {
    const log = [entry("a", row()), entry("b", row(), row({ result: "saved" }))];
    expect(countThrows(log)).toBe(3);
    expect(newThrows(log, 1).map(({ title, at }) => [title, at])).toEqual([
      ["b", 1],
      ["b", 1],
    ]);
    expect(newThrows(log, 3)).toEqual([]);
  });
  it("are found where the last entry has grown", () => {
    const grown = [entry("a", row(), row({ result: "saved" }))];
    expect(newThrows(grown, 1).map((one) => one.row.result)).toEqual(["saved"]);
  });
  it("have names that stay when entries shift", () => {
    const before = newThrows([entry("a", row()), entry("b", row())], 1);
    const after = newThrows([entry("a", row()), entry("decided"), entry("b", row())], 1);
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });
  it("belong to an entry whatever became of it", () => {
    const [one] = newThrows([entry("a", row()), entry("Test", row())], 1);
    const later = [entry("a", row()), entry("decided"), entry("Fusiliers test morale", row(), row())];
    expect(one && entryOf(later, one)?.title).toBe("Fusiliers test morale");
    expect(one && entryOf([], one)).toBeUndefined();
  });
  it("leave out what fell in secret and what has no faces", () => {
    expect(newThrows([entry("a", row({ secret: true }), row({ faces: [] }))], 0)).toEqual([]);
  });
  it("show a card that was turned like a throw", () => {
    const [turned] = newThrows([entry("a", row({ faces: [], purpose: "next card", card: "Ligonier" }))], 0);
    expect(turned && spokenThrow(turned)).toBe("a. next card: Ligonier");
  });
  it("are only the last entry's for a player who comes back late", () => {
    const log = Array.from({ length: 40 }, (_, place) => entry(String(place), row()));
    expect(newThrows(log, 0).map(({ title }) => title)).toEqual(["39"]);
  });
  it("can be told in words", () => {
    const [one] = newThrows([entry("Riflemen fire", row())], 0);
    expect(one && spokenThrow(one)).toBe("Riflemen fire. to hit, 4+: 6, 4, 2. 2 hits");
  });
});
