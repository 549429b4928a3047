/**
 * Waits for answers, gathered after a warm-up, whose end is told, and told as one line of JSON at the end; with them by how
 * much the players themselves were late.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const WARM_UP = 2500;
const EVERY = 2;

export function told(seconds) {
  const waits = [];
  const lateness = monitorEventLoopDelay({ resolution: EVERY });
  let isMeasuring = false;
  setTimeout(() => {
    isMeasuring = true;
    lateness.enable();
    console.log("measuring");
  }, WARM_UP);
  setTimeout(
    () => {
      waits.sort((one, other) => one - other);
      const at = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))];
      const late = Math.max(0, lateness.percentile(99) / 1e6 - EVERY);
      console.log(
        JSON.stringify({ answers: waits.length / seconds, p50: at(0.5), p99: at(0.99), longest: at(1), late }),
      );
      process.exit(0);
    },
    WARM_UP + seconds * 1000,
  );
  return { add: (wait) => isMeasuring && waits.push(wait) };
}
