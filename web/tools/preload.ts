/** Preloads the code of the pages, which the first small script imports, so that both are fetched at once. */
import type { Plugin } from "vite";

const START = /\/src\/start\.ts$/;

export const preloadPages = (): Plugin => ({
  name: "preload-pages",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => {
      const first = Object.values(bundle).find(
        (one) => one.type === "chunk" && one.moduleIds.some((id) => START.test(id)),
      );
      if (first?.type !== "chunk") throw new Error("the build has no chunk that starts the pages");
      const scripts = new Set([first.fileName]);
      const styles = new Set<string>();
      for (const name of scripts) {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || chunk.isEntry) continue;
        chunk.imports.forEach((one) => scripts.add(one));
        chunk.viteMetadata?.importedCss.forEach((one) => styles.add(one));
      }
      return [
        ...[...scripts].map((name) => ({ rel: "modulepreload", href: `/${name}`, crossorigin: "" })),
        ...[...styles].map((name) => ({ rel: "preload", as: "style", href: `/${name}`, crossorigin: "" })),
      ]
        .filter(({ href }) => !html.includes(href))
        .map((attrs) => ({ tag: "link", attrs, injectTo: "head" }));
    },
  },
});
