import { describe, expect, it } from "vitest";
import { emblem } from "./emblems";

const DRAWN = ["liberty", "tricorn", "coldsteel", "elan", "eagle"];

describe("an emblem", () => {
  it.each([...DRAWN, "something new"])("of %s closes what it opens", (system) => {
    const open: string[] = [];
    for (const [, slash, name, empty] of emblem(system).matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (slash) expect(open.pop()).toBe(name);
      else if (!empty && name) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it("is another for each system that has one, and the same each time", () => {
    const all = DRAWN.map(emblem);
    expect(new Set(all).size).toBe(DRAWN.length);
    expect(DRAWN.map(emblem)).toEqual(all);
  });
});
