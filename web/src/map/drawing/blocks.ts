/** Bodies from above: bases to scale with the figures of their arm, their front marked by a bar and a nib. */
import SYMBOLS from "../../../../src/sandtable/report/drawing/symbols.json";
import type { Base, Glyph } from "../../wire";
import type { Tone } from "./livery";
import { joined, path, pen, short, tag, type Markup } from "./markup";
import { isOneMan, drawLeaders, drawRanks, oneMan, type Soldiers } from "./soldiers";
import { extent, INCH, length } from "../geometry/sheet";

const cache = new Map<string, Markup>();

/**
 * A body in its own frame, its front upwards. Markup is cached by its inputs, since equal bodies are common.
 */
export function drawBlock(bases: readonly Base[], glyph: Glyph, tone: Tone): Markup {
  const key = `${tone} ${glyph} ${bases.map((b) => [b.x, b.y, b.width, b.depth, b.turn].join()).join(" ")}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const drawn = joined([...bases.map((base) => oneBase(base, glyph, tone)), front(bases, glyph)]);
  cache.set(key, drawn);
  return drawn;
}

/** A body soldier by soldier in its own frame, cached like a block. */
export function drawSoldiers(bases: readonly Base[], men: Soldiers, glyph: Glyph, tone: Tone): Markup {
  const key = `${tone} ${glyph} ${JSON.stringify(men)} ${bases.length}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const drawn = joined([drawRanks(bases, men, glyph, tone), front(bases, glyph), drawLeaders(men)]);
  cache.set(key, drawn);
  return drawn;
}

/** The outline of the bases in their own frame, for rings, shadows and hit areas. */
export function outline(bases: readonly Base[], by = 0): string {
  const box = extent(bases);
  const [left, right, top, bottom] = [
    length(box.left) - by,
    length(box.right) + by,
    length(box.top) - by,
    length(box.bottom) + by,
  ];
  return pen("M", left, top, "H", right, "V", bottom, "H", left, "Z");
}

/** All bases as one path, for the shadow. */
export function silhouette(bases: readonly Base[]): string {
  return bases
    .filter((base) => base.turn === 0)
    .map((base) => {
      const [x, y, w, d] = [length(base.x), -length(base.y), length(base.width), length(base.depth)];
      return pen("M", x - w / 2, y, "h", w, "v", d, "h", -w, "Z");
    })
    .join("");
}

/** The bar across the front rank, and a nib at its middle; a leader has the nib alone. */
function front(bases: readonly Base[], glyph: Glyph): Markup {
  const rank = bases.filter((base) => base.rank === 0);
  const box = extent(rank.length > 0 ? rank : bases);
  const [left, right] = [length(box.left) + 0.7, length(box.right) - 0.7];
  if (glyph === "leader" || glyph === "model") return path("nib", "M-3.4 0L0-4.4L3.4 0Z");
  const middle = (left + right) / 2;
  const nib = pen("M", middle - 4.2, 0, "L", middle, -5.4, "L", middle + 4.2, 0, "Z");
  return joined([path("front", pen("M", left, 0.9, "H", right)), path("nib", nib)]);
}

// ------------------------------------------------------------------ one base
/** A base larger than this in both directions is ground that is held: its edges are drawn manned. */
const GROUND_HELD = 4 * INCH;

function oneBase(base: Base, glyph: Glyph, tone: Tone): Markup {
  const [w, d] = [length(base.width), length(base.depth)];
  const turn = base.turn === 0 ? "" : ` rotate(${short(base.turn / 10)})`;
  const place = `translate(${short(length(base.x))} ${short(-length(base.y))})${turn}`;
  if (Math.min(w, d) > GROUND_HELD) return tag("g", { transform: place }, held(w, d, glyph, tone));
  const drawn = tag("g", { class: "figures" }, figures(w, d, glyph));
  return tag("g", { transform: place }, card(w, d, tone, glyph), drawn);
}

/** The edges of ground that is held, manned on every side; the ground in the middle stays visible. */
function held(w: number, d: number, glyph: Glyph, tone: Tone): Markup {
  const deep = INCH * 1.25;
  const sides = [
    [0, 0, w, 0],
    [w / 2, d / 2, d - 2 * deep, 90],
    [0, d, w, 180],
    [-w / 2, d / 2, d - 2 * deep, 270],
  ] as const;
  return joined(
    sides.map(([x, y, long, turn]) => {
      const files = Math.max(Math.round(long / (2 * INCH)), 1);
      const each = long / files;
      const groups = Array.from({ length: files }, (_, file) =>
        tag(
          "g",
          { transform: `translate(${short((file + 0.5) * each - long / 2)} 0)` },
          card(each, deep, tone, glyph),
          tag("g", { class: "figures" }, figures(each, deep, glyph)),
        ),
      );
      return tag("g", { transform: `translate(${short(x)} ${short(y)}) rotate(${turn})` }, joined(groups));
    }),
  );
}

const GAP = 0.7;

/** The ground of a base. */
function card(w: number, d: number, tone: Tone, glyph: Glyph): Markup {
  const [left, right, rear] = [GAP - w / 2, w / 2 - GAP, d - GAP];
  const name = glyph === "leader" ? "base leader" : "base";
  if (tone === "dark") return path(name, pen("M", left, GAP, "H", right, "V", rear, "H", left, "Z"));
  const cut = Math.min(3.2, w / 5);
  const ring = pen(
    "M",
    left + cut,
    GAP,
    "H",
    right - cut,
    "l",
    cut,
    cut,
    "V",
    rear,
    "H",
    left,
    "V",
    GAP + cut,
    "Z",
  );
  const band = d * (glyph === "skirmishers" ? 0.24 : 0.17);
  const lines = glyph === "leader" ? joined([]) : path("hatch", ring);
  return joined([
    path(name, ring),
    lines,
    path("band", pen("M", left, rear - band, "H", right, "V", rear, "H", left, "Z")),
  ]);
}

/** The lengths in a path of a symbol: shares of the width, the depth, or the smaller of both. */
const LENGTH = /(-?[\d.]+)([wds])/g;

/** A path of a symbol, or the coordinates of a circle, on a base of this size. */
function fitted(path: string, w: number, d: number): string {
  const units: Record<string, number> = { w, d, s: Math.min(w, d) };
  return path.replace(LENGTH, (_, share: string, unit: string) => short(Number(share) * (units[unit] ?? 0)));
}

function dots(places: readonly (readonly number[])[], radius: number): string {
  const arc = (across: number): string => `${pen("a", radius, radius, 0, 1, 0, across, 0)}`;
  return places
    .map(([x = 0, y = 0]) => `${pen("M", x - radius, y)}${arc(2 * radius)}${arc(-2 * radius)}`)
    .join("");
}

/** A part of a symbol: a path, or circles of one radius. */
interface SymbolPart {
  readonly class: string;
  readonly path?: string;
  readonly circles?: readonly string[];
  readonly radius?: string;
}

function drawPart(
  { class: name, path: d = "", circles = [], radius = "" }: SymbolPart,
  w: number,
  h: number,
) {
  const places = circles.map((at) => fitted(at, w, h).split(" ").map(Number));
  return path(name, fitted(d, w, h) + dots(places, Number(fitted(radius, w, h))));
}

/** The figures of an arm on a base. */
function figures(w: number, d: number, glyph: Glyph): Markup {
  const isSmall = (glyph === "foot" || glyph === "skirmishers" || glyph === "horse") && isOneMan(w, d);
  if (isSmall) return oneMan(w, d, glyph);
  return joined(SYMBOLS[glyph].map((part) => drawPart(part, w, d)));
}
