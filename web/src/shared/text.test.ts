import { expect, it } from "vitest";
import { counted, holdsAllWords, sentence, sentenceCase } from "./text";

it("counts one and many", () => {
  expect([0, 1, 2].map((count) => counted(count, "rule"))).toEqual(["0 rules", "1 rule", "2 rules"]);
  expect(counted(2, "die", "dice")).toBe("2 dice");
});

it("a sentence begins with a capital and ends with one stop", () => {
  expect(["it is so", "Is it?", "", " done. "].map(sentence)).toEqual(["It is so.", "Is it?", "", "Done."]);
  expect(sentence("fire.range must be whole")).toBe("Fire.range must be whole.");
});

it("does not shout", () => {
  expect(sentenceCase("STEADY")).toBe("Steady");
  expect(sentenceCase("BROKEN, off the table")).toBe("Broken, off the table");
  expect(sentenceCase("some VP left")).toBe("Some VP left");
});

it("finds words in any order and case", () => {
  expect(holdsAllWords("A volley, its saves, and the MORALE test", "morale vol")).toBe(true);
  expect(holdsAllWords("A volley", "melee")).toBe(false);
  expect(holdsAllWords("A volley", " ")).toBe(true);
});
