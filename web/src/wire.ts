/**
 * The picture of the table as the service sends it. Lengths are hundredths of an inch from the lower left corner
 * of the table, headings tenths of a degree clockwise from up the table; a place is the middle of a front edge.
 */

/** A point of the table. */
export type Point = readonly [x: number, y: number];

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** One base: the middle of its front edge in its body's frame (x right, y forward), its size and turn. */
export interface Base {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
  readonly rank: number;
  readonly turn: number;
}

/** A piece of ground: a polygon, or a line with its full width (0 for a fence, wall or hedge). */
export interface Piece {
  readonly id: string;
  readonly kind: string;
  readonly polygon: readonly Point[];
  readonly line: readonly Point[];
  readonly width: number;
  readonly level: number;
  readonly front: number | null;
}

export interface Edge {
  readonly name: string;
  readonly owner: string;
}

export interface Field {
  readonly width: number;
  readonly depth: number;
  readonly pieces: readonly Piece[];
  readonly edges: readonly Edge[];
}

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
] as const;
export type Manner = (typeof DRAWN)[number];

/** How a system's kind of ground is drawn, and what it is called in the key. */
export interface Drawn {
  readonly kind: string;
  readonly drawn: Manner;
  readonly words: string;
}

/** The name of a piece of ground and where it is written. */
export interface GroundName {
  readonly label: string;
  readonly place: Point;
}

/** A figure that is shown with the list that made it. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly rule: string;
}

export interface SideView {
  readonly name: string;
  readonly commander: string;
  readonly flag: string;
  readonly figures: readonly Figure[];
}

export interface Phase {
  readonly name: string;
  readonly steps: readonly string[];
}

export interface Track {
  readonly phases: readonly Phase[];
  readonly side: number;
  readonly phase: string;
  readonly step: string;
  readonly turn: number;
  readonly last_turn: number | null;
}

export type Glyph = "foot" | "skirmishers" | "horse" | "guns" | "leader" | "model" | "wagon";

/** What a body has lost: how much of its strip is filled, and where on it something changes. */
export interface Strip {
  readonly filled: number;
  readonly marks: readonly (readonly [at: number, words: string])[];
}

export type Need = "asked" | "waiting" | "done" | "unable" | "";

export interface Card {
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly markers: readonly (readonly [words: string, count: number])[];
  readonly glyph: Glyph;
  readonly group: string;
  readonly strip: Strip | null;
  readonly need: Need;
  readonly figures: readonly Figure[];
}

export interface BodyView {
  readonly id: number;
  readonly side: number;
  readonly pose: Pose | null;
  readonly bases: readonly Base[];
  readonly card: Card;
}

/** What stands on the table besides bodies, such as a general. */
export interface Token {
  readonly id: string;
  readonly side: number;
  readonly pose: Pose;
  readonly bases: readonly Base[];
  readonly name: string;
  readonly glyph: Glyph;
  readonly attached_to: number | null;
  readonly group: string;
}

/** A place that matters: an objective with its flag, or a zone. */
export interface Area {
  readonly id: string;
  readonly kind: "objective" | "zone";
  readonly side: number | null;
  readonly polygon: readonly Point[];
  readonly label: string;
  readonly words: string;
}

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

export interface OptionView {
  readonly label: string;
  readonly answer: unknown;
  readonly about: readonly (number | string)[];
  readonly unavailable: string;
}

export interface PromptView {
  readonly decision: string;
  readonly kind: string;
  readonly words: string;
  readonly rule: string;
  readonly options: readonly OptionView[];
  readonly body: number | null;
}

export interface Outcome {
  readonly winner: number | null;
  readonly degree: string;
  readonly words: string;
  readonly rule: string;
}

export interface Picture {
  readonly system: string;
  readonly title: string;
  readonly place: string;
  readonly date: string;
  readonly field: Field;
  readonly ground: readonly Drawn[];
  readonly names: readonly GroundName[];
  readonly sides: readonly SideView[];
  readonly track: Track;
  readonly bodies: readonly BodyView[];
  readonly tokens: readonly Token[];
  readonly areas: readonly Area[];
  readonly waiting_for: number | null;
  readonly prompt: PromptView | null;
  readonly can_undo: boolean;
  readonly can_redo: boolean;
  readonly outcome: Outcome | null;
  readonly step: number;
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
