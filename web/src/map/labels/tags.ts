/**
 * The labels of a picture at a zoom: flags, hit strips, names and pills, in pixels from the sheet's corner.
 */
import type {
  Area,
  Base,
  BodyView,
  Card,
  Glyph,
  GridView,
  GroundName,
  Overlay,
  Picture,
  Plan,
  Point,
  Pose,
  Token,
  Who,
} from "../../wire";
import { FAR, NEAR } from "../geometry/camera";
import { groundLabels, type GroundTag } from "./groundNames";
import { placeLabels, withApostrophes, textWidth, type Label, type Placed } from "./placement";
import { drawPlan, inches } from "../drawing/overlayPaths";
import { between, bounds, grown, high, middle, spot, wide, type Box, type Spot } from "../geometry/plane";
import { corners, INCH, type Sheet } from "../geometry/sheet";
import { repeated } from "../drawing/signs";
import { tapePath, type Tape } from "../drawing/tapePaths";

export interface BodyTag {
  readonly kind: "body";
  readonly body: BodyView;
  /** The name, in two lines where it is long. */
  readonly lines: readonly string[];
  readonly strip: number;
}
export interface TokenTag {
  readonly kind: "token";
  readonly token: Token;
  readonly name: string;
}
export interface PillTag {
  readonly kind: "pill";
  readonly words: string;
  readonly manner: "plan" | "left" | "stop" | "tape" | "fire";
  /** The index of its tape. */
  readonly tape: number | null;
}
export type Tag = BodyTag | TokenTag | GroundTag | PillTag;

export const FLAG_WIDE = 14;
export const STRIP_HIGH = 9;
export const LINE_HIGH = 13;
const [NAME, LEADER] = [11, 13] as const;

export interface LabelView {
  readonly scale: number;
  /** The units in focus: they keep their names at any zoom. */
  readonly at: ReadonlySet<number | string>;
}

/** The box on the screen around bases at a pose. */
export function screenBox(pose: Pose, bases: readonly Base[], sheet: Sheet, scale: number): Box {
  return scaled(bounds(sheet.spots(corners(pose, bases))), scale);
}

const scaled = ({ left, top, right, bottom }: Box, scale: number): Box => ({
  left: left * scale,
  top: top * scale,
  right: right * scale,
  bottom: bottom * scale,
});

/** The side of its box at which the rear of a pose lies. */
function rear(pose: Pose, sheet: Sheet): Label<Tag>["rear"] {
  const up = Math.cos((sheet.turn(pose.heading) * Math.PI) / 180);
  return up < -0.3 ? "above" : "below";
}

function bodyLabel(body: BodyView, pose: Pose, sheet: Sheet, looking: LabelView): Label<Tag> {
  const at = screenBox(pose, body.bases, sheet, looking.scale);
  const isNear = looking.scale * INCH >= FAR;
  const isNamed = isNear || looking.at.has(body.id);
  const name = withApostrophes(body.card.name);
  const widest = looking.scale * INCH > NEAR ? 130 : 58;
  const strip = body.card.strip ? Math.min(Math.max((at.right - at.left) * 0.5, 26), widest) : 0;
  const form = (lines: readonly string[]): Pick<Label<Tag>, "of" | "width" | "height"> => ({
    of: { kind: "body", body, lines, strip },
    width: Math.max(...lines.map((line) => textWidth(line, NAME)), FLAG_WIDE + strip),
    height: STRIP_HIGH + lines.length * LINE_HIGH,
  });
  const lines = isNamed ? wrapped(name, at.right - at.left) : [];
  const otherwise = lines.length > 1 ? { otherwise: form([name]) } : {};
  // At near zoom the name of a body in focus has no priority.
  const weight = looking.at.has(body.id) && !isNear ? 2 : 1;
  return { ...form(lines), ...otherwise, at, rear: rear(pose, sheet), weight };
}

const LONG = 18;

