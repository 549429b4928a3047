import { get } from "svelte/store";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine, Fault, type Status, type Surroundings } from "./client";
import type { AskSystems, Systems } from "./contract";
import type { FromWorker, Parts, ToWorker } from "./parts";
import type { WorkerLike } from "./python";

const PARTS: Parts = { home: "/pyodide/1/", rules: "/pyodide/rules.zip", wheels: [], files: [] };
const QUESTION: AskSystems = { ask: "systems" };
const of = (version: string): Systems => ({ version, systems: [] });
const reply = (content: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof content === "string" ? content : JSON.stringify(content), { status, headers });

/** A worker that answers as the test says, and records its messages. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly told: ToWorker[] = [];
  isGone = false;

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.isGone = true;
  }

  says(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  get asked(): string[] {
    return this.told.flatMap((one) => (one.type === "ask" ? [one.request] : []));
  }
}

/**
 * An engine in test surroundings: the replies of the service in turn (the last one repeated), and every
 * worker made.
 */
function surrounded(...replies: (Response | "gone")[]): {
  engine: Engine;
  workers: FakeWorker[];
  requests: RequestInit[];
  standing: () => Status;
} {
  const workers: FakeWorker[] = [];
  const requests: RequestInit[] = [];
  const around: Surroundings = {
    fetching: (_, request) => {
      requests.push(request);
      const next = (replies.length > 1 ? replies.shift() : replies[0]) ?? "gone";
      return next === "gone" ? Promise.reject(new TypeError("refused")) : Promise.resolve(next.clone());
    },
    parts: PARTS,
    worker: () => {
      const made = new FakeWorker();
      workers.push(made);
      return made;
    },
    keep: () => Promise.resolve(true),
    isKept: () => false,
    again: 2_000,
  };
  const engine = new Engine(around);
  return { engine, workers, requests, standing: () => get(engine.status) };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const only = <T>(found: readonly T[]): T => {
  expect(found).toHaveLength(1);
  return found[0] as T;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("while Python is not here", () => {
  test("the service answers, and Python is called for once it has", async () => {
    const { engine, workers, standing } = surrounded(reply(of("1")));
    expect(workers).toHaveLength(0);
    expect(await engine.ask(QUESTION)).toEqual(of("1"));
    expect(only(workers).told).toEqual([{ type: "start", parts: PARTS, isKept: false }]);
    expect(standing()).toEqual({
      by: "service",
      words: "asking the service",
      progress: null,
      offline: false,
    });
  });

  test("the line tells how far it has come", async () => {
    const { engine, workers, standing } = surrounded(reply(of("1")));
    await engine.ask(QUESTION);
    only(workers).says({ type: "progress", words: "fetching Python, 4 of 9 MB", fraction: 0.44 });
    expect(standing().words).toBe("asking the service; fetching Python, 4 of 9 MB");
    expect(standing().progress).toBe(0.44);
  });

  test("a refusal is a fault with its words and its key, and is not asked again", async () => {
    const told = { fault: "range goes from 0 to 40", where: "fire.range" };
    const { engine, requests } = surrounded(reply(told, 400));
    const fault = await engine.ask(QUESTION).catch((one: unknown) => one);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ words: "range goes from 0 to 40", where: "fire.range" });
    expect(requests).toHaveLength(1);
  });

  test("a refusal of the guard is told in its words", async () => {
    const { engine } = surrounded(reply({ words: "at most 65,536 bytes are read here" }, 413));
    await expect(engine.ask(QUESTION)).rejects.toThrow("at most 65,536 bytes are read here");
  });

  test("what came too fast is asked again when the service says", async () => {
    const { engine, requests } = surrounded(reply("", 429, { "retry-after": "3" }), reply(of("2")));
    const answer = engine.ask(QUESTION);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toEqual(of("2"));
  });

  test("where it was not built the service goes on answering, and its absence is told", async () => {
    const bare = new Engine({
      fetching: () => Promise.reject(new TypeError("refused")),
      parts: null,
      worker: () => new FakeWorker(),
      keep: () => Promise.resolve(false),
      isKept: () => false,
      again: 1,
    });
    await expect(bare.ask(QUESTION)).rejects.toThrow("open this page once with a network");
  });
});

