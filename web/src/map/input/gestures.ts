/** Gestures of fingers and mouse on the map: pan, pinch, drag, lay a tape, point at something. */
import type { Point, Who } from "../../wire";
import type { Drag, HandleKind, Means } from "./handles";
import type { Tape } from "../drawing/tapePaths";
import { apart, between, spot, type Spot } from "../geometry/plane";

/** What is under a pointer when it is pressed. */
export interface PointerTarget {
  readonly body: Who | null;
  readonly handle: HandleKind | null;
  readonly ghost: string | null;
  /** The index of a tape. */
  readonly tape: number | null;
}

/** A finger or mouse where it is now, in pixels of the window. */
export interface Pointing {
  readonly id: number;
  readonly at: Spot;
  readonly turning: boolean;
  readonly by: Means;
}

/** The actions of the map that gestures call. */
export interface MapActions {
  readonly isMeasuring: () => boolean;
  readonly isMovable: (who: Who) => boolean;
  readonly point: (at: Spot) => Point;
  readonly pan: (by: Spot) => void;
  readonly zoom: (factor: number, about: Spot) => void;
  readonly drag: (drag: Drag) => void;
  readonly push: (handle: HandleKind) => void;
  readonly lay: (tape: Tape, phase: Drag["phase"]) => void;
  readonly untape: (place: number) => void;
  readonly ghost: (key: string) => void;
  readonly click: (who: Who | null, at: Spot, by: Means) => void;
}

interface Held {
  readonly start: Spot;
  at: Spot;
}
type Gesture =
  | { readonly kind: "pan"; moved: boolean; readonly on: PointerTarget }
  | { readonly kind: "drag"; moved: boolean; readonly on: PointerTarget }
  | { readonly kind: "tape" }
  | { readonly kind: "pinch" };

/** A movement of at most this many pixels is a click. */
const CLICK = 4;
const NOTHING: PointerTarget = { body: null, handle: null, ghost: null, tape: null };

export class Gestures {
  readonly #held = new Map<number, Held>();
  #doing: Gesture | null = null;
  readonly #map: MapActions;

  constructor(map: MapActions) {
    this.#map = map;
  }

  /** Does a finger or the mouse hold the map? */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  down({ id, at, turning }: Pointing, on: PointerTarget): void {
    const first = [...this.#held.values()][0];
    this.#held.set(id, { start: at, at });
    if (first) {
      this.#leave(first, turning);
      this.#doing = { kind: "pinch" };
    } else if (this.#map.isMeasuring() && on.tape === null) {
      this.#doing = { kind: "tape" };
      this.#lay("start", { start: at, at });
    } else {
      const isDrag = on.handle !== null || (on.body !== null && this.#map.isMovable(on.body));
      this.#doing = { kind: isDrag ? "drag" : "pan", moved: false, on };
    }
  }

  move({ id, at, turning }: Pointing): void {
    const [held, doing] = [this.#held.get(id), this.#doing];
    if (!held || !doing) return;
    const before = held.at;
    if (doing.kind === "pinch") this.#pinch(id, at);
    held.at = at;
    if (doing.kind === "tape") this.#lay("move", held);
    if (doing.kind === "pinch" || doing.kind === "tape") return;
    if (!doing.moved && apart(held.start, at) <= CLICK) return;
    if (doing.kind === "pan") this.#map.pan(spot(at.x - before.x, at.y - before.y));
    else this.#tell(doing.moved ? "move" : "start", doing.on, held, turning);
    doing.moved = true;
  }

  up({ id, at, turning, by }: Pointing): void {
    const [held, done] = [this.#held.get(id), this.#doing];
    this.#held.delete(id);
    if (!held || !done) return;
    held.at = at;
    this.#doing = this.#held.size > 0 ? { kind: "pan", moved: true, on: NOTHING } : null;
    if (this.#doing) return;
    if (done.kind === "tape" || (done.kind === "drag" && done.moved)) this.#finish(done, held, turning);
    else if (done.kind !== "pinch" && !done.moved) this.#click(done, at, by);
  }

  /** The system cancelled the pointer: the drag ends at its last place. */
  cancel(id: number): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held) this.#leave(held, false);
    if (this.#held.size === 0) this.#doing = null;
  }

  /** Ends the drag or tape, because another gesture begins. */
  #leave(held: Held, turning: boolean): void {
    if (this.#doing) this.#finish(this.#doing, held, turning);
    this.#doing = null;
  }

  #finish(done: Gesture, held: Held, turning: boolean): void {
    if (done.kind === "tape") this.#lay("end", held);
    else if (done.kind === "drag" && done.moved) this.#tell("end", done.on, held, turning);
  }

  #click({ kind, on }: Extract<Gesture, { on: PointerTarget }>, at: Spot, by: Means): void {
    if (kind === "drag" && on.handle) this.#map.push(on.handle);
    else if (kind === "pan" && on.tape !== null) this.#map.untape(on.tape);
    else if (kind === "pan" && on.ghost !== null) this.#map.ghost(on.ghost);
    else this.#map.click(on.body, at, by);
  }

  #lay(phase: Drag["phase"], { start, at }: Held): void {
    this.#map.lay({ from: this.#map.point(start), to: this.#map.point(at) }, phase);
  }

  #tell(phase: Drag["phase"], { body, handle }: PointerTarget, { start, at }: Held, turning: boolean): void {
    const [from, to] = [this.#map.point(start), this.#map.point(at)];
    this.#map.drag({ phase, body, handle, from, to, turning });
  }

  /** Pans and zooms so that the point between two fingers stays between them. */
  #pinch(moved: number, now: Spot): void {
    const [before, other] = [this.#held.get(moved), [...this.#held].find(([id]) => id !== moved)?.[1]];
    if (!before || !other) return;
    const [was, is] = [between(before.at, other.at, 0.5), between(now, other.at, 0.5)];
    this.#map.pan(spot(is.x - was.x, is.y - was.y));
    this.#map.zoom(apart(now, other.at) / (apart(before.at, other.at) || 1), is);
  }
}
