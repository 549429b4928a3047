import { expect, test } from "vitest";
import { withMark, type Roster } from "./roster";
import { Rosters } from "./rosters.svelte";

function memory(): Pick<Storage, "getItem" | "setItem"> {
  const held = new Map<string, string>();
  return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => void held.set(key, value) };
}
const unit = { id: "u1", name: "Fusiliers", side: 0, profile: "line", marks: { hits: 0 } } as const;
const manned = (roster: Roster): Roster => ({ ...roster, units: [unit] });
const hits = (rosters: Rosters): unknown => rosters.open("liberty").units[0]?.marks["hits"];

test("what was resolved is written on the roster, undone, redone, and kept by the device", () => {
  const device = memory();
  const rosters = new Rosters(device);
  rosters.change(manned(rosters.begin("liberty", "Cowpens")));
  rosters.apply("liberty", [{ party: "target", mark: "hits", to: 5, words: "5 hits" }], { target: "u1" });
  expect(hits(rosters)).toBe(5);
  rosters.undo("liberty");
  expect(hits(rosters)).toBe(0);
  rosters.redo("liberty");
  expect(hits(new Rosters(device))).toBe(5);
});

test("an unnamed first roster is kept once something stands in it", () => {
  const device = memory();
  const rosters = new Rosters(device);
  rosters.change(manned(rosters.open("liberty")));
  expect(new Rosters(device).of("liberty").map(({ name }) => name)).toEqual(["Battle 1"]);
  rosters.undo("liberty");
  expect(rosters.open("liberty").units).toEqual([]);
});

test("several rosters of a system lie side by side, one of them open", () => {
  const device = memory();
  const rosters = new Rosters(device);
  const first = rosters.begin("liberty", "Cowpens");
  rosters.begin("liberty", "Trenton");
  rosters.begin("eagle", "Mons Graupius");
  expect(rosters.open("liberty").name).toBe("Trenton");
  rosters.choose(first);
  const again = new Rosters(device);
  expect(again.open("liberty").name).toBe("Cowpens");
  expect(again.of("liberty").map(({ name }) => name)).toEqual(["Cowpens", "Trenton"]);
  again.remove(first);
  expect(again.open("liberty").name).toBe("Trenton");
});

test("a roster that is imported twice stands beside itself", () => {
  const rosters = new Rosters(memory());
  const first = rosters.begin("liberty", "Cowpens");
  const second = rosters.take(withMark(manned(first), "u1", "hits", 3));
  expect(second.id).not.toBe(first.id);
  expect(rosters.of("liberty")).toHaveLength(2);
});
