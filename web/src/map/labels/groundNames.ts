/** The names of ground: within the piece they name, or along it if it is a line. */
import type { GroundName, Picture, Piece } from "../../wire";
import { onHexes } from "../ground/hexGround";
import { withApostrophes, textWidth, type Label } from "./placement";
import {
  along,
  area,
  bounds,
  grown,
  isInside,
  spot,
  stretches,
  toStretch,
  type Spot,
} from "../geometry/plane";
import { INCH, type Sheet } from "../geometry/sheet";

export interface GroundTag {
  readonly kind: "ground";
  readonly name: string;
}

const [SIZE, HIGH, OFF] = [14.5, 17, 13] as const;
const remembered = new WeakMap<Picture, readonly Piece[]>();

/** The pieces as they are drawn. */
function piecesOf(picture: Picture): readonly Piece[] {
  if (!picture.grid) return picture.field.pieces;
  const known = remembered.get(picture) ?? onHexes(picture, picture.grid).field.pieces;
  remembered.set(picture, known);
  return known;
}

export const groundLabels = (
  names: readonly GroundName[],
  picture: Picture,
  sheet: Sheet,
  scale: number,
): Label<GroundTag>[] =>
  names.map((name) => {
    const [width, centre] = [textWidth(name.label, SIZE) * 0.98, sheet.spot(name.place)];
    const line = picture.field.pieces.find((piece) => isOn(sheet.spots(piece.line), centre));
    const found = line
      ? alongside(line.kind, piecesOf(picture), centre, sheet, { width: width / scale, off: OFF / scale })
      : inside(piecesOf(picture), centre, sheet, { width: width / scale, height: HIGH / scale });
    return {
      of: { kind: "ground", name: withApostrophes(name.label) },
      at: grown(bounds([spot(centre.x * scale, centre.y * scale)]), 3),
      width,
      height: HIGH,
      rear: "beside",
      weight: -1,
      optional: true,
      middles: found.map(({ x, y }) => spot(x * scale, y * scale)),
    };
  });

const isOn = (line: readonly Spot[], at: Spot): boolean =>
  stretches(line).some(([a, b]) => toStretch(a, b, at) < INCH / 2);

/** Places beside the lines of a kind, the nearest to its name first. */
function alongside(
  kind: string,
  pieces: readonly Piece[],
  centre: Spot,
  sheet: Sheet,
  { width, off }: { width: number; off: number },
): Spot[] {
  const places = pieces
    .filter((piece) => piece.kind === kind && piece.line.length > 1)
    .flatMap(({ line }) => along(sheet.spots(line), 3 * INCH));
  const far = ({ at }: { at: Spot }): number => Math.hypot(at.x - centre.x, at.y - centre.y);
  const near = places.sort((a, b) => far(a) - far(b));
  return [
    ...near.flatMap(({ at, dx, dy }) =>
      Math.abs(dx) > Math.abs(dy)
        ? [spot(at.x, at.y - off), spot(at.x, at.y + off)]
        : [spot(at.x + width / 2 + off, at.y), spot(at.x - width / 2 - off, at.y)],
    ),
    centre,
  ];
}

/** Places in the smallest piece around a name: its middle, or where there is room within it. */
function inside(
  pieces: readonly Piece[],
  centre: Spot,
  sheet: Sheet,
  { width, height }: { width: number; height: number },
): Spot[] {
  const around = pieces
    .map(({ polygon }) => sheet.spots(polygon))
    .filter((ring) => ring.length > 2 && isInside(ring, centre))
    .sort((a, b) => area(a) - area(b))[0];
  const box = around ? bounds(around) : grown(bounds([centre]), 3 * INCH);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const halfWide = Math.max((box.right - box.left - width) / 2 - 6, 0);
  const halfHigh = Math.max((box.bottom - box.top - height) / 2 - 4, 0);
  const shares = [0, 1, -1, 0.5, -0.5];
  const within = shares.flatMap((down) =>
    shares.map((across) => spot(x + across * halfWide, y - down * halfHigh)),
  );
  // If a body covers a small piece, its name stands beside it.
  const beside = [box.bottom + height, box.top - height].map((level) => spot(x, level));
  return [centre, ...within, ...beside];
}
