/** Handles on a planned move, each of which adds or changes a leg of one kind. */
import type { Base, Glyph, Point, Pose, Who } from "../../wire";

export type HandleKind =
  | "ahead"
  | "retire"
  | "wheel-left"
  | "wheel-right"
  | "oblique-left"
  | "oblique-right"
  | "shift-left"
  | "shift-right"
  | "turn"
  | "about-face"
  | "formation";

export interface Handle {
  readonly kind: HandleKind;
  readonly at: Point;
  readonly label: string;
  /** Degrees clockwise by which its sign is turned on the sheet. */
  readonly turn: number;
}

/** The sign of a handle, in a circle of radius 8.4. */
export const HANDLE_SIGNS: Record<HandleKind, string> = {
  ahead: "M0 4.4V-4M-3-1L0-4.2L3-1",
  retire: "M0-4.4V4M-3 1L0 4.2L3 1",
  "wheel-left": "M3.6 2.6A4.2 4.2 0 1 0-1 4M3.6 2.6l.6-3.4M3.6 2.6L.6 1.2",
  "wheel-right": "M-3.6 2.6A4.2 4.2 0 1 1 1 4M-3.6 2.6l-.6-3.4M-3.6 2.6L-.6 1.2",
  "oblique-left": "M3.4 3.6L-3-3.2M-3.2 1.2V-3.4H1.4",
  "oblique-right": "M-3.4 3.6L3-3.2M3.2 1.2V-3.4H-1.4",
  "shift-left": "M4.4 0H-4M-1-3L-4.2 0L-1 3",
  "shift-right": "M-4.4 0H4M1-3L4.2 0L1 3",
  turn: "M-1.6-4A4.4 4.4 0 1 1-4.2-1.2M-1.6-4L-5-4.2M-1.6-4L-2.2-.6",
  "about-face": "M-3 4V-1A3 3 0 0 1 3-1V3.6M.4 1.2L3 4L5.4 1.2",
  formation: "M-4-3.4h8M-4 0h8M-4 3.4h8",
};

/** A drag of a body, a token or a handle, as the map reports it. */
export interface Drag {
  readonly phase: "start" | "move" | "end";
  readonly body: Who | null;
  readonly handle: HandleKind | null;
  readonly from: Point;
  readonly to: Point;
  /** Was the key held that turns a dragged body towards its path? */
  readonly turning: boolean;
}

/** The means of pointing. */
export type Means = "mouse" | "touch" | "key";

/**
 * A place that may be taken: the held one is drawn as a block, others as outlines, or as nibs if there are
 * many.
 */
export interface Ghost {
  readonly key: string;
  readonly pose: Pose;
  readonly bases: readonly Base[];
  readonly glyph: Glyph;
  readonly side: number;
  readonly label: string;
  readonly manner: "held" | "outline" | "nib";
}
