/**
 * * Python laid beside the lab page. `make` fetches and compiles it into build/browser; here it is put where
 * the pages find it, and the pages are told where: Pyodide under its version, the rules under a digest,
 * wheels under their names.
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

/** Where each file is served, and where it lies. */
export type Laid = ReadonlyMap<string, string>;

export function laid(): Laid | null {
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

/** What the pages are told of it. */
export function partsOf(files: Laid): Parts {
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

const told = (files: Laid | null): { define: Record<string, string> } => ({
  define: { __PYTHON__: JSON.stringify(files && partsOf(files)) },
});

/** Serves Python to pages that are worked on. */
export const pythonServed = (): Plugin => ({
  name: "python-served",
  apply: "serve",
  config: () => told(laid()),
  configureServer: ({ middlewares }) => {
    const files = laid();
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

/** Lays Python beside pages that are built, in both forms in which it is sent. */
export const pythonBeside = (): Plugin => ({
  name: "python-beside",
  apply: "build",
  config: () => {
    const files = laid();
    if (!files) throw new Error("build/browser is not there: `make browser` makes it");
    return told(files);
  },
  writeBundle: ({ dir = "dist" }) => {
    for (const [address, path] of laid() ?? []) {
      const to = join(dir, address);
      mkdirSync(dirname(to), { recursive: true });
      for (const form of ["", ".gz"])
        if (existsSync(`${path}${form}`)) copyFileSync(`${path}${form}`, `${to}${form}`);
    }
  },
});
