/** Python in a worker: started on demand, asked one thing at a time, and possibly lost. */
import { OutOfReach } from "./fault";
import type { FromWorker, Parts, ToWorker } from "./parts";
import { untilAborted } from "./waiting";

/** The part of a Worker that is used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

export interface Progress {
  readonly words: string;
  readonly fraction: number | null;
}

interface Waiting {
  readonly request: string;
  readonly signal: AbortSignal | undefined;
  readonly done: (answer: string) => void;
  readonly failed: (fault: Error) => void;
}

export class Python {
  private worker: WorkerLike | null = null;
  private readonly waiting: Waiting[] = [];
  private asked: Waiting | null = null;
  private isAwake = false;

  constructor(
    private readonly parts: Parts,
    private readonly make: () => WorkerLike,
    private readonly heard: (progress: Progress | "ready" | "lost") => void,
  ) {}

  get isReady(): boolean {
    return this.isAwake;
  }

  get isStarted(): boolean {
    return this.worker !== null;
  }

  /** Starts the worker unless it has started; `isKept` says that its files are on the device. */
  start(isKept: boolean): void {
    if (this.worker) return;
    const worker = this.make();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      this.hear(data);
    };
    worker.onerror = (event) => {
      this.lose(event.message || "the worker broke down");
    };
    worker.postMessage({ type: "start", parts: this.parts, isKept });
  }

  /**
   * The answer to a request; throws OutOfReach if Python is lost. A request aborted in the queue is skipped.
   */
  ask(request: string, signal?: AbortSignal): Promise<string> {
    const answer = new Promise<string>((done, failed) => {
      this.waiting.push({ request, signal, done, failed });
    });
    this.next();
    return untilAborted(signal, answer);
  }

  private next(): void {
    if (this.asked || !this.worker || !this.isAwake) return;
    let one = this.waiting.shift();
    while (one?.signal?.aborted) one = this.waiting.shift();
    if (!one) return;
    this.asked = one;
    this.worker.postMessage({ type: "ask", request: one.request });
  }

  private hear(message: FromWorker): void {
    switch (message.type) {
      case "progress":
        this.heard(message);
        break;
      case "ready":
        this.isAwake = true;
        this.heard("ready");
        this.next();
        break;
      case "answer":
        this.asked?.done(message.answer);
        this.asked = null;
        this.next();
        break;
      case "lost":
        this.lose(message.words);
    }
  }

  private lose(words: string): void {
    console.warn(`Python beside the page was lost: ${words}`);
    this.worker?.terminate();
    this.worker = null;
    this.isAwake = false;
    const left = this.asked ? [this.asked, ...this.waiting] : [...this.waiting];
    this.asked = null;
    this.waiting.length = 0;
    this.heard("lost");
    for (const one of left) one.failed(new OutOfReach(words));
  }
}
