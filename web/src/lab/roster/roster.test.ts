import { describe, expect, test } from "vitest";
import type { Card, Cards } from "../engine/contract";
import * as roster from "./roster";
import * as file from "./rosterFile";

const line: Card = {
  profile: "british-line",
  title: "Line infantry",
  army: "British",
  figures: [{ name: "Quality", value: "Regular" }],
  marks: { cannon: 2 },
  most: { hits: 18 },
};
const cards: Cards = {
  marks: [
    { id: "hits", title: "Hits", kind: "count", most: null, choices: [], start: 0 },
    { id: "cannon", title: "Cannon", kind: "count", most: 9, choices: [], start: 0 },
    { id: "broken", title: "Broken", kind: "flag", most: null, choices: [], start: false },
    {
      id: "order",
      title: "Order",
      kind: "choice",
      most: null,
      choices: ["steady", "routed"],
      start: "steady",
    },
  ],
  cards: [line],
};
const empty = roster.emptyRoster("r1", "liberty", "Cowpens");
const two = roster.withUnit(roster.withUnit(empty, cards, line, 0, "u1"), cards, line, 1, "u2");
const first = two.units[0] as roster.Unit;

describe("a roster", () => {
  test("numbers units of one card and begins with what the card says", () => {
    expect(two.units.map(({ id, name, side }) => [id, name, side])).toEqual([
      ["u1", "Line infantry", 0],
      ["u2", "Line infantry 2", 1],
    ]);
    expect(first.marks).toEqual({ hits: 0, cannon: 2, broken: false, order: "steady" });
  });

  test("gives every unit an id of its own", () => {
    const many = Array.from({ length: 50 }).reduce<roster.Roster>(
      (so) => roster.withUnit(so, cards, line, 0),
      roster.withoutUnit(two, "u1"),
    );
    expect(new Set(many.units.map(({ id }) => id)).size).toBe(51);
    expect(many.units.at(-1)?.id).toMatch(/^[a-z0-9]{12}$/);
  });

  test("takes the changes of a resolution to the units that were its parties", () => {
    const changes = [
      { party: "target", mark: "hits", to: 5, words: "5 hits" },
      { party: "somebody", mark: "hits", to: 9, words: "9 hits" },
    ];
    const after = roster.withChanges(two, changes, { shooter: "u1", target: "u2" });
    expect(after.units.map(({ marks }) => marks["hits"])).toEqual([0, 5]);
    expect(two.units[1]?.marks["hits"]).toBe(0);
  });

  test("knows who is fresh, who is marked and who is gone", () => {
    const stands = (mark: string, value: number | boolean | string): roster.Standing =>
      roster.standing({ ...first, marks: { ...first.marks, [mark]: value } }, cards, line);
    expect(roster.standing(first, cards, line)).toBe("fresh");
    expect(stands("hits", 18)).toBe("marked");
    expect(stands("cannon", 0)).toBe("gone");
    expect(stands("broken", true)).toBe("gone");
    expect(stands("order", "routed")).toBe("gone");
  });
});

test("a change is undone and redone, and a new one forgets what was undone", () => {
  const hit = roster.withMark(two, "u1", "hits", 3);
  const line1 = roster.withNext(roster.newTimeline(two), hit);
  const back = roster.undone(line1);
  expect(back.now).toBe(two);
  expect(roster.redone(back).now).toBe(hit);
  expect(roster.undone(back)).toBe(back);
  expect(roster.withNext(back, empty).ahead).toEqual([]);
});

describe("a roster's file", () => {
  test("comes back whole", () => {
    expect(file.fromFile(file.toFile(two))).toEqual(two);
    expect(file.fileName(two)).toBe("liberty-cowpens.roster.json");
  });

  const changed = (more: object): string => JSON.stringify({ ...JSON.parse(file.toFile(two)), ...more });
  test.each([
    ["Dear Sir, the enemy was broken.", /no JSON/],
    ["[]", /object was expected/],
    ['{"format":"sandtable-battle"}', /no roster/],
    [changed({ version: 2 }), /version 2; this page reads version 1/],
    [changed({ sides: [] }), /two sides/],
    [changed({ sides: [{ name: "a", hue: "pink" }, two.sides[1]] }), /one of madder, prussian.*not "pink"/],
    [changed({ units: [{ ...first, side: 3 }] }), /Unit 1 must be on side 0 or 1, not 3/],
    [changed({ units: [first, first] }), /same id/],
    [changed({ units: [{ ...first, marks: { hits: [] } }] }), /mark hits of unit 1/],
    [changed({ name: "" }), /name of the roster must be 1 to 60 letters/],
  ])("that is none is refused with a sentence: %s", (text, words) => {
    expect(() => file.fromFile(text)).toThrow(words);
  });
});

describe("the device", () => {
  const storage = (): Storage & { held: Map<string, string> } => {
    const held = new Map<string, string>();
    const getItem = (key: string): string | null => held.get(key) ?? null;
    const setItem = (key: string, value: string): void => void held.set(key, value);
    return { held, getItem, setItem } as Storage & { held: Map<string, string> };
  };

  test("keeps several rosters and which of them lies open", () => {
    const device = storage();
    const all = { rosters: [two, { ...empty, id: "r2" }], open: { liberty: "r2" } };
    expect(file.storeRosters(device, all)).toBe(true);
    expect(file.readRosters(device)).toEqual({ kept: all, fault: "" });
  });

  test("lays aside what it cannot read and says so", () => {
    const device = storage();
    device.setItem("sandtable.lab.rosters", "{}");
    expect(file.readRosters(device).fault).toMatch(/laid aside/);
    expect(device.held.get("sandtable.lab.rosters.unread")).toBe("{}");
  });

  test("that is full does not keep, and says so", () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(file.storeRosters(full, file.NO_ROSTERS)).toBe(false);
  });
});
