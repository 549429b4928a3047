import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const CSS = readFileSync(
  new URL("../../../src/sandtable/report/drawing/palette.css", import.meta.url),
  "utf8",
);
const PAPER = "#f4ecdb";

/** The relative luminance of a colour, as accessibility guidelines define it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const of = (livery: string, token: string): string => {
  const block = CSS.split(`.${livery} {`)[1]?.split("}")[0] ?? "";
  return new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? "";
};

const [DARK, LIGHT] = [
  ["madder", "indigo"],
  ["prussian", "olive", "ash"],
];

it.each(DARK.flatMap((dark) => LIGHT.map((light) => [dark, light] as const)))(
  "%s and %s blocks are told apart without hue",
  (dark, light) => {
    expect(contrast(of(dark, "block"), of(light, "block"))).toBeGreaterThan(3);
  },
);

it.each([...DARK, ...LIGHT])(
  "the figures of %s stand out from their base, and its line from the paper",
  (livery) => {
    expect(contrast(of(livery, "block"), of(livery, "glyph"))).toBeGreaterThan(4.5);
    expect(contrast(of(livery, "line"), PAPER)).toBeGreaterThan(4.5);
    expect(contrast(of(livery, "side"), PAPER)).toBeGreaterThan(4.5);
  },
);

it.each(["ink", "ink-2", "verdigris-dk", "sienna-dk"])("--%s can be read on paper", (token) => {
  const colour = new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(CSS)?.[1] ?? "";
  expect(contrast(colour, PAPER)).toBeGreaterThan(4.5);
});