/** A name in one line, or split at the space nearest to its middle if it is wider than its body. */
function wrapped(name: string, room: number): string[] {
  if (name.length <= LONG || textWidth(name, NAME) < room * 1.15) return [name];
  const blanks = [...name.matchAll(/ /g)].map(({ index }) => index);
  const cut = blanks.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0];
  return cut === undefined ? [name] : [name.slice(0, cut), name.slice(cut + 1)];
}

function tokenLabel(token: Token, sheet: Sheet, looking: LabelView): Label<Tag>[] {
  if (looking.scale * INCH < FAR && !looking.at.has(token.id)) return [];
  const at = screenBox(token.pose, token.bases, sheet, looking.scale);
  const width = textWidth(token.name, LEADER) * 0.9;
  return [
    {
      of: { kind: "token", token, name: withApostrophes(token.name) },
      at,
      width,
      height: LINE_HIGH + 2,
      rear: "beside",
      weight: 0,
    },
  ];
}

/** A figure in a pill beside a place of the sheet. */
function pillLabel(
  at: Spot,
  words: string,
  manner: PillTag["manner"],
  scale: number,
  tape: number | null = null,
): Label<Tag> {
  const place = grown(bounds([spot(at.x * scale, at.y * scale)]), 4);
  return {
    of: { kind: "pill", words, manner, tape },
    at: place,
    width: pillWidth(words),
    height: 19,
    rear: "beside",
    weight: 3,
  };
}

const leftPill = (end: Spot, { left, costWords = inches }: Plan, scale: number): Label<Tag> =>
  left < 0
    ? pillLabel(end, `${costWords(-left)} too far`, "stop", scale)
    : pillLabel(end, `${costWords(left)} left`, "left", scale);

/** Longer words along a line are shown only for a unit in focus. */
const SHORT = 30;

/**
 * The labels of lines between bodies, such as lines of sight: beside the line, near its far end, without the
 * name of the body there.
 */
function linePills(
  overlays: readonly Overlay[],
  picture: Picture,
  sheet: Sheet,
  looking: LabelView,
): Label<Tag>[] {
  return overlays.flatMap(({ label, shapes, kind }) => {
    const line = shapes.find((one) => one.shape === "line");
    const [start, end] = [line?.points[0], line?.points.at(-1)];
    // A ring has its label along itself.
    if (!label || !start || !end || shapes.some((one) => one.shape === "ring")) return [];
    const target = line?.whom ?? null;
    const name = nameOf(picture, target);
    const words = name && label.startsWith(name) ? label.slice(name.length).replace(/^[\s,:]+/, "") : label;
    const isLooked = target !== null && looking.at.has(target);
    if (words.length > SHORT && !isLooked) return [];
    const [a, b] = [sheet.spot(start), sheet.spot(end)];
    const at = between(a, b, kind === "threat" ? 0.38 : 0.62);
    const pill = pillLabel(at, words, kind === "sight" || kind === "threat" ? "fire" : "plan", looking.scale);
    return [{ ...pill, weight: isLooked ? 3 : 0, optional: !isLooked }];
  });
}

const nameOf = ({ bodies, tokens }: Picture, who: Who | null): string =>
  bodies.find(({ id }) => id === who)?.card.name ?? tokens.find(({ id }) => id === who)?.name ?? "";

export const pillWidth = (words: string): number => textWidth(words, 11.5) + 18;

function pills(
  plan: Plan | null,
  tapes: readonly Tape[],
  sheet: Sheet,
  grid: GridView | null,
  scale: number,
): Label<Tag>[] {
  const legs = plan ? drawPlan(plan, sheet) : [];
  const costs = legs.flatMap((leg, n) => {
    const cost = plan?.legs[n];
    if (!cost) return [];
    const words = `${cost.words} ${(plan?.costWords ?? inches)(cost.cost)}`.trim();
    return [pillLabel(leg.tag, words, cost.legal ? "plan" : "stop", scale)];
  });
  const end = legs.at(-1)?.end;
  const left = plan && end ? [leftPill(end, plan, scale)] : [];
  return [
    ...costs,
    ...left,
    ...tapes
      .map((one) => tapePath(one, sheet, grid))
      .map((laid, n) => pillLabel(laid.middle, laid.words, "tape", scale, n)),
  ];
}

