import { describe, expect, it } from "vitest";
import { placeCard } from "./cardPlacement";

describe("a card beside a body", () => {
  const room = { width: 1000, height: 700 };
  const card = { width: 250, height: 300 };
  const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 40 });

  it("stands to the right where there is room, and points at the body", () => {
    const { at, tip, along } = placeCard(card, room, box(300, 300), [], []);
    expect(at.x).toBeGreaterThan(400);
    expect(tip).toBe("left");
    expect(at.y + along).toBeCloseTo(320);
  });

  it("keeps off the actor", () => {
    const { at } = placeCard(card, room, box(300, 300), [box(450, 300)], []);
    expect(at.x + card.width).toBeLessThan(301);
  });

  it("never leaves the window", () => {
    const { at } = placeCard(card, room, box(890, 650), [], []);
    expect(at.x).toBeGreaterThanOrEqual(0);
    expect(at.x + card.width).toBeLessThanOrEqual(1000);
    expect(at.y + card.height).toBeLessThanOrEqual(700);
  });
});
