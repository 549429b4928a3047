import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Picture } from "../../wire";
import { shrunk, thumbnail } from "./thumbnail";

const read = (name: string): Picture =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), "utf8")) as Picture;
const count = (text: string, sought: RegExp): number => [...text.matchAll(sought)].length;

describe("a small map", () => {
  it("has a block for each body that stands and a disc for each token", () => {
    const picture = read("cowpens-1");
    const { markup } = thumbnail(picture, 285);
    const standing = picture.bodies.filter(({ pose }) => pose !== null);
    expect(count(markup, /<path class="unit"/g)).toBe(standing.length);
    expect(count(markup, /<circle class="unit /g)).toBe(picture.tokens.length);
    const horse = standing.filter(({ card }) => card.glyph === "horse");
    expect(count(markup, /class="slash"/g)).toBe(horse.length);
  });

  it("keeps the shape of the table", () => {
    const picture = read("guilford-1");
    const { width, height } = thumbnail(picture, 285);
    expect(width / height).toBeCloseTo(picture.field.width / picture.field.depth, 2);
  });

  it("is drawn with fewer strokes the smaller it is, and never heavily", () => {
    const picture = read("guilford-1");
    const [large, small] = [thumbnail(picture, 285).markup, thumbnail(picture, 96).markup];
    expect(small.length).toBeLessThan(large.length / 2);
    expect(large.length).toBeLessThan(300_000);
  });

  it("has no ids, which would be there twice on a page with two maps", () => {
    for (const name of ["cowpens-1", "guilford-1", "trenton-1"]) {
      expect(thumbnail(read(name), 285).markup).not.toMatch(/ id="/);
    }
  });
});

it("a field at half the scale has all its measures halved", () => {
  const field = {
    width: 7200,
    depth: 4800,
    pieces: [{ id: "a", kind: "road", polygon: [], line: [[100, 301]], width: 200, level: 0, front: null }],
  } as unknown as Picture["field"];
  const half = shrunk(field, 0.5);
  expect([half.width, half.depth]).toEqual([3600, 2400]);
  expect(half.pieces[0]).toMatchObject({ id: "a", line: [[50, 151]], width: 100 });
});
