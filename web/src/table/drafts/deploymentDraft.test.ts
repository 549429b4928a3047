import { describe, expect, it } from "vitest";
import type { Arrayed, ArrayView, Base, GridView, Put } from "../../wire";
import { DeploymentDraft, type Deployer } from "./deploymentDraft.svelte";

const BASE: Base = { x: 0, y: 0, width: 400, depth: 100, rank: 0, turn: 0 };
const PUTS: readonly Put[] = [
  { who: 4, stand: 0, at: [1000, 2000], heading: 0 },
  { who: "commander-1", stand: 0, at: [1000, 1800], heading: 0 },
];
const ARRAY: ArrayView = {
  rings: [],
  single: false,
  recruits: [
    {
      who: 4,
      side: 1,
      name: "The Fourth",
      stands: [
        { name: "line", bases: [BASE] },
        { name: "column", bases: [BASE] },
      ],
    },
    { who: "commander-1", side: 1, name: "Foy", stands: [{ name: "", bases: [BASE] }] },
  ],
  ways: [
    { title: "Centre", note: "in line", puts: PUTS },
    { title: "West", note: "in line", puts: PUTS.map((put) => ({ ...put, at: [200, put.at[1]] })) },
  ],
};

/** A seat that refuses places beyond 3000 and rounds places to whole hundreds. */
function seat(): Deployer & { asked: (readonly Put[])[] } {
  const asked: (readonly Put[])[] = [];
  const array = (_step: number, puts: readonly Put[]): Promise<Arrayed> => {
    asked.push(puts);
    const posts = puts.map((put) => {
      const at: [number, number] = [Math.round(put.at[0] / 100) * 100, Math.round(put.at[1] / 100) * 100];
      const words = at[1] > 3000 ? "stands outside" : "";
      return { put: { ...put, at }, pose: { x: at[0], y: at[1] + 50, heading: 0 }, bases: [BASE], words };
    });
    const wrong = posts.find(({ words }) => words !== "");
    const words = wrong ? `somebody ${wrong.words}` : "";
    return Promise.resolve({ posts, legal: !wrong, answer: wrong ? null : "so", words, rule: "setup" });
  };
  return { asked, array };
}

const drag = (phase: "start" | "end", body: number | string, to: [number, number]) =>
  ({ phase, body, handle: null, from: [0, 0], to, turning: false }) as const;

