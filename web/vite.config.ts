import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { pagesAhead } from "./tools/ahead.ts";
import { fewerLetters, fontsAhead } from "./tools/fonts.ts";
import { pythonServed } from "./tools/python.ts";

/**
 * The story pages and their pictures lie apart, so that the size of what players fetch is told without them.
 */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }): string =>
  /\/(fixtures|stories)\//.test(facadeModuleId ?? "")
    ? "assets/stories/[name]-[hash].js"
    : "assets/[name]-[hash].js";

/**
 * What is fetched together lies in one file: what comes first, the pages, and the table. Each takes what it
 * imports along.
 */
const TOGETHER = [
  { name: "first", test: /[\\/]src[\\/]main\.ts$/, priority: 3 },
  { name: "pages", test: /[\\/]src[\\/]start\.ts$/, priority: 2 },
  { name: "table", test: /[\\/]src[\\/](lobby[\\/]GamePage|table[\\/]TableScreen)\.svelte$/, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), pagesAhead(), fontsAhead(), fewerLetters(), pythonServed()],
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
  // While the pages are worked on, the service of `sandtable serve` answers for them.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8155", ws: true } } },
  // What tests change of the surroundings they put back, so they need no process of their own each.
  test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false },
});
