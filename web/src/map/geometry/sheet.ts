/**
 * The sheet a table is drawn on: hundredths of an inch become units of the drawing, and up the table is up.
 */
import type { Base, Field, Point, Pose } from "../../wire";
import { bounds, spot, type Box, type Spot } from "./plane";

/** The units of the drawing in an inch of the table. Strokes and figures are designed for this size. */
export const INCH = 14;
const UNIT = INCH / 100;

/** From which of its long sides the table is seen. */
export type Facing = "up" | "down";

export class Sheet {
  readonly width: number;
  readonly height: number;

  constructor(
    readonly field: Field,
    readonly facing: Facing = "up",
  ) {
    this.width = length(field.width);
    this.height = length(field.depth);
  }

  /** A point of the table on the sheet. */
  spot([x, y]: Point): Spot {
    return this.facing === "up"
      ? spot(length(x), this.height - length(y))
      : spot(this.width - length(x), length(y));
  }

  spots(points: readonly Point[]): Spot[] {
    return points.map((point) => this.spot(point));
  }

  /** A place of the sheet on the table, in whole hundredths. */
  point(at: Spot): Point {
    return this.facing === "up"
      ? [Math.round(at.x / UNIT), Math.round((this.height - at.y) / UNIT)]
      : [Math.round((this.width - at.x) / UNIT), Math.round(at.y / UNIT)];
  }

  /** Degrees clockwise on the sheet of a heading in tenths of a degree. */
  turn(heading: number): number {
    return (heading / 10 + (this.facing === "up" ? 0 : 180)) % 360;
  }

  /** The transform that puts a drawing with its front upwards at a pose. */
  transform(pose: Pose): string {
    const { x, y } = this.spot([pose.x, pose.y]);
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${this.turn(pose.heading).toFixed(1)})`;
  }
}

/** A length of the table on the sheet. */
export const length = (hundredths: number): number => (hundredths * INCH) / 100;

/** The point that lies right and forward of the middle of a front edge. */
export function from(pose: Pose, right: number, forward: number): Point {
  const angle = (pose.heading * Math.PI) / 1800;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [pose.x + right * cos + forward * sin, pose.y - right * sin + forward * cos];
}

/** The box around bases, in the frame of their body with y downwards. */
export function extent(bases: readonly Base[]): Box {
  return bounds(
    bases.flatMap((base) => {
      const pose = { x: base.x, y: base.y, heading: base.turn };
      const half = base.width / 2;
      return [
        from(pose, -half, 0),
        from(pose, half, 0),
        from(pose, half, -base.depth),
        from(pose, -half, -base.depth),
      ].map(([x, y]) => spot(x, -y));
    }),
  );
}

/** The corners of the rectangle around bases at a pose: front left, front right, rear right, rear left. */
export function corners(pose: Pose, bases: readonly Base[]): [Point, Point, Point, Point] {
  const box = extent(bases);
  return [
    from(pose, box.left, -box.top),
    from(pose, box.right, -box.top),
    from(pose, box.right, -box.bottom),
    from(pose, box.left, -box.bottom),
  ];
}
