"""Exact odds on the command line."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand

VOLLEY = ("odds", "liberty", "volley")


def test_the_resolutions_of_a_system_are_listed(run: RunCommand) -> None:
    listed = run("odds", "liberty", "--json").json
    assert {"volley", "morale", "order"} <= {row["id"] for row in listed["resolutions"]}
    assert listed["policies"] == ["cautious", "best"]
    assert run("odds", "liberty", "--list").out == run("odds", "liberty").out


def test_without_facts_the_facts_are_listed(run: RunCommand) -> None:
    listed = run(*VOLLEY, "--json").json
    facts = {fact["key"]: fact for fact in listed["facts"]}
    assert facts["fire.bases"]["default"] == 4
    assert facts["fire.bases"]["kind"] == "a whole number from 0 to 12"
    assert facts["target.hits"]["description"] == "hits it has already"
    assert run(*VOLLEY, "--help-facts").out == run(*VOLLEY).out


def test_a_volley_of_twelve_dice_has_the_binomial_odds(run: RunCommand) -> None:
    """Twelve dice hit on 4 and are saved on 5: each takes a hit with one chance in three."""
    found = run(*VOLLEY, "fire.range=7", "fire.arm=infantry", "--exact", "--json").json
    chances = {row["value"]: Fraction(row["fraction"]) for row in found["values"]}
    third = Fraction(1, 3)
    assert chances == {k: comb(12, k) * third**k * (1 - third) ** (12 - k) for k in range(13)}
    assert found["measured"] == "hits lost"
    assert found["mean"] == pytest.approx(4)
    assert found["values"][0]["at_least"] == pytest.approx(1)


def test_the_figures_have_their_reasons(run: RunCommand) -> None:
    figures = {one["name"]: one for one in run(*VOLLEY, "fire.range=7", "--json").json["figures"]}
    assert figures["dice"]["total"] == 12
    assert [step["rule"] for step in figures["dice"]["steps"]] == [
        "combatdice.infantry",
        "shooting.dice.short",
        "shooting.dice.combine",
    ]


def test_headings_and_outcomes_add_up(run: RunCommand) -> None:
    found = run(*VOLLEY, "fire.range=7", "--exact", "--json").json
    chances = {row["words"]: Fraction(row["fraction"]) for row in found["headings"]}
    assert chances["no loss"] + chances["some loss"] == 1
    assert sum(Fraction(row["fraction"]) for row in found["outcomes"]) == 1


def test_the_page_shows_tallies_chart_and_chances(run: RunCommand) -> None:
    shown = run(*VOLLEY, "fire.range=7").out
    assert "+0.5 short range [shooting.dice.short]" in shown
    assert "hits lost, 4.00 on average" in shown
    assert "█" in shown
    assert "some loss" in shown
    assert "the policy cautious" in shown


def test_the_page_says_that_the_odds_are_exact_and_tells_outcomes_apart(run: RunCommand) -> None:
    shown = run(*VOLLEY, "fire.range=7").out
    assert "exact odds; decisions by the policy cautious" in shown
    parted = shown.partition("one of these")[2].partition("chances")[0].split()
    assert [word for word in parted if word.isalpha()] == [
        "stands",
        "disordered",
        "retires",
        "routs",
        "broken",
    ]


MELEE = ("odds", "coldsteel", "melee", "attacker.models=30", "defender.models=30")
THROWN = ("--steps", "1000", "--throws", "2000", "--seed", "9")


def test_what_has_too_large_a_tree_is_thrown_and_the_answer_says_so(run: RunCommand) -> None:
    exact, thrown = run(*MELEE, "--json").json, run(*MELEE, *THROWN, "--json").json
    assert exact["method"] == {"exact": True}
    assert (thrown["method"]["exact"], thrown["method"]["thrown"], thrown["method"]["seed"]) == (
        False,
        2000,
        9,
    )
    assert 0 < thrown["method"]["error"] <= 0.5 / 2000**0.5
    assert abs(thrown["mean"] - exact["mean"]) <= 5 * thrown["method"]["mean_error"]
    page = run(*MELEE, *THROWN).out
    assert "thrown 2,000 times with seed 9, because the exact search is too large" in page
    rows = list(csv.DictReader(io.StringIO(run(*MELEE, *THROWN, "--csv").out)))
    assert {row["method"] for row in rows} == {"thrown 2,000 times with seed 9"}
    assert all(float(row["error"]) <= thrown["method"]["error"] for row in rows)


def test_a_sweep_says_how_many_of_its_places_were_thrown(run: RunCommand) -> None:
    swept = ("odds", "coldsteel", "melee", "defender.models=4", "--over", "attacker.models=2,20")
    page = run(*swept, "--steps", "500", "--throws", "1000").out
    assert "1 of 2: thrown 1,000 times with seed 1" in " ".join(page.split())
    assert "exact odds" in run(*swept).out
    rows = list(csv.DictReader(io.StringIO(run(*swept, "--steps", "500", "--throws", "1000", "--csv").out)))
    assert [row["method"] for row in rows] == ["exact", "thrown 1,000 times with seed 1"]


def test_an_answer_has_one_form(run: RunCommand) -> None:
    ran = run(*VOLLEY, "fire.range=7", "--csv", "--json")
    assert ran.code == 2
    assert "give either --csv or --json" in ran.err
    assert "give a resolution and facts" in run(*VOLLEY, "--csv").err


def test_no_word_of_a_chance_is_broken_off_while_there_is_room(run: RunCommand) -> None:
    assert "the attacker loses fewer models" in run(*MELEE).out
    assert "…" not in run(*MELEE).out


def test_a_policy_can_be_named_and_the_best_is_no_worse(run: RunCommand) -> None:
    test = ("odds", "liberty", "order", "in_command=yes", "supported=yes", "--json")

    def succeeds(policy: str) -> float:
        headings = run(*test, "--policy", policy).json["headings"]
        return float(next(row["chance"] for row in headings if row["words"] == "the order succeeds"))

    assert succeeds("best") >= succeeds("cautious")


def test_facts_come_from_a_file_and_typed_ones_go_before(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(json.dumps({"fire": {"range": 7, "bases": 2}, "target": {"wear": {"worn": 6}}}))
    facts = run(*VOLLEY, "fire.bases=3", "--facts", file, "--json").json["facts"]
    assert (facts["fire"]["range"], facts["fire"]["bases"]) == (7, 3)
    assert facts["target"]["wear"] == {"worn": 6, "shaken": 16, "broken": 24}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["volly"], "did you mean volley"),
        (["volley", "fire.rnage=7"], "fire.range"),
        (["volley", "fire.bases=99"], "from 0 to 12"),
        (["volley", "fire.weapon=Longbow"], "Smoothbore Musket"),
        (["volley", "range"], "key=value"),
        (["volley", "fire.range=7", "--policy", "bold"], "allowed are cautious, best"),
    ],
)
def test_wrong_keys_and_values_are_refused_with_what_is_allowed(
    run: RunCommand, arguments: list[str], words: str
) -> None:
    ran = run("odds", "liberty", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ('{"fire": {"rnage": 7}}', "fire.range"),
        ('{"fire": {"range": "far"}}', "fire.range"),
        ("[]", "must be"),
    ],
)
def test_a_bad_file_of_facts_is_exit_code_1_and_names_the_file(
    run: RunCommand, tmp_path: Path, content: str, words: str
) -> None:
    file = tmp_path / "facts.json"
    file.write_text(content)
    ran = run(*VOLLEY, "--facts", file)
    assert (ran.code, ran.out) == (1, "")
    assert "facts.json" in ran.err
    assert words in ran.err


@pytest.mark.usefixtures("with_toy")
def test_every_resolution_of_every_system_can_be_asked_with_its_defaults(run: RunCommand) -> None:
    for system in ("liberty", "toy"):
        for row in run("odds", system, "--json").json["resolutions"]:
            first = run("odds", system, row["id"], "--json").json["facts"][0]
            fact = f"{first['key']}={first['default']}"
            found = run("odds", system, row["id"], fact, "--json").json
            assert sum(one["chance"] for one in found["outcomes"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--csv", "--json"), "give either --csv or --json, not both"),
        (("--csv",), "--csv needs a question"),
        (("--csv", "--list"), "--csv needs a question"),
        (("fire.range=7", "--show", "mean"), "--show needs --over"),
        (("--over", "fire.range=1..2", "--exact"), "--exact cannot be used with --over"),
        (("fire.range=7", "--throws", "0"), "--throws"),
        (("fire.range=7", "--throws", "1000001"), "--throws"),
        (("fire.range=7", "--steps", "-1"), "--steps"),
        (("fire.range=7", "--seed", "-1"), "--seed"),
    ],
)
def test_options_that_do_not_go_together_or_go_too_far_are_refused(
    run: RunCommand, options: tuple[str, ...], words: str
) -> None:
    ran = run("odds", "liberty", "volley", *options)
    assert ran.code == 2
    assert words in ran.err


def test_an_option_may_be_at_its_limit(run: RunCommand) -> None:
    least = ("--throws", "1", "--steps", "0", "--seed", "0", "--json")
    found = run("odds", "liberty", "volley", "fire.range=7", *least).json
    assert (found["method"]["exact"], found["method"]["thrown"], found["method"]["seed"]) == (False, 1, 0)
    exact = run("odds", "liberty", "volley", "fire.range=7", "--throws", "1000000", "--json").json
    assert exact["method"] == {"exact": True}
