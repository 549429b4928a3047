/** Cuts the fonts down to the letters of western Europe and preloads those of the first page. */
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join("");
const LETTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}Œœ–—‘’“”•…‹›−≤≥←↑→↓\u2060`;

/** The fonts of the first page, which are fetched beside its script instead of after it. */
const FIRST = /(eb-garamond-latin-500-normal|source-sans-3-latin-[46]00-normal).*\.woff2$/;

export const preloadFonts = (): Plugin => ({
  name: "preload-fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => FIRST.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
          injectTo: "head",
        })),
  },
});

/** Cuts the fonts of a build down to LETTERS; their ligatures and figures stay. Other letters fall back. */
export const subsetFonts = (): Plugin => ({
  name: "subset-fonts",
  apply: "build",
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
      file.source = await subsetFont(Buffer.from(file.source), LETTERS, { targetFormat: "woff2" });
    }
  },
});
