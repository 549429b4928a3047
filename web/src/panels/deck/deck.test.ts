import { describe, expect, it } from "vitest";
import type { DeckCards, DeckSeen } from "../../wire";
import { cardsLeft, MOST, shownTurned } from "./deck";

const card = (name: string, count = 1): DeckCards => ({ card: name, count, side: null, note: "" });
const deck = (turned: DeckCards[], left: DeckCards[]): DeckSeen => ({
  name: "Deck",
  turned,
  left,
  words: "",
  rule: "",
});

describe("a deck", () => {
  it("counts every card that is left, two of one name twice", () => {
    expect(cardsLeft(deck([], [card("Saxe"), card("Re-Shuffle", 2)]))).toBe(3);
  });
  it("shows the last card turned, however many there were", () => {
    const turned = Array.from({ length: MOST + 3 }, (_, n) => card(`${n}`));
    const shown = shownTurned(deck(turned, []));
    expect(shown).toHaveLength(MOST);
    expect(shown.at(-1)?.card).toBe(`${MOST + 2}`);
  });
});
