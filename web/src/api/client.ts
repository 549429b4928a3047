/**
 * The HTTP interface of the service, one method for each request. A refusal is an error with the service's own
 * words. A key goes into the header of a request and never into its address.
 */
import type {
  Arrayed,
  AtBody,
  AtPlace,
  BoutsSeen,
  DiceSeen,
  Done,
  ForkGame,
  GameMade,
  Games,
  GameSeen,
  HexPlanSeen,
  HexReachSeen,
  HexStep,
  ImportGame,
  InvitationSeen,
  JoinGame,
  Joined,
  KeyRow,
  Leg,
  LuckSeen,
  MakeGame,
  Measured,
  OddsSeen,
  OverlaysSeen,
  Picture,
  PlanSeen,
  Point,
  Put,
  ReachSeen,
  RecordSeen,
  Rules,
  RuleSeen,
  Scenarios,
  ScenarioSeen,
  Seen,
  SpotSeen,
  SpotsSeen,
  Systems,
  Trouble,
  WantedHex,
  WantedPose,
} from "../wire";
import { preloadedGame } from "./preload";
import { Readiness, readiness } from "./readiness.svelte";
import type { Fetching } from "./fetching";

/** A request that was refused; `status` is the HTTP status, 0 if the service could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble,
  ) {
    super(trouble.words);
    this.name = "Refused";
  }
}

export const OUT_OF_REACH = 0;

/** A problem with a message only. */
export const inWords = (words: string): Trouble => ({
  words,
  rule: "",
  measured: null,
  limit: null,
  nearest: null,
});

interface Asking {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const PLAIN: Fetching = (address, request) => preloadedGame(address) ?? fetch(address, request);
const NOT_NOW = 503;
/** Milliseconds without an answer before the service is asked for its status. */
const PATIENCE = 1_500;
/** Does a request need the service to be ready? */
const needsBattle = (address: string): boolean => /^\/api\/(games|import)\b|\/picture$/.test(address);
const place = (...parts: string[]): string => `/api/${parts.map(encodeURIComponent).join("/")}`;

class Caller {
  constructor(
    private readonly fetching: Fetching,
    readonly ready: Readiness = fetching === PLAIN ? readiness : new Readiness(fetching),
  ) {}

  get<T>(address: string, asking: Asking = {}): Promise<T> {
    return this.ask("GET", address, asking);
  }

  post<T>(address: string, asking: Asking): Promise<T> {
    return this.ask("POST", address, asking);
  }

  private async ask<T>(method: string, address: string, { key, body, signal }: Asking): Promise<T> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (key) headers["authorization"] = `Bearer ${key}`;
    if (method === "POST") headers["content-type"] = "application/json";
    const request: RequestInit = { method, headers, credentials: "omit", cache: "no-store" };
    if (method === "POST") request.body = JSON.stringify(body ?? {});
    if (signal) request.signal = signal;
    const response = await this.await(address, request);
    if (!response.ok) throw new Refused(response.status, await troubleOf(response));
    return (await response.json()) as T;
  }

  /** The response to a request; while the service is getting ready the request waits. */
  private async await(address: string, request: RequestInit): Promise<Response> {
    if (!needsBattle(address)) return this.reach(address, request);
    await this.ready.opened();
    const response = await this.reach(address, request);
    if (response.status !== NOT_NOW || !(await this.ready.ask())) return response;
    return this.await(address, request);
  }

  private async reach(address: string, request: RequestInit): Promise<Response> {
    const timer = setTimeout(() => void this.ready.ask(), PATIENCE);
    try {
      return await this.fetching(address, request);
    } catch (fault) {
      if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
      throw new Refused(OUT_OF_REACH, inWords("The table cannot be reached just now."));
    } finally {
      clearTimeout(timer);
    }
  }
}

async function troubleOf(response: Response): Promise<Trouble> {
  try {
    const answer: unknown = await response.json();
    if (typeof answer === "object" && answer !== null && "words" in answer) return answer as Trouble;
  } catch {
    // A proxy may answer with a page of its own; only the status says something.
  }
  return inWords(`The table answered with ${response.status.toString()} and no reason.`);
}

