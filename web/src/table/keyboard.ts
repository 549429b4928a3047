/** The keys of the table: the command of each by mode, and the list shown to players. */
import type { KeyShown } from "../panels/panelTypes";
import type { OverlayKind } from "../wire";
import type { KeyMove } from "./drafts/legs";
import { OVERLAYS } from "./stores/overlayKinds";

export type Command =
  | { readonly do: "leg"; readonly way: KeyMove; readonly fine: boolean }
  | { readonly do: "turn"; readonly by: 1 | -1 }
  | { readonly do: "option"; readonly number: number; readonly always: boolean }
  | { readonly do: "overlay"; readonly kind: OverlayKind }
  | { readonly do: "pan"; readonly x: number; readonly y: number }
  | { readonly do: "pace"; readonly pace: "answer" | "phase" | "turn"; readonly by: 1 | -1 }
  | { readonly do: "zoom"; readonly by: number }
  | { readonly do: "next"; readonly by: 1 | -1 }
  | {
      readonly do:
        | "commit"
        | "drop"
        | "leave"
        | "centre"
        | "measure"
        | "flip"
        | "fit"
        | "keys"
        | "undo"
        | "redo"
        | "list"
        | "play"
        | "region"
        | "menu";
    };

/** What the keys act on: a draft, a dial of places, a replay, or the table. */
export type Mode = "draft" | "dial" | "replay" | "table";

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const STEP = 60;

function arrow({ key, shiftKey, altKey, ctrlKey }: Pressed, mode: Mode): Command | null {
  const side = key === "ArrowLeft" ? "left" : key === "ArrowRight" ? "right" : null;
  const by = side === "left" ? -1 : 1;
  if (mode === "replay" && side) {
    return { do: "pace", pace: ctrlKey ? "turn" : shiftKey ? "phase" : "answer", by };
  }
  if (mode === "dial" && side) return { do: "turn", by };
  if (mode === "draft") return draftArrow({ key, side, fine: shiftKey, altKey, ctrlKey });
  if (altKey || ctrlKey) return null;
  const [x, y] = [side ? -by * STEP : 0, key === "ArrowUp" ? STEP : key === "ArrowDown" ? -STEP : 0];
  return { do: "pan", x, y };
}

function draftArrow(pressed: {
  key: string;
  side: "left" | "right" | null;
  fine: boolean;
  altKey: boolean;
  ctrlKey: boolean;
}): Command {
  const { key, side, fine, altKey, ctrlKey } = pressed;
  if (side) return { do: "leg", way: `${altKey ? "oblique" : ctrlKey ? "shift" : "wheel"}-${side}`, fine };
  return { do: "leg", way: key === "ArrowUp" ? "ahead" : "back", fine };
}

const PLAIN: Readonly<Record<string, Command>> = {
  Enter: { do: "commit" },
  Backspace: { do: "drop" },
  Escape: { do: "leave" },
  " ": { do: "centre" },
  Tab: { do: "next", by: 1 },
  n: { do: "next", by: 1 },
  p: { do: "next", by: -1 },
  m: { do: "measure" },
  f: { do: "flip" },
  o: { do: "list" },
  "+": { do: "zoom", by: 1.25 },
  "=": { do: "zoom", by: 1.25 },
  "-": { do: "zoom", by: 0.8 },
  "0": { do: "fit" },
  "?": { do: "keys" },
  z: { do: "undo" },
  F6: { do: "region" },
  F10: { do: "menu" },
};

/** The command of a key; null for keys the table does not use. */
export function commandOf(pressed: Pressed, mode: Mode): Command | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (key.startsWith("Arrow")) return metaKey ? null : arrow(pressed, mode);
  if ((ctrlKey || metaKey) && key.toLowerCase() === "z") return { do: shiftKey ? "redo" : "undo" };
  if (altKey || ctrlKey || metaKey) return null;
  if (key === "Tab") return shiftKey ? null : { do: "next", by: 1 };
  if (shiftKey && key.toLowerCase() === "z") return { do: "redo" };
  if (mode === "replay" && key === " ") return { do: "play" };
  const digit = /^(?:Digit)?([1-9])$/.exec(key)?.[1];
  if (digit) return { do: "option", number: Number(digit), always: false };
  const overlay = OVERLAYS.find((one) => one.key === key.toUpperCase());
  if (overlay) return { do: "overlay", kind: overlay.kind };
  return PLAIN[key] ?? PLAIN[key.toLowerCase()] ?? null;
}

const row = (group: string, words: string, ...keys: string[]): KeyShown => ({ keys, words, group });

/** The list of keys that the table shows. */
export const KEYS: readonly KeyShown[] = [
  row("Choosing", "Next unit that needs something (on the map)", "Tab"),
  row("Choosing", "Next and previous unit, anywhere", "N", "P"),
  row("Choosing", "Take an option", "1", "…", "9"),
  row("Choosing", "All options as a list", "O"),
  row("Choosing", "Commit: the move, the place, what is aimed at", "Enter"),
  row("Choosing", "Leave: let go, close, select nobody", "Esc"),
  row("Choosing", "Turn the place that is held", "←", "→"),
  row("Moving", "Straight ahead 1 in; with Shift 0.25 in", "↑"),
  row("Moving", "Back, or rearwards", "↓"),
  row("Moving", "Wheel 5°; with Shift 1°", "←", "→"),
  row("Moving", "Oblique", "Alt ←", "Alt →"),
  row("Moving", "Shift to the side", "Ctrl ←", "Ctrl →"),
  row("Moving", "Drop the last leg, an illegal end first", "⌫"),
  row("Moving", "Drag with Shift: turn into the way", "Shift"),
  row("Table", "Undo and redo", "Z", "Shift Z"),
  row("Table", "Measure: draw tapes, again to stop", "M"),
  row("Table", "Bring the selected unit into the middle", "Space"),
  row("Table", "Zoom in, out, show all", "+", "−", "0"),
  row("Table", "Move the map", "←", "↑", "→", "↓"),
  row("Table", "See it from the other side", "F"),
  row("Table", "To the next part of the screen", "F6"),
  row("Table", "Menu", "F10"),
  row("Table", "This list", "?"),
  ...OVERLAYS.map(({ key, words }) => row("Show", words, key)),
  row("Replay", "One answer back or on", "←", "→"),
  row("Replay", "One phase", "Shift ←", "Shift →"),
  row("Replay", "One turn", "Ctrl ←", "Ctrl →"),
  row("Replay", "Play or pause", "Space"),
];
