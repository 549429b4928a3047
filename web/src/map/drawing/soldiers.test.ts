import { describe, expect, it } from "vitest";
import type { Base } from "../../wire";
import { drawBlock } from "./blocks";
import { isOneMan, drawLeaders, drawRanks, type Soldiers } from "./soldiers";
import { INCH } from "../geometry/sheet";

const line = (kinds: readonly Soldiers["each"][number][3][]): Soldiers => ({
  width: 75,
  depth: 75,
  each: kinds.map((kind, file) => [file * 75, 0, 0, kind]),
});
const basesOf = ({ each, width, depth }: Soldiers): Base[] =>
  each.map(([x, y, turn]) => ({ x, y, turn, width, depth, rank: 0 }));
const grounds = (drawn: string): number =>
  /class="base" d="([^"]*)"/.exec(drawn)?.[1]?.split("Z").length ?? 1;

describe("men", () => {
  it("stand each on a base of their own, and the fallen are not drawn", () => {
    const whole = line(["soldier", "officer", "soldier", "soldier"]);
    const after: Soldiers = { ...whole, each: whole.each.slice(0, 3) };
    expect(grounds(drawRanks(basesOf(whole), whole, "foot", "dark")) - 1).toBe(4);
    expect(grounds(drawRanks(basesOf(after), after, "foot", "dark")) - 1).toBe(3);
  });

  it("are led by figures that are told apart", () => {
    const drawn = drawLeaders(line(["soldier", "officer", "standard", "sergeant", "musician"]));
    expect(drawn.match(/class="lead \w+"/g)).toEqual([
      'class="lead officer"',
      'class="lead standard"',
      'class="lead sergeant"',
      'class="lead musician"',
    ]);
  });

  it("serve a gun that stays when they fall", () => {
    const ground: Base = { x: 0, y: 0, width: 300, depth: 300, rank: 0, turn: 0 };
    const crew: Soldiers = { width: 75, depth: 75, each: [[-112, -100, 0, "gunner"]] };
    expect(drawRanks([ground], crew, "guns", "light")).toContain('class="emplacement"');
    expect(drawRanks([ground], crew, "foot", "light")).toContain('class="hold"');
    expect(drawRanks(basesOf(crew), crew, "foot", "light")).not.toContain('class="hold"');
  });

  it("look out over the wall they are turned to", () => {
    const turned: Soldiers = { width: 75, depth: 75, each: [[0, 0, 900, "soldier"]] };
    const drawn = /class="arms" d="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)"/.exec(
      drawRanks(basesOf(turned), turned, "foot", "dark"),
    );
    const [fromX, fromY, toX, toY] = drawn?.slice(1).map(Number) ?? [];
    expect(toX).toBeGreaterThan(fromX ?? NaN);
    expect(toY).toBeCloseTo(fromY ?? NaN, 1);
  });

  it("have one head on a base that is only large enough for one", () => {
    expect([isOneMan(0.75 * INCH, 0.75 * INCH), isOneMan(INCH, 2 * INCH)]).toEqual([true, true]);
    expect([isOneMan(2 * INCH, 2 * INCH), isOneMan(INCH, INCH)]).toEqual([false, false]);
    const one: Base = { x: 0, y: 0, width: 75, depth: 75, rank: 0, turn: 0 };
    const heads = (base: Base): number =>
      /class="figure" d="([^"]*)"/.exec(drawBlock([base], "foot", "dark"))?.[1]?.split("M").length ?? 0;
    expect(heads(one) - 1).toBe(1);
    expect(heads({ ...one, width: 200, depth: 200 }) - 1).toBe(8);
  });
});
