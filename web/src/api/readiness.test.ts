import { describe, expect, it } from "vitest";
import { Refused, Service } from "./client";
import { Readiness } from "./readiness.svelte";

const told = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const GETTING_READY = told({ words: "the table is still getting ready" }, 503);

describe("a table that is getting ready", () => {
  it("is asked until it is ready, and then what was refused is asked for again", async () => {
    const health = ["getting ready", "getting ready", "ready"];
    const asked: string[] = [];
    let isReady = false;
    const fetching = (address: string): Promise<Response> => {
      asked.push(address);
      if (address === "/api/health") {
        const status = health.shift() ?? "ready";
        isReady = status === "ready";
        return Promise.resolve(told({ status }));
      }
      return Promise.resolve(isReady ? told({ game: "g1" }) : GETTING_READY.clone());
    };
    const waiting = new Readiness(fetching, () => Promise.resolve());
    const service = new Service(fetching, waiting);

    const game = await service.game("g1");

    expect(game).toEqual({ game: "g1" });
    expect(asked).toEqual(["/api/games/g1", "/api/health", "/api/health", "/api/health", "/api/games/g1"]);
    expect(waiting.isWaiting).toBe(false);
  });

  it("holds back what needs a battle, and nothing else, once it has said how it does", async () => {
    const asked: string[] = [];
    let wake: () => void = () => undefined;
    const fetching = (address: string): Promise<Response> => {
      asked.push(address);
      if (address === "/api/systems") return Promise.resolve(told({ systems: [], status: "getting ready" }));
      return Promise.resolve(told({ status: "ready", scenarios: [] }));
    };
    const waiting = new Readiness(
      fetching,
      () =>
        new Promise((done) => {
          wake = done;
        }),
    );
    const service = new Service(fetching, waiting);

    await service.systems();
    expect(waiting.isWaiting).toBe(true);
    const picture = service.scenarioPicture("liberty", "cowpens");
    await service.scenarios();
    expect(asked).toEqual(["/api/systems", "/api/scenarios"]);

    wake();
    await picture;
    expect(asked.at(-1)).toBe("/api/systems/liberty/scenarios/cowpens/picture");
    expect(waiting.isWaiting).toBe(false);
  });

  it("is told apart from one that is ready but has too much to do", async () => {
    const busy = (address: string): Promise<Response> =>
      Promise.resolve(
        address === "/api/health" ? told({ status: "ready" }) : told({ words: "too much" }, 503),
      );
    await expect(new Service(busy).game("g1")).rejects.toThrow(Refused);
  });
});
