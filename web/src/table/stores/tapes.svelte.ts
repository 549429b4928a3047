/** The measuring tapes on the table, each from a body or place to another. */
import type { Seat, TapeEnd } from "../../api/client";
import type { Drag } from "../../map/input/handles";
import type { Tape } from "../../map/drawing/tapePaths";
import type { Point, Who } from "../../wire";
import { LatestRequest } from "../drafts/latestRequest";

interface LaidTape {
  readonly tape: Tape;
  readonly ends: readonly [TapeEnd, TapeEnd];
}

export type Measurer = Pick<Seat, "measure">;

/** An end of a tape: fixed to a body, or at a place. */
export const tapeEndAt = (who: Who | null, [x, y]: Point): TapeEnd =>
  typeof who === "number" ? { at: "body", body: who } : { at: "place", x: Math.round(x), y: Math.round(y) };

export class Tapes {
  measuring = $state(false);
  tapes = $state.raw<readonly Tape[]>([]);
  trouble = $state("");
  #seat: Measurer;
  readonly #laying = new LatestRequest<LaidTape, { start: Point; end: Point }>(
    ({ ends }) => this.#seat.measure(...ends),
    ({ start, end }, { tape }) => {
      this.#replace(tape, { ...tape, from: start, to: end });
    },
    (error) => {
      this.trouble = error instanceof Error ? error.message : "It could not be measured.";
    },
  );
  #held: Tape | null = null;

  constructor(seat: Measurer) {
    this.#seat = seat;
  }

  /** Measures by another seat from now on. */
  by(seat: Measurer): void {
    this.#seat = seat;
  }

  /** A tape is being drawn; *bodies* are those at its ends. */
  draw(tape: Tape, phase: Drag["phase"], bodies: readonly [Who | null, Who | null]): void {
    this.trouble = "";
    const drawn: Tape = { ...tape, ends: bodies };
    if (phase === "start") this.tapes = [...this.tapes, drawn];
    else if (this.#held) this.#replace(this.#held, drawn);
    this.#held = drawn;
    const ends = [tapeEndAt(bodies[0], tape.from), tapeEndAt(bodies[1], tape.to)] as const;
    if (bodies.some((one) => typeof one === "number") && phase !== "start")
      this.#laying.want({ tape: drawn, ends });
    if (phase !== "end") return;
    this.#held = null;
    if (isShort(drawn)) this.tapes = this.tapes.filter((one) => one !== drawn);
  }

  #replace(old: Tape, by: Tape): void {
    this.tapes = this.tapes.map((one) => (one === old ? by : one));
    if (this.#held === old) this.#held = by;
  }

  remove(place: number): void {
    this.tapes = this.tapes.filter((_, n) => n !== place);
  }

  clear(): void {
    this.tapes = [];
  }
}

/** Is it a click rather than a drawn tape? */
const isShort = ({ from, to }: Tape): boolean => Math.hypot(to[0] - from[0], to[1] - from[1]) < 20;
