import { expect, it } from "vitest";
import type { Bout } from "../../wire";
import { withoutActor } from "./shownBouts";

it.each([
  ["Morgan's riflemen fire", "Morgan's riflemen", "fire"],
  ["Volley at Morgan's riflemen", "Morgan's riflemen", "Volley at Morgan's riflemen"],
  ["1st Foot charges", "1st", "Foot charges"],
  ["1st Footguards charge", "1st Foot", "1st Footguards charge"],
])("%s, done by %s, is %s where it is plain who does it", (title, name, told) => {
  expect(withoutActor({ title } as Bout, name).title).toBe(told);
});
