/** The letters that the pages set: those of western Europe and what printers put between them. Others fall back. */
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join("");
const LETTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}Œœ–—‘’“”•…‹›−≤≥←↑→↓\u2060`;

/** Cuts the fonts of a build down to the letters that are set; their ligatures and figures stay. */
export const fewerLetters = (): Plugin => ({
  name: "fewer-letters",
  apply: "build",
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
      file.source = await subsetFont(Buffer.from(file.source), LETTERS, { targetFormat: "woff2" });
    }
  },
});
