/**
 * Python for the lab page. `make` fetches and compiles it into build/browser; these plugins serve or copy it,
 * and tell the page the addresses: Pyodide under its version, the rules under a digest, wheels by their names.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Parts } from "../src/lab/engine/parts";

const MADE = fileURLToPath(new URL("../../build/browser/", import.meta.url));
const RULES = "sandtable.zip";
const OWN = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const KINDS: Readonly<Record<string, string>> = {
  mjs: "text/javascript",
  wasm: "application/wasm",
  json: "application/json",
};

/** The address of each file, and its path. */
type ServedFiles = ReadonlyMap<string, string>;

function servedFiles(): ServedFiles | null {
  if (!existsSync(join(MADE, RULES))) return null;
  const about = readFileSync(createRequire(import.meta.url).resolve("pyodide/package.json"), "utf8");
  const { version } = JSON.parse(about) as { version: string };
  const digest = createHash("sha256")
    .update(readFileSync(join(MADE, RULES)))
    .digest("hex")
    .slice(0, 12);
  const wheels = readdirSync(MADE).filter((name) => name.endsWith(".whl"));
  return new Map([
    ...OWN.map((name): [string, string] => [`/pyodide/${version}/${name}`, join(MADE, name)]),
    [`/pyodide/sandtable-${digest}.zip`, join(MADE, RULES)],
    ...wheels.map((name): [string, string] => [`/pyodide/${name}`, join(MADE, name)]),
  ]);
}

/** The list of files that the page gets. */
function partsOf(files: ServedFiles): Parts {
  const addresses = [...files.keys()];
  const first = addresses.find((one) => one.endsWith("/pyodide.mjs")) ?? "";
  return {
    home: `${dirname(first)}/`,
    rules: addresses.find((one) => /\/sandtable-\w+\.zip$/.test(one)) ?? "",
    wheels: addresses.filter((one) => one.endsWith(".whl")),
    files: [...files].map(([address, path]) => ({
      address,
      bytes: statSync(path).size,
      sent: statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size,
    })),
  };
}

const definePython = (files: ServedFiles | null): { define: Record<string, string> } => ({
  define: { __PYTHON__: JSON.stringify(files && partsOf(files)) },
});

/** Serves Python to the pages under `npm run dev`. */
export const servePython = (): Plugin => ({
  name: "serve-python",
  apply: "serve",
  config: () => definePython(servedFiles()),
  configureServer: ({ middlewares }) => {
    const files = servedFiles();
    middlewares.use("/pyodide", ({ url = "" }, response, next) => {
      const path = files?.get(`/pyodide${url.split("?")[0] ?? ""}`);
      if (!path) {
        next();
        return;
      }
      response.setHeader("content-type", KINDS[path.split(".").pop() ?? ""] ?? "application/octet-stream");
      response.end(readFileSync(path));
    });
  },
});

/** Copies Python into the build, each file plain and compressed. */
export const copyPython = (): Plugin => ({
  name: "copy-python",
  apply: "build",
  config: () => {
    const files = servedFiles();
    if (!files) throw new Error("build/browser is not there: `make browser` makes it");
    return definePython(files);
  },
  writeBundle: ({ dir = "dist" }) => {
    for (const [address, path] of servedFiles() ?? []) {
      const to = join(dir, address);
      mkdirSync(dirname(to), { recursive: true });
      for (const form of ["", ".gz"])
        if (existsSync(`${path}${form}`)) copyFileSync(`${path}${form}`, `${to}${form}`);
    }
  },
});
