import { expect, test } from "vitest";
import type { DiceWanted } from "../engine/contract";
import { facesOf, isOneDigit, sidesOf, throwDice, throwWords, withTypedFace, wantedWords } from "./diceInput";

const d6: DiceWanted = { die: "D6", count: 3, purpose: "to hit", faces: [1, 2, 3, 4, 5, 6], cards: [] };
const average: DiceWanted = {
  die: "DAv",
  count: 1,
  purpose: "control",
  faces: [2, 3, 3, 4, 4, 5],
  cards: [],
};
const d20: DiceWanted = { ...d6, die: "D20", faces: Array.from({ length: 20 }, (_, n) => n + 1) };

test("dice thrown here show a side for each word of randomness", () => {
  expect(throwDice(d6, () => Uint32Array.of(0, 5, 12))).toEqual([1, 6, 1]);
});

test("words that would favour the first sides are thrown again", () => {
  const words = [Uint32Array.of(2 ** 32 - 1, 3, 4), Uint32Array.of(1)];
  expect(throwDice(d6, () => words.shift() as Uint32Array)).toEqual([4, 5, 2]);
});

test("the device's dice show every face and no other", () => {
  const fell = throwDice({ ...d6, count: 500 });
  expect([...new Set(fell)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("an average die has four faces to tap and six sides to throw", () => {
  expect(facesOf(average)).toEqual([2, 3, 4, 5]);
  expect(throwDice(average, () => Uint32Array.of(2))).toEqual([3]);
});

test("what is no face, or one too many, is not taken", () => {
  expect(withTypedFace([1, 2], "6", d6)).toEqual([1, 2, 6]);
  expect(withTypedFace([1, 2], "7", d6)).toEqual([1, 2]);
  expect(withTypedFace([1, 2, 3], "4", d6)).toEqual([1, 2, 3]);
  expect([isOneDigit(d6), isOneDigit(d20)]).toEqual([true, false]);
});

test("it is said what to throw, and what for", () => {
  expect(wantedWords(d6)).toBe("Throw 3 D6 to hit");
  expect(wantedWords({ ...d6, count: 1, purpose: "morale" })).toBe("Throw a D6: morale");
  const card = {
    die: "D11",
    count: 1,
    purpose: "command card",
    faces: Array.from({ length: 11 }, (_, n) => n + 1),
    cards: [],
  };
  expect(wantedWords(card)).toBe("Draw one of 11: command card");
  expect(throwWords(card)).toBe("Draw it here");
  expect(throwWords(d6)).toBe("Throw all 3 here");
  expect(sidesOf("D20")).toBe(20);
  expect(sidesOf("DAv")).toBe(6);
});
