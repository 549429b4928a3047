// Makes the Python of the lab page from the files of `python -m tools.browser`: node tools/compile.mjs FOLDER
//
// The rules are compiled here by the same Python that will run them, which saves a phone ten seconds at each
// start. Large files are compressed here too, so that the service need not do it.
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
// A file that compresses less than this is kept plain only.
const WORTH = 0.9;

const folder = process.argv[2];
const home = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

/** Writes a file under a temporary name first, so that a file with its own name is complete. */
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