/** What is drawn over the picture and has labels of its own, or must not be covered. */
export interface DrawnOver {
  readonly plan: Plan | null;
  readonly tapes: readonly Tape[];
  readonly overlays: readonly Overlay[];
  readonly keepOff: readonly Point[];
  /** The boxes of title, key and compass. */
  readonly furniture: readonly Box[];
}
const NOTHING_DRAWN: DrawnOver = { plan: null, tapes: [], overlays: [], keepOff: [], furniture: [] };

/** All labels of a picture with their places, all on the paper. */
export function placedTags(
  picture: Picture,
  sheet: Sheet,
  looking: LabelView,
  drawn: DrawnOver = NOTHING_DRAWN,
): Placed<Tag>[] {
  const { scale } = looking;
  const { plan, tapes, overlays, keepOff, furniture } = drawn;
  const end = plan?.end ?? plan?.legs.at(-1)?.to;
  const ghost = plan && end ? [screenBox(end, plan.bases, sheet, scale)] : [];
  const stands = [...picture.bodies, ...picture.tokens].flatMap(({ pose, bases }) =>
    pose ? [screenBox(pose, bases, sheet, scale)] : [],
  );
  const labels = [
    ...picture.bodies.flatMap((body) =>
      body.pose && isLabelled(body, looking) ? [bodyLabel(body, body.pose, sheet, looking)] : [],
    ),
    ...picture.tokens.flatMap((token) => tokenLabel(token, sheet, looking)),
    ...(scale * INCH >= FAR ? groundLabels(shownGroundNames(picture), picture, sheet, scale) : []),
    ...pills(plan, tapes, sheet, picture.grid, scale),
    ...linePills(overlays, picture, sheet, looking),
  ];
  const paper = grown({ left: 0, top: 0, right: sheet.width * scale, bottom: sheet.height * scale }, 2);
  const handles = keepOff
    .map((point) => sheet.spot(point))
    .map(({ x, y }) => grown(bounds([spot(x * scale, y * scale)]), 9));
  const signs = [
    ...markerBoxes(picture, sheet, scale),
    ...badgeBoxes(picture, sheet, scale),
    barBox(sheet, scale),
    ...furniture.map((box) => scaled(box, scale)),
  ];
  return placeLabels(labels, [...stands, ...ghost, ...handles, ...signs], paper);
}

/** The box of the scale bar while the corner of the table is visible. */
function barBox(sheet: Sheet, scale: number): Box {
  const [right, bottom] = [sheet.width * scale - 14, sheet.height * scale - 12];
  return { left: right - 190, top: bottom - 22, right, bottom };
}

/** At a distance only bodies with losses and those in focus have labels. */
function isLabelled({ id, card }: BodyView, looking: LabelView): boolean {
  return looking.scale * INCH >= FAR || looking.at.has(id) || (card.strip?.filled ?? 0) > 0;
}

/** Names of ground that say more than the kind of ground does, or than the flag of a place. */
function shownGroundNames({ names, ground, areas }: Picture): GroundName[] {
  const words = new Set(ground.map((drawn) => drawn.words.toLowerCase()));
  return names.filter(
    ({ label }) =>
      !words.has(label.toLowerCase()) && !areas.some((area) => area.label.startsWith(`${label},`)),
  );
}

/** The place of a body's markers: its front right corner as seen on the screen. */
export function markerSpot(pose: Pose, bases: readonly Base[], sheet: Sheet, scale: number): Spot {
  const [left, right] = corners(pose, bases).map((point) => sheet.spot(point)) as [Spot, Spot];
  const chosen = left.x > right.x ? left : right;
  return spot(chosen.x * scale, chosen.y * scale);
}

export interface MarkerSign {
  readonly words: string;
  readonly count: number;
  readonly at: Spot;
}

const MARKER_STEP = 13;

/** The markers that say more than the strip does: the strip already shows the hits. */
export const markersBesideStrip = ({ markers, strip }: Card): Card["markers"] =>
  markers.filter(([words, count]) => words !== "hits" || count !== strip?.filled);

