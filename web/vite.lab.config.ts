/**
 * The lab page, built apart from the table so that neither carries the other's code; `vite build` comes
 * first.
 */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { preloadFonts, subsetFonts } from "./tools/fonts.ts";
import { listOfflineFiles } from "./tools/offline.ts";
import { copyPython } from "./tools/python.ts";

const OWN = "lab/[name]-[hash]";

export default defineConfig({
  plugins: [svelte(), preloadFonts(), subsetFonts(), copyPython(), listOfflineFiles()],
  publicDir: "src/lab/engine/public",
  build: {
    target: "es2022",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { lab: "lab.html", "service-worker": "src/lab/engine/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "service-worker" ? "lab-service-worker.js" : `${OWN}.js`),
        chunkFileNames: `${OWN}.js`,
        assetFileNames: `${OWN}[extname]`,
      },
    },
  },
  // The worker's address begins with /lab too, so that the service worker handles it.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: `${OWN}.js` } } },
});
