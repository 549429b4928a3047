/**
 * Small signs of constant size: list glyphs, flags, markers. Each is drawn about its own origin, in pixels.
 */
import type { Glyph } from "../../wire";
import { cloth, FLAGS, SQUARE, TAILED } from "./flags";
import type { Tone } from "./livery";
import { joined, path, tag, type Markup } from "./markup";

/** The sign of an arm in lists and on a distant table, in a square of 20. */
export const LIST_GLYPHS: Record<Glyph, Markup> = {
  foot: joined([
    path("g-line", "M4 17L15 3M16 17L5 3", { "stroke-width": 1.7 }),
    path("g-line", "M13.4 2.2L16.6 1.2L15.6 4.6M6.6 2.2L3.4 1.2L4.4 4.6", { "stroke-width": 1.1 }),
  ]),
  skirmishers: joined([
    path(
      "g-fill",
      "M1.8 14a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM7.8 9a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM13.8 14a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z",
    ),
    path("g-line", "M4 11V6M10 6V1M16 11V6", { "stroke-width": 1.5 }),
  ]),
  horse: path(
    "g-fill",
    "M5 17.5C4 11 6 4.4 11.4 2.4L11.8 4C14.6 5.4 16.4 8.4 17 11.6L14.6 13.2L11.2 10.8C11.6 13 13.2 14.6 13.4 17.5Z",
  ),
  guns: joined([
    path("g-line", "M3.4 13a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0zM8 8.4v9.2M3.4 13h9.2", {
      "stroke-width": 1.3,
    }),
    path("g-fill", "M3 10.4L17.4 4.6L18.4 7.2L9 11.4Z"),
    path("g-line", "M8 13L1 17.6", { "stroke-width": 1.8 }),
  ]),
  leader: path("g-fill", "M10 1.5l2.4 5.4 5.9.6-4.4 4 1.3 5.8-5.2-3-5.2 3 1.3-5.8-4.4-4 5.9-.6z"),
  model: joined([
    path("g-fill", "M7 5.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"),
    path("g-line", "M5 18V13a5 4 0 0 1 10 0V18M17.5 18V3", { "stroke-width": 1.7 }),
  ]),
  wagon: joined([
    path("g-line", "M2 9.5V4.5Q9 1 16 4.5V9.5ZM16 9.5H19", { "stroke-width": 1.5 }),
    path("g-line", "M2.4 14a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM10.6 14a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", {
      "stroke-width": 1.4,
    }),
  ]),
};

/**
 * A flag on its staff, about 11 wide and 11 high, its foot at the origin. Square if dark, swallow-tailed if
 * light.
 */
export function flag(name: string, tone: Tone): Markup {
  const cloth = FLAGS[name.toLowerCase()] ?? PLAIN_FLAGS[tone];
  return joined([path("staff", "M0 0V-11"), cloth]);
}

const PLAIN_FLAGS: Readonly<Record<Tone, Markup>> = {
  dark: cloth(SQUARE, "var(--block)", "var(--line)"),
  light: cloth(TAILED, "var(--block)", "var(--line)"),
};

/**
 * A marker about 15 across, its middle at the origin: smoke for fire, a waved diamond for disorder, else a
 * lettered disc.
 */
export function marker(words: string, count: number): Markup {
  if (/fire|smoke/i.test(words)) {
    const puff =
      "M-6.7 3.8a4 4 0 0 1 .7-6.9A4.7 4.7 0 0 1 2.7-5.6a3.9 3.9 0 0 1 4.7 5.1A3.4 3.4 0 0 1 5.6 5.2H-4.5A3.4 3.4 0 0 1-6.7 3.8Z";
    return joined([path("m-smoke", puff), figure(String(count))]);
  }
  if (/disorder/i.test(words)) {
    return joined([
      path("m-disorder", "M0 -8.2L8.2 0L0 8.2L-8.2 0Z"),
      path("m-wave", "M-4.4 -1.7q1.4 -2 2.9 0t2.9 0 2.9 0M-4.4 2.2q1.4 -2 2.9 0t2.9 0 2.9 0"),
    ]);
  }
  const letter = words.trim().charAt(0).toUpperCase();
  return joined([
    path("m-disc", "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0Z"),
    figure(count > 1 ? `${letter}${count}` : letter),
  ]);
}

/** How often a marker is drawn: once if it shows its count, else once for each. */
export const repeated = (words: string, count: number): number =>
  /disorder/i.test(words) ? Math.min(count, 3) : 1;

const figure = (text: string): Markup =>
  tag("text", { class: "m-figure", y: 3.2 }, text.replace(/[^\w]/g, "") as Markup);
