/**
 * Python in a worker of the lab page: it loads its files, starts the rules, then answers one question at a
 * time.
 */
import type { PyodideAPI, loadPyodide } from "pyodide";
import { fetched, type FromWorker, type Parts, type ToWorker } from "./parts";

type Answering = (request: string) => string;

const RULES = "/rules";
/** The smallest progress that is reported. */
const SMALLEST = 0.01;
const START_RULES = `
import sys
sys.path.insert(0, "${RULES}")
from sandtable.lab.paper.answers import answer
answer('{"ask": "systems"}')  # reads the rulebooks before the first question
answer
`;

const say = (message: FromWorker): void => {
  postMessage(message);
};

/**
 * Counts the bytes of every fetch in this worker. The response is left as it is: browsers cache compiled code
 * with it.
 */
function countFetches({ files }: Parts, isKept: boolean): void {
  const received = new Map<string, number>();
  let reported = 0;
  const known = new Set(files.map(({ address }) => address));
  const plain = self.fetch.bind(self);
  self.fetch = async (...asked) => {
    const response = await plain(...asked);
    const { pathname } = new URL(response.url);
    // A count that is cut off needs no report: the response is cut off with it.
    if (known.has(pathname) && response.ok) count(response.clone(), pathname).catch(() => undefined);
    return response;
  };
  const count = async ({ body }: Response, address: string): Promise<void> => {
    const reader = body?.getReader();
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      received.set(address, (received.get(address) ?? 0) + step.value.length);
      const progress = fetched(files, received, isKept);
      if (progress.fraction < reported + SMALLEST) continue;
      reported = progress.fraction;
      say({ type: "progress", ...progress });
    }
  };
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is not there (${response.status.toString()})`);
  return new Uint8Array(await response.arrayBuffer());
}

async function pythonAt(home: string): Promise<PyodideAPI> {
  const pyodide: unknown = await import(/* @vite-ignore */ `${home}pyodide.mjs`);
  return (pyodide as { loadPyodide: typeof loadPyodide }).loadPyodide({ indexURL: home });
}

async function wake(parts: Parts, isKept: boolean): Promise<Answering> {
  countFetches(parts, isKept);
  const [python, rules, wheels] = await Promise.all([
    pythonAt(parts.home),
    bytesOf(parts.rules),
    Promise.all(parts.wheels.map(bytesOf)),
  ]);
  say({ type: "progress", words: "waking the rules", fraction: null });
  for (const wheel of wheels) python.unpackArchive(wheel, "wheel");
  python.unpackArchive(rules, "zip", { extractDir: RULES });
  return python.runPython(START_RULES) as Answering;
}

let answering: Answering | null = null;

/** The answer of Python; a fault if Python broke down over the question. */
function answerTo(request: string): string {
  if (!answering) throw new Error("Python was asked before it was awake");
  try {
    return answering(request);
  } catch (fault) {
    const last = String(fault).trim().split("\n").pop() ?? "";
    return JSON.stringify({ fault: `an error occurred over this question: ${last}`, where: null });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.type === "ask") {
    say({ type: "answer", answer: answerTo(data.request) });
    return;
  }
  wake(data.parts, data.isKept).then(
    (found) => {
      answering = found;
      say({ type: "ready" });
    },
    (fault: unknown) => {
      say({ type: "lost", words: String(fault) });
    },
  );
};
