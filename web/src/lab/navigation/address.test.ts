import { describe, expect, test } from "vitest";
import { fragmentOf, placeOf, plainQuestion, type Place, type Question } from "./address";

const volley: Question = plainQuestion("liberty", "volley");
const ask = (question: Partial<Question>): Place => ({ page: "ask", question: { ...volley, ...question } });

describe("the address of a question", () => {
  test("is short and legible", () => {
    const place = ask({ facts: { "fire.range": 7, "fire.cover": true }, policy: "best" });
    expect(fragmentOf(place)).toBe("#/liberty/volley?fire.range=7&fire.cover=yes&policy=best");
  });

  test.each<[string, Partial<Question>]>([
    ["nothing but defaults", {}],
    ["figures, flags and words", { facts: { a: -2, b: 0.5, c: false, d: "Mounted Cavalry", e: null } }],
    ["words that look like something else", { facts: { a: "7", b: "yes", c: "none", d: '"x"', e: "[" } }],
    ["lists and parts", { facts: { a: ["officer", "musician"], b: { worn: 8, shaken: 16 } } }],
    [
      "parties of the roster",
      { parties: { shooter: { profile: "line", unit: "u3" }, target: { profile: "x", unit: null } } },
    ],
    ["an umpire who has heard nothing", { said: [] }],
    [
      "faces and answers",
      {
        said: [
          { type: "faces", faces: [4, 1, 6] },
          { type: "answer", answer: "hold ~ &=" },
          { type: "answer", answer: null },
          { type: "answer", answer: { unit: 3, to: [1, 2] } },
          { type: "faces", faces: [20] },
        ],
      },
    ],
    ["what stands on the roster already", { said: [], isApplied: true }],
    ["an open sweep", { over: [] }],
    [
      "a sweep of two facts",
      {
        over: [
          { key: "fire.range", values: "1..28" },
          { key: "fire.cover", values: "no,yes" },
        ],
      },
    ],
    ["house rules", { set: ["movement.rates.infantry-any.run=10", "saves.shooting.need=6"] }],
  ])("comes back whole: %s", (_, question) => {
    const place = ask(question);
    expect(placeOf(fragmentOf(place))).toEqual(place);
  });

  test("that was cut off opens at what is left of what was said", () => {
    const place = placeOf("#/liberty/volley?said=4.1~!%2522ho");
    expect(place).toMatchObject({ question: { said: [{ type: "faces", faces: [4, 1] }] } });
  });
});

test.each<Place>([
  { page: "start" },
  { page: "system", system: "eagle" },
  { page: "roster", system: null },
  { page: "roster", system: "coldsteel" },
  { page: "sheet", system: "elan", rule: null },
  { page: "sheet", system: "elan", rule: "fire.range" },
])("every page has an address: %o", (place) => {
  expect(placeOf(fragmentOf(place))).toEqual(place);
});

test("yes and no may be written as on the command line too", () => {
  const place = placeOf("#/liberty/volley?fire.cover=true&fire.elite=false&target.nerve.in_command=yes");
  expect(place).toMatchObject({
    question: { facts: { "fire.cover": true, "fire.elite": false, "target.nerve.in_command": true } },
  });
});
