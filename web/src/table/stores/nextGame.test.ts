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

it("everybody sits where he sat: me here, the computer again, somebody else by an invitation", () => {
  const rows = [row({}), row({ seat: 1, kind: "agent", name: "captain", agent: "captain" })];
  expect(seatsAgain(rows, [0])).toEqual([
    { kind: "person", name: "Ann", mine: true },
    { kind: "agent", name: "captain", mine: false },
  ]);
  expect(seatsAgain([row({ seat: 1, name: "Ben" })], [0])[0]?.mine).toBe(false);
});

it("a player for whom the computer went on after he gave up is asked again himself", () => {
  expect(seatsAgain([row({ agent: "captain", gave_up: true })], [0])).toEqual([
    { kind: "person", name: "Ann", mine: true },
  ]);
});
