/**
 * One kind of request, sent again whenever it changes. The newest answer wins; the last one stays until then.
 */
import { ask, Fault } from "../engine/client";
import type { AnswerTo, Request } from "../engine/contract";
import { errorWords } from "../../shared/text";

/** A function that asks an engine. */
export type Asks = <R extends Request>(request: R) => Promise<AnswerTo<R>>;

export class LatestAnswer<R extends Request> {
  answer = $state.raw<AnswerTo<R> | null>(null);
  fault = $state.raw<Fault | null>(null);
  isBusy = $state(false);
  #asked = "";
  #about = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly asks: Asks = ask) {}

  /**
   * Sends a request after a pause; null sends none. When `about` changes, the last answer is cleared at once.
   */
  put(request: R | null, about = "", pause = 0): void {
    const text = request === null ? "" : JSON.stringify(request);
    if (text === this.#asked) return;
    this.#asked = text;
    clearTimeout(this.#timer);
    if (about !== this.#about || request === null) this.#clear();
    this.#about = about;
    if (request === null) return;
    this.isBusy = true;
    if (pause > 0) this.#timer = setTimeout(() => void this.#ask(request, text), pause);
    else void this.#ask(request, text);
  }

  /** Sends the same request again after a failure. */
  again(request: R): void {
    this.#asked = "";
    this.put(request, this.#about);
  }

  async #ask(request: R, text: string): Promise<void> {
    try {
      const answer = await this.asks(request);
      if (text === this.#asked) [this.answer, this.fault] = [answer, null];
    } catch (fault) {
      if (text === this.#asked)
        this.fault = fault instanceof Fault ? fault : new Fault(errorWords(fault), null);
    } finally {
      if (text === this.#asked) this.isBusy = false;
    }
  }

  #clear(): void {
    this.answer = null;
    this.fault = null;
    this.isBusy = false;
  }
}
