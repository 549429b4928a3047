/** The sheets that were drawn: ground is built once for a field and a facing, and kept. */
import type { Picture } from "../wire";
import { frame, ornaments } from "./furniture";
import { ground } from "./ground/ground";
import { hexGround } from "./ground/hexground";
import { joined, tag, type Markup } from "./markup";
import type { Sheet } from "./sheet";

const kept = new Map<string, Markup>();
/** Two facings of a few battles; the oldest is forgotten first. */
const MOST_KEPT = 8;

function once(key: string, draw: () => Markup): Markup {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const drawn = draw();
  const oldest = kept.keys().next().value;
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, drawn);
  return drawn;
}

const fieldKey = (picture: Picture, sheet: Sheet): string =>
  JSON.stringify([picture.system, picture.title, sheet.facing, picture.field, picture.ground, picture.grid]);

const laid = (picture: Picture, sheet: Sheet): Markup =>
  picture.grid ? hexGround(picture, picture.grid, sheet) : ground(picture, sheet);

export const keptGround = (picture: Picture, sheet: Sheet): Markup =>
  once(`ground ${fieldKey(picture, sheet)}`, () =>
    joined([tag("g", { "clip-path": "url(#table)" }, laid(picture, sheet)), frame(sheet)]),
  );

/** Title, key and compass keep the places they found when the battle was first looked at. */
export const keptOrnaments = (picture: Picture, sheet: Sheet): Markup =>
  once(`ornaments ${fieldKey(picture, sheet)}`, () => ornaments(picture, sheet));
