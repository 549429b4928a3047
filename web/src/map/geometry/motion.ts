/** Motion of bodies from pose to pose; instant if the browser prefers reduced motion. */
import type { Pose } from "../../wire";
import { turnBetween } from "./headings";

/** How long a committed move takes on the screen, in milliseconds. */
export const MOVE_MS = 240;

export function prefersReducedMotion(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The pose at a share of the way between two, turning the shorter way. */
export function poseBetween(from: Pose, to: Pose): (share: number) => Pose {
  const turn = turnBetween(from.heading, to.heading);
  return (share) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    heading: from.heading + turn * share,
  });
}
