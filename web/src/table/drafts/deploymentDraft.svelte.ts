/** A deployment that is being drafted: each piece where it is put down, and the service's verdict. */
import type { Seat } from "../../api/client";
import type { Drag, Handle, HandleKind } from "../../map/input/handles";
import { centreOf, nearestOn, neighbour, sideHeadings } from "../../map/geometry/hexes";
import { from } from "../../map/geometry/sheet";
import type { Arrayed, ArrayView, GridView, Plan, Point, Pose, Put, ReachBand, Who } from "../../wire";
import type { Choice, Draft, PlacedPiece } from "./draft";
import { LatestRequest } from "./latestRequest";
import type { CostSegment, KeyMove } from "./legs";
import { headingTo, withinTurn } from "../../map/geometry/headings";

/** What a deployment needs of a seat. */
export type Deployer = Pick<Seat, "array">;

const [PACE, FINE_PACE, TURN, FINE_TURN] = [100, 25, 225, 50] as const;
const isSame = (some: readonly Put[], others: readonly Put[]): boolean =>
  JSON.stringify(some.map(comparable)) === JSON.stringify(others.map(comparable));
const comparable = ({ who, stand, at, heading }: Put): unknown => [who, stand, at, heading];
const wholeHeading = (heading: number): number => withinTurn(Math.round(heading));

export class DeploymentDraft implements Draft {
  puts = $state.raw<readonly Put[]>([]);
  seen = $state.raw<Arrayed | null>(null);
  /** The piece that a click on the map moves. */
  held = $state<Who | null>(null);
  trouble = $state("");
  isHeld = $state(false);
  readonly #trying: LatestRequest<readonly Put[], Arrayed>;
  readonly reach: readonly ReachBand[];
  readonly plan: Plan | null = null;
  readonly hexes = null;
  readonly ghosts = [];
  readonly drafted = null;
  readonly segments: readonly CostSegment[] = [];
  readonly dropWords = "As before";
  readonly heading: string;
  readonly canAmend = false;
  /** Is only one piece placed? */
  readonly #isAlone: boolean;