// ------------------------------------------------------------------ requests without a seat
export interface Listing {
  readonly status?: "gathering" | "running" | "over";
  readonly limit?: number;
  readonly before?: number;
}

/** Requests that need no seat: systems, scenarios, rules, records, new games. */
export class Service {
  private readonly caller: Caller;

  constructor(fetching: Fetching = PLAIN, ready?: Readiness) {
    this.caller = new Caller(fetching, ready);
  }

  async systems(): Promise<Systems> {
    const found: Systems = await this.caller.get(place("systems"));
    this.caller.ready.heard(found.status ?? "ready");
    return found;
  }

  scenarios(): Promise<Scenarios> {
    return this.caller.get(place("scenarios"));
  }

  scenario(system: string, scenario: string): Promise<ScenarioSeen> {
    return this.caller.get(place("systems", system, "scenarios", scenario));
  }

  /** The scenario with its armies deployed, to draw before a game exists. */
  scenarioPicture(system: string, scenario: string, options = ""): Promise<Picture> {
    const query = options ? `?options=${encodeURIComponent(options)}` : "";
    return this.caller.get(place("systems", system, "scenarios", scenario, "picture") + query);
  }

  rules(system: string): Promise<Rules> {
    return this.caller.get(place("systems", system, "rules"));
  }

  rule(system: string, rule: string): Promise<RuleSeen> {
    return this.caller.get(place("systems", system, "rules", rule));
  }

  games(listing: Listing = {}): Promise<Games> {
    const query = new URLSearchParams(
      Object.entries(listing).map(([name, value]) => [name, String(value)] as [string, string]),
    ).toString();
    return this.caller.get(query ? `${place("games")}?${query}` : place("games"));
  }

  game(game: string): Promise<GameSeen> {
    return this.caller.get(place("games", game));
  }

  make(wanted: MakeGame): Promise<GameMade> {
    return this.caller.post(place("games"), { body: wanted });
  }

  /** Makes a game that continues a record. */
  import(wanted: ImportGame): Promise<GameMade> {
    return this.caller.post(place("import"), { body: wanted });
  }

  /** The seat of an invitation; refused if it was used. */
  invitation(game: string, invitation: string): Promise<InvitationSeen> {
    return this.caller.post(place("games", game, "invitation"), { body: { invitation } });
  }

  join(game: string, wanted: JoinGame): Promise<Joined> {
    return this.caller.post(place("games", game, "join"), { body: wanted });
  }

  /** Opens a seat again: the caller's own, a free one, or any if the caller is the umpire. */
  inviteAnew(game: string, key: string, seat: number, reason: string): Promise<KeyRow> {
    return this.caller.post(place("games", game, "invite"), { key, body: { seat, reason } });
  }
}

export const service = new Service();

// ------------------------------------------------------------------ requests of a seat
export type Tried = { readonly legs: readonly Leg[] } | { readonly wanted: WantedPose };
export type TriedSteps = { readonly steps: readonly HexStep[] } | { readonly wanted: WantedHex };
/** A move that is not made yet, in legs or in steps. */
export interface UnmadeMove {
  readonly legs?: readonly Leg[] | null;
  readonly steps?: readonly HexStep[] | null;
}
export type TapeEnd = AtBody | AtPlace;

/** One seat of a game, or without a key a spectator's place at it. */
export class Seat {
  private readonly caller: Caller;

  constructor(
    readonly game: string,
    readonly key: string | null = null,
    fetching: Fetching = PLAIN,
  ) {
    this.caller = new Caller(fetching);
  }

  /** The table now, or at a step. */
  look(step?: number, signal?: AbortSignal): Promise<Seen> {
    const query = step === undefined ? "" : `?step=${step.toString()}`;
    return this.caller.get(this.at("view") + query, { key: this.key, ...when(signal) });
  }

  plan(step: number, tried: Tried, signal?: AbortSignal): Promise<PlanSeen> {
    return this.post("plan", { step, ...tried }, signal);
  }

  reach(step: number, signal?: AbortSignal): Promise<ReachSeen> {
    return this.post("reach", { step }, signal);
  }

