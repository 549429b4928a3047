import { describe, expect, test } from "vitest";
import { Fault } from "../engine/client";
import type { AskRule, Rule } from "../engine/contract";
import { LatestAnswer, type Asks } from "./latestAnswer.svelte";

const rule = (id: string): AskRule => ({ ask: "rule", system: "liberty", rule: id });

/** An engine that answers when the test releases an answer. */
function engine(): { asks: Asks; answered: Map<string, (fault?: Fault) => void> } {
  const answered = new Map<string, (fault?: Fault) => void>();
  const asks = (request: AskRule): Promise<Rule> =>
    new Promise((done, failed) => {
      answered.set(request.rule, (fault) =>
        fault ? failed(fault) : done({ id: request.rule, title: "", text: "", rows: null }),
      );
    });
  return { asks: asks as unknown as Asks, answered };
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe("the newest question", () => {
  test("wins, whichever is answered last", async () => {
    const { asks, answered } = engine();
    const newest = new LatestAnswer<AskRule>(asks);
    newest.put(rule("a"));
    newest.put(rule("b"));
    answered.get("b")?.();
    await settled();
    answered.get("a")?.();
    await settled();
    expect(newest.answer?.id).toBe("b");
    expect(newest.isBusy).toBe(false);
  });

  test("leaves the last answer standing until its own comes, unless it is about something else", async () => {
    const { asks, answered } = engine();
    const newest = new LatestAnswer<AskRule>(asks);
    newest.put(rule("a"), "liberty");
    answered.get("a")?.();
    await settled();
    newest.put(rule("b"), "liberty");
    expect(newest.answer?.id).toBe("a");
    newest.put(rule("c"), "eagle");
    expect(newest.answer).toBeNull();
  });

  test("that fails says why, and can be asked again", async () => {
    const { asks, answered } = engine();
    const newest = new LatestAnswer<AskRule>(asks);
    newest.put(rule("a"));
    answered.get("a")?.(new Fault("there is no rule a", "rule"));
    await settled();
    expect(newest.fault).toMatchObject({ words: "there is no rule a", where: "rule" });
    newest.again(rule("a"));
    answered.get("a")?.();
    await settled();
    expect(newest.fault).toBeNull();
    expect(newest.answer?.id).toBe("a");
  });
});
