import { describe, expect, it } from "vitest";
import { Refused, Seat, Service } from "./client";
import { errorWords } from "../shared/text";
import type { Fetching } from "./fetching";

const KEY = "a-key-of-a-seat-that-nobody-else-may-see";

interface Sent {
  readonly address: string;
  readonly request: RequestInit;
}

/** A service that gives every request the same answer and records the requests. */
function answering(answer: unknown, status = 200): { sent: Sent[]; fetching: Fetching } {
  const sent: Sent[] = [];
  const fetching: Fetching = (address, request) => {
    sent.push({ address, request });
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  };
  return { sent, fetching };
}

const headers = (sent: Sent | undefined): Record<string, string> =>
  (sent?.request.headers ?? {}) as Record<string, string>;

describe("a seat", () => {
  it("carries its key in the header of everything it asks and in no address", async () => {
    const { sent, fetching } = answering({});
    const seat = new Seat("g1", KEY, fetching);
    await Promise.all([
      seat.look(),
      seat.look(4),
      seat.plan(4, { legs: [] }),
      seat.plan(4, { wanted: { x: 1, y: 2, heading: 0 } }),
      seat.reach(4),
      seat.measure({ at: "body", body: 1 }, { at: "place", x: 1, y: 1 }),
      seat.odds(4, 0),
      seat.bouts(4, 1),
      seat.overlays(4, 1),
      seat.contribute("0a0a"),
      seat.goBack(2, "it must be"),
      seat.end(null, "it is late"),
      seat.dice(),
      seat.askTakeBack(2),
      seat.replyTakeBack(9, true),
      seat.resign(false),
      seat.moveNow(),
      seat.record(),
      seat.fork({ step: 1, seats: [], listed: true }),
      seat.luck(),
    ]);
    expect(sent).toHaveLength(20);
    for (const one of sent) {
      expect(one.address).not.toContain(KEY);
      expect(String(one.request.body ?? "")).not.toContain(KEY);
      expect(headers(one)["authorization"]).toBe(`Bearer ${KEY}`);
    }
    expect(seat.reportAddress()).toBe("/api/games/g1/report");
  });

  it("of a spectator has no key to send", async () => {
    const { sent, fetching } = answering({});
    await new Seat("g1", null, fetching).look();
    expect(headers(sent[0])).not.toHaveProperty("authorization");
  });

  it("says that what it sends is JSON", async () => {
    const { sent, fetching } = answering({});
    await new Seat("g1", KEY, fetching).contribute("0a0a");
    expect(sent[0]?.address).toBe("/api/games/g1/contribute");
    expect(headers(sent[0])["content-type"]).toBe("application/json");
    expect(sent[0]?.request.body).toBe('{"contribution":"0a0a"}');
  });

  it("agrees to the take-back that it names", async () => {
    const { sent, fetching } = answering({});
    await new Seat("g1", KEY, fetching).replyTakeBack(9, true);
    expect(sent[0]?.request.body).toBe('{"number":9,"agree":true}');
  });
});

describe("a refusal", () => {
  it("has the words and the rule of the service", async () => {
    const trouble = { words: "it may not wheel", rule: "move.wheel", measured: 3, limit: 2, nearest: null };
    const seat = new Seat("g1", KEY, answering(trouble, 422).fetching);
    const refused: unknown = await seat.resign(false).catch((fault: unknown) => fault);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 422, trouble, message: "it may not wheel" });
    expect(errorWords(refused)).toBe("It may not wheel.");
  });

  it("without words still says what came", async () => {
    const fetching: Fetching = () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(new Service(fetching).systems()).rejects.toMatchObject({ status: 502 });
  });

  it("by a table out of reach has the status 0", async () => {
    const fetching: Fetching = () => Promise.reject(new TypeError("failed to fetch"));
    const refused: unknown = await new Service(fetching).systems().catch((fault: unknown) => fault);
    expect(refused).toMatchObject({ status: 0, message: "The table cannot be reached just now." });
  });
});

describe("an address", () => {
  it("escapes what is put into it", async () => {
    const { sent, fetching } = answering({});
    await new Service(fetching).rule("liberty", "a/b?c");
    expect(sent[0]?.address).toBe("/api/systems/liberty/rules/a%2Fb%3Fc");
  });

  it("of a list has what is wanted of it and nothing else", async () => {
    const { sent, fetching } = answering({ games: [] });
    const service = new Service(fetching);
    await service.games();
    await service.games({ status: "over", limit: 20 });
    expect(sent.map(({ address }) => address)).toEqual(["/api/games", "/api/games?status=over&limit=20"]);
  });
});
