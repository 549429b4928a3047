/**
 * The live connection to one game: updates come in, answers go out. A lost connection is opened again and says
 * what it has seen, so that it gets what it missed and nothing twice.
 */
import type {
  ChatLine,
  Done,
  FromClient,
  FromTable,
  GameSeen,
  LogEntry,
  Update,
  Note,
  Picture,
} from "../wire";
import { greeting, liveAddress, preloadedSocket, type Socket } from "./preload";
import { inWords, OUT_OF_REACH, Refused } from "./client";
import { readiness } from "./readiness.svelte";

export type Standing = "connecting" | "live" | "lost" | "denied";

export interface Surroundings {
  readonly open: (address: string, key: string | null) => Socket;
  readonly later: (act: () => void, milliseconds: number) => () => void;
}

const BROWSER: Surroundings = {
  open: (address, key) => preloadedSocket(address, key) ?? (new WebSocket(address) as unknown as Socket),
  later: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Close codes after which a retry would not help: no such game, one that is not played, a wrong key. */
const FINAL = new Set([4401, 4403, 4404, 4423]);
/** The close code while the service is getting ready. */
const NOT_YET = 4503;
const SHORTEST = 250;
const LONGEST = 8_000;
const LOST = "The connection was lost before the table confirmed it; it goes on by itself in a moment.";

type Asked =
  | { type: "answer"; question: number; answer: unknown }
  | { type: "undo" | "redo"; question: number }
  | { type: "say"; words: string };

interface Pending {
  readonly done: (done: Done) => void;
  readonly refused: (refused: Refused) => void;
}

export class Live {
  status = $state<Standing>("connecting");
  /** Why the service refuses this browser. */
  trouble = $state("");
  game = $state.raw<GameSeen | null>(null);
  picture = $state.raw<Picture | null>(null);
  entries = $state.raw<readonly LogEntry[]>([]);
  said = $state.raw<readonly ChatLine[]>([]);
  notes = $state.raw<readonly Note[]>([]);
  /** The name of the agent that is thinking, if one is. */
  thinking = $state<string | null>(null);
  /** The seat the key opens; none for a spectator. */
  seat = $state<number | null>(null);
  /** The number of acts seen, and the number of answers given. */
  number = $state(0);
  step = $state(0);

  #socket: Socket | null = null;
  // Nothing is drawn from pending requests, so they need no signals.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #pending = new Map<string, Pending>();
  /** The number of the question that is shown. */
  #question = 0;
  #refs = 0;
  #misses = 0;
  #hasSeen = false;
  #isClosed = false;
  #cancelRetry: (() => void) | null = null;
  readonly #retryNow = (): void => {
    if (this.#cancelRetry) this.#connect();
  };

  constructor(
    readonly id: string,
    readonly key: string | null,
    private readonly around: Surroundings = BROWSER,
  ) {
    if (typeof window !== "undefined") {
      window.addEventListener("online", this.#retryNow);
      document.addEventListener("visibilitychange", this.#retryNow);
    }
    this.#connect();
  }

  /**
   * Answers the question that is shown; resolves once it is durable, rejects if another question waits by
   * now.
   */
  answer(answer: unknown): Promise<Done> {
    return this.#ask({ type: "answer", question: this.#question, answer });
  }

  undo(): Promise<Done> {
    return this.#ask({ type: "undo", question: this.#question });
  }

  redo(): Promise<Done> {
    return this.#ask({ type: "redo", question: this.#question });
  }

  say(words: string): Promise<Done> {
    return this.#ask({ type: "say", words });
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    if (typeof window !== "undefined") {
      window.removeEventListener("online", this.#retryNow);
      document.removeEventListener("visibilitychange", this.#retryNow);
    }
    this.#refuseAll("The table was left.");
    this.#socket?.close();
    this.#socket = null;
  }

  // ---------------------------------------------------------------- connecting
  #connect(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const socket = this.around.open(liveAddress(this.id), this.key);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(greeting(this.key, this.#hasSeen ? this.number : null));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(data)) as FromTable);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket && !this.#isClosed) this.#lose(code, reason);
    };
  }

  #lose(code: number, reason: string): void {
    this.#socket = null;
    this.#refuseAll(LOST);
    if (FINAL.has(code)) {
      this.status = "denied";
      this.trouble = reason || "The table does not let this browser in.";
      return;
    }
    if (code === NOT_YET) void readiness.ask();
    this.status = code === NOT_YET && !this.#hasSeen ? "connecting" : "lost";
    this.thinking = null;
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.#misses);
    this.#misses += 1;
    this.#cancelRetry = this.around.later(() => {
      this.#connect();
    }, wait);
  }

  // ---------------------------------------------------------------- receiving
  #receive(message: FromTable): void {
    switch (message.type) {
      case "update":
        this.#take(message);
        return;
      case "done":
        this.#settle(message.ref)?.done({ number: message.number, step: message.step });
        return;
      case "denied":
        this.#settle(message.ref)?.refused(new Refused(message.status, message.trouble));
        return;
      default:
        message satisfies never;
    }
  }

  #take(update: Update): void {
    const isAnew = !this.#hasSeen || update.number < this.number;
    this.entries = [...this.entries.slice(0, update.entries_from), ...update.entries];
    this.said = isAnew ? update.said : added(this.said, update.said);
    this.notes = isAnew ? update.notes : added(this.notes, update.notes);
    this.game = update.game;
    this.picture = update.picture;
    this.thinking = update.thinking;
    this.seat = update.seat;
    this.number = update.number;
    this.step = update.step;
    this.#question = update.question ?? 0;
    this.#hasSeen = true;
    this.#misses = 0;
    this.status = "live";
  }

  // ---------------------------------------------------------------- sending
  #ask(asked: Asked): Promise<Done> {
    const socket = this.#socket;
    if (!socket || this.status !== "live") {
      return Promise.reject(new Refused(OUT_OF_REACH, inWords("The table is not connected just now.")));
    }
    this.#refs += 1;
    const ref = this.#refs.toString();
    return new Promise((done, refused) => {
      this.#pending.set(ref, { done, refused });
      this.#send(socket, { ...asked, ref });
    });
  }

  #send(socket: Socket, message: FromClient): void {
    socket.send(JSON.stringify(message));
  }

  #settle(ref: string): Pending | undefined {
    const found = this.#pending.get(ref);
    this.#pending.delete(ref);
    return found;
  }

  #refuseAll(words: string): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const one of waiting) one.refused(new Refused(OUT_OF_REACH, inWords(words)));
  }
}

/** The known items and the new ones, none twice. */
function added<T extends { readonly number: number }>(known: readonly T[], news: readonly T[]): readonly T[] {
  const last = known.at(-1)?.number ?? -1;
  const later = news.filter((one) => one.number > last);
  return later.length > 0 ? [...known, ...later] : known;
}
