/** Where turns and phases begin in a replay, and the next step either way. */
import type { LogEntry, Tick } from "../panelTypes";

export type ReplayStride = "answer" | "phase" | "turn";

/** Where turns and phases begin, by the log. */
export function ticksOf(
  entries: readonly LogEntry[],
  sides: readonly { readonly name: string }[] = [],
): Tick[] {
  const ticks: Tick[] = [];
  let was = "";
  for (const { step, turn, phase, active } of entries) {
    const here = `${turn} ${active} ${phase}`;
    if (here === was) continue;
    was = here;
    ticks.push({
      step,
      turn,
      phase: [sides[active]?.name, phase].filter(Boolean).join(", "),
    });
  }
  return ticks;
}

/** The ticks at which another turn begins. */
export const turns = (ticks: readonly Tick[]): Tick[] =>
  ticks.filter(({ turn }, place) => place === 0 || ticks[place - 1]?.turn !== turn);

/** The last tick at or before a step. */
export const tickAt = (ticks: readonly Tick[], step: number): Tick | undefined =>
  ticks.findLast((tick) => tick.step <= step);

/** The step after a stride. Backwards it first goes to the beginning of the present phase or turn. */
export function stepAfter(
  ticks: readonly Tick[],
  at: number,
  last: number,
  stride: ReplayStride,
  way: 1 | -1,
): number {
  if (stride === "answer") return Math.min(last, Math.max(0, at + way));
  const marks = (stride === "turn" ? turns(ticks) : ticks).map(({ step }) => step);
  const next = way === 1 ? marks.find((step) => step > at) : marks.findLast((step) => step < at);
  return next ?? (way === 1 ? last : 0);
}

/** A place on the slider between 0 and 1. */
export const share = (step: number, last: number): number =>
  last > 0 ? Math.min(1, Math.max(0, step / last)) : 0;

/** The turn ticks that get a label: all of them if they are not too near one another. */
export function labelled(ticks: readonly Tick[], last: number, room: number): Set<number> {
  const shown = new Set<number>();
  let free = -Infinity;
  for (const { step } of turns(ticks)) {
    const at = share(step, last) * room;
    if (at < free) continue;
    shown.add(step);
    free = at + LABEL;
  }
  return shown;
}
/** The room a label of a turn takes, in pixels. */
const LABEL = 26;
