/** The router: the fragment of the address as a page. */
import { currentFragment, decodedPart, fragmentPath } from "./shared/fragments";

export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "replays" }
  | { readonly page: "game"; readonly game: string; readonly step: number | null }
  | { readonly page: "join"; readonly game: string; readonly invitation: string }
  | { readonly page: "rules"; readonly system: string | null; readonly rule: string | null }
  | { readonly page: "map" }
  | { readonly page: "panels" }
  | { readonly page: "nowhere"; readonly address: string };

/** The page that a fragment names. */
export function routeOf(fragment: string): Route {
  const address = fragment.replace(/^#/, "");
  if (/^map\b/.test(address)) return { page: "map" };
  if (/^panels\b/.test(address)) return { page: "panels" };
  const [first = "", ...rest] = address.split("/").filter(Boolean).map(decodedPart);
  const [second, third, fourth] = rest;
  if (first === "") return { page: "lobby" };
  if (first === "replays") return { page: "replays" };
  if (first === "rules") return { page: "rules", system: second ?? null, rule: third ?? null };
  if (first === "join" && second && third) return { page: "join", game: second, invitation: third };
  if (first === "game" && second && third === undefined) return { page: "game", game: second, step: null };
  if (first === "game" && second && third === "step" && /^\d{1,7}$/.test(fourth ?? "")) {
    return { page: "game", game: second, step: Number(fourth) };
  }
  return { page: "nowhere", address };
}

/** The fragment that names a page. */
export function addressOf(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "replays":
      return "#/replays";
    case "game":
      return route.step === null
        ? fragmentPath("game", route.game)
        : fragmentPath("game", route.game, "step", String(route.step));
    case "join":
      return fragmentPath("join", route.game, route.invitation);
    case "rules":
      return fragmentPath("rules", ...[route.system, route.rule].filter((part) => part !== null));
    case "map":
    case "panels":
      return `#${route.page}`;
    case "nowhere":
      return `#${route.address}`;
  }
}

export const gameAddress = (game: string, step: number | null = null): string =>
  addressOf({ page: "game", game, step });
export const ruleAddress = (system: string, rule: string | null = null): string =>
  addressOf({ page: "rules", system, rule });

class Router {
  route = $state.raw<Route>(routeOf(currentFragment()));

  constructor() {
    if (typeof window === "undefined") return;
    window.addEventListener("hashchange", () => {
      this.route = routeOf(currentFragment());
    });
  }

  /** Goes to a page and adds it to the history. */
  go(route: Route): void {
    location.hash = addressOf(route);
  }

  /** Goes to a page in place of this one; the present address leaves the history. */
  replace(route: Route): void {
    history.replaceState(history.state, "", addressOf(route));
    this.route = route;
  }
}

export const router = new Router();
