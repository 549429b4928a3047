/** Options that are places to stand, taken by turning and shifting a ghost instead of from a long list. */
import type { Base, Pose } from "../../wire";
import type { Offer } from "./offers";
import { turnBetween } from "../../map/geometry/headings";

export interface PlaceOption {
  readonly offer: Offer;
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

/** So many options and more are offered as ghosts to be turned, not as buttons. */
export const DIAL_THRESHOLD = 9;

/** The options that have a place; *own* are the bases of whoever stands there unless an option has its own. */
export function placeOptionsOf(offers: readonly Offer[], own: readonly Base[]): PlaceOption[] {
  return offers.flatMap((offer) => {
    const { place, bases } = offer.option;
    return place ? [{ offer, pose: place, bases: bases.length > 0 ? bases : own }] : [];
  });
}

/** Ten degrees weigh as much as an inch. */
const miss = (pose: Pose, wanted: Pose): number =>
  Math.hypot(pose.x - wanted.x, pose.y - wanted.y) + Math.abs(turnBetween(pose.heading, wanted.heading));

/** The stance that lies nearest to what is wanted; of equals the one in the same formation as *held*. */
export function nearestPlace(
  places: readonly PlaceOption[],
  wanted: Pose,
  held: PlaceOption | null = null,
): PlaceOption | null {
  const form = held && formationKey(held);
  const ranked = places.map((one) => ({
    one,
    miss: miss(one.pose, wanted) + (form !== null && formationKey(one) !== form ? 600 : 0),
  }));
  return (
    ranked.reduce<(typeof ranked)[number] | null>((a, b) => (a && a.miss <= b.miss ? a : b), null)?.one ??
    null
  );
}

/** What tells one formation from another: how its bases stand. */
export const formationKey = ({ bases }: Pick<PlaceOption, "bases">): string =>
  bases.map(({ x, y, turn, width, depth }) => [x, y, turn, width, depth].join()).join(" ");

/** One stance of each formation: the one nearest to what is held. */
export function onePerFormation(places: readonly PlaceOption[], held: PlaceOption): PlaceOption[] {
  const kinds = [...new Set(places.map(formationKey))];
  return kinds.flatMap((kind) => {
    const found = nearestPlace(
      places.filter((one) => formationKey(one) === kind),
      held.pose,
    );
    return found ? [found] : [];
  });
}

/** The next stance of the same formation, clockwise or the other way. */
export function nextByTurning(places: readonly PlaceOption[], held: PlaceOption, by: 1 | -1): PlaceOption {
  const same = places
    .filter((one) => formationKey(one) === formationKey(held))
    .sort((a, b) => a.pose.heading - b.pose.heading || a.offer.index - b.offer.index);
  const place = same.findIndex(({ offer }) => offer.index === held.offer.index);
  return same[(place + by + same.length) % same.length] ?? held;
}
