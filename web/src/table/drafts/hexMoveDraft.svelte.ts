/** A move on hexes that is being drafted step by step, with the service's verdict. */
import type { Seat } from "../../api/client";
import type { Drag, Ghost, Handle, HandleKind } from "../../map/input/handles";
import { nearestOn, neighbour, sideHeadings, type Hex } from "../../map/geometry/hexes";
import { from } from "../../map/geometry/sheet";
import type {
  GridView,
  HexMoveView,
  HexPlanSeen,
  HexReachSeen,
  HexStep,
  Plan,
  Point,
  Pose,
  ReachBand,
  WantedHex,
  Who,
} from "../../wire";
import { counted } from "../../shared/text";
import type { Draft, DraftedMove } from "./draft";
import { LatestRequest } from "./latestRequest";
import type { CostSegment, KeyMove } from "./legs";
import { headingTo, turnBetween, withinTurn } from "../../map/geometry/headings";

type Wish = { readonly steps: readonly HexStep[] } | { readonly wanted: WantedHex };

/** What this draft needs of a seat. */
export type HexPlanner = Pick<Seat, "steps" | "hexes">;

const points = (cost: number): string => counted(cost, "point");

export class HexMoveDraft implements Draft {
  steps = $state.raw<readonly HexStep[]>([]);
  seen = $state.raw<HexPlanSeen | null>(null);
  hexes = $state.raw<HexReachSeen | null>(null);
  trouble = $state("");
  isHeld = $state(false);
  readonly #planning: LatestRequest<Wish, HexPlanSeen>;
  readonly reach: readonly ReachBand[] = [];
  readonly ghosts: readonly Ghost[] = [];
  readonly heading = "Draw the move";
  readonly dropWords = "Drop step";
  #last: Hex | null = null;

