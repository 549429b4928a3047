/**
 * The lab page's engine: the service answers while Python is being fetched, then Python beside the page.
 *
 *     const { systems } = await ask({ ask: "systems" });
 *
 * A fault is thrown as `Fault` with its words and the key it belongs to. `status` is a store: `$status.words`.
 */
import { readonly, writable, type Readable, type Writable } from "svelte/store";
import type { AnswerTo, Request } from "./contract";
import { Fault, orThrowFault, OutOfReach } from "./fault";
import { isFromCache, keepOffline } from "./offline";
import type { Parts } from "./parts";
import { Python, type Progress, type WorkerLike } from "./python";
import { askService } from "./service";
import { pauseFor, untilAborted } from "./waiting";
import type { Fetching } from "../../api/fetching";

export { Fault } from "./fault";

/**
 * What answers now, in words for a line of the page, and how far Python has loaded (0 to 1, null when nothing
 * is fetched).
 */
export interface Status {
  readonly by: "service" | "here" | "none";
  readonly words: string;
  readonly progress: number | null;
  /** Would the page open without a network? */
  readonly offline: boolean;
}

/** What an engine depends on; tests pass substitutes. */
export interface Surroundings {
  readonly fetching: Fetching;
  /** Null where Python was not built with the pages. */
  readonly parts: Parts | null;
  readonly worker: () => WorkerLike;
  /** Stores everything for offline use; true once it is done. */
  readonly keep: () => Promise<boolean>;
  readonly isKept: () => boolean;
  /** Milliseconds before a missing service is tried again; doubled each time. */
  readonly again: number;
}

/** How often Python is restarted after it was lost. */
const MOST_RESTARTS = 2;
const NO_ENGINE =
  "The service cannot be reached and Python is not on this device yet; open this page once with a network.";

export class Engine {
  readonly status: Readable<Status>;
  private readonly store: Writable<Status>;
  private readonly python: Python | null;
  private by: Status["by"] = "service";
  private progress: Progress | null = null;
  private offline = false;
  private restarts = 0;
  private changed: () => void = () => undefined;
  private change: Promise<void> = Promise.resolve();

  constructor(private readonly around: Surroundings) {
    const { parts, worker } = around;
    this.python =
      parts &&
      new Python(parts, worker, (news) => {
        this.hear(news);
      });
    this.expectChange();
    this.store = writable(this.standing());
    this.status = readonly(this.store);
  }

  /** The answer to a request, from Python or the service; throws Fault if there is none. */
  async ask<R extends Request>(request: R, signal?: AbortSignal): Promise<AnswerTo<R>> {
    for (let again = this.around.again; ; again *= 2) {
      try {
        return (await this.oneAnswer(request, signal)) as AnswerTo<R>;
      } catch (fault) {
        if (!(fault instanceof OutOfReach)) throw fault;
      }
      this.wake();
      if (!this.python?.isReady) {
        this.tell("none");
        if (!this.python?.isStarted) throw new Fault(NO_ENGINE);
        await Promise.race([untilAborted(signal, this.change), pauseFor(again, signal)]);
      }
    }
  }

  private async oneAnswer(request: Request, signal?: AbortSignal): Promise<unknown> {
    if (this.python?.isReady) {
      const said = await this.python.ask(JSON.stringify(request), signal).catch(unlessLost);
      if (said !== null) return orThrowFault(JSON.parse(said) as unknown);
    }
    try {
      return await askService(this.around.fetching, request, signal).then((answer) => {
        if (!this.python?.isReady) this.tell("service");
        return answer;
      });
    } finally {
      this.wake(); // only now, so that Python does not delay the first answer
    }
  }

  private wake(): void {
    if (!this.python || this.python.isStarted || this.restarts >= MOST_RESTARTS) return;
    this.restarts += 1;
    this.python.start(this.around.isKept());
  }

  private hear(news: Progress | "ready" | "lost"): void {
    this.progress = typeof news === "string" ? null : news;
    if (news === "ready") {
      this.tell("here");
      void this.keep();
    } else this.tell(news === "lost" ? "service" : this.by);
    if (typeof news === "string") this.changed();
  }

  private async keep(): Promise<void> {
    this.offline = await this.around.keep();
    this.tell(this.by);
  }

  private expectChange(): void {
    this.change = new Promise((done) => {
      this.changed = () => {
        this.expectChange();
        done();
      };
    });
  }

  private tell(by: Status["by"]): void {
    this.by = by;
    this.store.set(this.standing());
  }

  private standing(): Status {
    const { by, progress, offline } = this;
    return { by, words: inWords(by, progress, offline), progress: progress?.fraction ?? null, offline };
  }
}

/** Null if Python was lost over a question, so that the service is asked instead. */
function unlessLost(fault: unknown): null {
  if (fault instanceof OutOfReach) return null;
  throw fault;
}

function inWords(by: Status["by"], progress: Progress | null, offline: boolean): string {
  const coming = progress ? `; ${progress.words}` : "";
  switch (by) {
    case "here":
      return offline ? "answered here, with or without a network" : "answered here";
    case "service":
      return `asking the service${coming}`;
    case "none":
      return `offline, not yet ready${coming}`;
  }
}

declare const __PYTHON__: Parts | null;

/** The engine of this page. */
export const engine = new Engine({
  fetching: (address, request) => fetch(address, request),
  parts: typeof __PYTHON__ === "undefined" ? null : __PYTHON__,
  worker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as WorkerLike,
  keep: keepOffline,
  isKept: isFromCache,
  again: 2_000,
});
export const status = engine.status;
export const ask = <R extends Request>(request: R, signal?: AbortSignal): Promise<AnswerTo<R>> =>
  engine.ask(request, signal);
