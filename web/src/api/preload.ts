/**
 * What is asked for before the pages are there: the table that an address names. Its code, what is known of the game and
 * the live connection then come side by side instead of one after another, and whoever wants them finds them here, once.
 */
import { keys } from "./keys";

/** What is used of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What is heard on a connection: that it was closed, or else a message. */
type Heard = { readonly data: unknown } | { readonly code: number; readonly reason: string };

/** Where a game is heard live. It has no key in it: that goes into the first message. */
export function liveAddress(game: string, origin: string = location.origin): string {
  return `${origin.replace(/^http/, "ws")}/api/games/${encodeURIComponent(game)}/live`;
}

/** Where a game is known from outside. */
export const gamePath = (game: string): string => `/api/games/${encodeURIComponent(game)}`;

/** The first message of whoever watches the table: what he has seen, if he was here before. */
export const greeting = (key: string | null, since: number | null): string =>
  JSON.stringify({ type: "hello", key, since, watch: "picture" });

/** A connection that has said its hello already, and keeps what it hears until somebody listens. */
export class GreetedSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: Socket["onmessage"] = null;
  #onclose: Socket["onclose"] = null;
  #kept: Heard[] = [];

  constructor(
    private readonly socket: Socket,
    hello: string,
  ) {
    socket.onopen = () => {
      socket.send(hello);
    };
    socket.onmessage = ({ data }) => {
      this.#hear({ data });
    };
    socket.onclose = ({ code, reason }) => {
      this.#hear({ code, reason });
    };
  }

  get onclose(): Socket["onclose"] {
    return this.#onclose;
  }

  /** Whoever listens for the end listens for all; he hears what was kept as soon as he is done with setting up. */
  set onclose(listener: Socket["onclose"]) {
    this.#onclose = listener;
    queueMicrotask(() => {
      const kept = this.#kept;
      this.#kept = [];
      kept.forEach((heard) => {
        this.#hear(heard);
      });
    });
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }

  #hear(heard: Heard): void {
    if (!this.#onclose || !this.onmessage) this.#kept.push(heard);
    else if ("data" in heard) this.onmessage(heard);
    else this.#onclose(heard);
  }
}

/** The table that was called for; each part of it is taken once. */
interface Preloaded {
  readonly address: string;
  readonly key: string | null;
  socket: Socket | null;
  seen: Promise<Response> | null;
}
let preloaded: Preloaded | null = null;

/** The game whose table a fragment names. */
export function gameOfFragment(fragment: string): string | null {
  const found = /^#\/game\/([\w-]+)(\/|$)/.exec(fragment);
  return found?.[1] ?? null;
}

/** Ask for the table of a game. */
export function preloadTable(game: string): void {
  const key = keys.seats(game)[0]?.key ?? null;
  const address = liveAddress(game);
  const socket = new GreetedSocket(new WebSocket(address) as unknown as Socket, greeting(key, null));
  const seen = fetch(gamePath(game), { credentials: "omit", cache: "no-store" });
  seen.catch(() => undefined); // whoever takes it is told; if nobody does, nobody need be
  preloaded = { address, key, socket, seen };
}

/** The connection to an address that was opened ahead with this key; one that was opened for others is closed. */
export function preloadedSocket(address: string, key: string | null): Socket | null {
  const socket = preloaded?.socket ?? null;
  if (!preloaded || !socket) return null;
  preloaded.socket = null;
  if (preloaded.address === address && preloaded.key === key) return socket;
  socket.close();
  return null;
}

/** What is known of a game from outside, if it was asked for ahead. */
export function preloadedGame(place: string): Promise<Response> | null {
  if (!preloaded?.seen || !preloaded.address.endsWith(`${place}/live`)) return null;
  const { seen } = preloaded;
  preloaded.seen = null;
  return seen;
}
