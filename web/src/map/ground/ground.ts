/** The ground of a picture: the drawing of each piece, and the order of the drawings. */
import type { Drawn, Manner, Picture, Piece } from "../../wire";
import { SeededRandom } from "./seededRandom";
import { joined, NOTHING, tag, type Markup } from "../drawing/markup";
import { along, bounds, grown, overlap, spot, type Box, type Spot } from "../geometry/plane";
import { corners, INCH, length, type Sheet } from "../geometry/sheet";
import { brush, isOff, roadWidth, scattered, type Brush } from "./brush";
import { decoration, field, hedge, marsh, orchard, rough, tufts, wood } from "./growth";
import { hill } from "./relief";
import { streams } from "./water";
import { bridge, fence, houses, plain, roads, wall, work } from "./works";

type Drawing = (brushes: readonly Brush[], roads: readonly Brush[]) => Markup;

const each =
  (draw: (brush: Brush, roads: readonly Brush[]) => Markup): Drawing =>
  (brushes, roads) =>
    joined(brushes.map((one) => draw(one, roads)));

/** How each manner is drawn, from the bottom layer to the top: hills first, fences last. */
const DRAWINGS: Record<Manner, Drawing> = {
  hill: each(hill),
  open: each(plain),
  field: each(field),
  marsh: each(marsh),
  brush: each(tufts),
  rough: each(rough),
  stream: streams,
  river: streams,
  lake: streams,
  road: roads,
  bridge: each(bridge),
  orchard: each(orchard),
  wood: each(wood),
  building: each(houses),
  work: each(work),
  hedge: each(hedge),
  wall: each(wall),
  fence: each(fence),
};
export const PILE = Object.keys(DRAWINGS) as Manner[];

/** The manner of a piece, by the legend of its picture. */
export function mannerOf(piece: Piece, legend: readonly Drawn[]): Manner {
  return legend.find((drawn) => drawn.kind === piece.kind)?.drawn ?? "open";
}

/** All ground of a picture on a sheet; it depends only on the field and its legend. */
export function ground(picture: Picture, sheet: Sheet): Markup {
  const plain = picture.field.pieces.map(
    (piece) => [mannerOf(piece, picture.ground), brush(piece, sheet)] as const,
  );
  const of = (...manners: Manner[]): Brush[] =>
    plain.filter(([manner]) => manners.includes(manner)).map(([, one]) => one);
  const occupied = [
    ...of("road").map((one) => [one.line, roadWidth(one) / 2] as const),
    ...of("stream", "river").map((one) => [one.line, one.width / 2] as const),
  ];
  const isFree = (at: Spot, radius: number): boolean => isOff(occupied, at, radius);
  const ready = plain.map(([manner, one]) => [manner, { ...one, isFree }] as const);
  const layers = PILE.map((manner) =>
    tag(
      "g",
      { class: manner },
      DRAWINGS[manner](
        ready.filter(([m]) => m === manner).map(([, one]) => one),
        of("road"),
      ),
    ),
  );
  return joined([openGround(picture, sheet, isFree), ...layers.filter((layer) => !layer.endsWith("/>"))]);
}

/** Grass and pines on open ground. */
function openGround(picture: Picture, sheet: Sheet, isFree: Brush["isFree"]): Markup {
  const taken = picture.field.pieces.flatMap((piece) => reserved(piece, sheet));
  const margin = INCH;
  const ring = [
    spot(margin, margin),
    spot(sheet.width - margin, margin),
    spot(sheet.width - margin, sheet.height - margin),
    spot(margin, sheet.height - margin),
  ];
  const random = new SeededRandom(`${picture.system} ${picture.title}`);
  const whole: Brush = { ...brush(EVERYWHERE, sheet), ring, random, isFree };
  const places = scattered(whole, 33, 6).filter((at) => taken.every((box) => !isIn(box, at)));
  return decoration(places, random);
}

const EVERYWHERE: Piece = { id: "", kind: "", polygon: [], line: [], width: 0, level: 0, front: null };

const isIn = (box: Box, { x, y }: Spot): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom;

function reserved(piece: Piece, sheet: Sheet): Box[] {
  return piece.polygon.length > 0 ? [grown(bounds(sheet.spots(piece.polygon)), 9)] : [];
}

/** The room for a name around a body. */
const NAMED = 26;

/** The boxes around all bodies and tokens, by default with room for their names. */
export function standing(picture: Picture, sheet: Sheet, room = NAMED): Box[] {
  const placed = [...picture.bodies, ...picture.tokens];
  return placed.flatMap(({ pose, bases }) =>
    pose ? [grown(bounds(sheet.spots(corners(pose, bases))), room)] : [],
  );
}

/** A box that something on the table takes up, and its weight. */
export interface Taken {
  readonly box: Box;
  readonly weight: number;
}

/** The boxes of everything on a table: ground, and with more weight bodies. */
export function takenOf(picture: Picture, sheet: Sheet): Taken[] {
  const ground = picture.field.pieces.flatMap((piece) => {
    if (piece.polygon.length > 0) return [grown(bounds(sheet.spots(piece.polygon)), 4)];
    const half = length(piece.width) / 2 + 5;
    return along(sheet.spots(piece.line), INCH).map(({ at }) => grown(bounds([at]), half));
  });
  return [
    ...standing(picture, sheet).map((box) => ({ box, weight: 6 })),
    ...ground.map((box) => ({ box, weight: 1 })),
  ];
}

/** How much of a box is taken, by weight. */
export const crowding = (box: Box, taken: readonly Taken[]): number =>
  taken.reduce((sum, one) => sum + one.weight * overlap(box, one.box), 0);

/** A small sample of a manner, for the key. */
export function sample(manner: Manner): Markup {
  const [across, down] = [2.7 * INCH, 1.25 * INCH];
  const isLine = ["stream", "river", "road", "fence", "wall", "hedge"].includes(manner);
  const ring = [spot(0, 0), spot(across, 0), spot(across, down), spot(0, down)];
  const line = [spot(0, down * 0.62), spot(across / 2, down * 0.42), spot(across, down * 0.55)];
  const piece: Piece = {
    ...EVERYWHERE,
    id: `sample ${manner}`,
    line: isLine ? [[0, 0]] : [],
    polygon: isLine ? [] : [[0, 0]],
  };
  const one: Brush = {
    piece,
    ring,
    line,
    width: 0.6 * INCH,
    random: new SeededRandom(piece.id),
    isFree: () => true,
  };
  if (manner === "road") return roads([{ ...one, width: INCH }]);
  if (manner === "bridge")
    return joined([streams([{ ...one, piece: { ...piece, line: [[0, 0]] } }]), bridge({ ...one, ring }, [])]);
  return DRAWINGS[manner]([one], []) || NOTHING;
}
