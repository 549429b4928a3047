import { expect, it } from "vitest";
import { contribution } from "./contribution";

it("a contribution to the dice is 32 hexadecimal digits", () => {
  expect(contribution((bytes) => bytes.fill(10))).toBe("0a".repeat(16));
});
