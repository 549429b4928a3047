import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../wire";
import { Refused } from "./client";
import { liveAddress, type Socket } from "./preload";
import { Live, type Surroundings } from "./live.svelte";

const KEY = "the-key-of-seat-0";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;
  constructor(readonly address: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A table with its sockets, and a clock that the test advances. */
class FakeTable implements Surroundings {
  readonly sockets: FakeSocket[] = [];
  readonly waits: number[] = [];
  #due: (() => void) | null = null;
  readonly open = (address: string): Socket => {
    const socket = new FakeSocket(address);
    this.sockets.push(socket);
    return socket;
  };
  readonly later = (act: () => void, milliseconds: number): (() => void) => {
    this.waits.push(milliseconds);
    this.#due = act;
    return () => {
      this.#due = null;
    };
  };
  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("there is no connection");
    return socket;
  }
  wind(): void {
    const act = this.#due;
    this.#due = null;
    act?.();
  }
}

const entry = (title: string): LogEntry => ({
  step: 0,
  turn: 1,
  phase: "Command",
  active: 0,
  side: 0,
  seat: null,
  kind: "deed",
  title,
  words: [],
  dice: [],
  tallies: [],
  result: "",
  rules: [],
  parties: [],
});

interface News {
  number: number;
  step?: number;
  entries_from?: number;
  entries?: LogEntry[];
  said?: { number: number; seat: number | null; words: string }[];
  seat?: number | null;
}
const update = (news: News): unknown => ({
  type: "update",
  step: 0,
  status: "running",
  question: news.number,
  waiting_for: 0,
  thinking: null,
  seat: 0,
  prompt: null,
  game: null,
  picture: null,
  entries_from: 0,
  entries: [],
  said: [],
  notes: [],
  ...news,
});

beforeEach(() => {
  vi.stubGlobal("location", { origin: "http://table.test" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function seated(): { table: FakeTable; live: Live } {
  const table = new FakeTable();
  const live = new Live("g1", KEY, table);
  table.last.onopen?.();
  table.last.tell(update({ number: 5, step: 3, entries: [entry("one"), entry("two"), entry("three")] }));
  return { table, live };
}

const titles = (live: Live): string[] => live.entries.map(({ title }) => title);

describe("a live connection", () => {
  it("says hello with its key and asks for everything the first time", () => {
    const { table, live } = seated();
    expect(table.last.sent).toEqual([{ type: "hello", key: KEY, since: null, watch: "picture" }]);
    expect(live).toMatchObject({ status: "live", number: 5, step: 3, seat: 0 });
    expect(titles(live)).toEqual(["one", "two", "three"]);
  });

  it("has no key in its address", () => {
    const { table } = seated();
    expect(table.last.address).toBe("ws://table.test/api/games/g1/live");
    expect(liveAddress("a b", "https://table.test")).toBe("wss://table.test/api/games/a%20b/live");
  });

  it("takes back the entries that were taken back", () => {
    const { table, live } = seated();
    table.last.tell(update({ number: 6, step: 2, entries_from: 1, entries: [entry("another two")] }));
    expect(titles(live)).toEqual(["one", "another two"]);
    expect(live.step).toBe(2);
  });

  it("comes again after it was lost and catches up from what it has seen", () => {
    const { table, live } = seated();
    table.last.onclose?.({ code: 1006, reason: "" });
    expect(live.status).toBe("lost");
    table.wind();
    table.last.onopen?.();
    expect(table.sockets).toHaveLength(2);
    expect(table.last.sent).toEqual([{ type: "hello", key: KEY, since: 5, watch: "picture" }]);
    table.last.tell(update({ number: 8, step: 4, entries_from: 3, entries: [entry("four")] }));
    expect(live.status).toBe("live");
    expect(titles(live)).toEqual(["one", "two", "three", "four"]);
  });

  it("waits longer each time it comes in vain, and no longer than eight seconds", () => {
    const { table, live } = seated();
    for (let times = 0; times < 8; times += 1) {
      table.last.onclose?.({ code: 1006, reason: "" });
      table.wind();
    }
    expect(table.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    table.last.onopen?.();
    table.last.tell(update({ number: 9 }));
    table.last.onclose?.({ code: 1006, reason: "" });
    expect(table.waits.at(-1)).toBe(250);
    live.close();
  });

  it("does not come again where it is not let in", () => {
    const { table, live } = seated();
    table.last.onclose?.({ code: 4403, reason: "this key opens no seat" });
    expect(live).toMatchObject({ status: "denied", trouble: "this key opens no seat" });
    expect(table.waits).toEqual([]);
  });

  it("hears nothing twice that was said at the table", () => {
    const { table, live } = seated();
    const said = { number: 6, seat: 1, words: "good day" };
    table.last.tell(update({ number: 6, said: [said] }));
    table.last.tell(update({ number: 7, said: [said, { number: 7, seat: 0, words: "and to you" }] }));
    expect(live.said.map(({ words }) => words)).toEqual(["good day", "and to you"]);
  });

  it("hears no more of a socket that it has given up", () => {
    const { table, live } = seated();
    const old = table.last;
    old.onclose?.({ code: 1006, reason: "" });
    table.wind();
    old.tell(update({ number: 99 }));
    expect(live.number).toBe(5);
  });
});

describe("an answer", () => {
  it("is done when the table says that it is", async () => {
    const { table, live } = seated();
    const answered = live.answer("hold");
    expect(table.last.sent.at(-1)).toEqual({ type: "answer", ref: "1", question: 5, answer: "hold" });
    table.last.tell({ type: "done", ref: "1", number: 6, step: 4 });
    await expect(answered).resolves.toEqual({ number: 6, step: 4 });
  });

  it("that is refused comes back with the reason, and others stand", async () => {
    const { table, live } = seated();
    const [first, second] = [live.answer("hold"), live.undo()];
    const trouble = { words: "not now", rule: "turn.order", measured: null, limit: null, nearest: null };
    table.last.tell({ type: "denied", ref: "1", status: 422, trouble });
    table.last.tell({ type: "done", ref: "2", number: 6, step: 2 });
    await expect(first).rejects.toMatchObject({ status: 422, trouble });
    await expect(second).resolves.toEqual({ number: 6, step: 2 });
  });

  it("names the question that was shown when it was given, not one that came since", async () => {
    const { table, live } = seated();
    table.last.tell(update({ number: 8, step: 3 }));
    void live.answer("hold").catch(() => undefined);
    table.last.tell(update({ number: 9, step: 4 }));
    void live.redo().catch(() => undefined);
    expect(table.last.sent.slice(-2).map(({ question }) => question)).toEqual([8, 9]);
    live.close();
    await Promise.resolve();
  });

  it("that was under way when the connection was lost is not taken for granted", async () => {
    const { table, live } = seated();
    const answered = live.answer("hold");
    table.last.onclose?.({ code: 1006, reason: "" });
    const refused: unknown = await answered.catch((fault: unknown) => fault);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 0 });
    await expect(live.say("are you there")).rejects.toMatchObject({ status: 0 });
  });
});

it("a connection that is left closes and never comes again", () => {
  const { table, live } = seated();
  live.close();
  expect(table.last.isClosed).toBe(true);
  table.last.onclose?.({ code: 1000, reason: "" });
  expect(table.sockets).toHaveLength(1);
  expect(table.waits).toEqual([]);
});
