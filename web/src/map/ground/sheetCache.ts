/** The sheets that were drawn: ground is built once for a field and a facing, and kept. */
import type { Picture } from "../../wire";
import { frame, isStoodOn, ornaments, type Laid } from "./furniture";
import { ground } from "./ground";
import { hexGround, onHexes } from "./hexGround";
import { hexFrame } from "./hexFrame";
import { joined, tag, type Markup } from "../drawing/markup";
import type { Sheet } from "../geometry/sheet";

const grounds = new Map<string, Markup>();
const laid = new Map<string, Laid>();
/** Two facings of a few battles; the oldest is forgotten first. */
const MOST_KEPT = 8;

/** What was drawn for a key, unless it no longer holds. */
function once<Drawn>(
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

const covered = (picture: Picture, sheet: Sheet): Markup =>
  picture.grid ? hexGround(picture, picture.grid, sheet) : ground(picture, sheet);
const edged = (picture: Picture, sheet: Sheet): Markup =>
  picture.grid ? hexFrame(picture.grid, sheet) : frame(sheet);

export const keptGround = (picture: Picture, sheet: Sheet): Markup =>
  once(grounds, fieldKey(picture, sheet), () =>
    joined([tag("g", { "clip-path": "url(#table)" }, covered(picture, sheet)), edged(picture, sheet)]),
  );

/** Title, key and compass keep the places they found until somebody comes to stand there. */
export const keptOrnaments = (picture: Picture, sheet: Sheet): Laid =>
  once(
    laid,
    fieldKey(picture, sheet),
    () => ornaments(picture.grid ? onHexes(picture, picture.grid) : picture, sheet),
    ({ boxes }) => !isStoodOn(boxes, picture, sheet),
  );
