import { describe, expect, it } from "vitest";
import { splitCitations } from "./citations";

describe("words that cite rules", () => {
  it("are told apart from them", () => {
    expect(splitCitations("8 ADVANCE of infantry [movement.rates] here")).toEqual([
      { words: "8 ADVANCE of infantry ", rule: "" },
      { words: "", rule: "movement.rates" },
      { words: " here", rule: "" },
    ]);
    expect(splitCitations("none [sic]")).toEqual([{ words: "none [sic]", rule: "" }]);
  });
});
