/** The files of the page's Python, listed when the pages are built, and the worker's messages. */

/** One file: its address, its size in bytes, and the number of bytes sent. */
export interface Part {
  readonly address: string;
  readonly bytes: number;
  readonly sent: number;
}

export interface Parts {
  /** The folder of Pyodide, with a slash at its end. */
  readonly home: string;
  /** The rules, compiled. */
  readonly rules: string;
  readonly wheels: readonly string[];
  readonly files: readonly Part[];
}

/** Messages from the page to the worker. */
export type ToWorker =
  | { readonly type: "start"; readonly parts: Parts; readonly isKept: boolean }
  | { readonly type: "ask"; readonly request: string };

/** Messages from the worker to the page; one answer for each question. */
export type FromWorker =
  | { readonly type: "progress"; readonly words: string; readonly fraction: number | null }
  | { readonly type: "ready" }
  | { readonly type: "lost"; readonly words: string }
  | { readonly type: "answer"; readonly answer: string };

const MEGABYTE = 1_000_000;
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);

/**
 * How far the files have loaded, in words and as a share, by the bytes that are sent. Files kept on the
 * device are opened, not fetched.
 */
export function fetched(
  files: readonly Part[],
  received: ReadonlyMap<string, number>,
  isKept: boolean,
): { words: string; fraction: number } {
  const total = files.reduce((sum, { sent }) => sum + sent, 0);
  const come = files.reduce(
    (sum, { address, bytes, sent }) => sum + sent * Math.min(1, (received.get(address) ?? 0) / bytes),
    0,
  );
  const words = isKept
    ? "opening Python"
    : `fetching Python, ${inMegabytes(come)} of ${inMegabytes(total)} MB`;
  return { words, fraction: total === 0 ? 0 : come / total };
}
