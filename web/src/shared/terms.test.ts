import { expect, it } from "vitest";
import { terms, type Agreed } from "./terms";

const PLAIN: Agreed = {
  umpire: null,
  dice_stand: false,
  take_backs: 0,
  forked_from: "",
  from_record: "",
  first_step: 0,
};

it("an ordinary game has nothing to be said of it", () => {
  expect(terms(PLAIN)).toEqual([]);
});

it("a game says its umpire, its take-backs and where it was forked", () => {
  const game = {
    ...PLAIN,
    umpire: { name: "Una", taken: true },
    take_backs: 1,
    forked_from: "ab",
    first_step: 8,
  };
  expect(terms(game)).toEqual([
    "Umpired by Una: everybody is shown each act of the umpire as it happens.",
    "1 take-back past dice.",
    "A fork of game ab at step 8, with dice of its own.",
  ]);
  expect(terms({ ...PLAIN, umpire: { name: "Una", taken: false } })[0]).toMatch(/^Umpired: everybody/);
  expect(terms({ ...PLAIN, dice_stand: true, take_backs: 3 })[1]).toBe("3 take-backs past dice.");
  expect(terms({ ...PLAIN, from_record: "ff", first_step: 9 })[0]).toMatch(/from a record at step 9/);
});
