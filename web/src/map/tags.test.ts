import { describe, expect, it } from "vitest";
import type { Base, Picture, Pose } from "../wire";
import cowpens from "../../fixtures/cowpens-1.json";
import guilford from "../../fixtures/guilford-1.json";
import trenton from "../../fixtures/trenton-4.json";
import { fit, inchOn } from "./camera";
import { high, overlap, wide, type Box } from "./plane";
import { Sheet } from "./sheet";
import { screenBox, tags } from "./tags";

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
  const placed = tags(picture, sheet, { scale, at: new Set() });
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

it("a name stays where it is when somebody only looks at it", () => {
  const picture = BATTLES["cowpens"] as Picture;
  const sheet = new Sheet(picture.field, "up");
  const { scale } = fit(sheet, ROOM);
  const boxes = (at: ReadonlySet<number>): unknown =>
    tags(picture, sheet, { scale, at }).map(({ box }) => box);
  expect(boxes(new Set(picture.bodies.map(({ id }) => id).slice(0, 1)))).toEqual(boxes(new Set()));
});
