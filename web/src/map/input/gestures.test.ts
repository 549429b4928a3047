import { describe, expect, it } from "vitest";
import { Gestures, type Pointing, type PointerTarget, type MapActions } from "./gestures";
import { spot } from "../geometry/plane";

const NOTHING: PointerTarget = { body: null, handle: null, ghost: null, tape: null };
const finger = (id: number, x: number, y: number): Pointing => ({
  id,
  at: spot(x, y),
  turning: false,
  by: "touch",
});

/** A map on which body 7 may be dragged, and the list of actions that gestures called. */
function map(isMeasuring = false): { gestures: Gestures; told: string[] } {
  const told: string[] = [];
  const surface: MapActions = {
    isMeasuring: () => isMeasuring,
    isMovable: (who) => who === 7,
    point: ({ x, y }) => [x, y],
    pan: ({ x, y }) => told.push(`pan ${x} ${y}`),
    zoom: (factor, { x, y }) => told.push(`zoom ${factor.toString()} at ${x} ${y}`),
    drag: ({ phase, body, from, to }) =>
      told.push(`drag ${phase} ${String(body)} ${from.join()} ${to.join()}`),
    push: (handle) => told.push(`push ${handle}`),
    lay: ({ from, to }, phase) => told.push(`tape ${phase} ${from.join()} ${to.join()}`),
    untape: (place) => told.push(`untape ${place.toString()}`),
    ghost: (key) => told.push(`ghost ${key}`),
    click: (who, at, by) => told.push(`click ${String(who)} ${at.x} ${at.y} ${by}`),
  };
  return { gestures: new Gestures(surface), told };
}

describe("one finger", () => {
  it("that trembles has clicked", () => {
    const { gestures, told } = map();
    gestures.down(finger(1, 10, 10), { ...NOTHING, body: 7 });
    gestures.move(finger(1, 12, 11));
    gestures.up(finger(1, 12, 11));
    expect(told).toEqual(["click 7 12 11 touch"]);
  });

  it("drags a movable body, and moves the sheet by any other", () => {
    const { gestures, told } = map();
    gestures.down(finger(1, 0, 0), { ...NOTHING, body: 7 });
    gestures.move(finger(1, 0, 10));
    gestures.up(finger(1, 0, 12));
    gestures.down(finger(1, 0, 0), { ...NOTHING, body: 8 });
    gestures.move(finger(1, 0, 10));
    gestures.up(finger(1, 0, 10));
    expect(told).toEqual(["drag start 7 0,0 0,10", "drag end 7 0,0 0,12", "pan 0 10"]);
  });

  it("pushes a handle, takes a place and rolls up a tape by a click", () => {
    const { gestures, told } = map();
    for (const on of [{ handle: "ahead" } as const, { ghost: "3" }, { tape: 2 }]) {
      gestures.down(finger(1, 0, 0), { ...NOTHING, ...on });
      gestures.up(finger(1, 0, 0));
    }
    expect(told).toEqual(["push ahead", "ghost 3", "untape 2"]);
  });

  it("lays a tape while one measures, even over a body", () => {
    const { gestures, told } = map(true);
    gestures.down(finger(1, 1, 1), { ...NOTHING, body: 7 });
    gestures.move(finger(1, 5, 1));
    gestures.up(finger(1, 6, 1));
    expect(told).toEqual(["tape start 1,1 1,1", "tape move 1,1 5,1", "tape end 1,1 6,1"]);
  });
});

describe("two fingers", () => {
  it("stretch the sheet about the middle between them", () => {
    const { gestures, told } = map();
    gestures.down(finger(1, 100, 0), NOTHING);
    gestures.down(finger(2, 200, 0), NOTHING);
    gestures.move(finger(2, 300, 0));
    expect(told).toEqual(["pan 50 0", "zoom 2 at 200 0"]);
  });

  it("go on as one when one is lifted, and click no body", () => {
    const { gestures, told } = map();
    gestures.down(finger(1, 100, 0), { ...NOTHING, body: 8 });
    gestures.down(finger(2, 200, 0), NOTHING);
    gestures.up(finger(2, 200, 0));
    gestures.move(finger(1, 101, 0));
    gestures.up(finger(1, 101, 0));
    expect(told).toEqual(["pan 1 0"]);
  });

  it("end the drag of the first, which is never left hanging", () => {
    const { gestures, told } = map();
    gestures.down(finger(1, 0, 0), { ...NOTHING, body: 7 });
    gestures.move(finger(1, 0, 10));
    gestures.down(finger(2, 200, 0), NOTHING);
    expect(told).toEqual(["drag start 7 0,0 0,10", "drag end 7 0,0 0,10"]);
  });
});

it("a drag that the system breaks off ends where it was last", () => {
  const { gestures, told } = map();
  gestures.down(finger(1, 0, 0), { ...NOTHING, body: 7 });
  gestures.move(finger(1, 0, 10));
  gestures.cancel(1);
  gestures.up(finger(1, 0, 50));
  expect(told).toEqual(["drag start 7 0,0 0,10", "drag end 7 0,0 0,10"]);
});
