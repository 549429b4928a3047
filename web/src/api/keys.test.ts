import { describe, expect, it } from "vitest";
import type { GameMade, GameSeen, Joined } from "../wire";
import { Keys, type KeyStorage } from "./keys";

class FakeCupboard implements KeyStorage {
  readonly shelves = new Map<string, string>();
  getItem(name: string): string | null {
    return this.shelves.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.shelves.set(name, text);
  }
}

const seen = (game: string, status = "gathering"): GameSeen =>
  ({ game, system: "liberty", title: "Cowpens", status, commitment: "c0de" }) as GameSeen;
const made = (game: string): GameMade => ({
  game: seen(game),
  umpire: { seat: null, key: null, invitation: "judge" },
  keys: [
    { seat: 0, key: "mine", invitation: null },
    { seat: 1, key: null, invitation: "come" },
  ],
});
const joined = (game: string, seat: number | null): Joined => ({
  game: seen(game),
  seat,
  key: `key ${String(seat)}`,
});

describe("keys", () => {
  it("of a new game are there after the page was opened anew", () => {
    const cupboard = new FakeCupboard();
    new Keys(cupboard).keepMade(made("g1"));
    const later = new Keys(cupboard);
    expect(later.seats("g1")).toEqual([{ seat: 0, key: "mine" }]);
    expect(later.umpire("g1")).toBeNull();
    expect(later.of("g1")?.invitations).toEqual({ 1: "come", umpire: "judge" });
  });

  it("of a record that is only looked at give no seat", () => {
    const keys = new Keys(new FakeCupboard());
    keys.keepMade(made("g1"), "to look at");
    expect(keys.seats("g1")).toEqual([]);
    expect(keys.of("g1")).toMatchObject({ held: "to look at", umpire: null });
  });

  it("of both seats make a hot seat, in the order of the seats", () => {
    const keys = new Keys(new FakeCupboard());
    keys.keepJoined(joined("g1", 1));
    keys.keepJoined(joined("g1", 0));
    expect(keys.seats("g1").map(({ seat }) => seat)).toEqual([0, 1]);
  });

  it("of the umpire's chair open no seat", () => {
    const keys = new Keys(new FakeCupboard());
    keys.keepJoined(joined("g1", null));
    expect(keys.seats("g1")).toEqual([]);
    expect(keys.umpire("g1")).toBe("key null");
  });

  it("come with the commitment that was seen before the battle, and with what was put in", () => {
    const cupboard = new FakeCupboard();
    const keys = new Keys(cupboard);
    keys.keepMade(made("g1"));
    keys.keepContribution("g1", 0, "0a0a");
    keys.keepJoined({ ...joined("g1", 1), game: { ...seen("g1"), commitment: "another" } });
    expect(new Keys(cupboard).witness("g1")).toEqual({ commitment: "c0de", contributions: ["0a0a"] });
    expect(keys.witness("g2")).toEqual({ commitment: null, contributions: [] });
  });

  it("of a battle that had begun say nothing of its commitment: it may have been chosen by then", () => {
    const keys = new Keys(new FakeCupboard());
    keys.keepJoined({ ...joined("g1", 1), game: seen("g1", "running") });
    expect(keys.witness("g1").commitment).toBeNull();
  });

  it("that another page of this browser came by are not lost", () => {
    const cupboard = new FakeCupboard();
    const [here, there] = [new Keys(cupboard), new Keys(cupboard)];
    here.keepMade(made("g1"));
    there.keepMade(made("g2"));
    expect(new Keys(cupboard).all()).toHaveLength(2);
  });

  it("that are forgotten are gone for good", () => {
    const cupboard = new FakeCupboard();
    const keys = new Keys(cupboard);
    keys.keepMade(made("g1"));
    keys.forget("g1");
    expect(keys.seats("g1")).toEqual([]);
    expect(new Keys(cupboard).all()).toEqual([]);
  });

  it("of a seat that was opened anew are dropped for the invitation to it", () => {
    const keys = new Keys(new FakeCupboard());
    keys.keepMade(made("g1"));
    keys.keepInvitation("g1", 0, "come again");
    expect(keys.seats("g1")).toEqual([]);
    expect(keys.of("g1")?.invitations).toEqual({ 0: "come again", 1: "come", umpire: "judge" });
  });

  it("are good for this visit where the browser keeps nothing", () => {
    const cupboard: KeyStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error("the storage is full");
      },
    };
    const keys = new Keys(cupboard);
    keys.keepMade(made("g1"));
    expect(keys.seats("g1")).toHaveLength(1);
  });

  it("are none where something else is written in their place", () => {
    const cupboard = new FakeCupboard();
    cupboard.setItem("sandtable.keys", "not ours");
    expect(new Keys(cupboard).all()).toEqual([]);
  });
});
