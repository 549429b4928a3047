/**
 * What goes over the wire, by the names the table uses. The types are made from the service's own description
 * (`openapi.json`, by `npm run schema`), so that the two cannot differ. Lengths are hundredths of an inch from the lower
 * left corner of the table, headings tenths of a degree clockwise from up the table; a place is the middle of a front edge.
 */
import type { Base, Figured, Manner, Point, Pose, Sheet, TokenView } from "./api/schema";

export type {
  Area,
  AskOdds,
  Base,
  ChatLine,
  Drawn,
  Edge,
  Field,
  Figure,
  Figured as BodyView,
  FromClient,
  FromTable,
  GameMade,
  GameRowSeen,
  GameSeen,
  Glyph,
  GroundName,
  LegSeen,
  LegTerms,
  LogLine,
  MakeGame,
  Manner,
  Measured,
  Missing,
  MoveView,
  Note,
  ObstacleSeen,
  OddsSeen,
  OptionView,
  Outcome,
  Phase,
  Picture,
  Piece,
  PlanSeen,
  Point,
  Pose,
  PromptView,
  ReachSeen,
  ReadingRow,
  RuleSeen,
  ScenarioRow,
  ScenarioSeen,
  SeatRow,
  Seen,
  Sheet as Card,
  SideView,
  Strip,
  SystemRow,
  TokenView as Token,
  Track,
  Trouble,
  Update,
} from "./api/schema";

/** A body or a token: numbers are bodies, words are tokens. */
export type Who = Figured["id"] | TokenView["id"];

/** Does a body want something of its player? */
export type Need = Sheet["need"];

/** The manners of ground that can be drawn. */
export const DRAWN = [
  "hill",
  "wood",
  "orchard",
  "brush",
  "marsh",
  "stream",
  "river",
  "lake",
  "road",
  "bridge",
  "fence",
  "wall",
  "hedge",
  "building",
  "work",
  "field",
  "rough",
  "open",
] as const satisfies readonly Manner[];

/** A sector that opens from an edge: its two ends, its spread to either side of straight ahead, near and far. */
export interface Wedge {
  readonly shape: "wedge";
  readonly left: Point;
  readonly right: Point;
  readonly angle: number;
  readonly near: number;
  readonly far: number;
}

/** All within a distance of a body or token. */
export interface Ring {
  readonly shape: "ring";
  readonly of: number | string;
  readonly radius: number;
}

export interface Stroke {
  readonly shape: "line";
  readonly points: readonly Point[];
  readonly arrow: boolean;
}

export interface Patch {
  readonly shape: "patch";
  readonly polygon: readonly Point[];
}

export type OverlayShape = Wedge | Ring | Stroke | Patch;
export type OverlayKind = "arc" | "range" | "sight" | "threat" | "support" | "command" | "trail";

export interface Overlay {
  readonly kind: OverlayKind;
  readonly shapes: readonly OverlayShape[];
  readonly label: string;
  readonly rule: string;
}

/** A leg of a planned move as the service traced it: where it leads, its cost, and for a wheel its pivot. */
export interface TracedLeg {
  readonly kind: string;
  readonly words: string;
  readonly from: Pose;
  readonly to: Pose;
  readonly cost: number;
  readonly pivot: Point | null;
  readonly legal: boolean;
}

/** Why a plan is not allowed, and where it bites. */
export interface Obstacle {
  readonly words: string;
  readonly rule: string;
  readonly place: Point | null;
}

/** A planned move: its legs, the bases it would end with, what is left of the allowance. */
export interface Plan {
  readonly body: number;
  readonly legs: readonly TracedLeg[];
  readonly bases: readonly Base[];
  readonly left: number;
  readonly obstacles: readonly Obstacle[];
}

/** Where a body can get to for a cost: rings to be shaded, the cheapest first. */
export interface ReachBand {
  readonly cost: number;
  readonly rings: readonly (readonly Point[])[];
}
