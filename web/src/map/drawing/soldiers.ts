/**
 * Bodies drawn soldier by soldier, leaders with a sign of their own. Losses show: the fallen are not drawn.
 */
import type { Base, BodyView, Glyph } from "../../wire";
import type { Tone } from "./livery";
import { joined, NOTHING, path, pen, short, tag, type Markup } from "./markup";
import { INCH, length } from "../geometry/sheet";

export type Soldiers = NonNullable<BodyView["men"]>;
type Man = Soldiers["each"][number];
type Kind = Man[3];
type Place = readonly [number, number];

/** A man's own frame on the sheet: his front upwards, the middle of the front at the origin. */
interface Stand {
  readonly at: (x: number, y: number) => Place;
  readonly transform: string;
  readonly kind: Kind;
}

const GAP = 0.55;

/** Is a base so small that one man stands on it, or one rider with his horse? */
export const isOneMan = (w: number, d: number): boolean =>
  (w <= 0.8 * INCH && d <= 0.8 * INCH) || (w <= INCH && d >= 1.9 * w);

function standOf([x, y, turn, kind]: Man): Stand {
  const [left, down] = [length(x), -length(y)];
  const angle = (turn * Math.PI) / 1800;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return {
    at: (across, back) => [left + across * cos - back * sin, down + across * sin + back * cos],
    transform: `translate(${short(left)} ${short(down)})${turn === 0 ? "" : ` rotate(${short(turn / 10)})`}`,
    kind,
  };
}

const closed = (corners: readonly Place[]): string =>
  `${corners.map(([x, y], n) => pen(n === 0 ? "M" : "L", x, y)).join("")}Z`;

const dot = ([x, y]: Place, radius: number): string =>
  `${pen("M", x - radius, y)}${pen("a", radius, radius, 0, 1, 0, 2 * radius, 0)}${pen("a", radius, radius, 0, 1, 0, -2 * radius, 0)}`;

const line = ([x, y]: Place, [tx, ty]: Place): string => pen("M", x, y, "L", tx, ty);

/** The ranks of a body over the ground they hold, in the body's own frame; leaders are drawn over them. */
export function drawRanks(bases: readonly Base[], men: Soldiers, glyph: Glyph, tone: Tone): Markup {
  const [w, d] = [length(men.width), length(men.depth)];
  const stands = men.each.map(standOf);
  const plain = stands.filter(({ kind }) => !(kind in LEADING));
  const ground = bases.filter(({ width }) => width > 1.5 * men.width);
  return joined([
    ...ground.map((base) => drawGroundHeld(base, glyph, tone)),
    cards(stands, w, d, tone),
    tag("g", { class: "figures" }, ranks(plain, w, d)),
  ]);
}

/** The leaders of a body. */
export function drawLeaders(men: Soldiers): Markup {
  const [w, d] = [length(men.width), length(men.depth)];
  const leading = men.each.map(standOf).filter(({ kind }) => kind in LEADING);
  return joined(
    leading.map((one) =>
      tag("g", { class: `lead ${one.kind}`, transform: one.transform }, drawLeader(one, w, d)),
    ),
  );
}

// ------------------------------------------------------------------ the ground
/** A gun, or a building whose walls are manned. */
function drawGroundHeld({ x, y, width, depth, turn }: Base, glyph: Glyph, tone: Tone): Markup {
  const [w, d] = [length(width), length(depth)];
  const place = `translate(${short(length(x))} ${short(-length(y))})${turn === 0 ? "" : ` rotate(${short(turn / 10)})`}`;
  const name = glyph === "guns" ? "emplacement" : "hold";
  const ground = path(name, pen("M", -w / 2, 0, "h", w, "v", d, "h", -w, "Z"));
  return tag("g", { transform: place, class: tone }, ground, glyph === "guns" ? gun(w, d) : NOTHING);
}

/**
 * A gun from above, as deep as its ground: barrel, wheels, trail; behind it, if there is room, its limber.
 */
function gun(w: number, d: number): Markup {
  const size = Math.min(w, d);
  const heavy = [
    pen("M", 0, size * 0.1, "V", size * 0.52),
    pen("M", -size * 0.2, size * 0.32, "v", size * 0.24),
    pen("M", size * 0.2, size * 0.32, "v", size * 0.24),
  ];
  const trail = pen("M", -size * 0.2, size * 0.44, "h", size * 0.4, "M", 0, size * 0.5, "V", size * 0.92);
  const far = d > 1.5 * w ? limber(size, d) : "";
  return joined([path("heavy", heavy.join("")), path("line", trail + far)]);
}

