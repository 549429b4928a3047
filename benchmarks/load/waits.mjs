/** Waits for answers, gathered after a warm-up, whose end is told, and told as one line of JSON at the end. */
const WARM_UP = 2500;

export function told(seconds) {
  const waits = [];
  let isMeasuring = false;
  setTimeout(() => {
    isMeasuring = true;
    console.log("measuring");
  }, WARM_UP);
  setTimeout(
    () => {
      waits.sort((one, other) => one - other);
      const at = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))];
      console.log(
        JSON.stringify({ answers: waits.length / seconds, p50: at(0.5), p99: at(0.99), longest: at(1) }),
      );
      process.exit(0);
    },
    WARM_UP + seconds * 1000,
  );
  return { add: (wait) => isMeasuring && waits.push(wait) };
}
