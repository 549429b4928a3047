import { describe, expect, it } from "vitest";
import type { RuleSeen } from "../../wire";
import { chapters, neighbours, searchRules, shelfOf, splitAtRuleIds } from "./rulebook";

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
