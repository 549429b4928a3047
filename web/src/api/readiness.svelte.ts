/**
 * Whether the table is ready. For a few minutes after its very first start it is not: until then whatever needs a battle
 * is held back here and goes on by itself, while the rest can be used.
 */
import type { Fetching } from "./fetching";

const EVERY = 1_500;

export class Readiness {
  /** Is the table getting ready? It is taken to be ready until it says otherwise. */
  isWaiting = $state(false);

  #opened: Promise<void> | null = null;

  constructor(
    private readonly reach: Fetching,
    private readonly pause: (milliseconds: number) => Promise<void> = sleep,
  ) {}

  /** Settled as soon as the table is ready, which it mostly is. */
  opened(): Promise<void> {
    return this.#opened ?? Promise.resolve();
  }

  /** The table said how it does. */
  heard(status: string): void {
    if (status !== "getting ready" || this.#opened) return;
    this.isWaiting = true;
    this.#opened = this.#watch();
  }

  /** Ask the table how it does; is it getting ready? */
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
      const told = (await response.json()) as { status?: unknown };
      return typeof told.status === "string" ? told.status : "";
    } catch {
      // Whoever asked for something else is told that the table cannot be reached; here it is only asked again.
      return "";
    }
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

export const readiness = new Readiness((address, request) => fetch(address, request));
