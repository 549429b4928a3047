/** Waiting that can be called off. */

/** The reason a signal was given, as something to throw. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("the question was called off", "AbortError");
}

/** So many milliseconds, or an error as soon as the signal calls it off. */
export function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return untilAborted(signal, new Promise((done) => setTimeout(done, milliseconds)));
}

/** What is waited for, or an error as soon as the signal calls it off. */
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
