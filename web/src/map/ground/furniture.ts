/** The furniture of a map: neatline, rule along the edges, title, compass, key. */
import type { Manner, Picture } from "../../wire";
import { crowding, mannerOf, PILE, sample, standing, takenOf, type Taken } from "./ground";
import { withApostrophes, textWidth } from "../labels/placement";
import { escaped, joined, NOTHING, path, pen, short, tag, type Markup } from "../drawing/markup";
import { overlap, type Box } from "../geometry/plane";
import { INCH, type Sheet } from "../geometry/sheet";
import { dateInWords } from "../../shared/dates";

const CHECK = 6 * INCH;
const [TABLE, BAND, OUTER] = [0, 5.4, 9] as const;

/** The double line around the table, checked every six inches, ruled in inches and numbered every twelve. */
export function frame(sheet: Sheet): Markup {
  const { width, height } = sheet;
  const rect = (by: number, name: string): Markup =>
    tag("rect", { class: name, x: -by, y: -by, width: width + 2 * by, height: height + 2 * by });
  const middle = (TABLE + BAND) / 2;
  const row = (y: number): string =>
    checks(width)
      .map(([a, b]) => pen("M", a, y, "H", b))
      .join("");
  const column = (x: number): string =>
    checks(height)
      .map(([a, b]) => pen("M", x, height - a, "V", height - b))
      .join("");
  return joined([
    path("checks", row(-middle) + row(height + middle) + column(-middle) + column(width + middle)),
    path("rule", rule(sheet)),
    rect(TABLE, "neat"),
    rect(BAND, "neat"),
    rect(OUTER, "neat outer"),
    ...numbers(sheet),
  ]);
}

/** Every second stretch of six inches of a side. */
function checks(long: number): [number, number][] {
  return Array.from({ length: Math.ceil(long / CHECK / 2) }, (_, n) => [
    2 * n * CHECK,
    Math.min((2 * n + 1) * CHECK, long),
  ]);
}

/** A tick for every inch in the outer band. */
function rule({ width, height }: Sheet): string {
  const across = Array.from({ length: Math.floor(width / INCH) - 1 }, (_, n) => (n + 1) * INCH);
  const down = Array.from({ length: Math.floor(height / INCH) - 1 }, (_, n) => height - (n + 1) * INCH);
  const tick = (n: number): number => ((n + 1) % 6 === 0 ? OUTER - BAND : (OUTER - BAND) * 0.55);
  return (
    across.map((x, n) => pen("M", x, -OUTER, "v", tick(n), "M", x, height + OUTER, "v", -tick(n))).join("") +
    down.map((y, n) => pen("M", -OUTER, y, "h", tick(n), "M", width + OUTER, y, "h", -tick(n))).join("")
  );
}

function numbers(sheet: Sheet): Markup[] {
  const { width, height, facing } = sheet;
  const write = (x: number, y: number, n: number): Markup =>
    tag("text", { class: "inches", x, y }, escaped(String(n)));
  const steps = (long: number): number[] =>
    Array.from({ length: Math.floor(long / INCH / 12) }, (_, n) => 12 * (n + 1));
  const at = (n: number, long: number): number => (facing === "up" ? n * INCH : long - n * INCH);
  return [
    ...steps(width).flatMap((n) => [
      write(at(n, width), -OUTER - 4, n),
      write(at(n, width), height + OUTER + 11, n),
    ]),
    ...steps(height).flatMap((n) => {
      const y = height - at(n, height) + 3.2;
      return [write(-OUTER - 7, y, n), write(width + OUTER + 7, y, n)];
    }),
  ];
}

// ------------------------------------------------------------------ ornaments
interface Ornament {
  readonly width: number;
  readonly height: number;
  readonly drawn: Markup;
  /** The corner where the search for room begins: left or right, top or bottom. */
  readonly corner: readonly [0 | 1, 0 | 1];
  /** May it be left out if there is no room? */
  readonly spare: boolean;
}

/** The ornaments as drawn, and their boxes. */
export interface PlacedOrnaments {
  readonly drawn: Markup;
  readonly boxes: readonly Box[];
}

/** A body nearer than this stands on an ornament. */
const CLOSE = 4;

/** Does a body stand on one of these boxes? */
export const isUnderPieces = (boxes: readonly Box[], picture: Picture, sheet: Sheet): boolean =>
  standing(picture, sheet, CLOSE).some((body) => boxes.some((box) => overlap(box, body) > 0));

/**
 * Title, compass and key, each at the freest place near its corner; optional ones without room are left out.
 */
export function ornaments(picture: Picture, sheet: Sheet): PlacedOrnaments {
  // The scale bar lies in the lower right corner of the window, and of the table when all of it is shown.
  const { width, height } = sheet;
  const taken: Box[] = [{ left: width - 15 * INCH, top: height - 3 * INCH, right: width, bottom: height }];
  const table = takenOf(picture, sheet);
  const boxes: Box[] = [];
  const drawn = [title(picture), key(picture), compass(sheet)].map((piece) => {
    const found = room(piece, sheet, table, [...taken, ...boxes]);
    // An ornament never lies under a body; the title also stands in the bar above the table.
    if (!found || isUnderPieces([found], picture, sheet)) return NOTHING;
    boxes.push(found);
    return tag("g", { transform: `translate(${short(found.left)} ${short(found.top)})` }, piece.drawn);
  });
  return { drawn: joined(drawn), boxes };
}

/** The share of its area that may be covered before an optional ornament is left out. */
const TOO_CROWDED = 0.12;

