import { describe, expect, it } from "vitest";
import DICE from "../../fixtures/fair/dice.json";
import type { CastSeen, DiceSeen } from "../wire";
import {
  checkDice,
  commitmentOf,
  fromHex,
  recordedDice,
  thrower,
  type Verdict,
  type Witness,
} from "./fairness";

const WITNESS: Witness = { commitment: DICE.commitment, contributions: DICE.contributions.slice(0, 1) };
const recorded = ({ commitment, casts }: DiceSeen): string =>
  JSON.stringify({
    dice: { commitment },
    entries: [{ type: "answer" }, ...casts.map(({ faces }) => ({ type: "throw", faces: [faces] }))],
  });
const check = (dice: DiceSeen, witness = WITNESS, record = recorded(dice)): Promise<Verdict> =>
  checkDice(dice, witness, recordedDice(record));
const changed = (place: number, more: Partial<CastSeen>): DiceSeen => ({
  ...DICE,
  casts: DICE.casts.map((cast, at) => (at === place ? { ...cast, ...more } : cast)),
});
const words = (verdict: Verdict): string => (verdict.isFair ? "" : verdict.words);

describe("the dice that Python throws", () => {
  it("have the commitment that is computed here", async () => {
    expect(await commitmentOf(fromHex(DICE.secret))).toBe(DICE.commitment);
  });

  it("show the faces that are computed here, whatever the die, the number of dice and the epoch", async () => {
    const thrown = await thrower(fromHex(DICE.secret), DICE.contributions);
    for (const cast of DICE.casts) expect(await thrown(cast)).toEqual(cast.faces);
  });

  it("are checked here", async () => {
    expect(await check(DICE)).toEqual({ isFair: true, casts: 8, dice: 180, isWitnessed: true });
    expect(await check(DICE, { commitment: null, contributions: [] })).toMatchObject({ isWitnessed: false });
  });
});

describe("dice are refused", () => {
  it("whose commitment is not the one that was seen before the battle", async () => {
    const verdict = await check(DICE, { ...WITNESS, commitment: "0".repeat(64) });
    expect(words(verdict)).toMatch(/commitment is not the one/);
  });

  it("whose secret is not the one that was committed to", async () => {
    const verdict = await check({ ...DICE, secret: "ff".repeat(32) });
    expect(words(verdict)).toMatch(/secret is not the one/);
  });

  it("in which what was put in from here is missing", async () => {
    const verdict = await check(DICE, { ...WITNESS, contributions: ["00".repeat(16)] });
    expect(words(verdict)).toMatch(/put in from here/);
  });

  it("of which a face, a purpose or an epoch was changed", async () => {
    const [first] = DICE.casts;
    const other = changed(0, { faces: [((first?.faces[0] ?? 1) % 6) + 1] });
    expect(words(await check(other))).toMatch(/^Throw 7 \(to hit\) shows \d, but the secret gives \d\.$/);
    expect(words(await check(changed(1, { purpose: "to miss" })))).toMatch(/^Throw 8/);
    expect(words(await check(changed(2, { epoch: 1 })))).toMatch(/^Throw 9/);
  });

  it("of which one was left out, or whose epochs no take-back began", async () => {
    const { casts } = DICE;
    const without = { ...DICE, casts: [...casts.slice(0, 2), ...casts.slice(3)] };
    expect(words(await check(without))).toBe("Throw 9 is left out.");
    expect(words(await check({ ...DICE, take_backs: 2 }))).toMatch(/^Throw 13 is of a take-back/);
    expect(words(await check(changed(6, { epoch: 0 })))).toMatch(/^Throw 13 is of a take-back/);
  });

  it("that are not those of the record", async () => {
    const record = recorded(changed(3, { faces: [1] }));
    expect(words(await check(DICE, WITNESS, record))).toMatch(/record says other dice/);
  });
});

it("a fork has the dice of its own record after the fork", () => {
  const throws = [[[1]], [[2, 2], [3]]].map((faces) => ({ type: "throw", faces }));
  const record = JSON.stringify({
    dice: { commitment: "c" },
    fork: { of: "game 1", step: 1, entries: 2 },
    entries: [{ type: "answer" }, ...throws],
  });
  expect(recordedDice(record)).toEqual({ commitment: "c", faces: [[2, 2], [3]] });
});
