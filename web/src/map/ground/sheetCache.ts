/** The cache of drawn ground: drawing is slow, and depends only on the field and the facing. */
import type { Picture } from "../../wire";
import { frame, isUnderPieces, ornaments, type PlacedOrnaments } from "./furniture";
import { ground } from "./ground";
import { hexGround, onHexes } from "./hexGround";
import { hexFrame } from "./hexFrame";
import { joined, tag, type Markup } from "../drawing/markup";
import type { Sheet } from "../geometry/sheet";

const groundCache = new Map<string, Markup>();
const ornamentCache = new Map<string, PlacedOrnaments>();
/** The number of drawings kept: two facings of a few battles; the oldest is dropped first. */
const MOST_KEPT = 8;

/** The cached drawing of a key, unless it is no longer valid. */
function cached<Drawn>(
  kept: Map<string, Drawn>,
  key: string,
  draw: () => Drawn,
  holds: (known: Drawn) => boolean = () => true,
): Drawn {
  const known = kept.get(key);
  if (known !== undefined && holds(known)) return known;
  const drawn = draw();
  const oldest = kept.keys().next().value;
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, drawn);
  return drawn;
}

const fieldKey = (picture: Picture, sheet: Sheet): string =>
  JSON.stringify([picture.system, picture.title, sheet.facing, picture.field, picture.ground, picture.grid]);

const drawGround = (picture: Picture, sheet: Sheet): Markup =>
  picture.grid ? hexGround(picture, picture.grid, sheet) : ground(picture, sheet);
const drawFrame = (picture: Picture, sheet: Sheet): Markup =>
  picture.grid ? hexFrame(picture.grid, sheet) : frame(sheet);

export const cachedGround = (picture: Picture, sheet: Sheet): Markup =>
  cached(groundCache, fieldKey(picture, sheet), () =>
    joined([tag("g", { "clip-path": "url(#table)" }, drawGround(picture, sheet)), drawFrame(picture, sheet)]),
  );

/** Title, key and compass; they keep their places until a body stands on one of them. */
export const cachedOrnaments = (picture: Picture, sheet: Sheet): PlacedOrnaments =>
  cached(
    ornamentCache,
    fieldKey(picture, sheet),
    () => ornaments(picture.grid ? onHexes(picture, picture.grid) : picture, sheet),
    ({ boxes }) => !isUnderPieces(boxes, picture, sheet),
  );