function room(piece: Ornament, sheet: Sheet, table: readonly Taken[], taken: readonly Box[]): Box | null {
  const [right, bottom] = piece.corner;
  const step = 1.5 * INCH;
  let best: { cost: number; box: Box } | null = null;
  for (let across = INCH; across + piece.width < sheet.width - INCH / 2; across += step)
    for (let down = INCH * 0.8; down + piece.height < sheet.height - INCH / 2; down += step) {
      const far = (across + down) * 0.4;
      if (best && far >= best.cost) break; // farther down it could only cost more
      const left = right ? sheet.width - across - piece.width : across;
      const top = bottom ? sheet.height - down - piece.height : down;
      const box = { left, top, right: left + piece.width, bottom: top + piece.height };
      const isBlocked = taken.some(
        (other) =>
          box.left < other.right &&
          box.right > other.left &&
          box.top < other.bottom &&
          box.bottom > other.top,
      );
      const cost = crowding(box, table) + far + (isBlocked ? 1e9 : 0);
      if (!best || cost < best.cost) best = { cost, box };
    }
  if (!best || best.cost >= 1e9) return null;
  const isCrowded = crowding(best.box, table) > TOO_CROWDED * piece.width * piece.height;
  return isCrowded && piece.spare ? null : best.box;
}

function title(picture: Picture): Ornament {
  const lines = withApostrophes([picture.place, dateInWords(picture.date)].filter(Boolean).join(", "));
  const width = Math.max(textWidth(picture.title, 25), textWidth(lines, 14)) + 4;
  const drawn = joined([
    tag("text", { class: "title", x: 0, y: 24 }, escaped(withApostrophes(picture.title))),
    path("title-rule", pen("M", 0, 34, "H", width), { "stroke-width": 1.1 }),
    path("title-rule", pen("M", 0, 36.8, "H", width), { "stroke-width": 0.5 }),
    lines ? tag("text", { class: "subtitle", x: 0, y: 54 }, escaped(lines)) : NOTHING,
  ]);
  return { width, height: 60, drawn, corner: [0, 0], spare: false };
}

/** A compass rose; north is up the table, whichever way it is seen. */
function compass(sheet: Sheet): Ornament {
  const rose = joined([
    tag("circle", { class: "rose", r: 21 }),
    tag("circle", { class: "rose", r: 18.4, "stroke-width": 0.3 }),
    path(
      "rose-pale",
      "M0 0L-1.2-5.4L-13-13L-5.4-1.2ZM0 0L5.4-1.2L13-13L1.2-5.4ZM0 0L1.2 5.4L13 13L5.4 1.2ZM0 0L-5.4 1.2L-13 13L-1.2 5.4Z",
    ),
    path("rose-dark", "M0-30L4.4-4.4L0 0ZM0 26L4 4L0 0ZM25 0L4.4 4.4L0 0ZM-25 0L-4.4-4.4L0 0Z"),
    path("rose-pale", "M0-30L-4.4-4.4L0 0ZM0 26L-4 4L0 0ZM25 0L4.4-4.4L0 0ZM-25 0L-4.4 4.4L0 0Z"),
  ]);
  const turn = sheet.facing === "up" ? 0 : 180;
  const north = tag("text", { class: "north", y: turn === 0 ? -33 : 43 }, escaped("N"));
  const drawn = tag(
    "g",
    { transform: "translate(29 44)" },
    tag("g", { transform: `rotate(${turn})` }, rose),
    north,
  );
  return { width: 58, height: 92, drawn, corner: [1, 1], spare: true };
}

// ------------------------------------------------------------------ the key
export interface KeyEntry {
  readonly manner: Manner;
  readonly words: string;
}

/** The manners in which the ground of a picture is drawn, with their words. */
export function keyOf(picture: Picture): KeyEntry[] {
  const shown = new Set(picture.field.pieces.map((piece) => mannerOf(piece, picture.ground)));
  return PILE.filter((manner) => shown.has(manner)).map((manner) => {
    const words = picture.ground.filter((drawn) => drawn.drawn === manner).map((drawn) => drawn.words);
    return { manner, words: words.join(", ") || manner };
  });
}

const [ENTRY_WIDE, ENTRY_HIGH, HEAD] = [104, 25, 24] as const;

function key(picture: Picture): Ornament {
  const entries = keyOf(picture);
  const columns = Math.min(entries.length, entries.length > 8 ? 4 : entries.length > 4 ? 3 : 2);
  const rows = Math.ceil(entries.length / Math.max(columns, 1));
  const [width, height] = [columns * ENTRY_WIDE + 14, HEAD + rows * ENTRY_HIGH + 5];
  const drawn = joined([
    tag("rect", { class: "key", x: 0, y: 0, width, height }),
    tag("rect", { class: "key inner", x: 2.5, y: 2.5, width: width - 5, height: height - 5 }),
    tag("text", { class: "key-title", x: 10, y: 17 }, escaped("Key to the ground")),
    ...entries.map((entry, n) =>
      keyEntry(entry, 10 + (n % columns) * ENTRY_WIDE, HEAD + Math.floor(n / columns) * ENTRY_HIGH),
    ),
  ]);
  return { width, height, drawn: entries.length > 0 ? drawn : NOTHING, corner: [1, 0], spare: true };
}

function keyEntry({ manner, words }: KeyEntry, x: number, y: number): Markup {
  return tag(
    "g",
    { transform: `translate(${short(x)} ${short(y)})` },
    tag("g", { transform: "scale(.92)" }, sample(manner)),
    tag("text", { class: "key-words", x: 42, y: 13 }, escaped(words)),
  );
}

/** A scale bar of at most this many pixels: the number of sections and the inches of each. */
export function scaleBar(inch: number, wanted: number): { step: number; count: number } {
  const step = [12, 6, 3, 2, 1].find((inches) => inches * inch * 5 <= wanted) ?? 0.5;
  return { step, count: 5 };
}
