import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The pictures of the story page lie apart, so that the size of what players fetch is told without them. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }): string =>
  facadeModuleId?.includes("/fixtures/") ? "assets/fixtures/[name]-[hash].js" : "assets/[name]-[hash].js";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { chunkFileNames } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
