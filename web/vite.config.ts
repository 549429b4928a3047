import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { preloadPages } from "./tools/preload.ts";
import { preloadFonts, subsetFonts } from "./tools/fonts.ts";
import { servePython } from "./tools/python.ts";

/** The story pages and their pictures get a folder of their own, which the size check leaves out. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }): string =>
  /\/(fixtures|stories)\//.test(facadeModuleId ?? "")
    ? "assets/stories/[name]-[hash].js"
    : "assets/[name]-[hash].js";

/** Chunks: the first script, the pages, the table, each with what it imports. */
const TOGETHER = [
  { name: "first", test: /[\\/]src[\\/]main\.ts$/, priority: 3 },
  { name: "pages", test: /[\\/]src[\\/]start\.ts$/, priority: 2 },
  { name: "table", test: /[\\/]src[\\/](lobby[\\/]GamePage|table[\\/]TableScreen)\.svelte$/, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), preloadPages(), preloadFonts(), subsetFonts(), servePython()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { chunkFileNames, codeSplitting: { groups: TOGETHER } },
    },
  },
  // `npm run dev` passes requests on to `sandtable serve`, and reads the drawing shared with the reports.
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8155", ws: true } },
    fs: { allow: [".", "../src/sandtable/report/drawing"] },
  },
  // Tests restore what they change of globals, so they can share a process.
  test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false },
});
