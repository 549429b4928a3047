/**
 * Whether the service is ready. For a few minutes after its very first start it compiles; until then requests
 * that need a battle wait here and continue by themselves, while the rest of the pages work.
 */
import type { Fetching } from "./fetching";

const EVERY = 1_500;

export class Readiness {
  /** Is the service still getting ready? False until it says so. */
  isWaiting = $state(false);

  #opened: Promise<void> | null = null;

  constructor(
    private readonly reach: Fetching,
    private readonly pause: (milliseconds: number) => Promise<void> = sleep,
  ) {}

  /** Resolves when the service is ready, usually at once. */
  opened(): Promise<void> {
    return this.#opened ?? Promise.resolve();
  }

  /** Receives the status from the service. */
  heard(status: string): void {
    if (status !== "getting ready" || this.#opened) return;
    this.isWaiting = true;
    this.#opened = this.#watch();
  }

  /** Asks the service for its status: is it getting ready? */
  async ask(): Promise<boolean> {
    if (!this.#opened) this.heard(await this.#status());
    return this.#opened !== null;
  }

  async #watch(): Promise<void> {
    do await this.pause(EVERY);
    while ((await this.#status()) !== "ready");
    this.isWaiting = false;
    this.#opened = null;
  }

  async #status(): Promise<string> {
    try {
      const response = await this.reach("/api/health", { method: "GET", cache: "no-store" });
      const answer = (await response.json()) as { status?: unknown };
      return typeof answer.status === "string" ? answer.status : "";
    } catch {
      // The request that waits reports an unreachable service; here the status is only asked again.
      return "";
    }
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

export const readiness = new Readiness((address, request) => fetch(address, request));
