import { expect, it } from "vitest";
import { groupKeys } from "./keyGroups";

it("lists keys under their headings", () => {
  const key = (group: string, words: string) => ({ group, words, keys: ["x"] });
  const groups = groupKeys([key("Map", "a"), key("Move", "b"), key("Map", "c")]);
  expect(groups.map(({ name, keys }) => `${name} ${keys.map(({ words }) => words).join("")}`)).toEqual([
    "Map ac",
    "Move b",
  ]);
});
