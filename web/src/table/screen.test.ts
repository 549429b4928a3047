import { describe, expect, it } from "vitest";
import cowpens from "../../fixtures/cowpens-1.json";
import type { Bout, GameSeen, Picture, PromptView } from "../wire";
import { placeCard } from "./oddsCard/cardPlacement";
import { splitCitations } from "./prompt/citations";
import { clockParts } from "./status/clockFace";
import { bestBoutOf, withReplies } from "./oddsCard/shownBouts";
import { headlineOf, cutHeadline } from "./prompt/headline";
import { commandOf, type Pressed } from "./keyboard";
import { unitsInNeed, rosterGroups } from "./status/rosterChips";
import { waitingText } from "./prompt/waitingText";
import { sideScores } from "./status/sideScores";
import { bodyAt, facingFor } from "../map/geometry/pictureGeometry";

const PICTURE = cowpens as unknown as Picture;
const asking = (more: Partial<PromptView>): Picture => ({
  ...PICTURE,
  prompt: {
    decision: "",
    kind: "Choose",
    title: "",
    words: "",
    rule: "",
    options: [],
    about: [],
    missing: [],
    move: null,
    steps: null,
    spot: null,
    array: null,
    ...more,
  },
});

describe("the headline of a question", () => {
  it("is its title where it has one, with the whole of it beneath", () => {
    expect(headlineOf("Double Time?", "Legion is about to move; add a die")).toEqual({
      head: "Double Time?",
      rest: "Legion is about to move; add a die",
    });
    expect(headlineOf("Fight on?", "Fight on?")).toEqual({ head: "Fight on?", rest: "" });
  });
  it("is the question itself where it is short", () => {
    expect(cutHeadline("Give a unit its order")).toEqual({ head: "Give a unit its order", rest: "" });
  });

  it("ends where the first thought ends", () => {
    expect(
      cutHeadline(
        "Mounted militia is about to move; add a die to its rate: Double Time! (3 Command Points left)",
      ),
    ).toEqual({
      head: "Mounted militia is about to move",
      rest: "Add a die to its rate: Double Time! 3 Command Points left",
    });
    expect(
      cutHeadline("Riflemen, left is charged by Legion infantry and 7th Fusiliers: its response?"),
    ).toEqual({
      head: "Riflemen, left is charged by Legion infantry and 7th Fusiliers",
      rest: "Its response?",
    });
  });
});

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

describe("the clock", () => {
  it("has a part for each turn, those past filled", () => {
    expect(clockParts(3, 10).map(({ state }) => state)).toEqual([
      "past",
      "past",
      "now",
      ...Array<string>(7).fill("to come"),
    ]);
  });
});

describe("a card beside a body", () => {
  const room = { width: 1000, height: 700 };
  const card = { width: 250, height: 300 };
  const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 40 });

  it("stands to the right where there is room, and points at the body", () => {
    const { at, tip, along } = placeCard(card, room, box(300, 300), [], []);
    expect(at.x).toBeGreaterThan(400);
    expect(tip).toBe("left");
    expect(at.y + along).toBeCloseTo(320);
  });

  it("keeps off whoever acts", () => {
    const { at } = placeCard(card, room, box(300, 300), [box(450, 300)], []);
    expect(at.x + card.width).toBeLessThan(301);
  });

  it("never leaves the window", () => {
    const { at } = placeCard(card, room, box(890, 650), [], []);
    expect(at.x).toBeGreaterThanOrEqual(0);
    expect(at.x + card.width).toBeLessThanOrEqual(1000);
    expect(at.y + card.height).toBeLessThanOrEqual(700);
  });
});