const limber = (size: number, d: number): string =>
  pen("M", -size * 0.18, d * 0.55, "h", size * 0.36, "v", size * 0.4, "h", -size * 0.36, "Z") +
  pen("M", 0, d * 0.55, "V", size * 0.92);

// ------------------------------------------------------------------ the men
/** The bases of all men, as one path. */
function cards(stands: readonly Stand[], w: number, d: number, tone: Tone): Markup {
  const [half, cut] = [w / 2 - GAP, tone === "dark" ? 0 : w / 6];
  const ring: readonly Place[] = [
    [-half, GAP + cut],
    [cut - half, GAP],
    [half - cut, GAP],
    [half, GAP + cut],
    [half, d - GAP],
    [-half, d - GAP],
  ];
  const all = stands.map(({ at }) => closed(ring.map(([x, y]) => at(x, y)))).join("");
  return tone === "dark" ? path("base", all) : joined([path("base", all), path("hatch", all)]);
}

/** The men without a sign: a head, shoulders and a musket each; riders have a horse. */
function ranks(stands: readonly Stand[], w: number, d: number): Markup {
  if (d > 1.5 * w) return riders(stands, w, d);
  const size = Math.min(w, d);
  const heads = stands.map(({ at }) => dot(at(-size * 0.06, d * 0.56), size * 0.2));
  const arms = stands
    .filter(({ kind }) => kind === "soldier")
    .map(({ at }) => line(at(size * 0.27, d * 0.78), at(size * 0.27, d * 0.12)));
  return joined([path("figure", heads.join("")), path("arms", arms.join(""))]);
}

function riders(stands: readonly Stand[], w: number, d: number): Markup {
  const horses = stands.map(({ at }) => closed(HORSE.map(([x, y]) => at(x * w, y * d))));
  const heads = stands.map(({ at }) => dot(at(0, d * 0.5), w * 0.17));
  return joined([path("figure", horses.join("")), path("rider", heads.join(""))]);
}

/** A horse from above, in shares of its base. */
const HORSE: readonly Place[] = [
  [0, 0.08],
  [0.1, 0.2],
  [0.13, 0.3],
  [0.2, 0.42],
  [0.2, 0.72],
  [0.12, 0.88],
  [0, 0.94],
  [-0.12, 0.88],
  [-0.2, 0.72],
  [-0.2, 0.42],
  [-0.13, 0.3],
  [-0.1, 0.2],
];

// ------------------------------------------------------------------ leaders
/** The sign of each kind of leader: a star, a flag, a halberd, a drum. */
const LEADING: Partial<Record<Kind, (size: number) => Markup>> = {
  officer: (size) => path("sign", star(size * 0.44)),
  standard: (size) =>
    joined([
      path("staff", pen("M", -size * 0.3, size * 0.44, "V", -size * 0.42)),
      path(
        "colour",
        pen("M", -size * 0.3, -size * 0.42, "h", size * 0.68, "v", size * 0.48, "h", -size * 0.68, "Z"),
      ),
    ]),
  sergeant: (size) =>
    joined([
      path("pike", pen("M", 0, size * 0.42, "V", -size * 0.42)),
      path("sign", pen("M", 0, -size * 0.5, "l", size * 0.22, size * 0.34, "h", -size * 0.44, "Z")),
    ]),
  musician: (size) => path("drum", dot([0, 0], size * 0.32)),
};

function star(radius: number): string {
  const tips = Array.from({ length: 10 }, (_, tip): Place => {
    const far = tip % 2 === 0 ? radius : radius * 0.42;
    return [Math.sin((tip * Math.PI) / 5) * far, -Math.cos((tip * Math.PI) / 5) * far];
  });
  return closed(tips);
}

function drawLeader({ kind }: Stand, w: number, d: number): Markup {
  const size = Math.min(w, d);
  const mark = LEADING[kind]?.(size) ?? NOTHING;
  const ground = path(
    "lead-ground",
    pen("M", GAP - w / 2, GAP, "h", w - 2 * GAP, "v", d - 2 * GAP, "h", 2 * GAP - w, "Z"),
  );
  return joined([ground, tag("g", { transform: `translate(0 ${short(d / 2)})` }, mark)]);
}

/** One man or rider on a base of his own, for bodies that are drawn by their bases alone. */
export function oneMan(w: number, d: number, glyph: Glyph): Markup {
  const kind: Kind = glyph === "horse" ? "rider" : "soldier";
  return ranks([standOf([0, 0, 0, kind])], w, d);
}
