/** A small map of a battle: its ground as on the map, its bodies as plain blocks. */
import type { Field, Picture, Point, Pose } from "../../wire";
import { ground } from "../../map/ground/ground";
import { gridLines, onHexes } from "../../map/ground/hexGround";
import { className, liveries } from "../../map/drawing/livery";
import { joined, path, pen, tag, type Markup } from "../../map/drawing/markup";
import { extent, length, Sheet } from "../../map/geometry/sheet";

export interface Thumbnail {
  /** The box of the drawing. */
  readonly width: number;
  readonly height: number;
  readonly markup: Markup;
}

/** Units of the drawing per pixel: trees and hachures are drawn that much smaller than on the map. */
const FINENESS = 1.75;

/** A body larger than this in either direction holds ground, which stays visible under it. */
const GROUND_HELD = 400;

/**
 * A picture about this many pixels wide. Strokes of the ground have a fixed size, so a small map has fewer.
 */
export function thumbnail(picture: Picture, across: number): Thumbnail {
  const factor = (across * FINENESS) / length(picture.field.width);
  const fullField = picture.grid ? onHexes(picture, picture.grid).field : picture.field;
  const field = shrunk(fullField, factor);
  const sheet = new Sheet(field);
  const small: Picture = { ...picture, field };
  const { grid } = picture;
  const lines = grid ? [gridLines({ ...grid, size: grid.size * factor }, sheet)] : [];
  const markup = joined([
    tag("g", { class: "ground" }, ground(small, sheet), ...lines),
    tag("g", { class: "units" }, blocks(picture, sheet, factor)),
  ]);
  return { width: sheet.width, height: sheet.height, markup };
}

/** A field at a smaller scale. */
export function shrunk(field: Field, factor: number): Field {
  const scaled = (points: readonly Point[]): Point[] =>
    points.map(([x, y]) => [Math.round(x * factor), Math.round(y * factor)]);
  return {
    ...field,
    width: Math.round(field.width * factor),
    depth: Math.round(field.depth * factor),
    pieces: field.pieces.map((piece) => ({
      ...piece,
      polygon: scaled(piece.polygon),
      line: scaled(piece.line),
      width: Math.round(piece.width * factor),
    })),
  };
}

/** Every body as a block of its side, horse with the diagonal, leaders as discs. */
function blocks(picture: Picture, sheet: Sheet, factor: number): Markup {
  const worn = liveries(picture.sides);
  const at = (pose: Pose): string =>
    sheet.transform({
      x: Math.round(pose.x * factor),
      y: Math.round(pose.y * factor),
      heading: pose.heading,
    });
  const bodies = picture.bodies.flatMap(({ side, pose, bases, card }) => {
    const livery = worn[side];
    if (!pose || !livery || bases.length === 0) return [];
    const box = extent(bases);
    const [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom].map((one) =>
      length(one * factor),
    ) as [number, number, number, number];
    const isHeld = Math.min(box.right - box.left, box.bottom - box.top) > GROUND_HELD;
    const block = path(
      isHeld ? "unit held" : "unit",
      pen("M", left, top, "H", right, "V", bottom, "H", left, "Z"),
    );
    const slash = card.glyph === "horse" ? [path("slash", pen("M", left, bottom, "L", right, top))] : [];
    return [tag("g", { class: className(livery), transform: at(pose) }, joined([block, ...slash]))];
  });
  const tokens = picture.tokens.flatMap(({ side, pose }) => {
    const livery = worn[side];
    return livery ? [tag("circle", { class: `unit ${className(livery)}`, r: 3.2, transform: at(pose) })] : [];
  });
  return joined([...bodies, ...tokens]);
}
