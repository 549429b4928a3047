import { describe, expect, it } from "vitest";
import cowpens from "../../../fixtures/cowpens-1.json";
import type { GameSeen, Picture } from "../../wire";
import { waitingText } from "./waitingText";

const PICTURE = cowpens as unknown as Picture;

describe("what is said while one waits", () => {
  it("names the player who thinks", () => {
    const text = waitingText({ ...PICTURE, waiting_for: 0 }, null, "captain", 1);
    expect(text).toMatchObject({ kind: "thinking", head: "American is thinking", side: 0 });
  });

  it("tells the end with its reason", () => {
    const outcome = { winner: 1, degree: "major", words: "American army breaks", rule: "victory.break" };
    const text = waitingText({ ...PICTURE, outcome }, null, null, 1);
    expect(text).toMatchObject({ kind: "over", head: "British victory", rest: "American army breaks" });
  });

  it("text whose seat is empty before the battle", () => {
    const game = { status: "gathering", seats: [{ seat: 0, taken: false }] } as unknown as GameSeen;
    expect(waitingText(PICTURE, game, null, 1).rest).toContain("American");
  });
});
