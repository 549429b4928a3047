/** Options that are places to stand, chosen by turning a ghost on the map instead of from a long list. */
import type { Base, Pose } from "../../wire";
import type { Offer } from "./offers";
import { turnBetween } from "../../map/geometry/headings";

export interface PlaceOption {
  readonly offer: Offer;
  readonly pose: Pose;
  readonly bases: readonly Base[];
}

/** More places than this are offered as a dial, not as buttons. */
export const DIAL_THRESHOLD = 9;

/** The options that have a place; *own* are the bases where an option has none. */
export function placeOptionsOf(offers: readonly Offer[], own: readonly Base[]): PlaceOption[] {
  return offers.flatMap((offer) => {
    const { place, bases } = offer.option;
    return place ? [{ offer, pose: place, bases: bases.length > 0 ? bases : own }] : [];
  });
}

/** Ten degrees weigh as much as an inch. */
const miss = (pose: Pose, wanted: Pose): number =>
  Math.hypot(pose.x - wanted.x, pose.y - wanted.y) + Math.abs(turnBetween(pose.heading, wanted.heading));

/**
 * The place nearest to a wanted pose; places in another formation than *held* count as six inches farther.
 */
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

/** A key that is equal for equal formations. */
export const formationKey = ({ bases }: Pick<PlaceOption, "bases">): string =>
  bases.map(({ x, y, turn, width, depth }) => [x, y, turn, width, depth].join()).join(" ");

/** One place of each formation: the nearest to the held one. */
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

/** The next place of the same formation, clockwise or counterclockwise. */
export function nextByTurning(places: readonly PlaceOption[], held: PlaceOption, by: 1 | -1): PlaceOption {
  const same = places
    .filter((one) => formationKey(one) === formationKey(held))
    .sort((a, b) => a.pose.heading - b.pose.heading || a.offer.index - b.offer.index);
  const place = same.findIndex(({ offer }) => offer.index === held.offer.index);
  return same[(place + by + same.length) % same.length] ?? held;
}
