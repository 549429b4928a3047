import { describe, expect, it } from "vitest";
import { titleText } from "./windowTitle.svelte";

describe("the window", () => {
  it("says whose move it is before all else", () => {
    expect(titleText("Cowpens", true)).toBe("● Your move: Cowpens");
    expect(titleText("", true)).toBe("● Your move");
  });
  it("is otherwise called after what it shows", () => {
    expect(titleText("Cowpens", false)).toBe("Cowpens · Sandtable");
    expect(titleText("", false)).toBe("Sandtable");
    expect(titleText("Sandtable", false)).toBe("Sandtable");
  });
});
