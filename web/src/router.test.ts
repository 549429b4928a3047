import { describe, expect, it } from "vitest";
import { addressOf, routeOf, type Route } from "./router.svelte";

const PAGES: readonly (readonly [string, Route])[] = [
  ["#/", { page: "lobby" }],
  ["#/replays", { page: "replays" }],
  ["#/game/g1", { page: "game", game: "g1", step: null }],
  ["#/game/g1/step/0", { page: "game", game: "g1", step: 0 }],
  ["#/game/g1/step/217", { page: "game", game: "g1", step: 217 }],
  ["#/join/g1/come", { page: "join", game: "g1", invitation: "come" }],
  ["#/rules", { page: "rules", system: null, rule: null }],
  ["#/rules/liberty", { page: "rules", system: "liberty", rule: null }],
  ["#/rules/liberty/turn.command.b", { page: "rules", system: "liberty", rule: "turn.command.b" }],
  ["#/rules/odd/a%2Fb", { page: "rules", system: "odd", rule: "a/b" }],
  ["#map", { page: "map" }],
  ["#panels", { page: "panels" }],
];

describe("an address", () => {
  it.each(PAGES)("%s names its page and is named by it", (address, route) => {
    expect(routeOf(address)).toEqual(route);
    expect(addressOf(route)).toBe(address);
  });

  it("without a fragment is the lobby", () => {
    expect([routeOf(""), routeOf("#")]).toEqual([{ page: "lobby" }, { page: "lobby" }]);
  });

  it.each(["#/game", "#/game/g1/step/x", "#/join/g1", "#/nothing/here"])("%s leads nowhere", (address) => {
    expect(routeOf(address).page).toBe("nowhere");
  });

  it("of the map keeps what the story page is asked for", () => {
    expect(routeOf("#map?picture=cowpens-1&plan=1")).toEqual({ page: "map" });
  });

  it("that cannot be decoded is taken as it stands", () => {
    expect(routeOf("#/game/%E0%A4%A")).toEqual({ page: "game", game: "%E0%A4%A", step: null });
  });
});
