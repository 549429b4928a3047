/** Vegetation on the map: trees in woods, orchards and hedges, tufts, reeds and crops. */
import type { SeededRandom } from "./seededRandom";
import { joined, path, pen, way, type Markup } from "../drawing/markup";
import { along, apart, between, bounds, isInside, spot, type Spot } from "../geometry/plane";
import { edge, hatching, longestSideAngle, scattered, wash, type Brush } from "./brush";

const ARCS = 7;
const TONES = 3;

/** A crown of seven arcs with four strokes of shade to the lower right. */
export function crown(at: Spot, radius: number, random: SeededRandom): Markup {
  const start = random.between(0, 6);
  const knots = Array.from({ length: ARCS }, (_, arc) => {
    const angle = start + (arc * 2 * Math.PI) / ARCS;
    const [along, down] = [radius * random.between(0.85, 1.1), radius * 0.85 * random.between(0.85, 1.1)];
    return spot(at.x + along * Math.cos(angle), at.y - radius * 0.25 + down * Math.sin(angle));
  });
  const first = knots[0] ?? at;
  const arcs = [...knots.slice(1), first].map(({ x, y }) =>
    pen("A", radius * 0.52, radius * 0.52, 0, 0, 1, x, y),
  );
  const outline = `${pen("M", first.x, first.y)}${arcs.join("")}Z`;
  const shade = [0, 1, 2, 3].map((stroke) =>
    pen(
      "M",
      at.x + radius * (0.05 + 0.22 * stroke),
      at.y + radius * (0.5 - 0.22 * stroke),
      "l",
      radius * 0.34,
      -radius * 0.34,
    ),
  );
  return path(`tree tone${random.below(TONES)}`, outline + shade.join(""));
}

/** The shadows of crowns, as one path. */
function shadows(trees: readonly (readonly [Spot, number])[]): Markup {
  const ovals = trees.map(([{ x, y }, radius]) => {
    const [wide, high] = [radius * 0.95, radius * 0.36];
    const turn = pen("a", wide, high, 0, 1, 0);
    return `${pen("M", x + radius * 0.45 - wide, y + radius * 0.72)}${turn} ${pen(2 * wide, 0)}${turn} ${pen(-2 * wide, 0)}Z`;
  });
  return path("tree-shadow", ovals.join(""));
}

function grove(trees: readonly (readonly [Spot, number])[], random: SeededRandom): Markup {
  return joined([shadows(trees), ...trees.map(([at, radius]) => crown(at, radius, random))]);
}

export function wood(brush: Brush): Markup {
  const trees = scattered(brush, 10.6, 5).map((at) => [at, brush.random.between(5.2, 7.4)] as const);
  return joined([wash(brush, "wood"), grove(trees, brush.random), edge(brush)]);
}

/** Trees in rows on grass. */
export function orchard(brush: Brush): Markup {
  const box = bounds(brush.ring);
  const [across, down] = [(box.right - box.left) / 15, (box.bottom - box.top) / 15].map((n) =>
    Math.max(1, Math.floor(n)),
  ) as [number, number];
  const [wide, high] = [(box.right - box.left) / across, (box.bottom - box.top) / down];
  const trees = Array.from({ length: across * down }, (_, n) =>
    spot(
      box.left + wide * ((n % across) + 0.5) + brush.random.between(-0.6, 0.6),
      box.top + high * (Math.floor(n / across) + 0.55),
    ),
  )
    .filter((at) => isInside(brush.ring, at) && brush.isFree(at, 4))
    .map((at) => [at, 4.4] as const);
  return joined([wash(brush, "brush"), grove(trees, brush.random), edge(brush)]);
}

/** Tufts of five blades, small bushes between them, and a stipple underneath. */
export function tufts(brush: Brush): Markup {
  const dots = scattered(brush, 5.6, 2).map(({ x, y }) => pen("M", x, y, "h.01"));
  const bushes: Markup[] = [];
  let blades = "";
  for (const at of scattered(brush, 14, 5)) {
    if (brush.random.next() < 0.62) blades += tuft(at, brush.random);
    else bushes.push(bush(at, brush.random.between(2.6, 3.9)));
  }
  return joined([
    wash(brush, "brush"),
    path("stipple", dots.join("")),
    path("tuft", blades),
    ...bushes,
    edge(brush),
  ]);
}

/** A tuft of grass on a short ground line. */
export function tuft({ x, y }: Spot, random: SeededRandom): string {
  const blades = [-0.75, -0.38, 0, 0.38, 0.75].map((lean) => {
    const long = random.between(4, 6.4) * (1 - 0.35 * Math.abs(lean));
    return pen("M", x + lean * 2, y, "q", lean * 2, -long / 2, lean * 6, -long);
  });
  return blades.join("") + pen("M", x - 4, y + 0.8, "h", 8.5);
}

