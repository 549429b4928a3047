import { describe, expect, it } from "vitest";
import { commandOf, type Pressed } from "./keyboard";

describe("keys", () => {
  const key = (name: string, more: Partial<Pressed> = {}): Pressed => ({
    key: name,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  });

  it("make legs while a move is drafted and move the map otherwise", () => {
    expect(commandOf(key("ArrowUp"), "draft")).toEqual({ do: "leg", way: "ahead", fine: false });
    expect(commandOf(key("ArrowLeft", { altKey: true }), "draft")).toEqual({
      do: "leg",
      way: "oblique-left",
      fine: false,
    });
    expect(commandOf(key("ArrowRight", { ctrlKey: true }), "draft")).toEqual({
      do: "leg",
      way: "shift-right",
      fine: false,
    });
    expect(commandOf(key("ArrowLeft"), "table")).toEqual({ do: "pan", x: 60, y: 0 });
    expect(commandOf(key("ArrowLeft"), "dial")).toEqual({ do: "turn", by: -1 });
  });

  it("walk through a battle by answer, phase and turn", () => {
    expect(commandOf(key("ArrowRight"), "replay")).toEqual({ do: "pace", pace: "answer", by: 1 });
    expect(commandOf(key("ArrowLeft", { shiftKey: true }), "replay")).toEqual({
      do: "pace",
      pace: "phase",
      by: -1,
    });
    expect(commandOf(key("ArrowLeft", { ctrlKey: true }), "replay")).toEqual({
      do: "pace",
      pace: "turn",
      by: -1,
    });
    expect(commandOf(key(" "), "replay")).toEqual({ do: "play" });
  });

  it("leave the browser its own: with control, and backwards through the page", () => {
    expect(commandOf(key("r", { ctrlKey: true }), "table")).toBeNull();
    expect(commandOf(key("Tab", { shiftKey: true }), "table")).toBeNull();
    expect(commandOf(key("q"), "table")).toBeNull();
  });

  it("undo and redo", () => {
    expect(commandOf(key("z"), "table")).toEqual({ do: "undo" });
    expect(commandOf(key("Z", { shiftKey: true }), "table")).toEqual({ do: "redo" });
    expect(commandOf(key("z", { ctrlKey: true }), "draft")).toEqual({ do: "undo" });
  });

  it("show overlays and take options", () => {
    expect(commandOf(key("a"), "draft")).toEqual({ do: "overlay", kind: "arc" });
    expect(commandOf(key("3"), "table")).toEqual({ do: "option", number: 3, always: false });
  });
});