describe("a levy in the drawing up", () => {
  it("begins as the first ordinary way has it, which may be committed", async () => {
    const draft = new DeploymentDraft(seat(), 3, ARRAY, null);
    await draft.settled();
    expect([draft.canCommit, draft.isBegun, draft.answer]).toEqual([true, false, "so"]);
    expect(draft.placed.map(({ who, pose }) => [who, pose.x, pose.y])).toEqual([
      [4, 1000, 2050],
      ["commander-1", 1000, 1850],
    ]);
  });

  it("puts a dragged piece where it is dropped, at the place that the service gives", async () => {
    const draft = new DeploymentDraft(seat(), 3, ARRAY, null);
    draft.drag(drag("start", "commander-1", [1210, 1790]));
    draft.drag(drag("end", "commander-1", [1390, 1810]));
    await draft.settled();
    expect(draft.held).toBe("commander-1");
    expect(draft.puts[1]?.at).toEqual([1400, 1800]);
    expect([draft.canCommit, draft.isBegun]).toEqual([true, true]);
  });

  it("puts the held piece at the clicked place, and says what is wrong there", async () => {
    const draft = new DeploymentDraft(seat(), 3, ARRAY, null);
    draft.point([500, 4000]);
    await draft.settled();
    expect([draft.canCommit, draft.obstacle?.words]).toEqual([false, "somebody stands outside"]);
    draft.drop();
    await draft.settled();
    expect([draft.canCommit, draft.isBegun]).toEqual([true, false]);
  });

  it("offers the formations of the held piece, and the suggested deployments", async () => {
    const draft = new DeploymentDraft(seat(), 3, ARRAY, null);
    await draft.settled();
    expect(draft.choices.map(({ title, isTaken }) => [title, isTaken])).toEqual([
      ["line", true],
      ["column", false],
      ["Centre", true],
      ["West", false],
    ]);
    draft.choices[1]?.take();
    expect(draft.puts[0]?.stand).toBe(1);
    draft.hold("commander-1");
    expect(draft.choices.map(({ title }) => title)).toEqual(["Centre", "West"]);
  });

  it("is moved and turned by keys: by inches on the open table, by hexes on them", async () => {
    const draft = new DeploymentDraft(seat(), 3, ARRAY, null);
    draft.go("ahead", false);
    expect(draft.puts[0]?.at).toEqual([1000, 2100]);
    draft.go("wheel-right", false);
    expect(draft.puts[0]?.heading).toBe(225);
    const grid: GridView = {
      size: 600,
      corners: "north-south",
      columns: 10,
      rows: 10,
      short_rows: false,
      cells: [],
      sides: [],
      links: [],
    };
    const hexed = new DeploymentDraft(seat(), 3, ARRAY, grid);
    hexed.go("wheel-left", false);
    expect(hexed.puts[0]?.heading).toBe(3000);
    const before = hexed.puts[0]?.at ?? [0, 0];
    hexed.go("back", false);
    const after = hexed.puts[0]?.at ?? [0, 0];
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(1000);
    expect(after).not.toEqual(before);
    await hexed.settled();
  });

  it("puts down the held one of several where only one is placed", async () => {
    const asks = seat();
    const [first, second] = [PUTS.slice(0, 1), PUTS.slice(1)];
    const ways = [
      { title: "Centre", note: "", puts: first },
      { title: "West", note: "", puts: second },
    ];
    const draft = new DeploymentDraft(asks, 3, { ...ARRAY, single: true, ways }, null);
    await draft.settled();
    expect(draft.placed.map(({ who }) => who)).toEqual([4]);
    expect(draft.choices.filter(({ group }) => group === "Whom").map(({ title }) => title)).toEqual([
      "The Fourth",
      "Foy",
    ]);
    draft.hold("commander-1");
    await draft.settled();
    expect(draft.placed.map(({ who }) => who)).toEqual(["commander-1"]);
    draft.point([1500, 1500]);
    await draft.settled();
    expect([draft.isBegun, asks.asked.at(-1)?.length]).toEqual([true, 1]);
  });
});

describe("one unit that is placed by itself", () => {
  const [put] = PUTS;
  const [unit] = ARRAY.recruits;
  if (!put || !unit) throw new Error("there is no piece to place");
  const alone: ArrayView = {
    single: true,
    rings: [
      [
        [0, 0],
        [7200, 0],
        [7200, 1200],
        [0, 1200],
      ],
    ],
    recruits: [unit],
    ways: [
      { title: "Centre", note: "", puts: [put] },
      { title: "Left", note: "", puts: [{ ...put, at: [300, 2000] }] },
    ],
  };

  it("is in the hand at once, and stands wherever is pointed, not only at ordinary places", async () => {
    const draft = new DeploymentDraft(seat(), 3, alone, null);
    expect([draft.held, draft.heading, draft.commitWords]).toEqual([4, "Place it", "Begin here"]);
    draft.point([1730, 1110]);
    await draft.settled();
    expect(draft.placed.map(({ who, pose }) => [who, pose.x, pose.y])).toEqual([[4, 1700, 1150]]);
    expect([draft.canCommit, draft.answer]).toEqual([true, "so"]);
    expect(draft.reach).toEqual([{ cost: 0, rings: alone.rings }]);
  });

  it("is turned, formed and put at an ordinary place like one of many", async () => {
    const draft = new DeploymentDraft(seat(), 3, alone, null);
    expect(draft.choices.map(({ group, title }) => `${group}: ${title}`)).toEqual([
      "The Fourth: line",
      "The Fourth: column",
      "Where: Centre",
      "Where: Left",
    ]);
    draft.choices.at(-1)?.take();
    draft.push("wheel-right");
    await draft.settled();
    expect(draft.puts).toEqual([{ who: 4, stand: 0, at: [300, 2000], heading: 225 }]);
  });
});
