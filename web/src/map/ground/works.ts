/** Constructions on the map: roads, bridges, houses, fieldworks, fences and walls. */
import type { SeededRandom } from "./seededRandom";
import { joined, path, pen, short, tag, way, type Markup } from "../drawing/markup";
import {
  along,
  apart,
  beside,
  bounds,
  eased,
  high,
  isInside,
  middle,
  rim,
  spot,
  stretches,
  toStretch,
  wide,
} from "../geometry/plane";
import type { Spot } from "../geometry/plane";
import { INCH } from "../geometry/sheet";
import { edge, hatching, isThin, longestSideAngle, ROAD_SHARE, roadWidth, wash, type Brush } from "./brush";

// ------------------------------------------------------------------ roads
const BEND = 22;

/** All roads at once, so that they join without a line across. */
export function roads(brushes: readonly Brush[]): Markup {
  const drawn = brushes.map((brush) => ({ line: eased(brush.line, BEND), width: roadWidth(brush) }));
  return joined([
    ...drawn.map(({ line, width }) => path("road-casing", way(line), { "stroke-width": width + 1.6 })),
    ...drawn.map(({ line, width }) => path("road", way(line), { "stroke-width": width })),
    ...drawn.map(({ line, width }) =>
      path("rut", way(beside(line, width * 0.2)) + way(beside(line, -width * 0.2))),
    ),
  ]);
}

/** The road nearest to a place: its direction there in degrees, and its width. */
export function roadAt(at: Spot, all: readonly Brush[]): { turn: number; width: number } | null {
  const found = all.flatMap((brush) =>
    stretches(brush.line).map(([a, b]) => ({
      away: toStretch(a, b, at),
      turn: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
      width: roadWidth(brush),
    })),
  );
  const best = found.sort((a, b) => a.away - b.away)[0];
  return best && best.away < 3 * INCH ? best : null;
}

/** Planks between two rails that open at both ends, in the direction of its road. */
export function bridge(brush: Brush, all: readonly Brush[]): Markup {
  const centre = middle(bounds(brush.ring));
  const road = roadAt(centre, all);
  const turn = road?.turn ?? (Math.atan2(...rise(brush.line)) * 180) / Math.PI;
  const half = (road ? road.width + 3 : Math.max(brush.width * ROAD_SHARE, 10)) / 2;
  const long = Math.max(apart(brush.line[0] ?? centre, brush.line.at(-1) ?? centre), 2 * half) / 2;
  const planks = Array.from({ length: 9 }, (_, n) =>
    pen("M", -long + (2 * long * (n + 1)) / 10, -half, "v", 2 * half),
  );
  const rail = (side: number): string =>
    pen("M", -long - 4, side * (half + 4), "L", -long, side * half, "H", long, "l", 4, side * 4);
  return tag(
    "g",
    { transform: `translate(${short(centre.x)} ${short(centre.y)}) rotate(${short(turn)})` },
    path("bridge", pen("M", -long, -half, "H", long, "V", half, "H", -long, "Z")),
    path("planks", planks.join("")),
    path("rails", rail(-1) + rail(1)),
  );
}

function rise(line: readonly Spot[]): [number, number] {
  const [a, b] = [line[0] ?? spot(0, 0), line.at(-1) ?? spot(1, 0)];
  return [b.y - a.y, b.x - a.x];
}

// ------------------------------------------------------------------ houses
const PLOT = 31;

/** Houses from above on their plots, with ridges, hatched roofs away from the light and a chimney. */
export function houses(brush: Brush): Markup {
  const box = bounds(brush.ring);
  const [across, down] = [
    Math.max(1, Math.round(wide(box) / PLOT)),
    Math.max(1, Math.round(high(box) / PLOT)),
  ];
  const [plotWide, plotHigh] = [wide(box) / across, high(box) / down];
  const drawn = Array.from({ length: across * down }, (_, n) => {
    const at = spot(
      box.left + plotWide * ((n % across) + 0.5),
      box.top + plotHigh * (Math.floor(n / across) + 0.5),
    );
    return isInside(brush.ring, at) && brush.isFree(at, 5)
      ? house(at, plotWide, plotHigh, brush.random)
      : path("", "");
  });
  return joined([wash(brush, "town"), ...drawn, edge(brush)]);
}

