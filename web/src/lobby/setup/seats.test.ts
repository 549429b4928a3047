import { describe, expect, it } from "vitest";
import { consequence, firstChairs, seated, umpires, umpireWanted, wanted, type Player } from "./seats";

const SIDES = [{ name: "American" }, { name: "British" }];
const given = (...players: Player[]) => players.map((player) => ({ player, agent: "captain" }));
const players = (chairs: readonly { player: Player }[]): Player[] => chairs.map(({ player }) => player);

describe("the chairs", () => {
  it("are at first mine against the computer, on the side that moves first", () => {
    expect(players(firstChairs(2, "captain", 1))).toEqual(["computer", "me"]);
  });

  it("change sides when I take the other one", () => {
    expect(players(seated(given("me", "computer"), 1, "me"))).toEqual(["computer", "me"]);
    expect(players(seated(given("friend", "me"), 0, "me"))).toEqual(["me", "friend"]);
  });

  it("keep me at my side when the other is shared", () => {
    expect(players(seated(given("me", "computer"), 1, "hot"))).toEqual(["me", "hot"]);
  });

  it("seat me at the other side when my own is shared", () => {
    expect(players(seated(given("me", "computer"), 0, "hot"))).toEqual(["hot", "me"]);
  });

  it("turn a hot seat without a second player into mine", () => {
    expect(players(seated(given("me", "hot"), 0, "computer"))).toEqual(["computer", "me"]);
  });

  it("may all be the computer's, and two friends' of mine", () => {
    expect(players(seated(given("me", "computer"), 0, "computer"))).toEqual(["computer", "computer"]);
    expect(players(seated(given("friend", "computer"), 1, "friend"))).toEqual(["friend", "friend"]);
  });

  it("stay as they are when nothing changes", () => {
    expect(players(seated(given("me", "friend"), 1, "friend"))).toEqual(["me", "friend"]);
  });
});

describe("what the service is asked for", () => {
  it("is a seat of mine for me and for the player who shares the screen", () => {
    expect(wanted(given("me", "hot"), SIDES, " Anne ")).toEqual([
      { kind: "person", name: "Anne", mine: true },
      { kind: "person", name: "British player", mine: true },
    ]);
  });

  it("is an invitation for a friend and an agent by its name", () => {
    expect(wanted(given("friend", "computer"), SIDES, "")).toEqual([
      { kind: "person", name: "A friend", mine: false },
      { kind: "agent", name: "captain", mine: true },
    ]);
  });

  it("calls me a guest if I have no name, and never by more than sixty letters", () => {
    expect(wanted(given("me"), SIDES, "  ")[0]?.name).toBe("Guest");
    expect(wanted(given("me"), SIDES, "x".repeat(90))[0]?.name).toHaveLength(60);
  });
});

it("what beginning means is said where it is not plain", () => {
  expect(consequence(given("me", "computer"))).toBe("");
  expect(consequence(given("me", "friend"))).toMatch(/link to send/);
  expect(consequence(given("me", "hot"))).toMatch(/covered between turns/);
  expect(consequence(given("computer", "computer"))).toMatch(/you watch/);
});

it("I umpire a battle only if I play no side of it", () => {
  expect(umpires(given("me", "friend")).map(({ value }) => value)).toEqual(["none", "friend"]);
  expect(umpires(given("friend", "friend")).map(({ value }) => value)).toEqual(["none", "friend", "me"]);
  expect(umpireWanted("none", given("me", "friend"), "Ann")).toBeNull();
  expect(umpireWanted("me", given("friend", "friend"), "Ann")).toEqual({ name: "Ann", mine: true });
  expect(umpireWanted("me", given("me", "friend"), "Ann")).toMatchObject({ mine: false });
  expect(umpireWanted("friend", given("friend", "friend"), "Ann")).toMatchObject({ mine: false });
});
