import { describe, expect, it } from "vitest";
import { sideScores } from "./sideScores";

describe("how sides stand", () => {
  it("is told by the first figure and the others after it", () => {
    const sides = [
      {
        name: "British",
        commander: "",
        flag: "british",
        figures: [
          { name: "VP", value: "1", note: "", rule: "" },
          { name: "CP", value: "4", note: "", rule: "" },
          { name: "lost", value: "0 of 4", note: "", rule: "" },
        ],
      },
    ];
    expect(sideScores(sides)[0]).toMatchObject({ above: "VP, British", below: "4 CP, lost 0 of 4" });
  });
});
