import { expect, test } from "vitest";
import type { Figure } from "./engine/contract";
import { cellWords, tallyOf } from "./words";

const dice: Figure = {
  name: "dice",
  total: 8,
  shown: "8",
  steps: [
    { effect: "base", value: 2.5, words: "infantry", rule: "combatdice.infantry" },
    { effect: "plus", value: -0.5, words: "worn", rule: "shooting.dice.worn" },
    { effect: "plus", value: 0.5, words: "short range", rule: "shooting.dice.short" },
    { effect: "at least", value: 0.5, words: "never less", rule: "shooting.dice.minimum" },
    { effect: "times", value: 3, words: "bases", rule: "shooting.dice.combine" },
    { effect: "round up", value: 0, words: "part dice", rule: "shooting.dice.round" },
  ],
};

test("the steps of a figure are written as on paper", () => {
  expect(tallyOf(dice).items.map(({ shown }) => shown)).toEqual([
    "2.5",
    "−0.5",
    "+0.5",
    "at least 0.5",
    "× 3",
    "round up",
  ]);
});

test("a figure that comes with its sign keeps it", () => {
  const need = { name: "to hit", total: 4, steps: [], shown: "4+" };
  expect(tallyOf(need).shown).toBe("4+");
  expect(tallyOf(dice).shown).toBe("8");
});

test("what a table holds is written as people write it", () => {
  expect([true, -1.5, [1, 2], { run_far: 3 }, null].map(cellWords)).toEqual([
    "yes",
    "−1.5",
    "1, 2",
    "run far 3",
    "",
  ]);
});
