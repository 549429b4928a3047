/** The handles on a drafted move: where they stand, and which leg a drag or a click of one makes. */
import type { Handle, HandleKind } from "../../map/input/handles";
import { extent, from } from "../../map/geometry/sheet";
import type { Base, MoveView, Point, Pose } from "../../wire";
import {
  withLeg,
  allowedLength,
  allowedSlant,
  allowedTurn,
  along,
  termsFor,
  turnAbout,
  type Leg,
  type LegKind,
  type Side,
} from "./legs";

/** The end of a drafted move: its pose and bases, and the legs that lead there. */
export interface DraftEnd {
  readonly move: MoveView;
  readonly legs: readonly Leg[];
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

interface DragHandle {
  readonly kind: HandleKind;
  readonly leg: LegKind;
  readonly label: string;
  /**
   * The place beside a body of this half width and depth: how far right and ahead of the middle of its front.
   */
  readonly at: (half: number, deep: number, off: number) => readonly [number, number];
  readonly side: Side;
}

const DRAG_HANDLES: readonly DragHandle[] = [
  {
    kind: "ahead",
    leg: "advance",
    label: "Straight ahead",
    at: (_h, _d, off) => [0, off * 1.5],
    side: "left",
  },
  {
    kind: "wheel-right",
    leg: "wheel",
    label: "Wheel right: the left corner comes forward",
    at: (half, _d, off) => [-half - off * 0.55, off * 0.75],
    side: "right",
  },
  {
    kind: "wheel-left",
    leg: "wheel",
    label: "Wheel left: the right corner comes forward",
    at: (half, _d, off) => [half + off * 0.55, off * 0.75],
    side: "left",
  },
  {
    kind: "oblique-left",
    leg: "oblique",
    label: "Oblique to the left",
    at: (half, _d, off) => [-Math.min(half * 0.62, half - off * 0.3), off * 1.35],
    side: "left",
  },
  {
    kind: "oblique-right",
    leg: "oblique",
    label: "Oblique to the right",
    at: (half, _d, off) => [Math.min(half * 0.62, half - off * 0.3), off * 1.35],
    side: "right",
  },
  {
    kind: "shift-left",
    leg: "shift",
    label: "Shift to the left",
    at: (half, deep, off) => [-half - off, -deep / 2],
    side: "left",
  },
  {
    kind: "shift-right",
    leg: "shift",
    label: "Shift to the right",
    at: (half, deep, off) => [half + off, -deep / 2],
    side: "right",
  },
  {
    kind: "retire",
    leg: "retire",
    label: "Straight back",
    at: (_h, deep, off) => [0, -deep - off * 1.4],
    side: "left",
  },
  {
    kind: "turn",
    leg: "turn",
    label: "Turn in place",
    at: (half, deep, off) => [half + off * 0.8, -deep - off * 0.8],
    side: "right",
  },
  {
    kind: "about-face",
    leg: "about-face",
    label: "About face",
    at: (half, deep, off) => [-half - off * 0.6, -deep - off * 0.6],
    side: "left",
  },
  {
    kind: "formation",
    leg: "reform",
    label: "Change formation",
    at: (half, deep, off) => [half * 0.5, -deep - off * 1.2],
    side: "left",
  },
];

/** The handles that the move allows after its legs; *off* is their distance from the body, in hundredths. */
export function dragHandles({ move, legs, pose, bases }: DraftEnd, off: number): Handle[] {
  const box = extent(bases);
  // A narrow body is taken to be wider, so that handles do not overlap.
  const half = Math.max((box.right - box.left) / 2, off * 1.7);
  const deep = box.bottom - box.top;
  return DRAG_HANDLES.filter(({ leg }) => termsFor(move, leg, legs) !== null).map(({ kind, label, at }) => {
    const [right, ahead] = at(half, deep, off);
    return { kind, label, at: from(pose, right, ahead), turn: pose.heading / 10 };
  });
}

/** The leg of a handle that is dragged from one place to another. */
export function legOfDrag(standing: DraftEnd, kind: HandleKind, start: Point, to: Point): Leg | null {
  const dragHandle = DRAG_HANDLES.find((one) => one.kind === kind);
  const terms = dragHandle && termsFor(standing.move, dragHandle.leg, standing.legs);
  if (!dragHandle || !terms) return null;
  const { move, pose, bases } = standing;
  const { ahead, right } = along(start, to, pose.heading);
  const length = (distance: number): number => allowedLength(distance, terms, move.allowance);
  switch (dragHandle.leg) {
    case "advance":
      return { leg: "advance", distance: length(ahead) };
    case "retire":
      return { leg: "retire", distance: length(-ahead), slant: 0 };
    case "shift":
      return {
        leg: "shift",
        side: dragHandle.side,
        distance: length(dragHandle.side === "left" ? -right : right),
      };
    case "oblique": {
      const aside = dragHandle.side === "left" ? -right : right;
      const angle = allowedSlant(
        (Math.atan2(Math.max(aside, 1), Math.max(ahead, 1)) * 1800) / Math.PI,
        terms,
      );
      const slant = (angle * Math.PI) / 1800;
      return {
        leg: "oblique",
        side: dragHandle.side,
        angle,
        distance: length(ahead * Math.cos(slant) + aside * Math.sin(slant)),
      };
    }
    case "wheel": {
      const box = extent(bases);
      const pivot = from(pose, dragHandle.side === "left" ? box.left : box.right, 0);
      const turn = turnAbout(pivot, start, to) * (dragHandle.side === "left" ? -1 : 1);
      return { leg: "wheel", side: dragHandle.side, turn: allowedTurn(turn, terms) };
    }
    case "turn":
      return { leg: "turn", turn: allowedTurn(turnAbout(middleOf(pose, bases), start, to), terms) };
    case "about-face":
      return { leg: "about-face" };
    case "reform":
      return nextReform(standing);
  }
}

const middleOf = (pose: Pose, bases: readonly Base[]): Point => {
  const box = extent(bases);
  return from(pose, (box.left + box.right) / 2, -(box.top + box.bottom) / 2);
};

/** The next formation that the body may take. */
function nextReform({ move, legs, bases }: DraftEnd): Leg | null {
  const terms = termsFor(move, "reform", legs);
  const shapes = terms?.shapes ?? [];
  const now = shapes.findIndex((shape) => JSON.stringify(shape.bases) === JSON.stringify(bases));
  const shape = shapes[(now + 1) % Math.max(shapes.length, 1)];
  if (!terms || !shape) return null;
  return {
    leg: "reform",
    shape,
    about: terms.about === "front" ? "front" : "centre",
    turn: 0,
    aside: terms.asides[0] ?? 0,
  };
}

/** The leg of a clicked handle: an inch, five degrees, or the whole leg. */
export function legOfPush(standing: DraftEnd, kind: HandleKind): Leg | null {
  const dragHandle = DRAG_HANDLES.find((one) => one.kind === kind);
  const terms = dragHandle && termsFor(standing.move, dragHandle.leg, standing.legs);
  if (!dragHandle || !terms) return null;
  const turn = Math.max(50, terms.multiple);
  switch (dragHandle.leg) {
    case "advance":
      return { leg: "advance", distance: 100 };
    case "retire":
      return { leg: "retire", distance: 100, slant: 0 };
    case "shift":
      return { leg: "shift", side: dragHandle.side, distance: 100 };
    case "oblique":
      return { leg: "oblique", side: dragHandle.side, angle: allowedSlant(450, terms), distance: 100 };
    case "wheel":
      return { leg: "wheel", side: dragHandle.side, turn };
    case "turn":
      return { leg: "turn", turn };
    case "about-face":
      return { leg: "about-face" };
    case "reform":
      return nextReform(standing);
  }
}

/** The legs after a handle was dragged; a reform replaces a reform before it. */
export function withDrag(standing: DraftEnd, kind: HandleKind, start: Point, to: Point): readonly Leg[] {
  const leg = legOfDrag(standing, kind, start, to);
  return leg ? withLeg(withoutReform(standing.legs, leg), leg) : standing.legs;
}

export function withPush(standing: DraftEnd, kind: HandleKind): readonly Leg[] {
  const leg = legOfPush(standing, kind);
  return leg ? withLeg(withoutReform(standing.legs, leg), leg) : standing.legs;
}

const withoutReform = (legs: readonly Leg[], leg: Leg): readonly Leg[] =>
  leg.leg === "reform" && legs.at(-1)?.leg === "reform" ? legs.slice(0, -1) : legs;
