/** Writes the list of files that the lab's service worker keeps, with a digest of all of them, into its script. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SCRIPT = "lab-service-worker.js";
const OTHERS = ["/lab.html", "/favicon.svg", "/manifest.webmanifest", "/lab-192.png", "/lab-512.png"];
const FOLDERS = ["/lab", "/pyodide"];
/** The placeholder in the script until the list is known. */
const PLACEHOLDER = "__KEPT_WHEN_BUILT__";

const under = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? under(path) : [path];
  });

export const listOfflineFiles = (): Plugin => ({
  name: "list-offline-files",
  apply: "build",
  config: () => ({ define: { __KEPT__: PLACEHOLDER } }),
  // After all files are written, Python's included.
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
      if (!script.includes(PLACEHOLDER))
        throw new Error(`${SCRIPT} has no place for the list of what is kept`);
      writeFileSync(
        join(dir, SCRIPT),
        script.replaceAll(PLACEHOLDER, () => list),
      );
    },
  },
});
