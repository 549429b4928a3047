import { expect, it } from "vitest";
import type { SeatRow } from "../../wire";
import { seatsAgain } from "./nextGame";

const row = (more: Partial<SeatRow>): SeatRow => ({
  seat: 0,
  side: "British",
  name: "Ann",
  kind: "person",
  taken: true,
  agent: null,
  gave_up: false,
  has_contributed: true,
  ...more,
});

it("each side has the same player: me here, the computer again, others by an invitation", () => {
  const rows = [row({}), row({ seat: 1, kind: "agent", name: "captain", agent: "captain" })];
  expect(seatsAgain(rows, [0])).toEqual([
    { kind: "person", name: "Ann", mine: true },
    { kind: "agent", name: "captain", mine: false },
  ]);
  expect(seatsAgain([row({ seat: 1, name: "Ben" })], [0])[0]?.mine).toBe(false);
});

it("a seat that a player resigned to the computer is the player's again", () => {
  expect(seatsAgain([row({ agent: "captain", gave_up: true })], [0])).toEqual([
    { kind: "person", name: "Ann", mine: true },
  ]);
});
