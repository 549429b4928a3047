/** Names beside what they name, placed so that they lie neither on bodies nor on one another. All in pixels. */
import { grown, high, overlap, wide, type Box, type Spot } from "./plane";

/** What is to be written at a box: how large it is, and on which side of the box its rear lies. */
export interface Label<Of> {
  readonly of: Of;
  readonly at: Box;
  readonly width: number;
  readonly height: number;
  readonly rear: "above" | "below" | "beside";
  readonly weight: number;
  /** Is it left out where there is no room for it? */
  readonly optional?: boolean;
  /** Where its middle may lie, the likeliest first, for what is not written beside anything. */
  readonly middles?: readonly Spot[];
}

export interface Placed<Of> {
  readonly of: Of;
  /** What is named, and where its name is written. */
  readonly at: Box;
  readonly box: Box;
  readonly side: "above" | "below" | "beside";
}

const AWAY = 3;
/** In front of a body a label keeps off its nib. */
const AWAY_IN_FRONT = 9;
/** What it costs to stand one place farther down the list, in square pixels of overlap. */
const LATER = 6;

/** An optional label that would cover more than this share of itself is left out. */
const CROWDED = 0.12;

/** Find a place for every label, the weightiest and those with the least room first. */
export function place<Of>(labels: readonly Label<Of>[], taken: readonly Box[], paper: Box): Placed<Of>[] {
  const crowd = (label: Label<Of>): number =>
    labels.filter((other) => other !== label && overlap(grown(label.at, 24), other.at) > 0).length;
  const order = labels
    .map((label, place) => ({ label, place, crowd: crowd(label) }))
    .sort((a, b) => b.label.weight - a.label.weight || b.crowd - a.crowd || a.place - b.place);
  const done: Placed<Of>[] = [];
  const written = [...taken];
  for (const { label } of order) {
    const best = bestPlace(label, written, paper);
    const covered = written.reduce((sum, other) => sum + overlap(best.box, other), 0);
    if (label.optional && covered > CROWDED * wide(best.box) * high(best.box)) continue;
    done.push(best);
    written.push(best.box);
  }
  return done;
}

function bestPlace<Of>(label: Label<Of>, written: readonly Box[], paper: Box): Placed<Of> {
  let best: { cost: number; placed: Placed<Of> } | null = null;
  let tried = 0;
  for (const placed of label.middles ? centred(label, label.middles) : candidates(label)) {
    const outside = wide(placed.box) * high(placed.box) - overlap(placed.box, paper);
    const covered = written.reduce((sum, other) => sum + overlap(placed.box, other), 4 * outside);
    const cost = covered + LATER * tried++;
    // Whatever comes later costs more than a place that covers nothing.
    if (covered === 0) return !best || cost < best.cost ? placed : best.placed;
    if (!best || cost < best.cost) best = { cost, placed };
  }
  if (!best) throw new Error("a label has no place at all: it must have candidates");
  return best.placed;
}

function* centred<Of>({ of, at, width, height }: Label<Of>, middles: readonly Spot[]): Generator<Placed<Of>> {
  for (const { x, y } of middles) {
    const box = { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
    yield { of, at, side: "beside", box };
  }
}

/** Where a label may stand, the likeliest first: behind flush left, flush right, in the middle, in front, at the sides. */
function* candidates<Of>({ of, at, width, height, rear }: Label<Of>): Generator<Placed<Of>> {
  const across = [
    at.left,
    at.right - width,
    (at.left + at.right - width) / 2,
    at.left - 0.5 * width,
    at.right - 0.5 * width,
  ];
  const vertical = rear === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
  const level = (at.top + at.bottom - height) / 2;
  const beside = [at.right + AWAY + 2, at.left - AWAY - 2 - width];
  const boxAt = (left: number, top: number): Box => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  if (rear === "beside") for (const left of beside) yield { of, at, side: "beside", box: boxAt(left, level) };
  for (const ring of [0, 1, 2]) {
    const step = ring * (height + 1);
    for (const side of vertical) {
      const away = (side === vertical[0] ? AWAY : AWAY_IN_FRONT) + step;
      const top = side === "above" ? at.top - away - height : at.bottom + away;
      for (const left of across) yield { of, at, side, box: boxAt(left, top) };
    }
    if (ring === 0) for (const left of beside) yield { of, at, side: "beside", box: boxAt(left, level) };
  }
}

/** A label farther than this from what it names has a line that leads back. */
const BESIDE = 13;

/** The line from a label to what it names, where it does not stand beside it. */
export function lead({ at, box }: Placed<unknown>): [Spot, Spot] | null {
  const nearest = (low: number, high: number, to: number): number => Math.min(Math.max(to, low), high);
  const [x, y] = [
    nearest(box.left, box.right, (at.left + at.right) / 2),
    nearest(box.top, box.bottom, (at.top + at.bottom) / 2),
  ];
  const end = { x: nearest(at.left, at.right, x), y: nearest(at.top, at.bottom, y) };
  return Math.hypot(end.x - x, end.y - y) > BESIDE ? [{ x, y }, end] : null;
}

/** Text as it is set: with an apostrophe, not a foot mark. */
export const set = (text: string): string => text.replace(/'/g, "’");

const NARROW = new Set([..."ijltfrI.,:;'’!|() -1"]);
const BROAD = new Set([..."mwMW%&"]);

/** How wide a text is set in the sans at a size, a little too wide rather than too narrow. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) sum += 0.33;
    else if (BROAD.has(letter)) sum += 0.86;
    else sum += letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.63 : 0.54;
  }
  return sum * size;
}
