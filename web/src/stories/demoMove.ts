/** A planned move with its overlays, made up for the story page where no service answers. */
import { from } from "../map/geometry/sheet";
import type { Tape } from "../map/drawing/tapePaths";
import type { Handle } from "../map/input/handles";
import type { Overlay, Picture, Plan, Point, Pose, ReachBand, TracedLeg } from "../wire";

const TURN = 250;

const advanced = (pose: Pose, by: number): Pose => {
  const [x, y] = from(pose, 0, by);
  return { x: Math.round(x), y: Math.round(y), heading: pose.heading };
};

/** Wheel to the right on the right front corner. */
function wheeled(pose: Pose, width: number): { to: Pose; pivot: Point } {
  const pivot = from(pose, width / 2, 0);
  const heading = (pose.heading + TURN) % 3600;
  const [x, y] = from({ x: pivot[0], y: pivot[1], heading }, -width / 2, 0);
  return { to: { x: Math.round(x), y: Math.round(y), heading }, pivot };
}

export interface Demo {
  readonly plan: Plan;
  readonly overlays: Overlay[];
  readonly reach: ReachBand[];
  readonly tapes: Tape[];
  readonly handles: Handle[];
  readonly target: number;
}

/** Advance, wheel and advance with the Legion infantry, and fire at the unit ahead. */
export function demoMove(picture: Picture): Demo | null {
  const body = picture.bodies.find(({ card }) => card.name === "Legion infantry");
  const target = picture.bodies.find(({ card }) => card.name === "Riflemen, right");
  if (!body?.pose || !target?.pose) return null;
  const width = body.bases.length * (body.bases[0]?.width ?? 200);
  const first = advanced(body.pose, 300);
  const { to: second, pivot } = wheeled(first, width);
  const third = advanced(second, 100);
  const leg = (
    kind: string,
    words: string,
    ends: [Pose, Pose],
    cost: number,
    at: Point | null,
  ): TracedLeg => ({
    kind,
    words,
    from: ends[0],
    to: ends[1],
    cost,
    pivot: at,
    legal: true,
  });
  const plan: Plan = {
    body: body.id,
    bases: body.bases,
    legs: [
      leg("advance", "ahead", [body.pose, first], 300, null),
      leg("wheel", "wheel 25°", [first, second], 262, pivot),
      leg("advance", "ahead", [second, third], 100, null),
    ],
    left: 40,
    obstacles: [],
  };
  return {
    plan,
    overlays: arcs(picture, third, width, target.pose),
    reach: bands(body.pose),
    tapes: [tapeFrom(picture)],
    handles: handlesAt(third, width),
    target: target.id,
  };
}

function arcs(picture: Picture, pose: Pose, width: number, target: Pose): Overlay[] {
  const [left, right] = [from(pose, -width / 2, 0), from(pose, width / 2, 0)];
  const wedge = (near: number, far: number, label: string): Overlay => ({
    kind: "range",
    label,
    rule: "",
    barred: false,
    shapes: [{ shape: "wedge", left, right, angle: 450, near, far }],
  });
  const leader = picture.tokens.find(({ name }) => name === "Tarleton");
  return [
    wedge(0, 700, "short 7"),
    wedge(700, 1400, "effective 14"),
    {
      kind: "sight",
      label: "",
      rule: "",
      barred: false,
      shapes: [
        {
          shape: "line",
          points: [
            [pose.x, pose.y],
            [target.x + 20, target.y - 60],
          ],
          arrow: true,
          whom: null,
        },
      ],
    },
    ...(leader
      ? [
          {
            kind: "command" as const,
            label: "Tarleton, 12 in",
            rule: "",
            barred: false,
            shapes: [{ shape: "ring" as const, of: leader.id, radius: 1200 }],
          },
        ]
      : []),
  ];
}

function bands(pose: Pose): ReachBand[] {
  return [300, 500, 700].map((cost) => ({
    cost,
    rings: [
      [
        [pose.x, pose.y],
        from(pose, -cost * 0.7, cost * 0.7),
        from(pose, 0, cost),
        from(pose, cost * 0.7, cost * 0.7),
      ] as Point[],
    ],
  }));
}

function tapeFrom(picture: Picture): Tape {
  const [a, b] = ["71st Highlanders", "Riflemen, left"].map(
    (name) => picture.bodies.find(({ card }) => card.name === name)?.pose,
  );
  return { from: a ? [a.x, a.y] : [0, 0], to: b ? from(b, 400, 0) : [1000, 1000] };
}

function handlesAt(pose: Pose, width: number): Handle[] {
  const turn = pose.heading / 10;
  return [
    { kind: "wheel-left", at: from(pose, -width / 2 - 90, 60), label: "Wheel left", turn },
    { kind: "wheel-right", at: from(pose, width / 2 + 90, 60), label: "Wheel right", turn },
    { kind: "ahead", at: from(pose, 0, 130), label: "Advance", turn },
  ];
}
