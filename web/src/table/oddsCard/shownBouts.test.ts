import { describe, expect, it } from "vitest";
import type { Bout } from "../../wire";
import { withoutActor, bestBoutOf, withReplies } from "./shownBouts";

it.each([
  ["Morgan's riflemen fire", "Morgan's riflemen", "fire"],
  ["Volley at Morgan's riflemen", "Morgan's riflemen", "Volley at Morgan's riflemen"],
  ["1st Foot charges", "1st", "Foot charges"],
  ["1st Footguards charge", "1st Foot", "1st Footguards charge"],
])("%s, done by %s, is %s where it is plain who does it", (title, name, told) => {
  expect(withoutActor({ title } as Bout, name).title).toBe(told);
});

describe("bouts", () => {
  const bout = (by: number, against: number, expected: number | null): Bout =>
    ({ by, against, expected }) as unknown as Bout;
  const BOUTS = [bout(3, 10, 1.2), bout(3, 11, 2.4), bout(11, 3, 0.5), bout(10, 3, 9)];

  it("are told with the best first and what may come back for it", () => {
    const best = bestBoutOf(BOUTS, 3);
    expect(best).toBe(BOUTS[1]);
    expect(best && withReplies(BOUTS, best)).toEqual([BOUTS[1], BOUTS[2]]);
    expect(bestBoutOf(BOUTS, 99)).toBeNull();
  });
});
