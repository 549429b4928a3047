import { describe, expect, it } from "vitest";
import type { RuleSeen } from "../wire";
import { contents, plain } from "./contents";

const rule = (id: string, where: string, more: Partial<RuleSeen> = {}): RuleSeen => ({
  id,
  title: "",
  where,
  text: `text of ${id}`,
  basis: "stated",
  why: "",
  readings: [],
  ...more,
});
const RULES = [
  rule("turn.players", "TURN SEQUENCE"),
  rule("cp.pool", "COMMAND POINTS > pool"),
  rule("turn.phases", "TURN SEQUENCE > 1", { basis: "ruling", readings: ["so", "otherwise"] }),
  rule("turn.odd", "(not in the sheet)", { basis: "ruling" }),
];
const ids = (...given: Parameters<typeof contents>): string[][] =>
  contents(...given).map(({ rules }) => rules.map(({ id }) => id));

describe("the contents of a rulebook", () => {
  it("are its chapters in the order of the sheet, called as the sheet calls them", () => {
    expect(contents(RULES, "all", "").map(({ name, title }) => [name, title])).toEqual([
      ["turn", "Turn sequence"],
      ["cp", "Command points"],
    ]);
    expect(ids(RULES, "all", "")).toEqual([["turn.players", "turn.phases", "turn.odd"], ["cp.pool"]]);
  });

  it("call two chapters under one heading by the words of their ids", () => {
    const rules = [rule("orders.hold", "UNIT ORDERS"), rule("disorder.cause", "UNIT ORDERS > DISORDERED")];
    expect(contents(rules, "all", "").map(({ title }) => title)).toEqual(["Orders", "Disorder"]);
  });

  it("are only what is wanted", () => {
    expect(ids(RULES, "ruling", "")).toEqual([["turn.phases", "turn.odd"]]);
    expect(ids(RULES, "readings", "")).toEqual([["turn.phases"]]);
  });

  it("are only what holds every word that is sought", () => {
    expect(ids(RULES, "all", "command POOL")).toEqual([["cp.pool"]]);
    expect(ids(RULES, "all", "nothing of the kind")).toEqual([]);
  });
});

it("a heading is written plainly", () => {
  expect([plain("UNIT ORDERS"), plain("Pursuit"), plain("")]).toEqual(["Unit orders", "Pursuit", ""]);
});
