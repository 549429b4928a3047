import { describe, expect, it } from "vitest";
import { inWords, Refused } from "../../api/client";
import type { KeptGame } from "../../api/keys";
import type { GameRowSeen, GameSeen } from "../../wire";
import { byReason, byUrgency, myGames, othersOf } from "./games";

const held = (game: string, since = 0): KeptGame => ({
  game,
  system: "liberty",
  title: game,
  seats: { 0: "key" },
  umpire: null,
  invitations: {},
  held: "to play",
  since,
});
const seen = (game: string, status: string, waiting_for: number | null): GameSeen =>
  ({ game, status, waiting_for }) as GameSeen;

describe("my games", () => {
  it("that wait for me come first and those that are over last", () => {
    const games = [
      { held: held("over"), game: seen("over", "over", null) },
      { held: held("theirs"), game: seen("theirs", "running", 1) },
      { held: held("gathering"), game: seen("gathering", "gathering", null) },
      { held: held("mine, older", 1), game: seen("mine, older", "running", 0) },
      { held: held("mine, newer", 2), game: seen("mine, newer", "running", 0) },
    ];
    expect(byUrgency(games).map(({ game }) => game.game)).toEqual([
      "mine, newer",
      "mine, older",
      "theirs",
      "gathering",
      "over",
    ]);
  });

  it("that the table no longer has are told apart", async () => {
    const service = {
      game: (id: string) =>
        id === "lost"
          ? Promise.reject(new Refused(404, inWords("there is no such game")))
          : Promise.resolve(seen(id, "running", 0)),
    };
    const { games, gone } = await myGames(service, [held("here"), held("lost")]);
    expect(games.map(({ game }) => game.game)).toEqual(["here"]);
    expect(gone.map(({ game }) => game)).toEqual(["lost"]);
  });

  it("that the table keeps but does not play by its house rules hide no others", async () => {
    const other = "the game cannot be played on here: it is played by the book";
    const service = {
      game: (id: string) =>
        id === "here"
          ? Promise.resolve(seen(id, "running", 0))
          : Promise.reject(new Refused(423, inWords(other))),
    };
    const { games, gone, away } = await myGames(service, [held("Cowpens"), held("here"), held("Trenton")]);
    expect(games.map(({ game }) => game.game)).toEqual(["here"]);
    expect(gone).toEqual([]);
    expect(byReason(away)).toEqual([
      {
        titles: ["Cowpens", "Trenton"],
        words: "The game cannot be played on here: it is played by the book.",
      },
    ]);
  });

  it("are not taken for lost while the table cannot be reached", async () => {
    const service = { game: () => Promise.reject(new Refused(0, inWords("out of reach"))) };
    await expect(myGames(service, [held("here")])).rejects.toMatchObject({ status: 0 });
  });
});

it("games of others are those I have no part in", () => {
  const rows = [{ game: "a" }, { game: "b" }] as GameRowSeen[];
  expect(othersOf(rows, [held("a")]).map(({ game }) => game)).toEqual(["b"]);
});
