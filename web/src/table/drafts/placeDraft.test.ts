import { describe, expect, it } from "vitest";
import type { Point, SpotView } from "../../wire";
import { PlaceDraft, type Spotter } from "./placeDraft.svelte";

const SPOT: SpotView = {
  name: "Bachelu",
  side: 0,
  who: "commander-1",
  glyph: "leader",
  bases: [],
  near: 4,
  within: 100,
};
/** A seat that allows places to the right of 1000 only. */
const SEAT: Spotter = {
  spots: () => Promise.resolve({ near: 4, within: 100, rings: [], places: [] }),
  spot: (_step, [x, y]) => {
    const isFree = x >= 1000;
    const nearest: Point | null = isFree ? null : [1000, y];
    const words = isFree ? "" : "too near";
    return Promise.resolve({ place: [x, y], legal: isFree, words, rule: "", nearest });
  },
};

describe("a place in the choosing", () => {
  it("cannot be committed before one is pointed at", () => {
    const placing = new PlaceDraft(SEAT, 3, SPOT);
    expect([placing.canCommit, placing.isBegun, placing.commitWords]).toEqual([
      false,
      false,
      "Choose a place",
    ]);
  });

  it("is the whole hundredth that is pointed at, once the service allows it", async () => {
    const placing = new PlaceDraft(SEAT, 3, SPOT);
    placing.point([1200.4, 77.6]);
    expect(placing.canCommit).toBe(false);
    await placing.settled();
    expect([placing.canCommit, placing.answer]).toEqual([true, [1200, 78]]);
    expect(placing.ghosts).toHaveLength(1);
  });

  it("is moved to the nearest that will do", async () => {
    const placing = new PlaceDraft(SEAT, 3, SPOT);
    placing.point([900, 50]);
    await placing.settled();
    expect([placing.obstacle?.words, placing.canAmend]).toEqual(["too near", true]);
    placing.amend();
    await placing.settled();
    expect([placing.canCommit, placing.answer]).toEqual([true, [1000, 50]]);
  });

  it("begins at the likeliest place, and the arrows go round the others", async () => {
    const places: Point[] = [
      [1100, 10],
      [1200, 20],
      [1300, 30],
    ];
    const seat = { ...SEAT, spots: () => Promise.resolve({ near: 4, within: 100, rings: [], places }) };
    const placing = new PlaceDraft(seat, 3, SPOT);
    await new Promise((resolve) => setTimeout(resolve));
    await placing.settled();
    expect([placing.canCommit, placing.answer]).toEqual([true, [1100, 10]]);
    placing.go("wheel-right");
    expect(placing.answer).toEqual([1200, 20]);
    placing.go("wheel-left");
    placing.go("wheel-left");
    expect(placing.answer).toEqual([1300, 30]);
  });

  it("is let go", async () => {
    const placing = new PlaceDraft(SEAT, 3, SPOT);
    placing.point([1200, 50]);
    await placing.settled();
    placing.drop();
    expect([placing.isBegun, placing.ghosts.length]).toEqual([false, 0]);
  });
});
