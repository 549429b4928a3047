import { describe, expect, it } from "vitest";
import type { RuleSeen } from "../../wire";
import { RuleShelf, type Library } from "./ruleShelf";

const rule = (id: string): RuleSeen => ({
  id,
  title: "",
  text: id,
  where: "",
  basis: "stated",
  why: "",
  readings: [],
});

class FakeLibrary implements Library {
  asked: string[] = [];
  isOpen = true;
  rules(system: string): ReturnType<Library["rules"]> {
    this.asked.push(`rules ${system}`);
    return Promise.resolve({ system, name: "Toy", rules: [rule("a"), rule("b")] });
  }
  rule(system: string, id: string): ReturnType<Library["rule"]> {
    this.asked.push(`${system} ${id}`);
    return this.isOpen ? Promise.resolve(rule(id)) : Promise.reject(new Error("closed"));
  }
}

describe("a rule", () => {
  it("is asked for once", async () => {
    const library = new FakeLibrary();
    const shelf = new RuleShelf(library);
    await Promise.all([shelf.rule("liberty", "a"), shelf.rule("liberty", "a")]);
    expect(library.asked).toEqual(["liberty a"]);
  });

  it("is taken from the rulebook once that was read", async () => {
    const library = new FakeLibrary();
    const shelf = new RuleShelf(library);
    await shelf.book("liberty");
    expect((await shelf.rule("liberty", "b")).id).toBe("b");
    expect(library.asked).toEqual(["rules liberty"]);
  });

  it("that could not be had is asked for again", async () => {
    const library = new FakeLibrary();
    const shelf = new RuleShelf(library);
    library.isOpen = false;
    await expect(shelf.rule("liberty", "a")).rejects.toThrow("closed");
    library.isOpen = true;
    await expect(shelf.rule("liberty", "a")).resolves.toMatchObject({ id: "a" });
  });
});
