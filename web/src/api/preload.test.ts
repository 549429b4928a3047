import { describe, expect, it } from "vitest";
import { gameOfFragment, GreetedSocket, greeting, type Socket } from "./preload";

/** A connection whose other end the test controls. */
class Wire implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: "" });
  }
}

/** A listener on a socket; returns the list of what it receives. */
function listening(to: Socket): string[] {
  const heard: string[] = [];
  to.onmessage = ({ data }) => heard.push(String(data));
  to.onclose = ({ code }) => heard.push(`closed with ${code}`);
  return heard;
}

describe("a connection that was opened ahead", () => {
  it("greets the table as soon as it is open, long before anybody listens", () => {
    const wire = new Wire();
    new GreetedSocket(wire, greeting("the-key", null));
    expect(wire.sent).toEqual([]);
    wire.onopen?.();
    expect(wire.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { type: "hello", key: "the-key", since: null, watch: "picture" },
    ]);
  });

  it("delivers to a later listener all it has received, in order and once", async () => {
    const wire = new Wire();
    const greeted = new GreetedSocket(wire, "hello");
    wire.onmessage?.({ data: "first" });
    wire.onmessage?.({ data: "second" });
    const heard = listening(greeted);
    expect(heard).toEqual([]);
    await Promise.resolve();
    wire.onmessage?.({ data: "third" });
    expect(heard).toEqual(["first", "second", "third"]);
  });

  it("tells him too that the table has hung up meanwhile", async () => {
    const wire = new Wire();
    const greeted = new GreetedSocket(wire, "hello");
    wire.onclose?.({ code: 4404, reason: "there is no such game" });
    const heard = listening(greeted);
    await Promise.resolve();
    expect(heard).toEqual(["closed with 4404"]);
  });

  it("carries what he says", () => {
    const wire = new Wire();
    const greeted = new GreetedSocket(wire, "hello");
    wire.onopen?.();
    greeted.send("an answer");
    expect(wire.sent).toEqual(["hello", "an answer"]);
  });
});

it.each([
  ["#/game/79cf656faa64d473", "79cf656faa64d473"],
  ["#/game/79cf656faa64d473/step/12", "79cf656faa64d473"],
  ["#/", null],
  ["", null],
  ["#/game/", null],
  ["#/game/%zz", null],
  ["#/join/79cf656faa64d473/invitation", null],
])("the table that %s names", (fragment, game) => {
  expect(gameOfFragment(fragment)).toBe(game);
});
