/** Streams along their lines, rivers and lakes with lines along their banks. */
import { joined, path, pen, way, type Markup } from "../drawing/markup";
import { along, beside, eased, rim, rounded, type Spot } from "../geometry/plane";
import type { Brush } from "./brush";
import { within } from "./relief";

const EASE = 50;

/** The drawn course of a stream. */
export const course = (brush: Brush): Spot[] => eased(brush.line, EASE);

/** All streams at once: every bank lies under every wash, so that streams join. */
export function streams(brushes: readonly Brush[]): Markup {
  const running = brushes.filter((brush) => brush.piece.line.length > 0);
  const drawn = running.map((brush) => ({ line: course(brush), width: Math.max(brush.width, 4) }));
  return joined([
    ...drawn.map(({ line, width }) => path("bank", way(line), { "stroke-width": width + 2 })),
    ...drawn.map(({ line, width }) => path("water", way(line), { "stroke-width": width })),
    ...drawn.map(({ line, width }) => flow(line, width)),
    ...brushes.filter((brush) => brush.piece.line.length === 0).map(lake),
  ]);
}

function flow(line: readonly Spot[], width: number): Markup {
  const beds = width > 24 ? [0.4, 0.31, 0.18, -0.18, -0.31, -0.4] : [0.28, -0.28];
  const sides = beds.map((share) => way(beside(line, width * share)));
  const ripples = along(line, 23).map(({ at, dx, dy }, n) => {
    const aside = (((n * 7) % 5) - 2) * width * 0.07;
    return pen("M", at.x - dy * aside, at.y + dx * aside, "l", dx * 7, dy * 7);
  });
  return joined([path("flow", sides.join("")), path("ripple", ripples.join(""))]);
}

/** Water with lines along its banks, farther apart towards the middle. */
export function lake(brush: Brush): Markup {
  const ring = rounded(brush.ring, 6);
  const around = rim(ring, 1);
  const shores = [2.2, 5, 8.6, 13, 18.5]
    .map((out) => within(ring, around, out))
    .filter((shore) => shore.length > 8);
  const outline = way(ring, "closed");
  return joined([
    path("lake", outline),
    ...shores.map((shore, n) => path("flow", way(shore, "closed"), { opacity: (1 - n * 0.15).toFixed(2) })),
    path("shore", outline),
  ]);
}
