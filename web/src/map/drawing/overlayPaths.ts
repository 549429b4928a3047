/** Overlays as paths on the sheet: wedges, rings, lines and patches, and where each is lettered. */
import type { Base, Overlay, OverlayShape, Plan, Pose, ReachBand, TracedLeg, Wedge, Who } from "../../wire";
import { pen, way } from "./markup";
import { apart, between, bounds, sides, spot, type Spot } from "../geometry/plane";
import { corners, extent, length, type Sheet } from "../geometry/sheet";

/** What a ring lies around. */
export interface Footprint {
  readonly side: number;
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

const polar = (at: Spot, angle: number, far: number): Spot =>
  spot(at.x + Math.cos(angle) * far, at.y + Math.sin(angle) * far);

/** The angle on the sheet of straight ahead, from an edge with these ends. */
function ahead(left: Spot, right: Spot): number {
  return Math.atan2(right.y - left.y, right.x - left.x) - Math.PI / 2;
}

/**
 * Everything within the sector of an edge, between *near* and *far*: ahead of the edge the limit is parallel
 * to it, beyond its ends it is round.
 */
export function wedge({ left, right, angle, near, far }: Wedge, sheet: Sheet): string {
  const [a, b] = [sheet.spot(left), sheet.spot(right)];
  const [front, spread] = [ahead(a, b), (angle * Math.PI) / 1800];
  const arcAt = (radius: number, sweep: 0 | 1): string => {
    const from = [polar(a, front - spread, radius), polar(a, front, radius)] as const;
    const to = [polar(b, front, radius), polar(b, front + spread, radius)] as const;
    const turn = (end: Spot): string =>
      radius > 0 ? pen("A", radius, radius, 0, 0, sweep, end.x, end.y) : pen("L", end.x, end.y);
    return sweep === 1
      ? `${pen("M", from[0].x, from[0].y)}${turn(from[1])}${pen("L", to[0].x, to[0].y)}${turn(to[1])}`
      : `${pen("L", to[1].x, to[1].y)}${turn(to[0])}${pen("L", from[1].x, from[1].y)}${turn(from[0])}Z`;
  };
  return arcAt(length(far), 1) + arcAt(length(near), 0);
}

/** The far side of a wedge. */
export function farArc({ left, right, angle, far }: Wedge, sheet: Sheet): string {
  const [a, b, radius] = [sheet.spot(left), sheet.spot(right), length(far)];
  const [front, spread] = [ahead(a, b), (angle * Math.PI) / 1800];
  const turn = ({ x, y }: Spot): string => pen("A", radius, radius, 0, 0, 1, x, y);
  const [start, over] = [polar(a, front - spread, radius), polar(b, front, radius)];
  return `${pen("M", start.x, start.y)}${turn(polar(a, front, radius))}${pen("L", over.x, over.y)}${turn(polar(b, front + spread, radius))}`;
}

/** The two sides of a wedge. */
export function wedgeSides({ left, right, angle, near, far }: Wedge, sheet: Sheet): string {
  const [a, b] = [sheet.spot(left), sheet.spot(right)];
  const [front, spread] = [ahead(a, b), (angle * Math.PI) / 1800];
  return [[a, front - spread] as const, [b, front + spread] as const]
    .map(([at, turn]) => way([polar(at, turn, length(near)), polar(at, turn, length(far))]))
    .join("");
}

/** The place and angle of the label on the far side of a wedge. */
export function wedgeLabelSpot({ left, right, far }: Wedge, sheet: Sheet): { at: Spot; turn: number } {
  const [a, b] = [sheet.spot(left), sheet.spot(right)];
  const front = ahead(a, b);
  return { at: polar(between(a, b, 0.5), front, length(far)), turn: upright((front * 180) / Math.PI + 90) };
}

/** The turn at which text is not upside down. */
export function upright(turn: number): number {
  const within = ((((turn + 180) % 360) + 360) % 360) - 180;
  return within > 90 ? within - 180 : within < -90 ? within + 180 : within;
}

/** Everything within a distance of a footprint, in the frame of the body: a rectangle with round corners. */
export function ring(bases: readonly Base[], radius: number): string {
  const box = extent(bases);
  const [left, right, top, bottom] = [
    length(box.left),
    length(box.right),
    length(box.top),
    length(box.bottom),
  ];
  const r = length(radius);
  const turn = (x: number, y: number): string => pen("a", r, r, 0, 0, 1, x, y);
  return `${pen("M", left, top - r, "H", right)}${turn(r, r)}${pen("V", bottom)}${turn(-r, r)}${pen("H", left)}${turn(-r, -r)}${pen("V", top)}${turn(r, -r)}Z`;
}

/** The place of a ring's label: its upper left on the sheet. */
export function ringLabelSpot({ pose, bases }: Footprint, radius: number, sheet: Sheet): Spot {
  const box = bounds(sheet.spots(corners(pose, bases)));
  const away = length(radius) * Math.SQRT1_2;
  return spot(box.left - away, box.top - away);
}

/** The step of the lattice on which a reach is swept, in units of the sheet. */
const CELL = length(50);

/** A ring along lattice cells, smoothed to remove the steps. */
export function smoothed(ring: readonly Spot[]): Spot[] {
  const cells = sides(ring).flatMap(([a, b]) => {
    const count = Math.max(1, Math.round(apart(a, b) / CELL));
    return Array.from({ length: count }, (_, n) => between(a, b, (n + 0.5) / count));
  });
  return cells.map((at, n) => {
    const near = [-2, -1, 0, 1, 2].map((by) => cells[(n + by + cells.length) % cells.length] ?? at);
    const mean = (of: (one: Spot) => number): number =>
      near.reduce((sum, one) => sum + of(one), 0) / near.length;
    return spot(
      mean(({ x }) => x),
      mean(({ y }) => y),
    );
  });
}

/** The place of the label of a reach band: its rightmost point. */
export function reachLabelSpot(band: ReachBand, sheet: Sheet): Spot | null {
  const spots = band.rings.flatMap((one) => sheet.spots(one));
  return spots.reduce<Spot | null>((best, at) => (!best || at.x > best.x ? at : best), null);
}

/** A shape of an overlay as a path, with the transform of its body if it belongs to one. */
export function shape(
  drawn: OverlayShape,
  sheet: Sheet,
  footprint: (id: number | string) => Footprint | null,
): { d: string; transform: string } {
  switch (drawn.shape) {
    case "wedge":
      return { d: wedge(drawn, sheet), transform: "" };
    case "ring": {
      const of = footprint(drawn.of);
      return of
        ? { d: ring(of.bases, drawn.radius), transform: sheet.transform(of.pose) }
        : { d: "", transform: "" };
    }
    case "line":
      return { d: way(sheet.spots(drawn.points)), transform: "" };
    case "patch":
      return { d: way(sheet.spots(drawn.polygon), "closed"), transform: "" };
  }
}

/** The unit at the other end of a stroke; null for other shapes. */
export const strokeTarget = (one: OverlayShape): Who | null => (one.shape === "line" ? one.whom : null);

export const hasStrokeTo = (overlays: readonly Overlay[], who: Who | null): boolean =>
  who !== null && overlays.some(({ shapes }) => shapes.some((one) => strokeTarget(one) === who));

/** The class of a stroke while a unit is hovered: strokes to that unit stand out, others recede. */
export function emphasis(one: OverlayShape, overlays: readonly Overlay[], at: Who | null): string {
  const target = strokeTarget(one);
  if (at === null || target === null) return "";
  if (target === at) return "pointed";
  return hasStrokeTo(overlays, at) ? "aside" : "";
}

// ------------------------------------------------------------------ planned moves
/** The arc around a pivot from one place to another, the shorter way. */
export function arc(from: Spot, to: Spot, pivot: Spot): string {
  const radius = apart(from, pivot);
  const cross = (from.x - pivot.x) * (to.y - pivot.y) - (from.y - pivot.y) * (to.x - pivot.x);
  return `${pen("M", from.x, from.y)}${pen("A", radius, radius, 0, 0, cross > 0 ? 1 : 0, to.x, to.y)}`;
}

export interface DrawnLeg {
  /** The path of the middle of the front. */
  readonly way: string;
  /** The paths of the two front corners. */
  readonly tracks: string;
  /** The arc of the outer corner of a wheel, and the sector it sweeps. */
  readonly outer: string;
  readonly sector: string;
  readonly pivot: Spot | null;
  readonly end: Spot;
  /** Where the cost is written. */
  readonly tag: Spot;
}

export function drawLeg(leg: TracedLeg, bases: readonly Base[], sheet: Sheet): DrawnLeg {
  const ends = [sheet.spot([leg.from.x, leg.from.y]), sheet.spot([leg.to.x, leg.to.y])] as const;
  const [l0, r0] = corners(leg.from, bases).map((at) => sheet.spot(at)) as [Spot, Spot];
  const [l1, r1] = corners(leg.to, bases).map((at) => sheet.spot(at)) as [Spot, Spot];
  if (!leg.pivot) {
    const isStraight = leg.from.heading === leg.to.heading && leg.kind !== "step";
    const tracks = isStraight ? way([l0, l1]) + way([r0, r1]) : "";
    return {
      way: way(ends),
      tracks,
      outer: "",
      sector: "",
      pivot: null,
      end: ends[1],
      tag: between(...ends, 0.5),
    };
  }
  const pivot = sheet.spot(leg.pivot);
  const [o0, o1] = apart(l0, pivot) > apart(r0, pivot) ? [l0, l1] : [r0, r1];
  const outer = arc(o0, o1, pivot);
  return {
    way: arc(ends[0], ends[1], pivot),
    tracks: "",
    outer,
    sector: `${outer}${pen("L", pivot.x, pivot.y)}Z`,
    pivot,
    end: ends[1],
    tag: between(pivot, between(o0, o1, 0.5), 1.06),
  };
}

export const drawPlan = (plan: Plan, sheet: Sheet): DrawnLeg[] =>
  plan.legs.map((leg) => drawLeg(leg, plan.bases, sheet));

/** A length in inches, as people say it. */
export function inches(hundredths: number): string {
  return `${(Math.round(hundredths / 10) / 10).toString()} in`;
}

/** The four corners of a target, as brackets on the sheet in its own frame. */
export function brackets(bases: readonly Base[], by: number, arm: number): string {
  const box = extent(bases);
  const [left, right, top, bottom] = [
    length(box.left) - by,
    length(box.right) + by,
    length(box.top) - by,
    length(box.bottom) + by,
  ];
  const corner = (x: number, y: number, dx: number, dy: number): string =>
    pen("M", x + dx * arm, y, "H", x, "v", dy * arm);
  return (
    corner(left, top, 1, 1) +
    corner(right, top, -1, 1) +
    corner(right, bottom, -1, -1) +
    corner(left, bottom, 1, -1)
  );
}
