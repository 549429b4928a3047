import { describe, expect, it } from "vitest";
import cowpens from "../../../fixtures/cowpens-1.json";
import type { Picture, PromptView } from "../../wire";
import { rosterGroups, unitsInNeed } from "./rosterChips";

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
