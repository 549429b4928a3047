/**
 * The list of what the lab's service worker keeps: everything the lab page may fetch, and a digest of all of
 * it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SCRIPT = "lab-service-worker.js";
const OTHERS = ["/lab.html", "/favicon.svg", "/manifest.webmanifest", "/lab-192.png", "/lab-512.png"];
const FOLDERS = ["/lab", "/pyodide"];
/** Stands in the script until the list is known. */
export const UNKNOWN = "__KEPT_WHEN_BUILT__";

const under = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? under(path) : [path];
  });

export const keptOffline = (): Plugin => ({
  name: "kept-offline",
  apply: "build",
  config: () => ({ define: { __KEPT__: UNKNOWN } }),
  // After the files themselves, and after Python is laid beside them.
  writeBundle: {
    order: "post",
    sequential: true,
    handler: ({ dir = "dist" }) => {
      const found = FOLDERS.flatMap((folder) => under(join(dir, folder)))
        .map((path) => path.slice(dir.length).replaceAll("\\", "/"))
        .filter((address) => !address.endsWith(".gz"));
      const addresses = [...OTHERS, ...found].sort();
      const all = createHash("sha256");
      for (const address of addresses) all.update(`${address}\0`).update(readFileSync(join(dir, address)));
      const list = JSON.stringify({ digest: all.digest("hex").slice(0, 16), addresses });
      const script = readFileSync(join(dir, SCRIPT), "utf8");
      if (!script.includes(UNKNOWN)) throw new Error(`${SCRIPT} has no place for the list of what is kept`);
      writeFileSync(
        join(dir, SCRIPT),
        script.replaceAll(UNKNOWN, () => list),
      );
    },
  },
});
