import { describe, expect, it } from "vitest";
import { popoverPosition } from "./popoverPosition";

const ROOM = { width: 1000, height: 700 };
const CARD = { width: 340, height: 200 };

describe("a card beside a link", () => {
  it("stands below it where there is room", () => {
    expect(popoverPosition({ left: 100, top: 100, bottom: 116 }, CARD, ROOM)).toEqual({ x: 100, y: 122 });
  });
  it("stands above it near the foot of the window", () => {
    expect(popoverPosition({ left: 100, top: 600, bottom: 616 }, CARD, ROOM)).toEqual({ x: 100, y: 394 });
  });
  it("keeps within the window at its right edge", () => {
    expect(popoverPosition({ left: 900, top: 100, bottom: 116 }, CARD, ROOM).x).toBe(652);
  });
  it("begins at the edge of a window that is smaller than itself", () => {
    const small = { width: 320, height: 180 };
    expect(popoverPosition({ left: 40, top: 60, bottom: 76 }, CARD, small)).toEqual({ x: 8, y: 8 });
  });
});
