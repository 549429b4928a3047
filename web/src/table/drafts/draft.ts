/** An answer in the drafting: a move in legs, a move in steps on hexes, or a place; the same for whoever shows it. */
import type { Drag, Ghost, Handle, HandleKind } from "../../map/input/handles";
import type { Base, HexReachSeen, HexStep, Leg, Plan, Point, Pose, ReachBand, Who } from "../../wire";
import type { CostSegment, KeyMove } from "./legs";

/** What overlays and bouts are told of a move that is not made yet. */
export interface DraftedMove {
  readonly legs?: readonly Leg[];
  readonly steps?: readonly HexStep[];
}

/** A body or commander as he stands in a draft. */
export interface PlacedPiece {
  readonly who: Who;
  readonly name: string;
  readonly side: number;
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

/** Something to be chosen while drafting, such as a formation, with others of its group. */
export interface Choice {
  readonly group: string;
  readonly title: string;
  readonly isTaken: boolean;
  readonly take: () => void;
}

export interface Draft {
  readonly step: number;
  /** Who would move, if he is on the table. */
  readonly mover: Who | null;
  readonly trouble: string;
  /** Is a body or handle in the hand just now? */
  readonly isHeld: boolean;
  /** Is anything drafted yet? */
  readonly isBegun: boolean;
  /** Does what the service said belong to the draft as it is? */
  readonly isSettled: boolean;
  readonly canCommit: boolean;
  readonly answer: unknown;
  readonly drafted: DraftedMove | null;

  // What is drawn of it
  readonly plan: Plan | null;
  readonly reach: readonly ReachBand[];
  readonly hexes: HexReachSeen | null;
  readonly ghosts: readonly Ghost[];
  readonly end: { readonly pose: Pose; readonly bases: readonly Base[] } | null;
  handles: (off: number) => Handle[];

  // What is said of it
  readonly heading: string;
  readonly hint: string;
  readonly segments: readonly CostSegment[];
  readonly commitWords: string;
  readonly dropWords: string;
  readonly obstacle: { readonly words: string; readonly rule: string } | null;
  readonly canAmend: boolean;
  /** What else may be chosen meanwhile. */
  readonly choices?: readonly Choice[];
  /** Who is put down by it, if not the mover alone. */
  readonly placed?: readonly PlacedPiece[];

  // What is done to it
  /** Somebody is chosen among those who are put down. */
  hold?: (who: Who | null) => void;
  drag: (drag: Drag) => void;
  push: (handle: HandleKind) => void;
  /** A place on the map was pointed at. */
  point: (at: Point) => void;
  go: (way: KeyMove, fine: boolean) => boolean;
  drop: () => void;
  clear: () => void;
  amend: () => void;
  settled: () => Promise<void>;
}
