// Fails the build when what the browser fetches outgrows its budget. Fonts are woff2, which is compressed already.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 250_000;
const files = (folder) =>
    readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [path];
    });
const sizes = files("dist").map((path) => {
    const bytes = readFileSync(path);
    return [path, path.endsWith(".woff2") ? bytes.length : gzipSync(bytes).length];
});
// What lies under stories is fetched by nobody who plays.
const counted = sizes.filter(([path]) => !path.includes("/stories/"));
const total = counted.reduce((sum, [, size]) => sum + size, 0);
for (const [path, size] of sizes) console.log(String(size).padStart(8), path);
console.log(String(total).padStart(8), `of ${BUDGET} bytes gzipped, without the stories`);
if (total > BUDGET) {
    console.error(
        `dist/ is ${total} bytes gzipped; at most ${BUDGET} are allowed: drop a font or split the code.`,
    );
    process.exit(1);
}
