/** The interface of all drafts: an answer that is drawn on the map before it is sent. */
import type { Drag, Ghost, Handle, HandleKind } from "../../map/input/handles";
import type { Base, HexReachSeen, HexStep, Leg, Plan, Point, Pose, ReachBand, Who } from "../../wire";
import type { CostSegment, KeyMove } from "./legs";

/** A move that is not made yet, as overlays and bouts are requested for it. */
export interface DraftedMove {
  readonly legs?: readonly Leg[];
  readonly steps?: readonly HexStep[];
}

/** A body or commander where a draft puts it. */
export interface PlacedPiece {
  readonly who: Who;
  readonly name: string;
  readonly side: number;
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

/** A choice beside the map while drafting, such as a formation; choices of a group are shown in a row. */
export interface Choice {
  readonly group: string;
  readonly title: string;
  readonly isTaken: boolean;
  readonly take: () => void;
}

export interface Draft {
  readonly step: number;
  /** The body or token that would move, if it is on the table. */
  readonly mover: Who | null;
  readonly trouble: string;
  /** Is a body or handle being dragged? */
  readonly isHeld: boolean;
  /** Is anything drafted yet? */
  readonly isBegun: boolean;
  /** Is the service's verdict about the draft as it is now? */
  readonly isSettled: boolean;
  readonly canCommit: boolean;
  readonly answer: unknown;
  readonly drafted: DraftedMove | null;

  // Drawing
  readonly plan: Plan | null;
  readonly reach: readonly ReachBand[];
  readonly hexes: HexReachSeen | null;
  readonly ghosts: readonly Ghost[];
  readonly end: { readonly pose: Pose; readonly bases: readonly Base[] } | null;
  handles: (off: number) => Handle[];

  // Texts
  readonly heading: string;
  readonly hint: string;
  readonly segments: readonly CostSegment[];
  readonly commitWords: string;
  readonly dropWords: string;
  readonly obstacle: { readonly words: string; readonly rule: string } | null;
  readonly canAmend: boolean;
  /** Choices beside the map. */
  readonly choices?: readonly Choice[];
  /** The pieces it puts down, if not only the mover. */
  readonly placed?: readonly PlacedPiece[];

  // Changes
  /** Selects one of the pieces that are put down. */
  hold?: (who: Who | null) => void;
  drag: (drag: Drag) => void;
  push: (handle: HandleKind) => void;
  /** A place on the map was clicked. */
  point: (at: Point) => void;
  go: (way: KeyMove, fine: boolean) => boolean;
  drop: () => void;
  clear: () => void;
  amend: () => void;
  settled: () => Promise<void>;
}
