/** Questions about a picture's geometry. */
import { isInside, spot } from "./plane";
import { corners } from "./sheet";
import type { Picture, Point } from "../../wire";

/** The body that covers a place. */
export function bodyAt(picture: Picture, [x, y]: Point): number | null {
  const found = picture.bodies.find(({ pose, bases }) => {
    if (!pose) return false;
    return isInside(
      corners(pose, bases).map(([cx, cy]) => spot(cx, cy)),
      spot(x, y),
    );
  });
  return found?.id ?? null;
}

/** The side from which a player first sees the table: the player's own units at the bottom. */
export function facingFor(picture: Picture, seat: number | null): "up" | "down" {
  const middle = (side: number): number => {
    const places = picture.bodies.flatMap((body) => (body.side === side && body.pose ? [body.pose.y] : []));
    return places.reduce((sum, y) => sum + y, 0) / (places.length || 1);
  };
  if (seat === null || picture.sides.length < 2) return "up";
  return middle(seat) > middle(seat === 0 ? 1 : 0) + 1 ? "down" : "up";
}
