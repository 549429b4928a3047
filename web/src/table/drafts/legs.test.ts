import { describe, expect, it } from "vitest";
import type { LegTerms, MoveView, PlanSeen } from "../../wire";
import {
  withLeg,
  allowedLength,
  allowedSlant,
  allowedTurn,
  along,
  withoutEnd,
  costSegments,
  legOfKey,
  termsFor,
  turnAbout,
  type Leg,
} from "./legs";

const terms = (kind: LegTerms["kind"], more: Partial<LegTerms> = {}): LegTerms => ({
  kind,
  price: { type: "per-inch", rate: 1, of: "path" },
  least: 0,
  most: 0,
  angles: [],
  widest: 0,
  multiple: 0,
  when: "any",
  times: 0,
  alone: false,
  without: [],
  shapes: [],
  about: "any",
  asides: [0],
  mark: "",
  rule: "",
  words: "",
  ...more,
});

const MOVE: MoveView = {
  name: "Advance",
  mover: 3,
  pose: { x: 1000, y: 1000, heading: 0 },
  bases: [],
  allowance: 800,
  least: 0,
  legs: [
    terms("advance"),
    terms("wheel"),
    terms("oblique", { angles: [450] }),
    terms("shift", { alone: true, most: 400 }),
  ],
};

const ahead = (distance: number): Leg => ({ leg: "advance", distance });
const right = (turn: number): Leg => ({ leg: "wheel", side: "right", turn });

describe("drafting legs", () => {
  it("lengthens the last leg where it only goes on", () => {
    expect(withLeg([ahead(100)], ahead(100))).toEqual([ahead(200)]);
    expect(withLeg([ahead(100)], right(50))).toEqual([ahead(100), right(50)]);
    expect(withLeg([right(50)], { leg: "wheel", side: "left", turn: 50 })).toHaveLength(2);
  });

  it("shortens the last leg until nothing of it is left", () => {
    expect(withLeg([right(50), ahead(200)], ahead(-100))).toEqual([right(50), ahead(100)]);
    expect(withLeg([right(50), ahead(200)], ahead(-300))).toEqual([right(50)]);
    expect(withLeg([right(50)], ahead(-100))).toEqual([right(50)]);
  });

  it("takes an about-face back by another", () => {
    const about: Leg = { leg: "about-face" };
    expect(withLeg(withLeg([ahead(100)], about), about)).toEqual([ahead(100)]);
  });

  it("drops an illegal tail as a whole, else the last leg", () => {
    const legs = [ahead(100), right(50), ahead(900)];
    const judged = (legal: boolean, leg: number): PlanSeen =>
      ({ legal, obstacles: legal ? [] : [{ leg }] }) as unknown as PlanSeen;
    expect(withoutEnd(legs, judged(true, 0))).toEqual(legs.slice(0, 2));
    expect(withoutEnd(legs, judged(false, 1))).toEqual([ahead(100)]);
    expect(withoutEnd([], null)).toEqual([]);
  });

  it("offers a leg that must be alone only alone", () => {
    expect(termsFor(MOVE, "shift", [])).not.toBeNull();
    expect(termsFor(MOVE, "shift", [ahead(100)])).toBeNull();
    expect(termsFor(MOVE, "advance", [{ leg: "shift", side: "left", distance: 100 }])).toBeNull();
    expect(termsFor(MOVE, "shift", [{ leg: "shift", side: "left", distance: 100 }])).not.toBeNull();
    expect(termsFor(MOVE, "retire", [])).toBeNull();
  });

  it("offers a leg for the start only at the start", () => {
    const move = { ...MOVE, legs: [terms("advance"), terms("about-face", { when: "start" })] };
    expect(termsFor(move, "about-face", [])).not.toBeNull();
    expect(termsFor(move, "about-face", [ahead(100)])).toBeNull();
  });

  it("keeps what is drawn to what the terms allow", () => {
    expect(allowedTurn(248, terms("wheel"))).toBe(250);
    expect(allowedTurn(-400, terms("turn", { multiple: 225 }))).toBe(-450);
    expect(allowedTurn(1000, terms("wheel", { most: 450 }))).toBe(450);
    expect(allowedLength(517, terms("shift", { most: 400 }), 800)).toBe(400);
    expect(allowedLength(517, terms("advance"), 800)).toBe(520);
    expect(allowedSlant(200, terms("oblique", { angles: [0, 225, 450] }))).toBe(225);
  });
});

describe("keys that make legs", () => {
  it("go an inch, or a quarter of one", () => {
    expect(legOfKey(MOVE, [], "ahead", false)).toEqual(ahead(100));
    expect(legOfKey(MOVE, [], "ahead", true)).toEqual(ahead(25));
    expect(legOfKey(MOVE, [], "oblique-left", false)).toEqual({
      leg: "oblique",
      side: "left",
      angle: 450,
      distance: 100,
    });
  });

  it("take a wheel back by the other arrow", () => {
    expect(legOfKey(MOVE, [right(100)], "wheel-left", false)).toEqual(right(-50));
    expect(withLeg([right(50)], right(-50))).toEqual([]);
  });

  it("do nothing where the move has no such leg", () => {
    expect(legOfKey(MOVE, [], "back", false)).toBeNull();
    expect(legOfKey(MOVE, [ahead(100)], "shift-left", false)).toBeNull();
  });

  it("turn in place where there are no wheels", () => {
    const move = { ...MOVE, legs: [terms("advance"), terms("turn")] };
    expect(legOfKey(move, [], "wheel-left", false)).toEqual({ leg: "turn", turn: -50 });
  });
});

describe("measuring a drag", () => {
  it("tells how far it goes ahead and aside of a heading", () => {
    const { ahead: far, right: aside } = along([0, 0], [300, 0], 900);
    expect(far).toBeCloseTo(300);
    expect(aside).toBeCloseTo(0);
  });

  it("tells the turn about a corner, clockwise", () => {
    expect(turnAbout([0, 0], [0, 100], [100, 0])).toBeCloseTo(900);
    expect(turnAbout([0, 0], [0, 100], [-100, 0])).toBeCloseTo(-900);
  });
});

describe("the strip of a plan", () => {
  it("shows every leg by its cost and what is left", () => {
    const seen = {
      legal: true,
      left: 40,
      obstacles: [],
      legs: [
        { leg: ahead(300), words: "advance 3 in", cost: 300 },
        { leg: right(250), words: "wheel right 25 degrees", cost: 262 },
      ],
    } as unknown as PlanSeen;
    expect(costSegments(seen, 700).map(({ words, manner }) => [words, manner])).toEqual([
      ["ahead 3.0", "straight"],
      ["wheel 2.6", "turn"],
      ["0.4", "left"],
    ]);
  });

  it("shows the whole allowance before anything is drawn", () => {
    expect(costSegments(null, 700)).toEqual([
      { words: "7.0", cost: 700, manner: "left", whole: "7.0 in left" },
    ]);
  });
});
