import { describe, expect, it } from "vitest";
import type { OptionView, PromptView } from "../../wire";
import {
  storeStandingAnswers,
  readStandingAnswers,
  canBeStanding,
  standingOption,
  withStandingAnswer,
} from "./standingAnswers";

const option = (title: string, answer: unknown): OptionView =>
  ({ title, label: title, answer }) as unknown as OptionView;
const asked = (decision: string, ...options: OptionView[]): PromptView =>
  ({ decision, words: `${decision}?`, options }) as unknown as PromptView;

const DOUBLE = asked("double-time", option("Keep the point", "keep"), option("Spend a point", "spend"));

class Shelf {
  readonly held = new Map<string, string>();
  getItem = (key: string): string | null => this.held.get(key) ?? null;
  setItem = (key: string, text: string): unknown => this.held.set(key, text);
  removeItem = (key: string): unknown => this.held.delete(key);
}

describe("standing answers", () => {
  it("choose the same option whenever it is offered", () => {
    const standing = withStandingAnswer([], DOUBLE, DOUBLE.options[0] as OptionView);
    expect(standingOption(DOUBLE, standing)?.title).toBe("Keep the point");
    expect(standingOption(asked("reinforce", ...DOUBLE.options), standing)).toBeNull();
    expect(standingOption(asked("double-time", option("Spend a point", "spend")), standing)).toBeNull();
  });

  it("are replaced by a newer answer to the same question", () => {
    const [first, second] = DOUBLE.options as [OptionView, OptionView];
    const standing = withStandingAnswer(withStandingAnswer([], DOUBLE, first), DOUBLE, second);
    expect(standing.map(({ title }) => title)).toEqual(["Spend a point"]);
  });

  it("are not made of answers that name a unit, nor where there is no choice", () => {
    expect(canBeStanding(DOUBLE, option("Keep the point", "keep"))).toBe(true);
    expect(canBeStanding(DOUBLE, option("No more charges", null))).toBe(true);
    expect(canBeStanding(DOUBLE, option("Foot charges", [3, 10]))).toBe(false);
    expect(canBeStanding(asked("limber", option("Limber", "limber")), option("Limber", "limber"))).toBe(
      false,
    );
  });

  it("are kept for one seat of one game", () => {
    const shelf = new Shelf();
    const standing = withStandingAnswer([], DOUBLE, DOUBLE.options[0] as OptionView);
    storeStandingAnswers(shelf as unknown as Storage, "g1", 0, standing);
    expect(readStandingAnswers(shelf as unknown as Storage, "g1", 0)).toEqual(standing);
    expect(readStandingAnswers(shelf as unknown as Storage, "g1", 1)).toEqual([]);
    storeStandingAnswers(shelf as unknown as Storage, "g1", 0, []);
    expect(shelf.held.size).toBe(0);
  });

  it("are as if they were not there if they cannot be read", () => {
    const shelf = new Shelf();
    shelf.setItem("sandtable.standing.g1.0", "[{]");
    expect(readStandingAnswers(shelf as unknown as Storage, "g1", 0)).toEqual([]);
    shelf.setItem("sandtable.standing.g1.0", '[{"decision":3}]');
    expect(readStandingAnswers(shelf as unknown as Storage, "g1", 0)).toEqual([]);
  });
});
