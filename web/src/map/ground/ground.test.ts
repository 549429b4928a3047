import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Picture } from "../../wire";
import { drawBlock } from "../drawing/blocks";
import { frame, isUnderPieces, keyOf, ornaments, scaleBar } from "./furniture";
import { cachedOrnaments } from "./sheetCache";
import { liveries } from "../drawing/livery";
import { Sheet } from "../geometry/sheet";
import { spokenDescription, placedTags } from "../labels/tags";
import { ground, PILE, sample } from "./ground";

const FOLDER = new URL("../../../fixtures/", import.meta.url);
const pictures = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Picture] as const);
const sampler = pictures.find(([name]) => name.startsWith("sampler"))?.[1];

describe.each(pictures)("%s", (_, picture) => {
  const sheet = new Sheet(picture.field);

  it("is drawn the same every time, to the byte", () => {
    const again = JSON.parse(JSON.stringify(picture)) as Picture;
    expect(ground(picture, sheet)).toBe(ground(again, new Sheet(again.field)));
    expect(ornaments(picture, sheet)).toEqual(ornaments(again, new Sheet(again.field)));
  });

  it("has ground that does not depend on who stands on it", () => {
    expect(ground({ ...picture, bodies: [], tokens: [] }, sheet)).toBe(ground(picture, sheet));
  });

  it.each(["up", "down"] as const)(
    "seen facing %s has no title, key or compass under anybody's feet",
    (facing) => {
      const turned = new Sheet(picture.field, facing);
      expect(isUnderPieces(ornaments(picture, turned).boxes, picture, turned)).toBe(false);
    },
  );

  it("is drawn without a number that is none", () => {
    const drawn = [ground(picture, sheet), frame(sheet), ornaments(picture, sheet).drawn].join("");
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("has every body's name on the table at a size where names are read", () => {
    const placed = placedTags(picture, sheet, { scale: 1, at: new Set() });
    const named = placed.flatMap(({ of }) => (of.kind === "body" ? [of.body.id] : []));
    expect(named.sort()).toEqual(
      picture.bodies
        .filter(({ pose }) => pose)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it("tells sides apart by tone", () => {
    expect(new Set(liveries(picture.sides).map(({ tone }) => tone)).size).toBe(2);
  });

  it("says of every body in words what it is", () => {
    for (const body of picture.bodies) expect(spokenDescription(body, picture)).toContain(body.card.name);
  });
});

it("every manner of ground can be drawn, and has a sample for the key", () => {
  for (const manner of PILE) expect(sample(manner)).not.toBe("");
});

it("the sampler shows every manner", () => {
  expect(
    sampler &&
      keyOf(sampler)
        .map(({ manner }) => manner)
        .sort(),
  ).toEqual([...PILE].sort());
});

it("two woods of the same outline are not drawn alike", () => {
  if (!sampler) throw new Error("the fixtures have no sampler: run fixtures/make.py");
  const renamed = {
    ...sampler.field,
    pieces: sampler.field.pieces.map((piece) => ({ ...piece, id: `other ${piece.id}` })),
  };
  const other = { ...sampler, field: renamed };
  expect(ground(other, new Sheet(renamed))).not.toBe(ground(sampler, new Sheet(sampler.field)));
});

it("the title keeps its place until a body stands there, and then finds another", () => {
  const [, picture] = pictures.find(([name]) => name.startsWith("cowpens")) ?? [];
  const first = picture?.bodies.find(({ pose }) => pose !== null);
  if (!picture || !first) throw new Error("the fixtures have no Cowpens: run fixtures/make.py");
  const sheet = new Sheet(picture.field);
  const [title] = ornaments(picture, sheet).boxes;
  if (!title) throw new Error("there is no title");
  const [x, y] = sheet.point({ x: (title.left + title.right) / 2, y: (title.top + title.bottom) / 2 });
  const moved = (at: { x: number; y: number; heading: number }): Picture => ({
    ...picture,
    bodies: picture.bodies.map((body) => (body === first ? { ...body, pose: at } : body)),
  });
  const before = cachedOrnaments(picture, sheet);
  expect(cachedOrnaments(moved({ x: 3600, y: 2400, heading: 0 }), sheet)).toBe(before);
  expect(cachedOrnaments(moved({ x: Math.round(x), y: Math.round(y), heading: 0 }), sheet)).not.toBe(before);
});

it("names of ground are escaped", () => {
  if (!sampler) throw new Error("the fixtures have no sampler: run fixtures/make.py");
  const { drawn } = ornaments({ ...sampler, title: '<script>"&' }, new Sheet(sampler.field));
  expect(drawn).toContain("&lt;script&gt;&quot;&amp;");
  expect(drawn).not.toContain("<script>");
});

it("a dark block is square and a light one has cut corners and a band", () => {
  const bases = [{ x: 0, y: 0, width: 200, depth: 200, rank: 0, turn: 0 }];
  expect(drawBlock(bases, "foot", "dark")).not.toContain("band");
  expect(drawBlock(bases, "foot", "light")).toContain("band");
  expect(drawBlock(bases, "foot", "light")).toContain("hatch");
});

it("the scale bar is never longer than its room", () => {
  for (const inch of [4, 7, 14, 28, 60]) {
    const { step, count } = scaleBar(inch, 160);
    expect(step * count * inch).toBeLessThanOrEqual(160);
  }
});
