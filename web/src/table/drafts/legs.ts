/**
 * The legs of a drafted move. The kinds of leg are those of the table's geometry; the move says what is
 * allowed.
 */
import type { LegTerms, MoveView, PlanSeen, Point, Pose } from "../../wire";

export type Leg = PlanSeen["plan"][number];
export type LegKind = Leg["leg"];
export type Side = "left" | "right";

/** The length or turn of a leg; null for a leg without either. */
export function amount(leg: Leg): number | null {
  switch (leg.leg) {
    case "advance":
    case "oblique":
    case "shift":
    case "retire":
      return leg.distance;
    case "wheel":
      return leg.turn;
    case "turn":
      return leg.turn;
    case "about-face":
    case "reform":
      return null;
  }
}

function withAmount(leg: Leg, much: number): Leg {
  switch (leg.leg) {
    case "advance":
    case "oblique":
    case "shift":
    case "retire":
      return { ...leg, distance: much };
    case "wheel":
    case "turn":
      return { ...leg, turn: much };
    case "about-face":
    case "reform":
      return leg;
  }
}

/** Does one leg only continue the other? */
export function continues(one: Leg, other: Leg): boolean {
  if (one.leg !== other.leg) return false;
  if (one.leg === "wheel" && other.leg === "wheel") return one.side === other.side;
  if (one.leg === "shift" && other.leg === "shift") return one.side === other.side;
  if (one.leg === "oblique" && other.leg === "oblique")
    return one.side === other.side && one.angle === other.angle;
  if (one.leg === "retire" && other.leg === "retire") return (one.slant ?? 0) === (other.slant ?? 0);
  return one.leg === "advance" || one.leg === "turn";
}

/**
 * The legs with one more. A leg that continues the last one is added to it; a negative one shortens or
 * removes it.
 */
export function withLeg(legs: readonly Leg[], leg: Leg): Leg[] {
  const last = legs.at(-1);
  const more = amount(leg);
  if (more === null)
    return last?.leg === "about-face" && leg.leg === "about-face" ? legs.slice(0, -1) : [...legs, leg];
  if (!last || !continues(last, leg))
    return more > 0 || (leg.leg === "turn" && more !== 0) ? [...legs, leg] : [...legs];
  const sum = (amount(last) ?? 0) + more;
  const isNothing = leg.leg === "turn" ? sum === 0 : sum <= 0;
  return isNothing ? legs.slice(0, -1) : [...legs.slice(0, -1), withAmount(last, sum)];
}

/** The legs without an illegal tail, else without the last leg. */
export function withoutEnd(legs: readonly Leg[], judged: PlanSeen | null): Leg[] {
  const first = judged && !judged.legal ? Math.min(...judged.obstacles.map(({ leg }) => leg)) : Infinity;
  const keep = Math.min(first, legs.length - 1);
  return legs.slice(0, Math.max(keep, 0));
}

/** The terms of a kind of leg, or null if the legs so far rule it out. */
export function termsFor(move: MoveView, kind: LegKind, legs: readonly Leg[]): LegTerms | null {
  const terms = move.legs.find((one) => one.kind === kind);
  if (!terms) return null;
  const kinds = legs.map(({ leg }) => leg);
  const others = kinds.filter((one) => one !== kind);
  const goesOn = kinds.at(-1) === kind;
  if (terms.alone && (others.length > 0 || (kinds.length > 0 && !goesOn))) return null;
  if (terms.when === "start" && kinds.length > 0 && !goesOn) return null;
  if (terms.without.some((one) => kinds.includes(one))) return null;
  if (
    others.some((one) =>
      move.legs.some((had) => had.kind === one && (had.alone || had.without.includes(kind))),
    )
  )
    return null;
  return terms;
}

/** A turn that the terms allow, nearest to a wanted one: whole multiples, no more than the most. */
export function allowedTurn(turn: number, { multiple, most }: LegTerms): number {
  const limited = most > 0 ? Math.min(Math.abs(turn), most) : Math.min(Math.abs(turn), 1800);
  const whole = multiple > 0 ? Math.round(limited / multiple) * multiple : Math.round(limited / 10) * 10;
  return Math.sign(turn) * whole;
}

/** A length that the terms allow, nearest to a wanted one, in tenths of an inch. */
export function allowedLength(distance: number, { most }: LegTerms, allowance: number): number {
  const limit = Math.min(most > 0 ? most : Infinity, Math.max(allowance, 0) * 2 || 20_000, 20_000);
  return Math.min(Math.round(distance / 10) * 10, limit);
}

/** The slant that terms allow nearest to a wanted one. */
export function allowedSlant(wanted: number, { angles, widest }: LegTerms): number {
  const slants = angles.filter((one) => one > 0);
  if (slants.length > 0)
    return slants.reduce((a, b) => (Math.abs(a - wanted) <= Math.abs(b - wanted) ? a : b));
  return Math.min(Math.max(Math.round(wanted / 50) * 50, 50), widest > 0 ? widest : 890);
}

