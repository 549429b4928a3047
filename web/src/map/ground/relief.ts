/** Hills: hachures that point uphill, heavier away from the light, with form lines between them. */
import { joined, path, pen, way, type Markup } from "../drawing/markup";
import { isInside, rim, rounded, spot, toRim, type Rim, type Spot } from "../geometry/plane";
import { edge, type Brush } from "./brush";

/** The direction of the light: from the upper left. */
const LIGHT = { x: -0.55, y: -0.83 };
const CORNER = 26;
const TERRACE = 15;

/** At least two rows of hachures and a form line; one more row for each further level. */
export function hill(brush: Brush): Markup {
  const outline = rounded(brush.ring, CORNER);
  const around = rim(outline, 1);
  const terraces = Array.from({ length: Math.max(brush.piece.level, 1) }, (_, n) => (n + 1) * TERRACE);
  const tops = terraces.map((inwards) => path("hill-top", way(within(outline, around, inwards), "closed")));
  const lines = terraces.map((inwards) =>
    path("contour", way(within(outline, around, inwards - 1), "closed")),
  );
  const rows = terraces.map((inwards) =>
    hachures(brush, outline, around, { offset: inwards, length: 7, gap: 4.1, pen: 0.6 }),
  );
  const foot = hachures(brush, outline, around, { offset: 1, length: 10.5, gap: 2.9, pen: 0.85 });
  return joined([path("hill-wash", way(outline, "closed")), ...tops, ...lines, foot, ...rows, edge(brush)]);
}

/** The outline moved inwards; parts where it would fold over itself are left out. */
export function within(ring: readonly Spot[], around: readonly Rim[], inwards: number): Spot[] {
  return around
    .filter((_, place) => place % 4 === 0)
    .map((at) => spot(at.x + at.inX * inwards, at.y + at.inY * inwards))
    .filter((at) => isInside(ring, at) && toRim(ring, at) > inwards * 0.9);
}

interface Row {
  readonly offset: number;
  readonly length: number;
  readonly gap: number;
  readonly pen: number;
}

/** One row of strokes up the slope; a stroke is heavier the less light falls on it. */
function hachures(brush: Brush, outline: readonly Spot[], around: readonly Rim[], row: Row): Markup {
  const strokes = new Map<string, string>();
  const { random } = brush;
  for (let place = 0; place < around.length;) {
    const at = around[Math.floor(place)];
    if (!at) break;
    const dark = (1 + at.inX * LIGHT.x + at.inY * LIGHT.y) / 2;
    const long = row.length * random.between(0.75, 1.22) * (0.72 + 0.5 * dark);
    const start = row.offset + random.between(-1, 1);
    const lean = random.between(-0.12, 0.12);
    const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
    const [upX, upY] = [at.inX * cos - at.inY * sin, at.inX * sin + at.inY * cos];
    const stroke = pen("M", at.x + at.inX * start, at.y + at.inY * start, "l", upX * long, upY * long);
    const weight = (row.pen * (0.5 + 1.05 * dark)).toFixed(1);
    if (isUphill(outline, at, start + long)) strokes.set(weight, (strokes.get(weight) ?? "") + stroke);
    place += row.gap * random.between(0.8, 1.2) * (1.25 - 0.4 * dark);
  }
  return joined([...strokes].map(([width, d]) => path("hach", d, { "stroke-width": width })));
}

/** Does a stroke stay uphill? On a narrow hill strokes from one side must not run down the other. */
function isUphill(outline: readonly Spot[], at: Rim, inwards: number): boolean {
  const end = spot(at.x + at.inX * inwards, at.y + at.inY * inwards);
  return isInside(outline, end) && toRim(outline, end) > inwards * 0.8;
}
