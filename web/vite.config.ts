import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fewerLetters, fontsAhead } from "./tools/fonts";

/** The story pages and their pictures lie apart, so that the size of what players fetch is told without them. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }): string =>
  /\/(fixtures|stories)\//.test(facadeModuleId ?? "")
    ? "assets/stories/[name]-[hash].js"
    : "assets/[name]-[hash].js";

export default defineConfig({
  plugins: [svelte(), fontsAhead(), fewerLetters()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { chunkFileNames } },
  },
  // While the pages are worked on, the service of `sandtable serve` answers for them.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8155", ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
