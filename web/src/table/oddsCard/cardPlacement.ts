/** Where a card beside a body goes: it must not cover the body, and should cover few others. */
import type { Box, Spot } from "../../map/geometry/plane";
import { overlap, spot } from "../../map/geometry/plane";
import type { Size } from "../../map/geometry/camera";

export interface CardPlace {
  readonly at: Spot;
  /** The side of the card that faces the body, and how far along that side its tip is. */
  readonly tip: "left" | "right" | "top" | "bottom";
  readonly along: number;
}

const GAP = 18;
const EDGE = 8;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The place of a card beside a box: it avoids the boxes of *keepOff* and covers little of the *others*. */
export function placeCard(
  card: Size,
  room: Size,
  beside: Box,
  keepOff: readonly Box[],
  others: readonly Box[],
): CardPlace {
  const middle = spot((beside.left + beside.right) / 2, (beside.top + beside.bottom) / 2);
  const tries = candidates(card, room, beside, middle);
  const weigh = ({ at }: CardPlace): number => {
    const box = { left: at.x, top: at.y, right: at.x + card.width, bottom: at.y + card.height };
    const off = [beside, ...keepOff].reduce((sum, one) => sum + overlap(box, one) * 40, 0);
    return off + others.reduce((sum, one) => sum + overlap(box, one), 0);
  };
  const ranked = tries.map((place, n) => ({ place, weight: weigh(place) + n }));
  return ranked.reduce((a, b) => (a.weight <= b.weight ? a : b)).place;
}

function candidates(
  { width, height }: Size,
  room: Size,
  beside: Box,
  middle: Spot,
): [CardPlace, ...CardPlace[]] {
  const x = (at: number): number => clamp(at, EDGE, room.width - width - EDGE);
  const y = (at: number): number => clamp(at, EDGE, room.height - height - EDGE);
  const sides = (top: number): CardPlace[] => [
    { at: spot(x(beside.right + GAP), top), tip: "left", along: clamp(middle.y - top, 16, height - 16) },
    {
      at: spot(x(beside.left - GAP - width), top),
      tip: "right",
      along: clamp(middle.y - top, 16, height - 16),
    },
  ];
  const ends = (left: number): CardPlace[] => [
    { at: spot(left, y(beside.bottom + GAP)), tip: "top", along: clamp(middle.x - left, 16, width - 16) },
    {
      at: spot(left, y(beside.top - GAP - height)),
      tip: "bottom",
      along: clamp(middle.x - left, 16, width - 16),
    },
  ];
  const first = sides(y(middle.y - height / 2)) as [CardPlace, ...CardPlace[]];
  return [
    ...first,
    ...sides(y(middle.y - 40)),
    ...sides(y(middle.y - height + 40)),
    ...ends(x(middle.x - width / 2)),
    ...ends(x(middle.x - 40)),
    ...ends(x(middle.x - width + 40)),
  ];
}
