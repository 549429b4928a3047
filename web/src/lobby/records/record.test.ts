import { describe, expect, it } from "vitest";
import { NoRecord, readRecord } from "./record";

const RECORD = {
  format: "sandtable.battle",
  system: "liberty",
  scenario: { name: "Cowpens", sides: [{ name: "American" }, {}] },
  entries: [{ type: "throw" }, { type: "answer" }, { type: "throw" }, { type: "answer" }],
  end: { over: true },
};

describe("a record", () => {
  it("says what was fought, by which sides and whether it is over", () => {
    expect(readRecord(JSON.stringify(RECORD))).toMatchObject({
      system: "liberty",
      title: "Cowpens",
      sides: [{ name: "American" }, { name: "Side 2" }],
      isOver: true,
      steps: 2,
    });
  });

  it("that breaks off is not over", () => {
    expect(readRecord(JSON.stringify({ ...RECORD, end: null })).isOver).toBe(false);
  });

  it("of a battle that was given up is over", () => {
    const end = { over: false, closed: { winner: 1, degree: "", words: "Ann gives up" } };
    expect(readRecord(JSON.stringify({ ...RECORD, end })).isOver).toBe(true);
  });

  it.each(["not json", "[]", "null", '{"format":"something else"}'])("is not %s", (text) => {
    expect(() => readRecord(text)).toThrow(NoRecord);
  });
});