  constructor(
    seat: HexPlanner,
    readonly step: number,
    readonly move: HexMoveView,
    readonly grid: GridView,
  ) {
    this.#planning = new LatestRequest<Wish, HexPlanSeen>(
      (wish) => seat.steps(step, wish),
      (seen, wish) => {
        this.trouble = "";
        this.seen = seen;
        if ("wanted" in wish) this.steps = seen.plan;
      },
      (error) => {
        this.trouble = error instanceof Error ? error.message : "The plan could not be tried.";
      },
    );
    this.#planning.want({ steps: [] });
    void this.#shade(seat);
  }

  async #shade(seat: HexPlanner): Promise<void> {
    try {
      this.hexes = await seat.hexes(this.step);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "The reach could not be told.";
    }
  }

  #draw(steps: readonly HexStep[]): void {
    this.steps = steps;
    this.#planning.want({ steps });
  }

  // ---------------------------------------------------------------- state
  get mover(): Who {
    return this.move.mover;
  }

  get isBegun(): boolean {
    return this.steps.length > 0;
  }

  get isSettled(): boolean {
    return (
      this.seen !== null &&
      JSON.stringify(this.seen.plan.map(comparable)) === JSON.stringify(this.steps.map(comparable))
    );
  }

  get canCommit(): boolean {
    return this.isSettled && this.seen?.legal === true;
  }

  get answer(): readonly HexStep[] {
    return this.steps;
  }

  get drafted(): DraftedMove | null {
    return this.canCommit && this.isBegun ? { steps: this.steps } : null;
  }

  get end(): { pose: Pose; bases: HexPlanSeen["bases"] } | null {
    return this.seen && this.isBegun ? { pose: this.seen.pose, bases: this.seen.bases } : null;
  }

  get #at(): { hex: Hex; facing: number } {
    return this.seen ? { hex: this.seen.end[0], facing: this.seen.end[1] } : this.move;
  }

  get plan(): Plan | null {
    const { seen } = this;
    if (!seen || (seen.steps.length === 0 && seen.obstacles.length === 0)) return null;
    const first = seen.legal ? Infinity : Math.min(...seen.obstacles.map(({ step }) => step ?? Infinity));
    return {
      body: this.move.mover,
      bases: seen.bases,
      end: seen.pose,
      left: seen.left,
      costWords: String,
      obstacles: seen.obstacles,
      legs: seen.steps.map(({ step, start, end, path, cost }, n) => ({
        kind: step.type,
        words: step.type === "step" ? "" : step.type === "contact" ? "close" : "turn",
        from: poseAt(path[0], start[1]),
        to: poseAt(path[1] ?? path[0], end[1]),
        cost,
        pivot: null,
        legal: n < first,
      })),
    };
  }

  /** The two handles beside the body that change its facing. */
  handles(off: number): Handle[] {
    const [pose, bases] = [this.seen?.pose ?? this.move.pose, this.seen?.bases ?? this.move.bases];
    const half = Math.max(...bases.map(({ x, width }) => Math.abs(x) + width / 2), off);
    const side = (kind: HandleKind, label: string, by: number): Handle => ({
      kind,
      label,
      at: from(pose, by * (half + off * 0.7), off * 0.6),
      turn: pose.heading / 10,
    });
    return [
      side("wheel-left", "Face more to the left", -1),
      side("wheel-right", "Face more to the right", 1),
    ];
  }

  // ---------------------------------------------------------------- texts
  get hint(): string {
    return this.move.allowance > 0
      ? "Drag it to a hex, or click one."
      : "Turn it by its handles, or by the arrows.";
  }

  get segments(): CostSegment[] {
    const { seen } = this;
    const first = seen?.legal === false ? Math.min(...seen.obstacles.map(({ step }) => step ?? 0)) : Infinity;
    const steps = (seen?.steps ?? []).map(({ step, words, cost, items }, n): CostSegment => ({
      words: `${step.type === "step" ? "hex" : "turn"} ${cost}`,
      short: String(cost),
      cost,
      manner: n >= first ? "stop" : step.type === "step" ? "straight" : "turn",
      whole: `${words}: ${points(cost)}${extras(items)}`,
    }));
    const left = seen ? seen.left : this.move.allowance;
    if (left <= 0) return steps;
    return [
      ...steps,
      {
        words: `${left} left`,
        short: String(left),
        cost: left,
        manner: "left",
        whole: `${points(left)} left`,
      },
    ];
  }

  get obstacle(): { words: string; rule: string } | null {
    return this.seen && !this.seen.legal ? (this.seen.obstacles[0] ?? null) : null;
  }

  get commitWords(): string {
    if (!this.isBegun) return this.move.allowance > 0 ? "Stay here" : "Face as it does";
    if (!this.isSettled) return this.move.allowance > 0 ? "Move" : "Face this way";
    if (this.obstacle) return "Not allowed";
    return this.move.allowance > 0 ? `Move for ${points(this.seen?.cost ?? 0)}` : "Face this way";
  }

  get canAmend(): boolean {
    return this.obstacle !== null && this.seen?.nearest !== null;
  }

  // ---------------------------------------------------------------- pointer
  drag({ phase, to, from: start, turning, handle }: Drag): void {
    this.isHeld = phase !== "end";
    if (handle) {
      if (phase === "end") this.push(handle);
      return;
    }
    const hex = nearestOn(this.grid, to);
    const facing = turning ? this.#nearestFacing(headingTo(start, to)) : null;
    if (phase !== "start" && this.#last && this.#last.join() === hex.join() && facing === null) return;
    this.#last = hex;
    this.#want(hex, facing);
  }

  point(to: Point): void {
    const hex = nearestOn(this.grid, to);
    const contact = this.hexes?.contacts.find((one) => one.hex.join() === hex.join());
    if (contact) this.#draw(contact.plan);
    else this.#want(hex, null);
  }

  #want([q, r]: Hex, facing: number | null): void {
    this.#planning.want({ wanted: { q, r, facing } });
  }

  push(handle: HandleKind): void {
    this.#turn(handle === "wheel-left" ? -1 : 1);
  }

  /** Turns to the next facing in the same hex. */
  #turn(by: 1 | -1): void {
    const { hex, facing } = this.#at;
    const { facings } = this.move;
    const place = facings.indexOf(facing);
    const next = facings[(place + by + facings.length) % facings.length];
    if (next !== undefined) this.#want(hex, next);
  }

  #nearestFacing(heading: number): number {
    const off = (facing: number): number => Math.abs(turnBetween(heading, facing));
    return this.move.facings.reduce((best, facing) => (off(facing) < off(best) ? facing : best));
  }

  // ---------------------------------------------------------------- keys
  go(way: KeyMove): boolean {
    if (way === "wheel-left" || way === "wheel-right") this.#turn(way === "wheel-left" ? -1 : 1);
    else this.#pace(way);
    return true;
  }

  /** A step over a side ahead or behind. Where two sides are ahead, straight on alternates between them. */
  #pace(way: KeyMove): void {
    const { facing, hex } = this.#at;
    const ahead = way === "back" ? withinTurn(facing + 1800) : facing;
    const sides = sideHeadings(this.grid).filter((side) => Math.abs(turnBetween(ahead, side)) <= 300);
    const paces = this.steps.filter(({ type }) => type === "step").length;
    const wanted = way.endsWith("left") ? 0 : way.endsWith("right") ? sides.length - 1 : paces % sides.length;
    const ordered = sides.sort((a, b) => turnBetween(ahead, a) - turnBetween(ahead, b));
    const heading = ordered[wanted];
    if (heading === undefined || !neighbour(this.grid, hex, heading)) return;
    this.#draw([...this.steps, { type: "step", heading, facing: null }]);
  }

  drop(): void {
    const first =
      this.isSettled && this.seen?.legal === false
        ? Math.min(...this.seen.obstacles.map(({ step }) => step ?? this.steps.length - 1))
        : this.steps.length - 1;
    this.#draw(this.steps.slice(0, Math.max(0, first)));
  }

  clear(): void {
    this.#draw([]);
  }

  amend(): void {
    if (this.seen?.nearest) this.#draw(this.seen.nearest);
  }

  settled(): Promise<void> {
    return this.#planning.settled();
  }
}

/** A step for comparison, without nulls: the service omits defaults. */
const comparable = (step: HexStep): unknown =>
  Object.entries(step)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => one.localeCompare(other));

const poseAt = (point: Point | undefined, heading: number): Pose => ({
  x: point?.[0] ?? 0,
  y: point?.[1] ?? 0,
  heading,
});

const extras = (items: HexPlanSeen["steps"][number]["items"]): string => {
  const extra = items.filter(({ is_extra: isExtra }) => isExtra).map(({ words }) => words);
  return extra.length > 0 ? ` (${extra.join(", ")})` : "";
};
