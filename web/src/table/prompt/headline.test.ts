import { describe, expect, it } from "vitest";
import { cutHeadline, headlineOf } from "./headline";

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
      cutHeadline("Riflemen, left is charged by Legion infantry and 7th Fusiliers: how does it respond?"),
    ).toEqual({
      head: "Riflemen, left is charged by Legion infantry and 7th Fusiliers",
      rest: "How does it respond?",
    });
  });
});