  constructor(
    seat: Deployer,
    readonly step: number,
    readonly array: ArrayView,
    readonly grid: GridView | null,
  ) {
    this.#isAlone = array.single || array.recruits.length === 1;
    this.heading = this.#isAlone ? "Place it" : "Draw up";
    this.reach = [{ cost: 0, rings: array.rings }];
    this.held = array.ways[0]?.puts[0]?.who ?? array.recruits[0]?.who ?? null;
    this.#trying = new LatestRequest<readonly Put[], Arrayed>(
      (puts) => seat.array(step, puts),
      (seen, puts) => {
        this.trouble = "";
        this.seen = seen;
        // On hexes the service centres a piece in its hex; a piece that was moved since then keeps its place.
        if (this.puts === puts && !this.isHeld) this.puts = seen.posts.map(({ put }) => put);
      },
      (error) => {
        this.trouble = error instanceof Error ? error.message : "The place could not be tried.";
      },
    );
    this.clear();
  }

  // ---------------------------------------------------------------- state
  get mover(): Who | null {
    return this.held;
  }

  get isBegun(): boolean {
    return !isSame(this.puts, this.#first);
  }

  /** The initial places: the first suggested deployment (of the held piece, if only one is placed). */
  get #first(): readonly Put[] {
    return this.#ways[0]?.puts ?? [];
  }

  /** The suggested deployments; if only one piece is placed, those of the held piece. */
  get #ways(): ArrayView["ways"] {
    const { single, ways } = this.array;
    return single ? ways.filter(({ puts }) => puts.some(({ who }) => who === this.held)) : ways;
  }

  get isSettled(): boolean {
    const { seen, puts } = this;
    return (
      seen !== null &&
      isSame(
        puts,
        seen.posts.map(({ put }) => put),
      )
    );
  }

  get canCommit(): boolean {
    return this.isSettled && this.seen?.legal === true;
  }

  get answer(): unknown {
    return this.seen?.answer ?? null;
  }

  get end(): { pose: Pose; bases: PlacedPiece["bases"] } | null {
    return this.placed.find(({ who }) => who === this.held) ?? null;
  }

  /** All pieces where they stand, the held one where it is held. */
  get placed(): PlacedPiece[] {
    return this.puts.flatMap((put): PlacedPiece[] => {
      const recruit = this.array.recruits.find(({ who }) => who === put.who);
      const stand = recruit?.stands[put.stand];
      if (!recruit || !stand) return [];
      const post = this.seen?.posts.find((one) => isSame([one.put], [put]));
      const { name, side } = recruit;
      if (post) return [{ who: put.who, name, side, pose: post.pose, bases: post.bases }];
      return [{ who: put.who, name, side, bases: stand.bases, pose: poseOf(put, stand.bases) }];
    });
  }

  handles(off: number): Handle[] {
    const { end } = this;
    if (!end || typeof this.held !== "number") return [];
    const half = Math.max(...end.bases.map(({ x, width }) => Math.abs(x) + width / 2));
    const side = (kind: HandleKind, label: string, by: number): Handle => ({
      kind,
      label,
      at: from(end.pose, by * (half + off), 0),
      turn: end.pose.heading / 10,
    });
    return [side("wheel-left", "Turn left", -1), side("wheel-right", "Turn right", 1)];
  }

  // ---------------------------------------------------------------- texts
  get hint(): string {
    const recruit = this.#recruit;
    return recruit ? `${recruit.name}: drag it, or click where it begins.` : "";
  }

  get obstacle(): { words: string; rule: string } | null {
    return this.seen && !this.seen.legal ? this.seen : null;
  }

  get commitWords(): string {
    if (this.obstacle) return "Not so";
    return this.#isAlone ? "Begin here" : "Begin so";
  }

  /** The choices: which piece, the formations of the held piece, the suggested deployments. */
  get choices(): Choice[] {
    const { single, recruits } = this.array;
    // If one of several pieces is placed, it starts at a suggested place, so that row is left out.
    return single && recruits.length > 1
      ? [...this.#pieceChoices, ...this.#formationChoices]
      : [...this.#formationChoices, ...this.#suggestionChoices];
  }

  get #pieceChoices(): Choice[] {
    return this.array.recruits.map(({ who, name }) => ({
      group: "Whom",
      title: name,
      isTaken: who === this.held,
      take: () => {
        this.hold(who);
      },
    }));
  }

  get #formationChoices(): Choice[] {
    const [recruit, put] = [this.#recruit, this.#put];
    if (!recruit || !put || recruit.stands.length < 2) return [];
    return recruit.stands.map(({ name }, stand) => ({
      group: recruit.name,
      title: name,
      isTaken: put.stand === stand,
      take: () => {
        this.#change({ stand });
      },
    }));
  }

  get #suggestionChoices(): Choice[] {
    const ways = this.#ways;
    return ways.map(({ title, note, puts }) => ({
      group: this.#isAlone ? "Where" : "All",
      title: note && note !== ways[0]?.note ? `${title}, ${note}` : title,
      isTaken: isSame(puts, this.puts),
      take: () => {
        this.#lay(puts);
      },
    }));
  }

  // ---------------------------------------------------------------- changes
  get #recruit(): ArrayView["recruits"][number] | null {
    return this.array.recruits.find(({ who }) => who === this.held) ?? null;
  }

  get #put(): Put | null {
    return this.puts.find(({ who }) => who === this.held) ?? null;
  }

  #lay(puts: readonly Put[]): void {
    this.puts = puts;
    this.#trying.want(puts);
  }

  #change(to: Partial<Put>): void {
    this.#lay(this.puts.map((put) => (put.who === this.held ? { ...put, ...to } : put)));
  }

  hold(who: Who | null): void {
    if (who === this.held || !this.array.recruits.some((one) => one.who === who)) return;
    this.held = who;
    // If only one piece is placed, the new one replaces the old one.
    if (this.array.single) this.clear();
  }

  point([x, y]: Point): void {
    this.#change({ at: [Math.round(x), Math.round(y)] });
  }

  drag({ phase, body, handle, from: start, to, turning }: Drag): void {
    this.isHeld = phase !== "end";
    if (handle) {
      const at = this.#put?.at;
      if (at)
        this.#change({ heading: wholeHeading(headingTo(at, to) + (handle === "wheel-left" ? 900 : -900)) });
      return;
    }
    this.hold(body);
    if (turning) this.#change({ heading: wholeHeading(headingTo(start, to)) });
    else this.point(to);
  }

  push(handle: HandleKind): void {
    this.#turn(handle === "wheel-left" ? -1 : 1, TURN);
  }

  #turn(by: 1 | -1, turn: number): void {
    const put = this.#put;
    if (put) this.#change({ heading: wholeHeading(put.heading + by * (this.grid ? 600 : turn)) });
  }

  go(way: KeyMove, fine: boolean): boolean {
    const put = this.#put;
    if (!put) return false;
    if (way === "wheel-left" || way === "wheel-right")
      this.#turn(way === "wheel-left" ? -1 : 1, fine ? FINE_TURN : TURN);
    else this.point(this.grid ? this.#paced(put, way, this.grid) : pacedFrom(put, way, fine));
    return true;
  }

  /** The middle of the next hex in a direction. */
  #paced(put: Put, way: KeyMove, grid: GridView): Point {
    const wanted = put.heading + (SIDES[way] ?? 0) + 1;
    const off = (side: number): number => Math.abs(wholeHeading(side - wanted + 1800) - 1800);
    const side = sideHeadings(grid).reduce((best, one) => (off(one) < off(best) ? one : best));
    return centreOf(grid, neighbour(grid, nearestOn(grid, put.at), side));
  }

  drop(): void {
    this.clear();
  }

  clear(): void {
    this.#lay(this.#first);
  }

  amend(): void {
    this.clear();
  }

  settled(): Promise<void> {
    return this.#trying.settled();
  }
}

const SIDES: Partial<Record<KeyMove, number>> = {
  back: 1800,
  "shift-left": -900,
  "shift-right": 900,
  "oblique-left": -450,
  "oblique-right": 450,
};

/** The place one pace away on the open table. */
function pacedFrom(put: Put, way: KeyMove, fine: boolean): Point {
  const angle = ((put.heading + (SIDES[way] ?? 0)) * Math.PI) / 1800;
  const far = fine ? FINE_PACE : PACE;
  return [put.at[0] + far * Math.sin(angle), put.at[1] + far * Math.cos(angle)];
}

/** The pose of a piece whose middle is at a place; a pose is the middle of the front. */
function poseOf({ at, heading }: Put, bases: PlacedPiece["bases"]): Pose {
  const [front, rear] = [
    Math.max(...bases.map(({ y }) => y)),
    Math.min(...bases.map(({ y, depth }) => y - depth)),
  ];
  const [x, y] = from({ x: at[0], y: at[1], heading }, 0, -(front + rear) / 2);
  return { x, y, heading };
}
