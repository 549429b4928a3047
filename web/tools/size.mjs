// Fails the build when what the browser fetches exceeds its budget.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 250_000;
const LAB_BUDGET = 150_000;
const files = (folder) =>
    readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [path];
    });
// A file with a compressed copy counts by that copy.
const pressed = new Set(files("dist").filter((path) => path.endsWith(".gz")));
const sizeOf = (path) => {
    if (pressed.has(`${path}.gz`)) return statSync(`${path}.gz`).size;
    return /\.(woff2|png|zip|whl)$/.test(path) ? statSync(path).size : gzipSync(readFileSync(path)).length;
};
const sizes = files("dist")
    .filter((path) => !pressed.has(path))
    .map((path) => [path, sizeOf(path)]);
const sum = (belongs) => sizes.reduce((total, [path, size]) => total + (belongs(path) ? size : 0), 0);

const isPython = (path) => path.startsWith(join("dist", "pyodide"));
// The lab page and the table share no files.
const isOfLab = (path) => /^dist[\\/](lab[\\/.-]|manifest\.)/.test(path);
// Icons are fetched only by devices that install the page.
const isLab = (path) => isOfLab(path) && !path.endsWith(".png");
// Players do not fetch the stories.
const isTable = (path) => !isPython(path) && !isOfLab(path) && !/[\\/]stories[\\/]/.test(path);

const [table, lab, python] = [isTable, isLab, isPython].map(sum);
for (const [path, size] of sizes) console.log(String(size).padStart(8), path);
console.log(String(python).padStart(8), "bytes of Python for the lab page, as they are sent");
console.log(String(lab).padStart(8), `of ${LAB_BUDGET} bytes gzipped for the lab page, without Python`);
console.log(String(table).padStart(8), `of ${BUDGET} bytes gzipped for the table, without the stories`);
let kept = true;
for (const [what, size, budget] of [
    ["the table", table, BUDGET],
    ["the lab page", lab, LAB_BUDGET],
]) {
    if (size <= budget) continue;
    console.error(
        `${what} is ${size} bytes gzipped; at most ${budget} are allowed: drop a font or split the code.`,
    );
    kept = false;
}
process.exit(kept ? 0 : 1);
