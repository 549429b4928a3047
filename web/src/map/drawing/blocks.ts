/** Bodies from above: bases to scale with the figures of their arm, their front marked by a bar and a nib. */
import type { Base, Glyph } from "../../wire";
import type { Tone } from "./livery";
import { joined, path, pen, short, tag, way, type Markup } from "./markup";
import { isOneMan, drawLeaders, drawRanks, oneMan, type Soldiers } from "./soldiers";
import { spot } from "../geometry/plane";
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
  const figures = tag("g", { class: "figures" }, FIGURES[glyph](w, d, tone));
  return tag("g", { transform: place }, card(w, d, tone, glyph), figures);
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
          tag("g", { class: "figures" }, FIGURES[glyph](each, deep, tone)),
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

/** The size of figures on a base, relative to the size they were designed for. */
const fineness = (w: number, d: number): number => Math.min(w, d) / (2 * INCH);

function dots(places: readonly (readonly [number, number])[], radius: number): string {
  const arc = (across: number): string => `${pen("a", radius, radius, 0, 1, 0, across, 0)}`;
  return places.map(([x, y]) => `${pen("M", x - radius, y)}${arc(2 * radius)}${arc(-2 * radius)}`).join("");
}

/** Two ranks of four heads, a musket forward from each of the front rank. */
function foot(w: number, d: number): Markup {
  if (isOneMan(w, d)) return oneMan(w, d, "foot");
  const files = [0, 1, 2, 3].map((file) => w * (0.17 + 0.22 * file - 0.5));
  const heads = [0.36, 0.62].flatMap((rank) => files.map((x) => [x, d * rank] as const));
  const muskets = files.map((x) => pen("M", x, d * 0.36, "V", d * 0.14));
  return joined([path("figure", dots(heads, 1.75 * fineness(w, d))), path("line", muskets.join(""))]);
}

/** Three heads apart, a musket from each. */
function loose(w: number, d: number): Markup {
  if (isOneMan(w, d)) return oneMan(w, d, "skirmishers");
  const heads = [
    [-0.3 * w, 0.6 * d],
    [0, 0.46 * d],
    [0.3 * w, 0.6 * d],
  ] as const;
  const muskets = heads.map(([x, y]) => pen("M", x, y, "v", -d * 0.33));
  return joined([path("figure", dots(heads, Math.min(1.8, d * 0.13))), path("line", muskets.join(""))]);
}

/**
 * The diagonal of horse, the rear right half in the other tone, and two horses from above with their riders.
 */
function horse(w: number, d: number, tone: Tone): Markup {
  if (isOneMan(w, d)) return oneMan(w, d, "horse");
  const fine = fineness(w, d) * 0.86;
  const half = pen(
    "M",
    GAP - w / 2,
    d - GAP,
    "L",
    w / 2 - GAP,
    GAP + (tone === "light" ? 3.2 : 0),
    "V",
    d - GAP,
    "Z",
  );
  const back = (
    [3, 3, 3.4, 7, 2.6, 13, -0.6, 2, -4.6, 2, -5.2, 0, -0.8, -6, -0.4, -10, 2.6, -13] as const
  ).map((n) => n * fine);
  const horses = [-0.2, 0.2].map((share) => `${pen("M", w * share, d * 0.22, "c", ...back)}z`);
  const riders = [-0.2, 0.2].map((share) => [w * share, d * 0.22 + 9 * fine] as const);
  return joined([
    path("other-half", half),
    path("figure", horses.join("")),
    path("rider", dots(riders, 1.7 * fine)),
  ]);
}

/** A gun from above: barrel, axle, two wheels, trail, and a gunner on either side. */
function guns(w: number, d: number): Markup {
  const fine = w / (2 * INCH);
  const heavy = [0, -7.6, 7.6].map((x) =>
    x === 0 ? pen("M", 0, d * 0.12, "V", d * 0.5) : pen("M", x * fine, d * 0.27, "V", d * 0.49),
  );
  const trail = [-1, 1].map((x) => pen("M", 1.6 * x * fine, d * 0.45, "L", 3 * x * fine, d * 0.78));
  const frame = pen("M", -7 * fine, d * 0.38, "h", 14 * fine, "M", -3 * fine, d * 0.78, "h", 6 * fine);
  const gunners = [-0.36, 0.36].map((share) => [w * share, d * 0.64] as const);
  return joined([
    path("heavy", heavy.join("")),
    path("line", trail.join("") + frame),
    path("figure", dots(gunners, 1.6 * fine)),
  ]);
}

/** A five-pointed star over a bar. */
function leader(w: number, d: number): Markup {
  const size = Math.min(w, d) * 0.34;
  const tips = Array.from({ length: 10 }, (_, tip) => {
    const radius = tip % 2 === 0 ? size : size * 0.42;
    return spot(Math.sin((tip * Math.PI) / 5) * radius, d * 0.38 - Math.cos((tip * Math.PI) / 5) * radius);
  });
  return joined([
    path("figure", way(tips, "closed")),
    path("line", pen("M", -w * 0.26, d * 0.72, "H", w * 0.26)),
  ]);
}

/** One man: his head, his shoulders, his musket. */
function model(w: number, d: number): Markup {
  const size = Math.min(w, d);
  const shoulders = pen("M", -size * 0.3, d * 0.56, "q", size * 0.3, -size * 0.24, size * 0.6, 0);
  const musket = pen("M", size * 0.28, d * 0.6, "V", d * 0.12);
  return joined([path("line", shoulders + musket), path("figure", dots([[0, d * 0.46]], size * 0.17))]);
}

/** A wagon from above: its bed, its wheels, its pole. */
function wagon(w: number, d: number): Markup {
  const bed = pen(
    "M",
    -w * 0.2,
    d * 0.34,
    "h",
    w * 0.4,
    "v",
    d * 0.48,
    "h",
    -w * 0.4,
    "z",
    "M",
    0,
    d * 0.34,
    "V",
    d * 0.1,
  );
  const wheels = [0.44, 0.72].flatMap((share) =>
    [-0.3, 0.3].map((x) => pen("M", w * x, d * (share - 0.07), "v", d * 0.14)),
  );
  return joined([path("line", bed), path("heavy", wheels.join(""))]);
}

const FIGURES: Record<Glyph, (w: number, d: number, tone: Tone) => Markup> = {
  foot,
  skirmishers: loose,
  horse,
  guns,
  leader,
  model,
  wagon,
};
