import { describe, expect, it } from "vitest";
import type { GameSeen, SeatRow } from "../wire";
import { ago, ending, measure, opponents, standing, turnOf } from "./words";

const person = (seat: number, name: string, taken = true): SeatRow => ({
  seat,
  side: seat === 0 ? "American" : "British",
  name,
  kind: "person",
  taken,
  agent: null,
  gave_up: false,
  has_contributed: true,
});
const computer = (seat: number): SeatRow => ({ ...person(seat, "captain"), kind: "agent", agent: "captain" });
const game = (more: Partial<GameSeen>): GameSeen =>
  ({
    status: "running",
    waiting_for: 0,
    thinking: null,
    outcome: null,
    seats: [person(0, "Anne"), computer(1)],
    ...more,
  }) as GameSeen;

describe("how a game stands", () => {
  it("is my move when my seat is asked, and at a hot seat either", () => {
    expect(standing(game({}), [0])).toEqual({ urgency: "yours", words: "Your move" });
    expect(standing(game({ waiting_for: 1 }), [0, 1]).urgency).toBe("yours");
  });
  it("is the computer's while it is asked or thinks", () => {
    expect(standing(game({ waiting_for: 1 }), [0]).urgency).toBe("thinking");
  });
  it("is another's by his name", () => {
    const seats = [person(0, "Anne"), person(1, "Bess")];
    expect(standing(game({ waiting_for: 1, seats }), [0]).words).toBe("Waiting for Bess");
    expect(standing(game({ waiting_for: 1, seats }), []).words).toBe("Waiting for Bess");
  });
  it("is told by its end once it is over", () => {
    const outcome = { winner: 1, reason: "", words: "" } as unknown as GameSeen["outcome"];
    expect(standing(game({ status: "over", outcome }), [0]).words).toBe("British victory");
    expect(ending(game({ outcome: { winner: null } as unknown as GameSeen["outcome"] }))).toBe("Drawn");
  });
});

it("opponents are called by name, and the computer by what it is", () => {
  expect(opponents([person(0, "Anne"), computer(1)], [0])).toBe("against the computer (Captain)");
  expect(opponents([person(0, "Anne"), person(1, "Bess")], [1])).toBe("against Anne");
  expect(opponents([person(0, "Anne"), person(1, "x", false)], [0])).toBe(
    "against somebody who has not come yet",
  );
  expect(opponents([person(0, "Anne"), person(1, "Bess")], [0, 1])).toBe("at one screen");
  expect(opponents([person(0, "Anne"), person(1, "Bess")], [])).toBe("Anne against Bess");
});

it("a while ago is told in the largest unit that fits", () => {
  const now = 1_000_000_000_000;
  expect(ago(now - 5_000, now)).toBe("just now");
  expect(ago(now - 60_000, now)).toBe("1 minute ago");
  expect(ago(now - 59.9 * 60_000, now)).toBe("59 minutes ago");
  expect(ago(now - 3 * 3_600_000, now)).toBe("3 hours ago");
  expect(ago(now - 49 * 3_600_000, now)).toBe("2 days ago");
  expect(ago(0, now)).toBe("long ago");
});

it("a table and a turn are named shortly", () => {
  expect(measure({ field: { width: 7200, depth: 4850, pieces: [] } as never })).toBe("72 × 48.5 in");
  expect(turnOf({ track: { turn: 3, last_turn: 10 } as never })).toBe("turn 3 of 10");
  expect(turnOf({ track: { turn: 3, last_turn: null } as never })).toBe("turn 3");
});
