/**
 * Requests that start before the pages are loaded, if the address names a table. Its code, the game and the
 * live connection then load side by side instead of one after another. Each result is handed out once.
 */
import { keys } from "./keys";

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** An event of a connection: a message, or its end. */
type SocketEvent = { readonly data: unknown } | { readonly code: number; readonly reason: string };

/** The address of the live connection. The key is not in it but in the first message. */
export function liveAddress(game: string, origin: string = location.origin): string {
  return `${origin.replace(/^http/, "ws")}/api/games/${encodeURIComponent(game)}/live`;
}

/** The path of a game, which needs no key. */
export const gamePath = (game: string): string => `/api/games/${encodeURIComponent(game)}`;

/** The first message on a connection: the key, and how much of the game this browser has seen. */
export const greeting = (key: string | null, since: number | null): string =>
  JSON.stringify({ type: "hello", key, since, watch: "picture" });

/** A connection that sends its greeting by itself and keeps messages until a listener is set. */
export class GreetedSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: Socket["onmessage"] = null;
  #onclose: Socket["onclose"] = null;
  #kept: SocketEvent[] = [];

  constructor(
    private readonly socket: Socket,
    hello: string,
  ) {
    socket.onopen = () => {
      socket.send(hello);
    };
    socket.onmessage = ({ data }) => {
      this.#deliver({ data });
    };
    socket.onclose = ({ code, reason }) => {
      this.#deliver({ code, reason });
    };
  }

  get onclose(): Socket["onclose"] {
    return this.#onclose;
  }

  /** `onclose` is the last listener to be set, so kept messages are delivered after it. */
  set onclose(listener: Socket["onclose"]) {
    this.#onclose = listener;
    queueMicrotask(() => {
      const kept = this.#kept;
      this.#kept = [];
      kept.forEach((event) => {
        this.#deliver(event);
      });
    });
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }

  #deliver(event: SocketEvent): void {
    if (!this.#onclose || !this.onmessage) this.#kept.push(event);
    else if ("data" in event) this.onmessage(event);
    else this.#onclose(event);
  }
}

/** The requests made ahead; each is handed out once. */
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

/** Starts the requests for the table of a game. */
export function preloadTable(game: string): void {
  const key = keys.seats(game)[0]?.key ?? null;
  const address = liveAddress(game);
  const socket = new GreetedSocket(new WebSocket(address) as unknown as Socket, greeting(key, null));
  const seen = fetch(gamePath(game), { credentials: "omit", cache: "no-store" });
  seen.catch(() => undefined); // the caller that takes `seen` gets the error; without one it needs no report
  preloaded = { address, key, socket, seen };
}

/**
 * The connection that was opened ahead for this address and key; one for another address or key is closed.
 */
export function preloadedSocket(address: string, key: string | null): Socket | null {
  const socket = preloaded?.socket ?? null;
  if (!preloaded || !socket) return null;
  preloaded.socket = null;
  if (preloaded.address === address && preloaded.key === key) return socket;
  socket.close();
  return null;
}

/** The response about a game, if it was requested ahead. */
export function preloadedGame(place: string): Promise<Response> | null {
  if (!preloaded?.seen || !preloaded.address.endsWith(`${place}/live`)) return null;
  const { seen } = preloaded;
  preloaded.seen = null;
  return seen;
}
