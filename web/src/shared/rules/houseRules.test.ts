import { expect, it } from "vitest";
import { figureOf } from "./houseRules";

const militia = {
  figure: "shooting.to-hit.militia.to_hit",
  rule: "shooting.to-hit",
  title: "Shooting, to hit",
  value: "6",
  printed: "5",
};

it("a house rule names its rule and the place of its figure there", () => {
  expect(figureOf(militia)).toBe("Shooting, to hit: militia, to hit");
  const ranges = { figure: "weapons.ranges.smoothbore-musket.long.2", rule: "weapons.ranges" };
  expect(figureOf({ ...militia, ...ranges, title: "Soldier's weapons" })).toBe(
    "Soldier’s weapons: smoothbore musket, long, 2",
  );
});