function house(at: Spot, plotWide: number, plotHigh: number, random: SeededRandom): Markup {
  const isUpright = random.next() < 0.35;
  const [along, across] = isUpright ? [plotHigh, plotWide] : [plotWide, plotHigh];
  const [w, h] = [
    (along * random.between(0.56, 0.76)) / 2,
    (Math.min(across, along * 1.1) * random.between(0.42, 0.56)) / 2,
  ];
  const shade = hatching([spot(-w, 0), spot(w, 0), spot(w, h), spot(-w, h)], 0, 1.9).map((row) => way(row));
  const wing = random.next() < 0.4 && w > 7 ? wingOf(w, h, random) : joined([]);
  const chimney = random.between(-w * 0.7, w * 0.7);
  const shadow = isUpright ? [-1.9, 1.7] : [1.7, 1.9];
  return tag(
    "g",
    {
      transform: `translate(${short(at.x + random.between(-1.5, 1.5))} ${short(at.y + random.between(-1.5, 1.5))}) rotate(${short((isUpright ? -90 : 0) + random.between(-3, 3))})`,
    },
    tag("rect", {
      class: "house-shadow",
      x: (shadow[0] ?? 0) - w,
      y: (shadow[1] ?? 0) - h,
      width: 2 * w,
      height: 2 * h,
    }),
    wing,
    tag("rect", { class: `house tone${random.below(3)}`, x: -w, y: -h, width: 2 * w, height: 2 * h }),
    path("roof", pen("M", -w, 0, "H", w) + shade.join("")),
    tag("rect", { class: "chimney", x: chimney - 1.1, y: -1.1, width: 2.2, height: 2.2 }),
  );
}

function wingOf(w: number, h: number, random: SeededRandom): Markup {
  const [x, deep, broad] = [random.next() < 0.5 ? -w : w - w * 0.7, h * 0.9, w * 0.7];
  return joined([
    tag("rect", { class: "house tone2", x, y: h - 0.5, width: broad, height: deep }),
    path("roof", pen("M", x + broad / 2, h, "v", deep)),
  ]);
}

// ------------------------------------------------------------------ works, fences and walls
/** A fieldwork: a parapet with hachures outwards; one given as a line is a bank with its ditch in front. */
export function work(brush: Brush): Markup {
  if (isThin(brush)) return bank(brush);
  const rays = rim(brush.ring, 2.9).map((at) =>
    pen("M", at.x - at.inX, at.y - at.inY, "l", -5 * at.inX, -5 * at.inY),
  );
  const inner = rim(brush.ring, 2).map((at) => spot(at.x + 3.6 * at.inX, at.y + 3.6 * at.inY));
  return joined([
    path("hach", rays.join(""), { "stroke-width": 0.7 }),
    path("work", way(brush.ring, "closed")),
    path(
      "parapet",
      way(
        inner.filter((at) => isInside(brush.ring, at)),
        "closed",
      ),
    ),
  ]);
}

function bank(brush: Brush): Markup {
  const towards = facesLeft(brush) ? -1 : 1;
  const rays = along(brush.line, 3).map(({ at, dx, dy }) =>
    pen("M", at.x, at.y, "l", -dy * 6 * towards, dx * 6 * towards),
  );
  const d = way(brush.line);
  return joined([
    path("hach", rays.join(""), { "stroke-width": 0.7 }),
    path("bank-casing", d),
    path("bank-top", d),
  ]);
}

/** Does a work given as a line face to its left? */
function facesLeft({ piece, line }: Brush): boolean {
  const [a, b] = [line[0], line.at(-1)];
  if (piece.front === null || !a || !b) return true;
  const front = (piece.front * Math.PI) / 1800;
  return (b.x - a.x) * -Math.cos(front) - (b.y - a.y) * Math.sin(front) < 0;
}

/** A worm rail with crossed posts. */
export function fence(brush: Brush): Markup {
  const [bendBy, post] = [1.9, 2.4];
  const drawn = stretches(brush.line).map(([a, b]) => {
    const knots = along([a, b], 9).map(({ at, dx, dy }, n) => {
      const aside = n % 2 ? bendBy : -bendBy;
      return { at: spot(at.x - dy * aside, at.y + dx * aside), dx, dy };
    });
    const posts = knots.map(({ at, dx, dy }) =>
      way([spot(at.x - dy * post, at.y + dx * post), spot(at.x + dy * post, at.y - dx * post)]),
    );
    return [way(knots.map(({ at }) => at)), posts.join("")] as const;
  });
  return joined([
    path("fence", drawn.map(([rail]) => rail).join("")),
    path("post", drawn.map(([, posts]) => posts).join("")),
  ]);
}

/** A course of stones. */
export function wall(brush: Brush): Markup {
  const d = way(brush.line);
  return joined([path("wall-casing", d), path("wall", d)]);
}

/** Camps and the like have no roofs: an outline, hatched lengthwise. */
export function plain(brush: Brush): Markup {
  if (isThin(brush)) return path("edge", way(brush.line));
  const rows = hatching(brush.ring, longestSideAngle(brush.ring) + Math.PI / 4, 6).map((row) => way(row));
  return joined([path("plain", rows.join("")), edge(brush)]);
}