/** How far one place lies from another along a heading, and to the right of it. */
export function along(from: Point, to: Point, heading: number): { ahead: number; right: number } {
  const angle = (heading * Math.PI) / 1800;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return { ahead: dx * sin + dy * cos, right: dx * cos - dy * sin };
}

/**
 * The turn clockwise from one place to another about a third, in tenths of a degree between -1800 and 1800.
 */
export function turnAbout(pivot: Point, from: Point, to: Point): number {
  const angle = ([x, y]: Point): number => Math.atan2(x - pivot[0], y - pivot[1]);
  const turn = ((angle(to) - angle(from)) * 1800) / Math.PI;
  return ((((turn + 1800) % 3600) + 3600) % 3600) - 1800;
}

/** A movement by an arrow key. */
export type KeyMove =
  | "ahead"
  | "back"
  | "wheel-left"
  | "wheel-right"
  | "oblique-left"
  | "oblique-right"
  | "shift-left"
  | "shift-right";

/** The leg that a key adds: an inch or five degrees; fine, a quarter of an inch or one degree. */
export function legOfKey(move: MoveView, legs: readonly Leg[], way: KeyMove, fine: boolean): Leg | null {
  const distance = fine ? 25 : 100;
  const side: Side = way.endsWith("left") ? "left" : "right";
  switch (way) {
    case "ahead":
      return termsFor(move, "advance", legs) && { leg: "advance", distance };
    case "back":
      return backwards(move, legs, distance);
    case "wheel-left":
    case "wheel-right":
      return wheelOrTurn(move, legs, side, fine ? 10 : 50);
    case "oblique-left":
    case "oblique-right": {
      const terms = termsFor(move, "oblique", legs);
      return terms && { leg: "oblique", side, angle: allowedSlant(450, terms), distance };
    }
    case "shift-left":
    case "shift-right":
      return termsFor(move, "shift", legs) && { leg: "shift", side, distance };
  }
}

/** Shortens an advance, else retires. */
function backwards(move: MoveView, legs: readonly Leg[], distance: number): Leg | null {
  if (legs.at(-1)?.leg === "advance") return { leg: "advance", distance: -distance };
  return termsFor(move, "retire", legs) && { leg: "retire", distance, slant: 0 };
}

/** A wheel, or a turn in place if there are no wheels; after a wheel the other way it shortens that one. */
function wheelOrTurn(move: MoveView, legs: readonly Leg[], side: Side, turn: number): Leg | null {
  const last = legs.at(-1);
  if (last?.leg === "wheel" && last.side !== side) return { leg: "wheel", side: last.side, turn: -turn };
  const wheel = termsFor(move, "wheel", legs);
  if (wheel) return { leg: "wheel", side, turn: Math.max(turn, wheel.multiple) };
  const about = termsFor(move, "turn", legs);
  return about && { leg: "turn", turn: (side === "left" ? -1 : 1) * Math.max(turn, about.multiple) };
}

/** The short name of a kind of leg on the strip of a plan. */
export const LEG_WORDS: Readonly<Record<LegKind, string>> = {
  advance: "ahead",
  wheel: "wheel",
  oblique: "oblique",
  shift: "shift",
  retire: "back",
  turn: "turn",
  "about-face": "about face",
  reform: "reform",
};

/** A part of the strip that shows what a plan costs. */
export interface CostSegment {
  readonly words: string;
  /** The words for little room, if not the inches. */
  readonly short?: string;
  readonly cost: number;
  readonly manner: "straight" | "turn" | "stop" | "left";
  readonly whole: string;
}

/** The strip of a plan: its legs by cost, then what is left. */
export function costSegments(seen: PlanSeen | null, allowance: number): CostSegment[] {
  const first = seen && !seen.legal ? Math.min(...seen.obstacles.map(({ leg }) => leg)) : Infinity;
  const legs = (seen?.legs ?? []).map(({ leg, words, cost }, n): CostSegment => ({
    words: `${LEG_WORDS[leg.leg]} ${inchTenths(cost)}`,
    cost,
    manner: n >= first ? "stop" : leg.leg === "wheel" || leg.leg === "turn" ? "turn" : "straight",
    whole: `${words}: ${inchTenths(cost)} in`,
  }));
  const left = seen ? seen.left : allowance;
  if (left <= 0) return legs;
  return [
    ...legs,
    { words: inchTenths(left), cost: left, manner: "left", whole: `${inchTenths(left)} in left` },
  ];
}

/** Hundredths of an inch as inches with one decimal. */
export const inchTenths = (hundredths: number): string => (Math.round(hundredths / 10) / 10).toFixed(1);

/** The pose at which a plan ends, or where the move starts. */
export const endOf = (move: MoveView, seen: PlanSeen | null): Pose => seen?.end ?? move.pose;