describe("when Python is here", () => {
  test("it is asked instead of the service, in the same words", async () => {
    const { engine, workers, requests, standing } = surrounded(reply(of("service")));
    await engine.ask(QUESTION);
    const worker = only(workers);
    worker.says({ type: "ready" });
    await settled();
    expect(standing()).toMatchObject({ by: "here", offline: true });
    const answer = engine.ask(QUESTION);
    await settled();
    expect(worker.asked).toEqual(['{"ask":"systems"}']);
    worker.says({ type: "answer", answer: JSON.stringify(of("here")) });
    expect(await answer).toEqual(of("here"));
    expect(requests).toHaveLength(1);
  });

  test("its refusals are the same faults", async () => {
    const { engine, workers } = surrounded(reply(of("1")));
    await engine.ask(QUESTION);
    only(workers).says({ type: "ready" });
    const answer = engine.ask(QUESTION).catch((one: unknown) => one);
    await settled();
    only(workers).says({ type: "answer", answer: '{"fault":"no such system","where":null}' });
    expect(await answer).toMatchObject({ name: "Fault", words: "no such system", where: null });
  });

  test("questions wait for their turn, and one called off before it is never put", async () => {
    const { engine, workers } = surrounded(reply(of("1")));
    await engine.ask(QUESTION);
    const worker = only(workers);
    worker.says({ type: "ready" });
    const off = new AbortController();
    const first = engine.ask(QUESTION);
    const second = engine.ask({ ask: "cards", system: "liberty" }, off.signal).catch((one: unknown) => one);
    const third = engine.ask({ ask: "sheet", system: "elan" });
    off.abort();
    expect(await second).toMatchObject({ name: "AbortError" });
    worker.says({ type: "answer", answer: JSON.stringify(of("a")) });
    await settled();
    worker.says({ type: "answer", answer: '{"html":"b"}' });
    expect(await first).toEqual(of("a"));
    expect(await third).toEqual({ html: "b" });
    expect(worker.asked).toEqual(['{"ask":"systems"}', '{"ask":"sheet","system":"elan"}']);
  });

  test("if it breaks down the service answers, and it is woken once more", async () => {
    const { engine, workers } = surrounded(reply(of("first")), reply(of("again")));
    await engine.ask(QUESTION);
    const worker = only(workers);
    worker.says({ type: "ready" });
    const answer = engine.ask(QUESTION);
    await settled();
    worker.onerror?.({ message: "out of memory" } as ErrorEvent);
    expect(await answer).toEqual(of("again"));
    expect(worker.isGone).toBe(true);
    expect(workers).toHaveLength(2);
  });
});

describe("when the service cannot be reached", () => {
  test.each<[string, Response | "gone"]>([
    ["nothing answers", "gone"],
    ["it is starting", reply({ words: "getting ready" }, 503)],
    ["only files are served", reply({ words: "there is nothing at /api/lab" }, 404)],
    ["a network's door answers with a page", reply("<html>Sign in</html>")],
  ])("Python is waited for: %s", async (_, absence) => {
    const { engine, workers, standing } = surrounded(absence);
    const answer = engine.ask(QUESTION);
    await settled();
    expect(standing()).toMatchObject({ by: "none", words: "offline, not yet ready" });
    const worker = only(workers);
    worker.says({ type: "progress", words: "waking the rules", fraction: null });
    expect(standing().words).toBe("offline, not yet ready; waking the rules");
    worker.says({ type: "ready" });
    await settled();
    worker.says({ type: "answer", answer: JSON.stringify(of("here")) });
    expect(await answer).toEqual(of("here"));
  });

  test("it is tried again meanwhile, and less often each time", async () => {
    const { engine, requests, standing } = surrounded("gone", "gone", "gone", reply(of("back")));
    const answer = engine.ask(QUESTION);
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 7_900);
    expect(requests).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toEqual(of("back"));
    expect(standing().by).toBe("service");
  });

  test("a page on which neither can be had says so", async () => {
    const { engine, workers } = surrounded("gone");
    const answer = engine.ask(QUESTION).catch((one: unknown) => one);
    await settled();
    workers[0]?.says({ type: "lost", words: "/pyodide/1/pyodide.mjs is not there (404)" });
    await settled();
    workers[1]?.says({ type: "lost", words: "/pyodide/1/pyodide.mjs is not there (404)" });
    await settled();
    expect(await answer).toMatchObject({ name: "Fault", where: null });
    expect(workers).toHaveLength(2);
  });

  test("a question that is called off waits no longer", async () => {
    const { engine } = surrounded("gone");
    const off = new AbortController();
    const answer = engine.ask(QUESTION, off.signal).catch((one: unknown) => one);
    await settled();
    off.abort();
    expect(await answer).toMatchObject({ name: "AbortError" });
  });
});
