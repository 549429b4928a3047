import { describe, expect, it } from "vitest";
import { windowTitle } from "./windowTitle.svelte";

describe("the window", () => {
  it("says whose move it is before all else", () => {
    expect(windowTitle("Cowpens", true)).toBe("● Your move: Cowpens");
    expect(windowTitle("", true)).toBe("● Your move");
  });
  it("is otherwise called after what it shows", () => {
    expect(windowTitle("Cowpens", false)).toBe("Cowpens · Sandtable");
    expect(windowTitle("", false)).toBe("Sandtable");
    expect(windowTitle("Sandtable", false)).toBe("Sandtable");
  });
});