/** The markers of all bodies, side by side from the corner inwards. */
export function markers(picture: Picture, sheet: Sheet, scale: number): MarkerSign[] {
  return picture.bodies.flatMap(({ pose, bases, card }) => {
    if (!pose) return [];
    const at = markerSpot(pose, bases, sheet, scale);
    const beside = markersBesideStrip(card);
    const signs = beside.flatMap(([words, count]) =>
      Array.from({ length: repeated(words, count) }, () => ({ words, count })),
    );
    return signs.map((sign, n) => ({ ...sign, at: spot(at.x + 1 - n * MARKER_STEP, at.y - 2) }));
  });
}

const markerBoxes = (picture: Picture, sheet: Sheet, scale: number): Box[] =>
  markers(picture, sheet, scale).map(({ at }) => grown(bounds([at]), 7));

/** An objective that covers a larger share of the table is not outlined. */
const LARGE = 0.25;

/** The places of the flags of areas: their upper left corner as seen. */
export function badges(picture: Picture, sheet: Sheet, scale: number): { area: Area; at: Spot }[] {
  return picture.areas.flatMap((area) => {
    const at = area.label ? badgeSpot(area, sheet) : null;
    return at ? [{ area, at: onPaper(spot(at.x * scale, at.y * scale), area, sheet, scale) }] : [];
  });
}

/** A flag whose place lies beyond the edge is drawn within it. */
const onPaper = ({ x, y }: Spot, area: Area, sheet: Sheet, scale: number): Spot =>
  spot(Math.max(4, Math.min(x, sheet.width * scale - badgeWide(area) - 4)), Math.max(y, 12));

function badgeSpot(area: Area, sheet: Sheet): Spot | null {
  if (!isDrawn(area, sheet)) return null;
  const box = bounds(sheet.spots(area.polygon));
  return spot(box.left + 8, box.top + 10);
}

/** Is the outline of an area drawn? That of a zone always: players must see where they may deploy. */
export function isDrawn({ kind, polygon }: Area, sheet: Sheet): boolean {
  const box = bounds(sheet.spots(polygon));
  const isSmall = wide(box) * high(box) < LARGE * sheet.width * sheet.height;
  return polygon.length > 2 && (kind === "zone" || isSmall);
}

export const badgeWide = ({ label }: Area): number => textWidth(label, 9.5) + 13;

const badgeBoxes = (picture: Picture, sheet: Sheet, scale: number): Box[] =>
  badges(picture, sheet, scale).map(({ area, at }) => ({
    left: at.x - 1,
    top: at.y - 10,
    right: at.x + badgeWide(area),
    bottom: at.y + 5,
  }));

/** The cells of a strip: where each begins and ends, and how much of it is filled. */
export function cells(
  strip: NonNullable<BodyView["card"]["strip"]>,
): { from: number; to: number; share: number; words: string }[] {
  let start = 0;
  return strip.marks.map(([at, words]) => {
    const cell = {
      from: start,
      to: at,
      share: Math.min(Math.max((strip.filled - start) / (at - start || 1), 0), 1),
      words,
    };
    start = at;
    return cell;
  });
}

/** A body in one sentence, for screen readers. */
export function spokenDescription(body: BodyView, picture: Picture): string {
  const { card } = body;
  const side = picture.sides[body.side]?.name ?? "";
  const markers = card.markers.map(([words, count]) => (count > 1 ? `${count} ${words}` : words));
  const last = card.strip?.marks.at(-1)?.[0];
  const hits = card.strip && last ? [`${card.strip.filled} of ${last} hits`] : [];
  return [`${card.name}, ${side}`, card.kind, card.state, ...hits, ...markers].filter(Boolean).join("; ");
}

export const middleOf = (pose: Pose, bases: readonly Base[], sheet: Sheet): Spot =>
  middle(bounds(corners(pose, bases).map((point) => sheet.spot(point))));

/** Is a glyph drawn as a single sign on a distant table? A leader's star is one already. */
export const hasListGlyph = (glyph: Glyph): boolean => glyph !== "leader";