describe("keys", () => {
  const key = (name: string, more: Partial<Pressed> = {}): Pressed => ({
    key: name,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  });

  it("make legs while a move is drafted and move the map otherwise", () => {
    expect(commandOf(key("ArrowUp"), "draft")).toEqual({ do: "leg", way: "ahead", fine: false });
    expect(commandOf(key("ArrowLeft", { altKey: true }), "draft")).toEqual({
      do: "leg",
      way: "oblique-left",
      fine: false,
    });
    expect(commandOf(key("ArrowRight", { ctrlKey: true }), "draft")).toEqual({
      do: "leg",
      way: "shift-right",
      fine: false,
    });
    expect(commandOf(key("ArrowLeft"), "table")).toEqual({ do: "pan", x: 60, y: 0 });
    expect(commandOf(key("ArrowLeft"), "dial")).toEqual({ do: "turn", by: -1 });
  });

  it("walk through a battle by answer, phase and turn", () => {
    expect(commandOf(key("ArrowRight"), "replay")).toEqual({ do: "pace", pace: "answer", by: 1 });
    expect(commandOf(key("ArrowLeft", { shiftKey: true }), "replay")).toEqual({
      do: "pace",
      pace: "phase",
      by: -1,
    });
    expect(commandOf(key("ArrowLeft", { ctrlKey: true }), "replay")).toEqual({
      do: "pace",
      pace: "turn",
      by: -1,
    });
    expect(commandOf(key(" "), "replay")).toEqual({ do: "play" });
  });

  it("leave the browser its own: with control, and backwards through the page", () => {
    expect(commandOf(key("r", { ctrlKey: true }), "table")).toBeNull();
    expect(commandOf(key("Tab", { shiftKey: true }), "table")).toBeNull();
    expect(commandOf(key("q"), "table")).toBeNull();
  });

  it("undo and redo", () => {
    expect(commandOf(key("z"), "table")).toEqual({ do: "undo" });
    expect(commandOf(key("Z", { shiftKey: true }), "table")).toEqual({ do: "redo" });
    expect(commandOf(key("z", { ctrlKey: true }), "draft")).toEqual({ do: "undo" });
  });

  it("show overlays and take options", () => {
    expect(commandOf(key("a"), "draft")).toEqual({ do: "overlay", kind: "arc" });
    expect(commandOf(key("3"), "table")).toEqual({ do: "option", number: 3, always: false });
  });
});

describe("the roster", () => {
  const british = PICTURE.bodies.filter(({ side }) => side === 1);

  it("has every unit of a side once, in its group", () => {
    const chips = rosterGroups({ ...PICTURE, prompt: null }, 1).flatMap(({ chips: all }) => all);
    expect(chips.map(({ id }) => id).sort()).toEqual(british.map(({ id }) => id).sort());
  });

  it("goes round those that are asked about, and shows a leader who is", () => {
    const [first] = british;
    const leader = PICTURE.tokens.find(({ side }) => side === 1);
    const options = [first?.id, leader?.id].map((subject) => ({ subject, target: null }));
    const groups = rosterGroups(asking({ options: options as unknown as PromptView["options"] }), 1);
    expect(unitsInNeed(groups)).toEqual(expect.arrayContaining([first?.id, leader?.id]));
  });
});

describe("what is said while one waits", () => {
  it("names whoever thinks", () => {
    const says = waitingText({ ...PICTURE, waiting_for: 0 }, null, "captain", 1);
    expect(says).toMatchObject({ kind: "thinking", head: "American is thinking", side: 0 });
  });

  it("tells the end with its reason", () => {
    const outcome = { winner: 1, degree: "major", words: "American army breaks", rule: "victory.break" };
    const says = waitingText({ ...PICTURE, outcome }, null, null, 1);
    expect(says).toMatchObject({ kind: "over", head: "British victory", rest: "American army breaks" });
  });

  it("says whose seat is empty before the battle", () => {
    const game = { status: "gathering", seats: [{ seat: 0, taken: false }] } as unknown as GameSeen;
    expect(waitingText(PICTURE, game, null, 1).rest).toContain("American");
  });
});

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

describe("the table under a pointer", () => {
  it("is the body that covers the place", () => {
    const body = PICTURE.bodies.find(({ pose }) => pose?.heading === 0);
    const pose = body?.pose ?? { x: 0, y: 0 };
    expect(bodyAt(PICTURE, [pose.x, pose.y - 50])).toBe(body?.id);
    expect(bodyAt(PICTURE, [10, 10])).toBeNull();
  });

  it("is seen with one's own men nearest", () => {
    expect(facingFor(PICTURE, 1)).toBe("up");
    expect(facingFor(PICTURE, 0)).toBe("down");
    expect(facingFor(PICTURE, null)).toBe("up");
  });
});

describe("bouts", () => {
  const bout = (by: number, against: number, expected: number | null): Bout =>
    ({ by, against, expected }) as unknown as Bout;
  const BOUTS = [bout(3, 10, 1.2), bout(3, 11, 2.4), bout(11, 3, 0.5), bout(10, 3, 9)];

  it("are told with the best first and what may come back for it", () => {
    const best = bestBoutOf(BOUTS, 3);
    expect(best).toBe(BOUTS[1]);
    expect(best && withReplies(BOUTS, best)).toEqual([BOUTS[1], BOUTS[2]]);
    expect(bestBoutOf(BOUTS, 99)).toBeNull();
  });
});
