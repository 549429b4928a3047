/** A place that is being chosen for a piece, with the service's verdict. */
import type { Seat } from "../../api/client";
import type { Drag, Ghost, Handle } from "../../map/input/handles";
import type { HexReachSeen, Plan, Point, Pose, ReachBand, SpotSeen, SpotView, Who } from "../../wire";
import type { Draft } from "./draft";
import { LatestRequest } from "./latestRequest";
import type { CostSegment, KeyMove } from "./legs";

/** What this draft needs of a seat. */
export type Spotter = Pick<Seat, "spot" | "spots">;

export class PlaceDraft implements Draft {
  at = $state.raw<Point | null>(null);
  seen = $state.raw<SpotSeen | null>(null);
  reach = $state.raw<readonly ReachBand[]>([]);
  trouble = $state("");
  isHeld = $state(false);
  readonly #trying: LatestRequest<Point, SpotSeen>;
  /** Suggested places, which the arrow keys cycle through. */
  #places: readonly Point[] = [];
  readonly plan: Plan | null = null;
  readonly hexes: HexReachSeen | null = null;
  readonly drafted = null;
  readonly segments: readonly CostSegment[] = [];
  readonly dropWords = "Let go";

  constructor(
    seat: Spotter,
    readonly step: number,
    readonly spot: SpotView,
  ) {
    this.#trying = new LatestRequest<Point, SpotSeen>(
      (place) => seat.spot(step, place),
      (seen) => {
        this.trouble = "";
        this.seen = seen;
      },
      (error) => {
        this.trouble = error instanceof Error ? error.message : "The place could not be tried.";
      },
    );
    void this.#shade(seat);
  }

  async #shade(seat: Spotter): Promise<void> {
    try {
      const { within, rings, places } = await seat.spots(this.step);
      this.reach = [{ cost: within, rings }];
      this.#places = places;
      const first = places[0];
      if (first && !this.at) this.point(first);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "The places could not be told.";
    }
  }

  // ---------------------------------------------------------------- state
  get mover(): Who | null {
    return this.spot.who;
  }

  get isBegun(): boolean {
    return this.at !== null;
  }

  get isSettled(): boolean {
    return this.at === null || this.seen?.place.join() === this.at.join();
  }

  get canCommit(): boolean {
    return this.at !== null && this.isSettled && this.seen?.legal === true;
  }

  get answer(): Point | null {
    return this.at;
  }

  get end(): { pose: Pose; bases: SpotView["bases"] } | null {
    return this.at && { pose: { x: this.at[0], y: this.at[1], heading: 0 }, bases: this.spot.bases };
  }

  get ghosts(): readonly Ghost[] {
    const { end, spot } = this;
    if (!end) return [];
    const manner = this.seen?.legal === false ? "outline" : "held";
    return [{ key: "spot", ...end, glyph: spot.glyph, side: spot.side, label: spot.name, manner }];
  }

  handles(): Handle[] {
    return [];
  }

  // ---------------------------------------------------------------- texts
  get heading(): string {
    return `Place ${this.spot.name}`;
  }
  readonly hint = "Click a place in the shaded ground; the arrows go round.";

  get obstacle(): { words: string; rule: string } | null {
    return this.at !== null && this.isSettled && this.seen?.legal === false ? this.seen : null;
  }

  get commitWords(): string {
    return this.obstacle ? "Not here" : this.at ? "Place him here" : "Choose a place";
  }

  get canAmend(): boolean {
    return this.obstacle !== null && (this.seen?.nearest ?? null) !== null;
  }

  // ---------------------------------------------------------------- changes
  point([x, y]: Point): void {
    this.at = [Math.round(x), Math.round(y)];
    this.#trying.want(this.at);
  }

  drag({ phase, to }: Drag): void {
    this.isHeld = phase !== "end";
    this.point(to);
  }

  push(): void {
    // A place has no handles.
  }

  go(way: KeyMove): boolean {
    const by = way === "wheel-left" || way === "back" ? -1 : 1;
    const count = this.#places.length;
    const here = this.#places.findIndex((place) => place.join() === this.at?.join());
    const next = this.#places[(Math.max(here, by < 0 ? 0 : -1) + by + count) % Math.max(count, 1)];
    if (next) this.point(next);
    return next !== undefined;
  }

  drop(): void {
    this.at = null;
  }

  clear(): void {
    this.at = null;
  }

  amend(): void {
    if (this.seen?.nearest) this.point(this.seen.nearest);
  }

  settled(): Promise<void> {
    return this.#trying.settled();
  }
}