  /** Judges a move on hexes, or finds the one that ends nearest to a hex. */
  steps(step: number, tried: TriedSteps, signal?: AbortSignal): Promise<HexPlanSeen> {
    return this.post("steps", { step, ...tried }, signal);
  }

  hexes(step: number, signal?: AbortSignal): Promise<HexReachSeen> {
    return this.post("hexes", { step }, signal);
  }

  /** The places where a piece may be put down. */
  spots(step: number, signal?: AbortSignal): Promise<SpotsSeen> {
    return this.post("spots", { step }, signal);
  }

  spot(step: number, [x, y]: Point, signal?: AbortSignal): Promise<SpotSeen> {
    return this.post("spot", { step, x, y }, signal);
  }

  /** Judges a deployment. */
  array(step: number, puts: readonly Put[], signal?: AbortSignal): Promise<Arrayed> {
    const said = puts.map(({ who, stand, at: [x, y], heading }) => ({ who, stand, x, y, heading }));
    return this.post("array", { step, puts: said }, signal);
  }

  measure(start: TapeEnd, end: TapeEnd, signal?: AbortSignal): Promise<Measured> {
    return this.post("measure", { start, end }, signal);
  }

  /** The odds of an option of the present question; options are counted from 0. */
  odds(step: number, option: number, signal?: AbortSignal): Promise<OddsSeen> {
    return this.post("odds", { step, option }, signal);
  }

  /**
   * What a body could do from where it stands, or from the end of a plan, and what the enemy could do back.
   */
  bouts(
    step: number,
    body: number,
    { against = null, legs = null, steps = null }: { against?: number | null } & UnmadeMove = {},
    signal?: AbortSignal,
  ): Promise<BoutsSeen> {
    return this.post("bouts", { step, body, against, legs, steps }, signal);
  }

  overlays(
    step: number,
    body: number,
    { legs = null, steps = null }: UnmadeMove = {},
    signal?: AbortSignal,
  ): Promise<OverlaysSeen> {
    return this.post("overlays", { step, body, legs, steps }, signal);
  }

  /** Puts a contribution into the dice, once, before the battle begins. */
  contribute(contribution: string): Promise<GameSeen> {
    return this.post("contribute", { contribution });
  }

  /** Asks the others to go back to a step. */
  askTakeBack(to: number): Promise<Done> {
    return this.post("take-back", { to });
  }

  /** Agrees to the take-back of that number, or declines it. */
  replyTakeBack(number: number, agree: boolean): Promise<Done> {
    return this.caller.post(this.at("take-back", "reply"), { key: this.key, body: { number, agree } });
  }

  resign(atOnce: boolean): Promise<Done> {
    return this.post("resign", { at_once: atOnce });
  }

  /** Makes the computer stop thinking and move. */
  moveNow(): Promise<Done> {
    return this.post("move-now", {});
  }

  /** The umpire takes the game back to a step; all players read the reason. */
  goBack(to: number, reason: string): Promise<Done> {
    return this.post("ruling", { do: "go-back", to, reason });
  }

  /** The umpire ends the battle, with a winner or without; all players read the reason. */
  end(winner: number | null, reason: string): Promise<Done> {
    return this.post("ruling", { do: "close", winner, reason });
  }

  /** Every cast of a finished battle. */
  dice(): Promise<DiceSeen> {
    return this.caller.get(this.at("dice"), { key: this.key });
  }

  record(): Promise<RecordSeen> {
    return this.caller.get(this.at("record"), { key: this.key });
  }

  /** Makes a new game, with dice of its own, from a step of this one; before its end only its umpire may. */
  fork(wanted: ForkGame): Promise<GameMade> {
    return this.caller.post(this.at("fork"), { key: this.key, body: wanted });
  }

  luck(): Promise<LuckSeen> {
    return this.caller.get(this.at("luck"), { key: this.key });
  }

  /** The address of the report of a finished battle; it needs no key. */
  reportAddress(): string {
    return this.at("report");
  }

  private at(...parts: string[]): string {
    return place("games", this.game, ...parts);
  }

  private post<T>(what: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return this.caller.post(this.at(what), { key: this.key, body, ...when(signal) });
  }
}

const when = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal ? { signal } : {});
