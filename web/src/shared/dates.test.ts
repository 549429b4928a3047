import { expect, it } from "vitest";
import { dateInWords } from "./dates";

it("dates are written out, and what is no date stays", () => {
  expect(dateInWords("1781-01-17")).toBe("17 January 1781");
  expect(dateInWords("0083-09-01")).toBe("1 September 83");
  expect(dateInWords("autumn")).toBe("autumn");
  expect(dateInWords("the year 83")).toBe("the year 83");
  expect(dateInWords("")).toBe("");
});
