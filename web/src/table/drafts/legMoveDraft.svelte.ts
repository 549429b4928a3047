/** A move that is being drafted leg by leg, with the service's verdict. */
import type { Seat } from "../../api/client";
import type { Drag, Ghost, Handle, HandleKind } from "../../map/input/handles";
import type { Base, MoveView, Plan, PlanSeen, Point, Pose, ReachBand, WantedPose, Who } from "../../wire";
import type { Draft, DraftedMove } from "./draft";
import { dragHandles, withDrag, withPush, type DraftEnd } from "./dragHandles";
import { LatestRequest } from "./latestRequest";
import {
  withLeg,
  withoutEnd,
  endOf,
  costSegments,
  legOfKey,
  inchTenths,
  type Leg,
  type CostSegment,
  type KeyMove,
} from "./legs";
import { headingTo } from "../../map/geometry/headings";

type Wish = { readonly legs: readonly Leg[] } | { readonly wanted: WantedPose };

/** What this draft needs of a seat. */
export type Planner = Pick<Seat, "plan" | "reach">;

export class LegMoveDraft implements Draft {
  legs = $state.raw<readonly Leg[]>([]);
  seen = $state.raw<PlanSeen | null>(null);
  reach = $state.raw<readonly ReachBand[]>([]);
  trouble = $state("");
  /** Is a body or handle being dragged? */
  isHeld = $state(false);
  readonly #planning: LatestRequest<Wish, PlanSeen>;
  #dragStart: DraftEnd | null = null;
  #start: Pose;

