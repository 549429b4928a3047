// Runs scripts of package.json two at a time: node tools/parallel.mjs lint types units. The output of a script
// is printed when it ends. After a failure no further script starts, and the exit code is that of the failure.
import { spawn } from "node:child_process";

const AT_ONCE = 2;
const waiting = process.argv.slice(2);
let failed = 0;

const run = (script) =>
    new Promise((done) => {
        const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
        const said = [];
        child.stdout.on("data", (some) => said.push(some));
        child.stderr.on("data", (some) => said.push(some));
        child.on("close", (code) => {
            process.stdout.write(Buffer.concat(said));
            failed ||= code ?? 1;
            done();
        });
    });

async function work() {
    while (waiting.length > 0 && !failed) await run(waiting.shift());
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exit(failed);
