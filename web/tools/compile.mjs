// Makes the Python of the lab page from what `python -m tools.browser` laid out: node tools/compile.mjs
// FOLDER.
//
// The rules are compiled by the very Python that will run them, since that takes a phone ten seconds each
// time it
// opens the page and is done here once. What is large is pressed here as well, so that the service need not.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const COMPILE = `
import py_compile
from pathlib import Path
from zipfile import ZipFile, ZipInfo

with ZipFile("/rules.zip") as rules, ZipFile("/compiled.zip", "w") as compiled:
    for name in rules.namelist():
        if not name.endswith(".py"):
            compiled.writestr(ZipInfo(name), rules.read(name))
            continue
        Path("/one.py").write_bytes(rules.read(name))
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile("/one.py", "/one.pyc", name, doraise=True, optimize=0, invalidation_mode=unchecked)
        compiled.writestr(ZipInfo(f"{name}c"), Path("/one.pyc").read_bytes())
`;
const PARTS = [
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
];
// What is pressed already gains nothing by it.
const WORTH = 0.9;

const folder = process.argv[2];
const home = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

/** A file, written beside its place first: one that is there is whole. */
function lay(name, bytes) {
    const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
    for (const [path, content] of [
        [join(folder, name), bytes],
        [join(folder, `${name}.gz`), packed.length < WORTH * bytes.length ? packed : null],
    ]) {
        rmSync(path, { force: true });
        if (content === null) continue;
        writeFileSync(`${path}.part`, content);
        renameSync(`${path}.part`, path);
    }
}

const python = await loadPyodide({ indexURL: `${home}/` });
python.FS.writeFile("/rules.zip", new Uint8Array(readFileSync(join(folder, "rules.zip"))));
python.runPython(COMPILE);
lay("sandtable.zip", python.FS.readFile("/compiled.zip"));
for (const name of PARTS) lay(name, readFileSync(join(home, name)));
for (const name of readdirSync(folder).filter((one) => one.endsWith(".whl")))
    lay(name, readFileSync(join(folder, name)));
