/** Checks the page against real answers of the rules, which `fixtures/make_lab.py` writes. */
import { expect, test } from "vitest";
import cards from "../../fixtures/lab/liberty-cards.json";
import fill from "../../fixtures/lab/liberty-volley-fill-target.json";
import volley from "../../fixtures/lab/liberty-volley-form.json";
import odds from "../../fixtures/lab/liberty-volley-odds.json";
import ended from "../../fixtures/lab/liberty-volley-stage-ended.json";
import { columnsOf, chancesOf } from "./odds/chart";
import type { Cards, Facts, Form, Odds, Stage } from "./engine/contract";
import { grouped, isChanged, withFilled } from "./facts/form";
import { emptyRoster, withChanges, withUnit } from "./roster/roster";
import { tallyOf } from "./words";

const form = volley.answer as unknown as Form;

test("a form of the rules has every field in one group, none of them plumbing", () => {
  const fields = grouped(form.fields).flatMap((group) => group.fields);
  expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.every((field) => !isChanged(field, {}))).toBe(true);
});

test("a roster card fills in just what differs from the defaults", () => {
  const facts = withFilled({ "fire.range": 7, "target.hits": 9 }, form.fields, fill.answer.facts as Facts);
  expect(facts).toEqual({ "fire.range": 7, "target.hits": 5 });
});

test("the odds of the rules add up on the page", () => {
  const found = odds.answer as unknown as Odds;
  expect(chancesOf(found).reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
  expect(columnsOf(found.values).reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 2);
  expect(found.figures.map((figure) => tallyOf(figure).name)).toContain("to hit");
});

test("what came of a volley is written on the unit that was shot at", () => {
  const { changes } = ended.answer as unknown as Stage;
  const found = cards.answer as unknown as Cards;
  const card = found.cards.find(({ profile }) => profile === "british.regular-infantry-regiment");
  if (!card) throw new Error("the fixture has no such card");
  const roster = withUnit(emptyRoster("r1", "liberty", "Cowpens"), found, card, 0, "u1");
  const [unit] = withChanges(roster, changes, { target: "u1" }).units;
  expect(unit?.marks).toMatchObject({ hits: 12, under_fire: 1, bases: 4, broken: false });
});
