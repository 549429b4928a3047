import { describe, expect, it } from "vitest";
import { centreOf } from "../../map/geometry/hexes";
import type { Drag } from "../../map/input/handles";
import type { GridView, HexMoveView, HexPlanSeen, HexReachSeen, HexStep } from "../../wire";
import { HexMoveDraft, type HexPlanner } from "./hexMoveDraft.svelte";

const GRID: GridView = {
  size: 600,
  corners: "north-south",
  columns: 10,
  rows: 8,
  short_rows: true,
  cells: [],
  sides: [],
  links: [],
};
const MOVE: HexMoveView = {
  mover: 3,
  hex: [2, 2],
  facing: 0,
  pose: { x: 0, y: 0, heading: 0 },
  bases: [{ x: 0, y: 0, width: 100, depth: 100, rank: 0, turn: 0 }],
  allowance: 3,
  facings: [0, 600, 1200, 1800, 2400, 3000],
};
const CONTACT: HexStep[] = [{ type: "contact", heading: 300 }];

function plan(steps: readonly HexStep[], more: Partial<HexPlanSeen> = {}): HexPlanSeen {
  return {
    mover: 3,
    plan: steps,
    legal: true,
    steps: steps.map((step) => ({
      step,
      words: "one hex",
      cost: 1,
      items: [],
      start: [[2, 2], 0],
      end: [[2, 3], 0],
      path: [
        [0, 0],
        [0, 600],
      ],
    })),
    allowance: 3,
    cost: steps.length,
    left: 3 - steps.length,
    end: [[2, 2 + steps.length], 0],
    pose: MOVE.pose,
    bases: MOVE.bases,
    obstacles: [],
    nearest: null,
    miss: null,
    ...more,
  };
}

/** A seat that answers every wish with one step, and records the requests. */
function seat(): HexPlanner & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const reach: HexReachSeen = {
    mover: 3,
    allowance: 3,
    cells: [],
    contacts: [{ hex: [3, 5], cost: 2, plan: CONTACT, outline: [] }],
  };
  return {
    asked,
    hexes: () => Promise.resolve(reach),
    steps: (_step, wish) => {
      asked.push(wish);
      if ("steps" in wish) {
        const isLong = wish.steps.length > 3;
        const bad = { code: "allowance", words: "too far", rule: "r", step: 3, place: null, outline: [] };
        return Promise.resolve(plan(wish.steps, isLong ? { legal: false, obstacles: [bad] } : {}));
      }
      return Promise.resolve(plan([{ type: "step", heading: 300, facing: null }]));
    },
  };
}

const drag = (phase: Drag["phase"], hex: readonly [number, number], turning = false): Drag => ({
  phase,
  body: 3,
  handle: null,
  from: centreOf(GRID, [2, 2]),
  to: centreOf(GRID, hex),
  turning,
});
const settled = async (draft: HexMoveDraft): Promise<void> => {
  await draft.settled();
  await Promise.resolve();
};

describe("a move on hexes in the drafting", () => {
  it("begins with standing still, which may be committed", async () => {
    const draft = new HexMoveDraft(seat(), 7, MOVE, GRID);
    await settled(draft);
    expect([draft.canCommit, draft.isBegun, draft.commitWords]).toEqual([true, false, "Stay here"]);
  });

  it("may be committed though the service leaves out of its steps what is as usual", async () => {
    const table = seat();
    const terse = {
      ...table,
      steps: () => Promise.resolve(plan([{ heading: 300, type: "step" } as HexStep])),
    };
    const draft = new HexMoveDraft(terse, 7, MOVE, GRID);
    draft.steps = [{ type: "step", heading: 300, facing: null }];
    await settled(draft);
    expect([draft.isSettled, draft.canCommit]).toEqual([true, true]);
  });

  it("takes the plan that the service finds for the hex it is dragged to", async () => {
    const table = seat();
    const draft = new HexMoveDraft(table, 7, MOVE, GRID);
    await settled(draft);
    draft.drag(drag("start", [2, 2]));
    draft.drag(drag("move", [2, 4]));
    draft.drag(drag("end", [2, 4]));
    await settled(draft);
    expect(table.asked.at(-1)).toEqual({ wanted: { q: 2, r: 4, facing: null } });
    expect(draft.answer).toEqual([{ type: "step", heading: 300, facing: null }]);
    expect(draft.drafted).toEqual({ steps: draft.answer });
    expect(draft.commitWords).toBe("Move for 1 point");
  });

  it("asks once for a hex, however long the pointer stays in it", async () => {
    const table = seat();
    const draft = new HexMoveDraft(table, 7, MOVE, GRID);
    await settled(draft);
    const before = table.asked.length;
    draft.drag(drag("start", [2, 3]));
    for (let n = 0; n < 5; n += 1) draft.drag(drag("move", [2, 3]));
    await settled(draft);
    expect(table.asked.length - before).toBe(1);
  });

  it("turns into its way with the key held", async () => {
    const table = seat();
    const draft = new HexMoveDraft(table, 7, MOVE, GRID);
    await settled(draft);
    draft.drag(drag("move", [5, 2], true));
    await settled(draft);
    // East lies between the corners at 60 and 120 degrees.
    const facing = (table.asked.at(-1) as { wanted: { facing: number } }).wanted.facing;
    expect([600, 1200]).toContain(facing);
  });

  it("closes with an enemy whose hex is pointed at", async () => {
    const draft = new HexMoveDraft(seat(), 7, MOVE, GRID);
    await settled(draft);
    draft.point(centreOf(GRID, [3, 5]));
    await settled(draft);
    expect(draft.answer).toEqual(CONTACT);
  });

  it("names no cost before the service has judged the steps", async () => {
    const draft = new HexMoveDraft(seat(), 7, MOVE, GRID);
    await settled(draft);
    draft.go("ahead");
    expect([draft.isSettled, draft.commitWords]).toEqual([false, "Move"]);
    await settled(draft);
    expect([draft.isSettled, draft.commitWords]).toEqual([true, "Move for 1 point"]);
  });

  it("drops the steps from the one on that is not allowed", async () => {
    const draft = new HexMoveDraft(seat(), 7, MOVE, GRID);
    await settled(draft);
    for (let n = 0; n < 4; n += 1) {
      draft.go("ahead");
      await settled(draft);
    }
    expect([draft.canCommit, draft.obstacle?.words, draft.commitWords]).toEqual([
      false,
      "too far",
      "Not allowed",
    ]);
    draft.drop();
    await settled(draft);
    expect([draft.steps.length, draft.canCommit]).toEqual([3, true]);
  });
});