  constructor(
    seat: Planner,
    readonly step: number,
    readonly move: MoveView,
  ) {
    this.#start = move.pose;
    this.#planning = new LatestRequest<Wish, PlanSeen>(
      (wish) => seat.plan(step, wish),
      (seen, wish) => {
        this.#take(seen, wish);
      },
      (error) => {
        this.trouble = error instanceof Error ? error.message : "The plan could not be tried.";
      },
    );
    this.#planning.want({ legs: [] });
    void this.#shade(seat);
  }

  async #shade(seat: Planner): Promise<void> {
    try {
      this.reach = (await seat.reach(this.step)).bands;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "The reach could not be told.";
    }
  }

  #take(seen: PlanSeen, wish: Wish): void {
    this.trouble = "";
    this.seen = seen;
    if ("wanted" in wish) this.legs = seen.plan;
  }

  #draw(legs: readonly Leg[]): void {
    this.legs = legs;
    this.#planning.want({ legs });
  }

  // ---------------------------------------------------------------- state
  get standing(): DraftEnd {
    return { move: this.move, legs: this.legs, pose: endOf(this.move, this.seen), bases: this.bases };
  }

  /** The bases at the end: the body's own, unless a leg changes the formation. */
  get bases(): readonly Base[] {
    const isReformed = this.seen?.plan.some(({ leg }) => leg === "reform") ?? false;
    return isReformed && this.seen ? this.seen.shape.bases : this.move.bases;
  }

  get mover(): Who {
    return this.move.mover;
  }

  get isBegun(): boolean {
    return this.legs.length > 0;
  }

  get answer(): readonly Leg[] {
    return this.legs;
  }

  get drafted(): DraftedMove | null {
    return this.canCommit && this.isBegun ? { legs: this.legs } : null;
  }

  get end(): { pose: Pose; bases: readonly Base[] } | null {
    return this.seen && this.plan ? { pose: this.seen.end, bases: this.bases } : null;
  }

  readonly hexes = null;
  readonly ghosts: readonly Ghost[] = [];

  // ---------------------------------------------------------------- texts
  readonly heading = "Draw the move";
  readonly hint = "Drag it, or one of its handles.";
  readonly dropWords = "Drop leg";

  get segments(): CostSegment[] {
    return costSegments(this.seen, this.move.allowance);
  }

  get obstacle(): { words: string; rule: string } | null {
    return this.seen && !this.seen.legal ? (this.seen.obstacles[0] ?? null) : null;
  }

  get commitWords(): string {
    if (!this.isBegun) return "Stay here";
    return this.obstacle ? "Not allowed" : `${this.move.name} ${inchTenths(this.seen?.cost ?? 0)} in`;
  }

  get canAmend(): boolean {
    return this.obstacle !== null && this.seen?.nearest !== null;
  }

  point(): void {
    // On the open table a move is drawn by dragging.
  }

  /** Is the service's verdict about the legs as they are now? */
  get isSettled(): boolean {
    return this.seen !== null && JSON.stringify(this.seen.plan) === JSON.stringify(this.legs);
  }

  get canCommit(): boolean {
    return this.isSettled && this.seen?.legal === true;
  }

  /** Resolves when the service has judged the newest draft. */
  settled(): Promise<void> {
    return this.#planning.settled();
  }

  /** The plan as the map draws it. */
  get plan(): Plan | null {
    const seen = this.seen;
    if (!seen || (seen.legs.length === 0 && seen.obstacles.length === 0)) return null;
    const first = seen.legal ? Infinity : Math.min(...seen.obstacles.map(({ leg }) => leg));
    return {
      body: this.move.mover,
      bases: this.bases,
      left: seen.left,
      obstacles: seen.obstacles,
      legs: seen.legs.map((leg, n) => ({
        kind: leg.leg.leg,
        words: pillWords(leg.leg),
        from: leg.start,
        to: leg.end,
        cost: leg.cost,
        pivot: leg.pivot,
        legal: n < first,
      })),
    };
  }

  handles(off: number): Handle[] {
    return dragHandles(this.standing, off);
  }

  // ---------------------------------------------------------------- pointer
  /** The body itself, or one of its handles, is dragged. */
  drag(drag: Drag): void {
    if (drag.phase === "start" || !this.#dragStart) this.#dragStart = this.standing;
    this.isHeld = drag.phase !== "end";
    if (drag.handle) this.#pull(drag.handle, drag.from, drag.to);
    else this.#want(drag);
    if (drag.phase === "end") this.#dragStart = null;
  }

  #pull(handle: HandleKind, from: Point, to: Point): void {
    if (!this.#dragStart) return;
    const legs = withDrag(this.#dragStart, handle, from, to);
    if (JSON.stringify(legs) !== JSON.stringify(this.legs)) this.#draw(legs);
  }

  /**
   * Asks for the plan that ends nearest to where the body is dragged, with its heading kept or turned that
   * way.
   */
  #want({ from, to, turning }: Drag): void {
    const dragStart = this.#dragStart?.pose ?? this.#start;
    const at: Point = [dragStart.x + to[0] - from[0], dragStart.y + to[1] - from[1]];
    const heading = turning ? headingTo([this.#start.x, this.#start.y], at) : dragStart.heading;
    const wanted = { x: Math.round(at[0]), y: Math.round(at[1]), heading: Math.round(heading) % 3600 };
    this.#planning.want({ wanted });
  }

  push(handle: HandleKind): void {
    this.#draw(withPush(this.standing, handle));
  }

  // ---------------------------------------------------------------- keys
  go(way: KeyMove, fine: boolean): boolean {
    const leg = legOfKey(this.move, this.legs, way, fine);
    if (!leg) return false;
    this.#draw(withLeg(this.legs, leg));
    return true;
  }

  /** Drops the last leg, or an illegal tail. */
  drop(): void {
    this.#draw(withoutEnd(this.legs, this.isSettled ? this.seen : null));
  }

  clear(): void {
    this.#draw([]);
  }

  /** Takes the nearest legal plan, if the service knows one. */
  amend(): void {
    if (this.seen?.nearest) this.#draw(this.seen.nearest);
  }
}

/** The words on the pill of a leg: the angle of a wheel or turn; a length is in the cost already. */
function pillWords(leg: Leg): string {
  switch (leg.leg) {
    case "wheel":
      return `wheel ${degrees(leg.turn)}`;
    case "turn":
      return `turn ${degrees(Math.abs(leg.turn))}`;
    case "oblique":
      return "oblique";
    case "shift":
      return "shift";
    case "about-face":
      return "about face";
    case "reform":
      return "reform";
    case "advance":
    case "retire":
      return "";
  }
}

const degrees = (tenths: number): string => `${Math.round(tenths / 10).toString()}°`;
