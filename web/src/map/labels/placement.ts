/** The placement of labels off bodies and off one another, in pixels. */
import { grown, high, overlap, wide, type Box, type Spot } from "../geometry/plane";

/** A label for a box: its size, and on which side of the box the rear lies. */
export interface Label<Of> {
  readonly of: Of;
  readonly at: Box;
  readonly width: number;
  readonly height: number;
  readonly rear: "above" | "below" | "beside";
  readonly weight: number;
  /** Another shape of the label, such as one line instead of two. */
  readonly otherwise?: { readonly of: Of; readonly width: number; readonly height: number };
  /** Is it left out where there is no room for it? */
  readonly optional?: boolean;
  /** The possible middles, the best first, for a label that stands beside no box. */
  readonly middles?: readonly Spot[];
}

export interface Placed<Of> {
  readonly of: Of;
  /** The box of what is named; `box` is the label's. */
  readonly at: Box;
  readonly box: Box;
  readonly side: "above" | "below" | "beside";
}

const AWAY = 3;
/** The distance in front of a body, which keeps a label off its nib. */
const AWAY_IN_FRONT = 9;
/** The distance on every side, for things whose front may be anywhere. */
const AWAY_ALL_ROUND = 7;
/** The cost of each candidate later in the list, in square pixels of overlap. */
const LATER = 4;
/** The cost of each pixel of extra distance from what is named. */
const FARTHER = 9;
/** Covering a body costs this many times as much as covering a name. */
const STANDING = 3;
/** Labels of this weight are figures that a player reads while moving. */
const FIGURES = 3;
/** The room between a label and anything else. */
const AIR = 1.5;
/** The number of rounds of improvement. */
const ROUNDS = 3;
/** How many places are tried for a label without a free one; `MOST_MOVED` labels may move for it. */
const MOST_TRIED = 12;
const MOST_MOVED = 3;

/** An optional label that would cover more than this share of itself is left out. */
const CROWDED = 0.12;

/** A possible place of a label, and its least cost; the full cost is computed when it is needed. */
interface Option<Of> {
  readonly placed: Placed<Of>;
  readonly least: number;
  cost: number | null;
}

/** A label with its possible places, the cheapest first, what lies near them, and its neighbours. */
interface Choice<Of> {
  readonly label: Label<Of>;
  readonly options: readonly Option<Of>[];
  readonly reach: Box;
  readonly taken: readonly Box[];
  readonly paper: Box;
  readonly near: Choice<Of>[];
  now: Option<Of> | null;
}

/**
 * Places every label, the heaviest and most crowded first, then improves in rounds, so that an early label
 * moves aside for a late one with less choice.
 */
export function placeLabels<Of>(
  labels: readonly Label<Of>[],
  taken: readonly Box[],
  paper: Box,
): Placed<Of>[] {
  const crowd = (label: Label<Of>): number =>
    labels.filter((other) => other !== label && overlap(grown(label.at, 24), other.at) > 0).length;
  const choices = labels
    .map((label, place) => ({ label, place, crowd: crowd(label) }))
    .sort((a, b) => b.label.weight - a.label.weight || b.crowd - a.crowd || a.place - b.place)
    .map(({ label }) => choiceOf(label, taken, paper));
  linkNeighbours(choices);
  for (const choice of choices) choice.now = firstPlace(choice);
  const firm = choices.filter(({ label }) => !label.optional);
  for (let round = 0; round < ROUNDS; round += 1)
    if (!firm.map((choice) => improve(choice)).includes(true)) break;
  return choices.flatMap(({ now }) => (now ? [now.placed] : []));
}

function choiceOf<Of>(label: Label<Of>, taken: readonly Box[], paper: Box): Choice<Of> {
  const all = [...(label.middles ? centred(label, label.middles) : candidates(label))];
  const reach = grown(boundsOf(all), AIR);
  const options = all.map((placed, n) => {
    const far = label.middles ? 0 : FARTHER * Math.max(0, gap(placed) - AWAY);
    return { placed, least: far + LATER * n, cost: null };
  });
  options.sort((a, b) => a.least - b.least);
  const close = taken.filter((box) => overlap(box, reach) > 0);
  return { label, options, reach, taken: close, paper, near: [], now: null };
}

/** The cost of a place without other labels: its distance, and how much it hides of bodies. */
function priceOf<Of>(option: Option<Of>, { taken, paper }: Choice<Of>): number {
  const { box } = option.placed;
  const outside = wide(box) * high(box) - overlap(box, paper);
  option.cost ??=
    option.least + 4 * outside + STANDING * taken.reduce((sum, one) => sum + overlapWithAir(box, one), 0);
  return option.cost;
}

/** How much of a box, with some air around it, lies on another. */
function overlapWithAir(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left) + AIR;
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + AIR;
  return across > 0 && down > 0 ? across * down : 0;
}

/** Links each label to the others it might overlap. */
function linkNeighbours<Of>(choices: readonly Choice<Of>[]): void {
  for (const choice of choices)
    choice.near.push(
      ...choices.filter((other) => other !== choice && overlap(choice.reach, other.reach) > 0),
    );
}

function boundsOf<Of>(all: readonly Placed<Of>[]): Box {
  const reach = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { box } of all) {
    reach.left = Math.min(reach.left, box.left);
    reach.top = Math.min(reach.top, box.top);
    reach.right = Math.max(reach.right, box.right);
    reach.bottom = Math.max(reach.bottom, box.bottom);
  }
  return reach;
}

/** The distance of a label from what it names. */
function gap({ at, box }: Placed<unknown>): number {
  const across = Math.max(at.left - box.right, box.left - at.right, 0);
  const down = Math.max(at.top - box.bottom, box.top - at.bottom, 0);
  return Math.hypot(across, down);
}

