import { describe, expect, it } from "vitest";
import type { LegTerms, MoveView } from "../../wire";
import { legOfDrag, dragHandles, legOfPush, withDrag, withPush, type DraftEnd } from "./dragHandles";

const terms = (kind: LegTerms["kind"], more: Partial<LegTerms> = {}): LegTerms =>
  ({
    kind,
    most: 0,
    angles: kind === "oblique" ? [450] : [],
    widest: 0,
    multiple: 0,
    when: "any",
    alone: false,
    without: [],
    shapes: [],
    about: "any",
    asides: [0],
    ...more,
  }) as unknown as LegTerms;

const base = (x: number) => ({ x, y: 0, width: 200, depth: 200, rank: 0, turn: 0 });
const LINE = [base(-200), base(0), base(200)];

function standing(...kinds: LegTerms[]): DraftEnd {
  const move: MoveView = {
    name: "Advance",
    mover: 3,
    pose: { x: 1000, y: 1000, heading: 0 },
    bases: LINE,
    allowance: 800,
    least: 0,
    legs: kinds,
  };
  return { move, legs: [], pose: move.pose, bases: LINE };
}

describe("grips", () => {
  it("are only those of legs that the move may have", () => {
    expect(dragHandles(standing(terms("advance"), terms("wheel")), 50).map(({ kind }) => kind)).toEqual([
      "ahead",
      "wheel-right",
      "wheel-left",
    ]);
  });

  it("stand at the corner that comes forward: the left one for a wheel to the right", () => {
    const found = dragHandles(standing(terms("wheel")), 50);
    expect(found.find(({ kind }) => kind === "wheel-right")?.at[0]).toBeLessThan(700);
    expect(found.find(({ kind }) => kind === "wheel-left")?.at[0]).toBeGreaterThan(1300);
  });

  it("do not cover one another beside a narrow body", () => {
    const narrow = {
      ...standing(terms("advance"), terms("oblique"), terms("shift")),
      bases: [{ ...base(0), width: 100 }],
    };
    const at = dragHandles(narrow, 100).map((one) => one.at);
    for (const [n, [x, y]] of at.entries())
      for (const [ox, oy] of at.slice(n + 1)) expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(95);
  });
});

describe("a drag of a grip", () => {
  it("ahead goes as far as the pointer does along the heading", () => {
    expect(legOfDrag(standing(terms("advance")), "ahead", [1000, 1100], [1040, 1403])).toEqual({
      leg: "advance",
      distance: 300,
    });
  });

  it("of the left corner wheels to the right about the right one", () => {
    // The right corner is at (1300, 1000); the left is drawn from due west of it to due north.
    expect(legOfDrag(standing(terms("wheel")), "wheel-right", [700, 1000], [1300, 1600])).toEqual({
      leg: "wheel",
      side: "right",
      turn: 900,
    });
  });

  it("aslant goes along the slant that is allowed", () => {
    expect(legOfDrag(standing(terms("oblique")), "oblique-right", [1000, 1000], [1200, 1200])).toEqual({
      leg: "oblique",
      side: "right",
      angle: 450,
      distance: 280,
    });
  });

  it("lengthens the last leg or shortens it", () => {
    const start: DraftEnd = { ...standing(terms("advance")), legs: [{ leg: "advance", distance: 300 }] };
    expect(withDrag(start, "ahead", [0, 0], [0, 100])).toEqual([{ leg: "advance", distance: 400 }]);
    expect(withDrag(start, "ahead", [0, 0], [0, -100])).toEqual([{ leg: "advance", distance: 200 }]);
  });
});

describe("a push of a grip", () => {
  it("makes an inch or five degrees", () => {
    expect(legOfPush(standing(terms("wheel")), "wheel-left")).toEqual({
      leg: "wheel",
      side: "left",
      turn: 50,
    });
    expect(withPush(standing(terms("shift")), "shift-left")).toEqual([
      { leg: "shift", side: "left", distance: 100 },
    ]);
  });

  it("goes through the shapes that a body may take, one after another", () => {
    const shapes = [
      { bases: LINE, width: 600, depth: 200 },
      { bases: [base(0)], width: 200, depth: 600 },
    ];
    const start = standing(terms("reform", { shapes }));
    const once = withPush(start, "formation");
    expect(once).toEqual([{ leg: "reform", shape: shapes[1], about: "centre", turn: 0, aside: 0 }]);
    const twice = withPush({ ...start, legs: once, bases: [base(0)] }, "formation");
    expect(twice).toEqual([{ leg: "reform", shape: shapes[0], about: "centre", turn: 0, aside: 0 }]);
  });
});
