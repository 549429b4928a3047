/** A picture with bodies and commanders where a draft puts them. */
import type { BodyView, Picture, Token } from "../../wire";
import type { PlacedPiece } from "./draft";

const asToken = ({ who, name, side, pose, bases }: PlacedPiece): Token => ({
  id: String(who),
  side,
  pose,
  bases,
  name,
  glyph: "leader",
  attached_to: null,
  group: "",
});

/** On hexes a commander who shares a hex with a body is drawn towards its corner. */
function besideBody(one: PlacedPiece, all: readonly PlacedPiece[], size: number): PlacedPiece {
  const shares = all.some(({ who, pose }) => {
    return typeof who === "number" && Math.hypot(pose.x - one.pose.x, pose.y - one.pose.y) < size / 2;
  });
  const { x, y, heading } = one.pose;
  return shares ? { ...one, pose: { x: x + size * 0.31, y: y - size * 0.18, heading } } : one;
}

export function withPlacedPieces(picture: Picture, placed: readonly PlacedPiece[]): Picture {
  const bodies = picture.bodies.map((body): BodyView => {
    const put = placed.find(({ who }) => who === body.id);
    return put ? { ...body, pose: put.pose, bases: put.bases } : body;
  });
  const others = picture.tokens.filter(({ id }) => !placed.some(({ who }) => who === id));
  const commanders = placed
    .filter(({ who }) => typeof who === "string")
    .map((one) => asToken(picture.grid ? besideBody(one, placed, picture.grid.size) : one));
  return { ...picture, bodies, tokens: [...others, ...commanders] };
}
