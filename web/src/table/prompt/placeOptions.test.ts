import { describe, expect, it } from "vitest";
import type { Base, OptionView } from "../../wire";
import type { Offer } from "./offers";
import { onePerFormation, nearestPlace, placeOptionsOf, nextByTurning } from "./placeOptions";

const base = (x: number, y: number): Base => ({ x, y, width: 200, depth: 200, rank: 0, turn: 0 });
const LINE = [base(-100, 0), base(100, 0)];
const COLUMN = [base(0, 0), base(0, -200)];

function offer(index: number, heading: number, bases: readonly Base[], x = 1000): Offer {
  const option = {
    label: `${heading}`,
    title: "",
    place: { x, y: 1000, heading },
    bases,
  } as unknown as OptionView;
  return { index, option };
}
const OFFERS = [
  offer(0, 0, []),
  offer(1, 150, []),
  offer(2, 3450, []),
  offer(3, 0, COLUMN),
  offer(4, 1800, COLUMN),
];
const PLACES = placeOptionsOf(OFFERS, LINE);
const first = PLACES[0] as (typeof PLACES)[number];

describe("places that may be taken", () => {
  it("have the bases of the unit unless they have their own", () => {
    expect(PLACES.map(({ bases }) => bases)).toEqual([LINE, LINE, LINE, COLUMN, COLUMN]);
    expect(placeOptionsOf([{ index: 0, option: { place: null } as OptionView }], LINE)).toEqual([]);
  });

  it("are found by the heading that is pointed at, in the formation that is held", () => {
    expect(nearestPlace(PLACES, { x: 1000, y: 1000, heading: 200 }, first)?.offer.index).toBe(1);
    expect(nearestPlace(PLACES, { x: 1000, y: 1000, heading: 3500 }, first)?.offer.index).toBe(2);
    expect(nearestPlace(PLACES, { x: 1000, y: 1000, heading: 1750 }, first)?.offer.index).toBe(4);
    expect(nearestPlace([], first.pose)).toBeNull();
  });

  it("are turned through in order, round and round", () => {
    expect(nextByTurning(PLACES, first, 1).offer.index).toBe(1);
    expect(nextByTurning(PLACES, first, -1).offer.index).toBe(2);
  });

  it("are shown once for each formation, the nearest to what is held", () => {
    expect(onePerFormation(PLACES, first).map(({ offer: { index } }) => index)).toEqual([0, 3]);
  });
});