function bush({ x, y }: Spot, radius: number): Markup {
  const arc = (across: number, up: number, size: number): string =>
    `${pen("a", radius * size, radius * size, 0, 0, 1, radius * across, radius * up)}`;
  const outline = `${pen("M", x - radius * 1.2, y)}${arc(0.5, -0.9, 0.7)}${arc(1.3, 0, 0.75)}${arc(0.6, 0.9, 0.7)}z`;
  const shade =
    pen("M", x + radius * 0.2, y - radius * 0.2, "l", radius * 0.5, -radius * 0.5) +
    pen("M", x + radius * 0.6, y - radius * 0.1, "l", radius * 0.4, -radius * 0.4);
  return path("tree tone1", outline + shade);
}

/** Waterlines with three reeds. */
export function marsh(brush: Brush): Markup {
  const reeds = scattered(brush, 9.5, 4).map(({ x, y }) => {
    const half = brush.random.between(3.6, 6);
    return pen(
      "M",
      x - half,
      y,
      "h",
      2 * half,
      "M",
      x,
      y - 0.6,
      "v",
      -3.6,
      "m",
      0,
      3.6,
      "l",
      -2,
      -2.8,
      "m",
      2,
      2.8,
      "l",
      2,
      -2.8,
    );
  });
  return joined([wash(brush, "marsh"), path("reeds", reeds.join("")), edge(brush)]);
}

/** Furrows along the longest side, every other one a row of young corn. */
export function field(brush: Brush): Markup {
  const rows = hatching(brush.ring, longestSideAngle(brush.ring), 3.4);
  const furrows = rows.filter((_, n) => n % 2 === 0).map((row) => way(row));
  const corn = rows.filter((_, n) => n % 2 === 1).flatMap((row) => ears(row, brush));
  return joined([
    wash(brush, "field"),
    path("furrow", furrows.join("")),
    path("corn", corn.join("")),
    edge(brush),
  ]);
}

function ears([a, b]: readonly [Spot, Spot], brush: Brush): string[] {
  const count = Math.floor(apart(a, b) / 5.5);
  return Array.from({ length: count }, (_, n) => {
    const at = between(a, b, (n + brush.random.between(0.3, 0.7)) / count);
    return brush.isFree(at, 2) ? pen("M", at.x, at.y, "l", -1.1, -2.2, "m", 1.1, 2.2, "l", 1.1, -2.2) : "";
  });
}

/** Scattered stones over a stipple. */
export function rough(brush: Brush): Markup {
  const dots = scattered(brush, 6, 2).map(({ x, y }) => pen("M", x, y, "h.01"));
  const stones = scattered(brush, 13, 4).map(({ x, y }) => {
    const size = brush.random.between(1.8, 3.4);
    return pen(
      "M",
      x - size,
      y,
      "l",
      size * 0.5,
      -size * 1.1,
      size * 0.9,
      -size * 0.2,
      size * 0.7,
      size * 1.1,
      "z",
      "m",
      size * 1.2,
      0,
      "l",
      size * 0.3,
      -size * 0.7,
    );
  });
  return joined([
    wash(brush, "rough"),
    path("stipple", dots.join("")),
    path("stone", stones.join("")),
    edge(brush),
  ]);
}

/** A row of small crowns. */
export function hedge(brush: Brush): Markup {
  const places = along(brush.line, 4.8).map(({ at }) => [at, brush.random.between(2.8, 3.8)] as const);
  return grove(places, brush.random);
}

/**
 * Grass and a few pines on open ground; they are decoration, so they keep off everything that has a meaning.
 */
export function decoration(places: readonly Spot[], random: SeededRandom): Markup {
  let [pines, blades] = ["", ""];
  for (const at of places) {
    if (random.next() < 0.42) pines += pine(at, random.between(7, 10));
    else
      blades += [-1.6, 0, 1.6]
        .map((lean) => pen("M", at.x + lean, at.y, "l", lean * 0.5, -random.between(1.6, 3)))
        .join("");
  }
  return joined([path("pine", pines), path("grass", blades)]);
}

function pine({ x, y }: Spot, tall: number): string {
  const boughs = [
    [0.05, 3.4],
    [0.3, 2.6],
    [0.52, 1.8],
  ] as const;
  return (
    pen("M", x, y + 2, "v", -tall) +
    boughs.map(([up, half]) => pen("M", x - half, y - up * tall, "q", half, -1.8, 2 * half, 0)).join("")
  );
}
