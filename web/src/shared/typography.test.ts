import { expect, it } from "vitest";
import { typeset } from "./typography";

it("an apostrophe is curled", () => {
  expect(typeset("Hannah's Cowpens")).toBe("Hannah’s Cowpens");
});

it("quotes open before a word and close after it", () => {
  expect(typeset('Every "once per turn" limit')).toBe("Every “once per turn” limit");
  expect(typeset("('so' it is)")).toBe("(‘so’ it is)");
});

it("figures are joined by a dash that does not break, words by a hyphen", () => {
  expect(typeset("1775-1783, half-pay")).toBe("1775\u2060–\u20601783, half-pay");
});
