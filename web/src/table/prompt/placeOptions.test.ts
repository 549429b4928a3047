import { describe, expect, it } from "vitest";
import type { Base, OptionView } from "../../wire";
import type { Offer } from "./offers";
import { apartBy, formations, headingTo, nearestStance, stancesOf, turned } from "./placeOptions";

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
const STANCES = stancesOf(OFFERS, LINE);
const first = STANCES[0] as (typeof STANCES)[number];

describe("places that may be taken", () => {
  it("have the bases of whoever stands there unless they have their own", () => {
    expect(STANCES.map(({ bases }) => bases)).toEqual([LINE, LINE, LINE, COLUMN, COLUMN]);
    expect(stancesOf([{ index: 0, option: { place: null } as OptionView }], LINE)).toEqual([]);
  });

  it("are found by the heading that is pointed at, in the formation that is held", () => {
    expect(nearestStance(STANCES, { x: 1000, y: 1000, heading: 200 }, first)?.offer.index).toBe(1);
    expect(nearestStance(STANCES, { x: 1000, y: 1000, heading: 3500 }, first)?.offer.index).toBe(2);
    expect(nearestStance(STANCES, { x: 1000, y: 1000, heading: 1750 }, first)?.offer.index).toBe(4);
    expect(nearestStance([], first.pose)).toBeNull();
  });

  it("are turned through in order, round and round", () => {
    expect(turned(STANCES, first, 1).offer.index).toBe(1);
    expect(turned(STANCES, first, -1).offer.index).toBe(2);
  });

  it("are shown once for each formation, the nearest to what is held", () => {
    expect(formations(STANCES, first).map(({ offer: { index } }) => index)).toEqual([0, 3]);
  });
});

describe("headings", () => {
  it("lie the shorter way apart", () => {
    expect(apartBy(3550, 50)).toBe(100);
    expect(apartBy(0, 1800)).toBe(1800);
  });

  it("run clockwise from up the table", () => {
    expect(headingTo([0, 0], [0, 100])).toBe(0);
    expect(headingTo([0, 0], [100, 0])).toBe(900);
    expect(headingTo([0, 0], [-100, 0])).toBe(2700);
  });
});
