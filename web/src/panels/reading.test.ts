import { describe, expect, it } from "vitest";
import type { RuleSeen } from "../wire";
import { groupKeys } from "./menu/keyGroups";
import { luckBars, difference } from "./end/luckBars";
import { chapters, splitAtRuleIds, searchRules, neighbours, shelfOf } from "../shared/rules/rulebook";
import { speaker, chatLines } from "./chat/chatLines";

const rule = (id: string, text = ""): RuleSeen => ({
  id,
  title: "",
  text,
  where: "",
  basis: "stated",
  why: "",
  readings: [],
});
const RULES = [
  rule("orders.hold", "stay"),
  rule("shooting.dice", "dice by arm"),
  rule("shooting.range", "inches; see orders.hold"),
];

describe("a rulebook", () => {
  it("finds ids before texts", () => {
    expect(searchRules(RULES, "orders").map(({ id }) => id)).toEqual(["orders.hold", "shooting.range"]);
    expect(searchRules(RULES, "dice arm").map(({ id }) => id)).toEqual(["shooting.dice"]);
    expect(searchRules(RULES, " ")).toHaveLength(3);
  });
  it("knows the neighbours of a rule", () => {
    const near = neighbours(RULES, "shooting.dice");
    expect([near.before?.id, near.after?.id, near.chapter.length]).toEqual([
      "orders.hold",
      "shooting.range",
      2,
    ]);
    expect(neighbours(RULES, "nothing")).toEqual({ before: null, after: null, chapter: [] });
  });
  it("has chapters in the order of the sheet", () => {
    expect(chapters(RULES).map(({ name, rules }) => [name, rules.length])).toEqual([
      ["orders", 1],
      ["shooting", 2],
    ]);
  });
  it("finds other rules in a text, and nothing else", () => {
    const ids = new Set(["orders.hold"]);
    expect(splitAtRuleIds("see orders.hold, e.g. at 3.5 in.", ids).filter((piece) => piece.rule)).toEqual([
      { text: "orders.hold", rule: "orders.hold" },
    ]);
    expect(
      splitAtRuleIds("see orders.hold.", ids)
        .map(({ text }) => text)
        .join(""),
    ).toBe("see orders.hold.");
  });
  it("is fetched once from each library", async () => {
    let asked = 0;
    const library = {
      rules: (system: string) => {
        asked += 1;
        return Promise.resolve({ system, name: "Toy", rules: RULES });
      },
      rule: () => Promise.reject(new Error("not asked for here")),
    };
    await shelfOf(library).book("toy");
    await shelfOf(library).book("toy");
    expect(asked).toBe(1);
  });
});

describe("luck", () => {
  it("is drawn to the scale of the longest bar", () => {
    const [first, second] = luckBars([
      { side: 0, expected: 20, actual: 30, words: "" },
      { side: 1, expected: 40, actual: 10, words: "" },
    ]);
    expect([first?.expected, first?.actual, second?.expected, second?.actual]).toEqual([0.5, 0.75, 1, 0.25]);
    expect([first?.difference, second?.difference]).toEqual(["+10.0", "−30.0"]);
  });
  it("has a sign only if it differs", () => {
    expect(difference(0.04)).toBe("0.0");
    expect(difference(-0.04)).toBe("0.0");
    expect(difference(-1.26)).toBe("−1.3");
  });
});

describe("talk", () => {
  it("puts what was said and what was noted in one order", () => {
    const lines = chatLines(
      [{ number: 4, seat: 0, words: "b" }],
      [{ number: 2, kind: "seat", words: "a", seat: 1, by_umpire: false }],
    );
    expect(lines.map(({ words, manner }) => `${manner} ${words}`)).toEqual(["noted a", "said b"]);
  });
  it("tells who speaks", () => {
    const seats = [
      {
        ...{ seat: 0, side: "red", name: "Ann", kind: "person", taken: true },
        ...{ agent: null, gave_up: false, has_contributed: true },
      },
    ];
    expect(speaker(null, seats, [], 0)).toBe("Umpire");
    expect(speaker(0, seats, [], 0)).toBe("You");
    expect(speaker(0, seats, [], 1)).toBe("Ann");
    expect(speaker(1, seats, [], 0)).toBe("Seat 2");
  });
});

it("lists keys under their headings", () => {
  const key = (group: string, words: string) => ({ group, words, keys: ["x"] });
  const groups = groupKeys([key("Map", "a"), key("Move", "b"), key("Map", "c")]);
  expect(groups.map(({ name, keys }) => `${name} ${keys.map(({ words }) => words).join("")}`)).toEqual([
    "Map ac",
    "Move b",
  ]);
});
