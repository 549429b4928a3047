import { describe, expect, it } from "vitest";
import type { Area, Base, Picture, Point, Pose } from "../../wire";
import cowpens from "../../../fixtures/cowpens-1.json";
import guilford from "../../../fixtures/guilford-1.json";
import trenton from "../../../fixtures/trenton-4.json";
import { fit, inchOn } from "../geometry/camera";
import { cachedOrnaments } from "../ground/sheetCache";
import { high, overlap, wide, type Box } from "../geometry/plane";
import { Sheet } from "../geometry/sheet";
import { isDrawn, screenBox, placedTags } from "./tags";

const BATTLES = { cowpens, guilford, trenton } as unknown as Record<string, Picture>;
/** The room that a map has on a screen of 1440 by 900 pixels. */
const ROOM = { width: 1072, height: 712 };
const cases = Object.keys(BATTLES).flatMap((name) =>
  (["up", "down"] as const).map((facing) => ({ name, facing })),
);

describe.each(cases)("the names at $name, seen facing $facing", ({ name, facing }) => {
  const picture = BATTLES[name] as Picture;
  const sheet = new Sheet(picture.field, facing);
  const { scale } = fit(sheet, ROOM);
  const placed = placedTags(picture, sheet, { scale, at: new Set() });
  const written = placed.filter(({ of }) => of.kind === "body" || of.kind === "token");

  it("are near enough to be written", () => {
    expect(inchOn({ scale, x: 0, y: 0 })).toBeGreaterThan(9);
    expect(placed.filter(({ of }) => of.kind === "token")).toHaveLength(picture.tokens.length);
  });

  it("hide no General, and hardly anything of a unit", () => {
    const standing = (of: readonly { pose: Pose | null; bases: readonly Base[] }[]): Box[] =>
      of.flatMap(({ pose, bases }) => (pose ? [screenBox(pose, bases, sheet, scale)] : []));
    for (const { box } of written) {
      const share = (other: Box): number => overlap(box, other) / (wide(box) * high(box));
      for (const general of standing(picture.tokens)) expect(share(general)).toBeLessThan(0.02);
      for (const unit of standing(picture.bodies)) expect(share(unit)).toBeLessThan(0.2);
    }
  });

  it("of units and Generals do not lie on one another", () => {
    for (const [n, one] of written.entries())
      for (const other of written.slice(n + 1))
        expect(overlap(one.box, other.box) / (wide(one.box) * high(one.box))).toBeLessThan(0.02);
  });
});

it("a name stays where it is when its body comes into focus", () => {
  const picture = BATTLES["cowpens"] as Picture;
  const sheet = new Sheet(picture.field, "up");
  const { scale } = fit(sheet, ROOM);
  const boxes = (at: ReadonlySet<number>): unknown =>
    placedTags(picture, sheet, { scale, at }).map(({ box }) => box);
  expect(boxes(new Set(picture.bodies.map(({ id }) => id).slice(0, 1)))).toEqual(boxes(new Set()));
});

it("the zone where men are placed is drawn however large it is, an objective only while it is no quarter of the table", () => {
  const { field } = BATTLES["cowpens"] as Picture;
  const sheet = new Sheet(field, "up");
  const strip: Point[] = [
    [0, 0],
    [field.width, 0],
    [field.width, field.depth / 4],
    [0, field.depth / 4],
  ];
  const area = (kind: Area["kind"], polygon: readonly Point[]): Area => ({
    id: "strip",
    kind,
    side: 0,
    polygon,
    label: "",
    words: "",
  });
  expect(isDrawn(area("zone", strip), sheet)).toBe(true);
  expect(isDrawn(area("objective", strip), sheet)).toBe(false);
  expect(isDrawn(area("zone", strip.slice(0, 2)), sheet)).toBe(false);
});

it("names keep off the title and the key where there is room elsewhere", () => {
  const picture = BATTLES["cowpens"] as Picture;
  const sheet = new Sheet(picture.field, "up");
  const { scale } = fit(sheet, { width: 694, height: 580 });
  const { boxes: furniture } = cachedOrnaments(picture, sheet);
  const drawn = { plan: null, tapes: [], overlays: [], keepOff: [] };
  const hidden = (kept: readonly Box[]): number =>
    placedTags(picture, sheet, { scale, at: new Set() }, { ...drawn, furniture: kept })
      .flatMap(({ box }) => furniture.map((one) => overlap(box, grownBy(one, scale))))
      .reduce((sum, one) => sum + one, 0);
  expect(furniture.length).toBeGreaterThan(1);
  expect(hidden([])).toBeGreaterThan(0);
  expect(hidden(furniture)).toBe(0);
});

const grownBy = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});