/** The cost of lying on other labels; covering figures costs as much as covering bodies. */
function costAmongLabels<Of>(box: Box, { label, near }: Choice<Of>): number {
  let sum = 0;
  for (const { now, label: other } of near)
    if (now)
      sum +=
        overlapWithAir(box, now.placed.box) *
        (Math.max(label.weight, other.weight) >= FIGURES ? STANDING : 1);
  return sum;
}

/** The best place while all other labels stay. */
function bestOf<Of>(choice: Choice<Of>): Option<Of> {
  let best: Option<Of> | null = null;
  let least = Infinity;
  for (const option of choice.options) {
    if (option.least >= least) break;
    const whole = priceOf(option, choice) + costAmongLabels(option.placed.box, choice);
    if (whole < least) [best, least] = [option, whole];
  }
  if (!best) throw new Error("a label has no place at all: it must have candidates");
  return best;
}

/** The first place of a label; null for an optional one without room. */
function firstPlace<Of>(choice: Choice<Of>): Option<Of> | null {
  const best = bestOf(choice);
  if (!choice.label.optional) return best;
  const { box } = best.placed;
  return costAmongLabels(box, choice) > CROWDED * wide(box) * high(box) ? null : best;
}

function costOf<Of>(choice: Choice<Of>): number {
  const { now } = choice;
  return now ? priceOf(now, choice) + costAmongLabels(now.placed.box, choice) : 0;
}

/** Moves a label to its best place by now, or others aside; returns whether anything moved. */
function improve<Of>(choice: Choice<Of>): boolean {
  const before = choice.now;
  choice.now = bestOf(choice);
  const isFree = costAmongLabels(choice.now.placed.box, choice) === 0;
  return (!isFree && pushOthersAside(choice)) || before !== choice.now;
}

/** Takes a place from other labels if the total cost falls; returns whether it did. */
function pushOthersAside<Of>(choice: Choice<Of>): boolean {
  const whole = (of: readonly Choice<Of>[]): number => of.reduce((sum, one) => sum + costOf(one), 0);
  const [held, most] = [choice.now, costOf(choice)];
  for (const option of choice.options.slice(0, MOST_TRIED)) {
    if (priceOf(option, choice) >= most) continue;
    const others = choice.near.filter(
      ({ now }) => now && overlapWithAir(option.placed.box, now.placed.box) > 0,
    );
    if (others.length > MOST_MOVED) continue;
    const [were, before] = [others.map(({ now }) => now), whole([choice, ...others])];
    choice.now = option;
    for (const one of others) one.now = bestOf(one);
    if (whole([choice, ...others]) < before) return true;
    others.forEach((one, n) => (one.now = were[n] ?? null));
    choice.now = held;
  }
  return false;
}

function* centred<Of>({ of, at, width, height }: Label<Of>, middles: readonly Spot[]): Generator<Placed<Of>> {
  for (const { x, y } of middles) {
    const box = { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
    yield { of, at, side: "beside", box };
  }
}

/**
 * The possible places, the best first: behind flush left, flush right, in the middle, in front, at the sides.
 */
function* candidates<Of>(label: Label<Of>): Generator<Placed<Of>> {
  const { at, rear } = label;
  const vertical = rear === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
  const forms = [label, ...(label.otherwise ? [{ ...label, ...label.otherwise }] : [])];
  for (const ring of [0, 1, 2])
    for (const { of, width, height } of forms) {
      const across = [
        at.left,
        at.right - width,
        (at.left + at.right - width) / 2,
        at.left - 0.5 * width,
        at.right - 0.5 * width,
      ];
      const boxAt = (left: number, top: number): Box => ({
        left,
        top,
        right: left + width,
        bottom: top + height,
      });
      const sides = [at.right + AWAY + 2, at.left - AWAY - 2 - width];
      const levels = [(at.top + at.bottom - height) / 2, at.bottom - height, at.top];
      const beside = levels.flatMap((top) => sides.map((left) => boxAt(left, top)));
      if (ring === 0 && rear === "beside")
        for (const box of beside.slice(0, 2)) yield { of, at, side: "beside", box };
      for (const side of vertical) {
        const least = rear === "beside" ? AWAY_ALL_ROUND : side === rear ? AWAY : AWAY_IN_FRONT;
        const away = least + ring * (height + 1);
        const top = side === "above" ? at.top - away - height : at.bottom + away;
        for (const left of across) yield { of, at, side, box: boxAt(left, top) };
      }
      if (ring === 0) for (const box of beside) yield { of, at, side: "beside", box };
    }
}

/** A label farther than this from what it names has a line that leads back. */
const MOST_WITHOUT_LINE = 13;

/** The line from a label to what it names; null if the label stands beside it. */
export function leaderLine({ at, box }: Placed<unknown>): [Spot, Spot] | null {
  const nearest = (low: number, high: number, to: number): number => Math.min(Math.max(to, low), high);
  const [x, y] = [
    nearest(box.left, box.right, (at.left + at.right) / 2),
    nearest(box.top, box.bottom, (at.top + at.bottom) / 2),
  ];
  const end = { x: nearest(at.left, at.right, x), y: nearest(at.top, at.bottom, y) };
  return Math.hypot(end.x - x, end.y - y) > MOST_WITHOUT_LINE ? [{ x, y }, end] : null;
}

/** Text with typographic apostrophes. */
export const withApostrophes = (text: string): string => text.replace(/'/g, "’");

const NARROW = new Set([..."ijltfrI.,:;'’!|() -1"]);
const BROAD = new Set([..."mwMW%&"]);

/** The width of a text in the sans face at a size, rather too wide than too narrow. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) sum += 0.33;
    else if (BROAD.has(letter)) sum += 0.86;
    else sum += letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.63 : 0.54;
  }
  return sum * size;
}
