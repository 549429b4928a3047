/** Waiting that a signal can abort. */

/** The reason of an aborted signal, as an error. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("the question was called off", "AbortError");
}

/** Waits so many milliseconds; throws as soon as the signal aborts. */
export function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return untilAborted(signal, new Promise((done) => setTimeout(done, milliseconds)));
}

/** Waits for a promise; throws as soon as the signal aborts. */
export function untilAborted<T>(signal: AbortSignal | undefined, awaited: Promise<T>): Promise<T> {
  if (!signal) return awaited;
  return new Promise((done, failed) => {
    const off = (): void => {
      failed(abortError(signal));
    };
    if (signal.aborted) off();
    signal.addEventListener("abort", off, { once: true });
    void awaited.then(done, failed).finally(() => {
      signal.removeEventListener("abort", off);
    });
  });
}
