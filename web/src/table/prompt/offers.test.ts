import { describe, expect, it } from "vitest";
import type { OptionView, PromptView } from "../../wire";
import {
  matchingOffers,
  isMixed,
  missingFor,
  nextOf,
  offerAt,
  offersOn,
  plainOffers,
  shownOffers,
  soleSubject,
  subjects,
  targetsOf,
} from "./offers";

const option = (
  title: string,
  subject: number | string | null,
  target: number | string | null,
): OptionView => ({
  label: `${title} in full`,
  answer: title,
  title,
  note: "",
  subject,
  target,
  place: null,
  bases: [],
  ghosts: [],
  grave: false,
});

const asked = (...options: OptionView[]): PromptView => ({
  decision: "shoot",
  kind: "Choose",
  title: "Shooting",
  words: "Choose a unit to shoot",
  rule: "",
  options,
  about: [],
  missing: [],
  move: null,
  steps: null,
  spot: null,
  array: null,
});

const SHOOT = asked(
  option("Foot at Rifles", 3, 10),
  option("Foot at Guns", 3, 12),
  option("Horse at Guns", 5, 12),
  option("No more shots", null, null),
);

describe("what a question offers", () => {
  it("is found by who would act, each once and in order", () => {
    expect(subjects(SHOOT)).toEqual([3, 5]);
    expect(offersOn(SHOOT, 3).map(({ index }) => index)).toEqual([0, 1]);
  });

  it("is found by its target if that could not act itself", () => {
    expect(offersOn(SHOOT, 12).map(({ option: { title } }) => title)).toEqual([
      "Foot at Guns",
      "Horse at Guns",
    ]);
  });

  it("shows only options without an actor until a unit is chosen", () => {
    expect(shownOffers(SHOOT, null)).toEqual(plainOffers(SHOOT));
    expect(shownOffers(SHOOT, 5).map(({ option: { title } }) => title)).toEqual([
      "Horse at Guns",
      "No more shots",
    ]);
  });

  it("selects the only one who could act from the start, or the one that moves", () => {
    expect(soleSubject(SHOOT)).toBeNull();
    expect(soleSubject(asked(option("Hold", 7, null), option("Fire", 7, null)))).toBe(7);
    const move = {
      name: "Ride",
      mover: "general-1",
      pose: { x: 0, y: 0, heading: 0 },
      bases: [],
      allowance: 0,
      least: 0,
      legs: [],
    };
    expect(soleSubject({ ...asked(), move })).toBe("general-1");
  });

  it("is taken by a click on a target only if one option alone is aimed at it", () => {
    const offers = shownOffers(SHOOT, 3);
    expect(targetsOf(offers)).toEqual([10, 12]);
    expect(offerAt(offers, 12)?.index).toBe(1);
    const twice = shownOffers(asked(option("Volley", 3, 10), option("Charge", 3, 10)), 3);
    expect(offerAt(twice, 10)).toBeNull();
  });

  it("says who would act only where several could", () => {
    expect(isMixed(shownOffers(SHOOT, 3))).toBe(false);
    expect(isMixed(offersOn(SHOOT, 12))).toBe(true);
  });

  it("is searched by all the words that were typed", () => {
    const offers = shownOffers(SHOOT, 3);
    expect(matchingOffers(offers, "guns foot").map(({ index }) => index)).toEqual([1]);
    expect(matchingOffers(offers, "  ")).toHaveLength(3);
  });

  it("says what is missing for the actor, and what is missing for all", () => {
    const missing = [
      { title: "Fire", subject: 3, words: "it has moved", rule: "shooting.moved" },
      { title: "Fire", subject: 5, words: "out of range", rule: "shooting.range" },
      { title: "Charge", subject: null, words: "no enemy near", rule: "" },
    ];
    expect(missingFor({ ...SHOOT, missing }, 5).map(({ words }) => words)).toEqual([
      "out of range",
      "no enemy near",
    ]);
  });
});

describe("going round those in need", () => {
  it("goes on from one to the next and begins again", () => {
    expect(nextOf([3, 5, "general-1"], 5)).toBe("general-1");
    expect(nextOf([3, 5, "general-1"], "general-1")).toBe(3);
    expect(nextOf([3, 5, "general-1"], 3, -1)).toBe("general-1");
  });

  it("begins with the first if no unit in need is selected, backwards with the last", () => {
    expect(nextOf([3, 5], 99)).toBe(3);
    expect(nextOf([3, 5], null, -1)).toBe(5);
    expect(nextOf([], 3)).toBeNull();
  });
});
