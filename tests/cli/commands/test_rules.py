"""The rulebook on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.cli.errors import Misuse
from sandtable.cli.options import chosen_readings
from sandtable.cli.reports.citations import citations
from sandtable.game.rules.rulebook import load_rulebook
from tests.cli.conftest import RunCommand

CHAPTER_RULES = 481


def test_a_rulebook_is_listed_by_chapter(run: RunCommand) -> None:
    found = run("rules", "liberty", "--json").json
    assert sum(len(chapter["rules"]) for chapter in found["chapters"]) == CHAPTER_RULES
    assert found["complete"] is True
    assert [chapter["chapter"] for chapter in found["chapters"]][:3] == ["turn", "command", "leaders"]
    assert "turn.initiative.method" in run("rules", "liberty").out


def test_a_rule_is_shown_with_basis_reason_and_table(run: RunCommand) -> None:
    ran = run("rules", "liberty", "morale.need")
    assert ran.code == 0
    assert "basis: inferred" in ran.out
    assert "lost melee" in ran.out
    assert "src/sandtable/systems/liberty/morale.py" in ran.out


def test_a_rule_with_readings_lists_them_from_the_default(run: RunCommand) -> None:
    rule = run("rules", "liberty", "morale.trigger.unsaved", "--json").json["rule"]
    assert len(rule["readings"]) >= 2
    shown = run("rules", "liberty", "morale.trigger.unsaved").out
    assert "0: " in shown
    assert "1: " in shown


def test_a_rule_knows_the_rules_below_it(run: RunCommand) -> None:
    children = run("rules", "liberty", "turn.initiative", "--json").json["children"]
    assert [child["id"] for child in children] == ["turn.initiative.method"]


def test_a_chapter_can_be_asked_for_alone(run: RunCommand) -> None:
    found = run("rules", "liberty", "saves", "--json").json
    assert [chapter["chapter"] for chapter in found["chapters"]] == ["saves"]


def test_a_decision_is_shown_with_who_takes_it_and_when(run: RunCommand) -> None:
    decision = run("rules", "liberty", "order-give", "--json").json["decision"]
    assert decision["id"] == "order-give"
    shown = run("rules", "liberty", "order-give").out
    assert "a decision of liberty" in shown
    assert decision["who"] in shown


def test_a_search_finds_rules_with_all_the_words(run: RunCommand) -> None:
    found = run("rules", "liberty", "--search", "Canister range", "--json").json
    texts = [rule for chapter in found["chapters"] for rule in chapter["rules"]]
    assert texts
    assert all("canister" in str(rule).lower() and "range" in str(rule).lower() for rule in texts)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["morale.neeed"], "morale.need"),
        (["--search", "zeppelin"], "zeppelin"),
        (["morale.need", "--coverage"], "--coverage"),
        (["--tests", "no/such/folder"], "no/such/folder"),
    ],
)
def test_what_the_rulebook_does_not_have_is_refused(
    run: RunCommand, arguments: list[str], words: str
) -> None:
    ran = run("rules", "liberty", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


# --------------------------------------------------------------------- coverage
def test_coverage_of_a_complete_system_finds_nothing_missing(run: RunCommand) -> None:
    ran = run("rules", "liberty", "--coverage", "--json")
    found = ran.json
    assert (ran.code, found["ok"], found["complete"]) == (0, True, True)
    assert found["rules"] == CHAPTER_RULES == len(found["by_code"]) == len(found["by_tests"])
    assert "shooting.to-hit" in found["by_code"]
    assert not found["missing"]


def test_coverage_of_an_incomplete_system_reports_and_passes(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = replace(load_rulebook("sandtable.systems.liberty"), complete=False)
    monkeypatch.setattr("sandtable.systems.liberty.system.rulebook", lambda: book)
    ran = run("rules", "liberty", "--coverage", "--tests", tmp_path)
    assert ran.code == 0
    assert "rules still lack code or tests" in ran.out


def test_a_missing_rule_fails_a_complete_system(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('"""A test of shooting.to-hit."""\n')
    ran = run("rules", "liberty", "--coverage", "--tests", tmp_path)
    assert ran.code == 1
    assert "missing in a complete system" in ran.out
    assert ran.err == ""


def test_tests_in_another_folder_count_instead(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('"""A test of shooting.to-hit."""\n')
    found = run("rules", "liberty", "--coverage", "--tests", tmp_path, "--json").json
    assert found["by_tests"] == ["shooting.to-hit"]


def test_without_tests_only_the_code_counts_and_that_is_said(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.cli.reports.citations._root", lambda: None)
    found = run("rules", "liberty", "--coverage", "--json").json
    assert found["by_tests"] is None
    assert found["missing"] == found["not_in_code"]
    assert "no tests are installed here" in run("rules", "liberty", "--coverage").out
    assert "not installed here" in run("rules", "liberty", "morale.need").out


def test_a_citation_is_an_exact_id_in_a_string_or_comment(tmp_path: Path) -> None:
    source = tmp_path / "saves.py"
    source.write_text(
        '"""First saves.roll.\n\nThen not saves.roll.again, nor xsaves.roll.\n"""\n'
        "# saves.roll\n"
        "saves.roll()\n"
        "rule = 'saves.roll'\n"
    )
    table = tmp_path / "cases.toml"
    table.write_text('rules = [\n  "saves.roll",\n  "saves.roll-off",\n]\n')
    assert [found.line for found in citations("saves.roll", [source])] == [1, 5, 7]
    assert [found.line for found in citations("saves.roll", [table])] == [2]


def test_variants_are_listed_with_their_choices(run: RunCommand) -> None:
    assert "scale: large, small, hex" in run("rules", "elan").out
    assert [one["id"] for one in run("rules", "elan", "--json").json["variants"]] == ["scale", "deployment"]
    assert run("rules", "elan", "scale", "--json").json["variants"] == []


def test_a_variant_is_chosen_by_name_or_number() -> None:
    book = systems.load("elan").rulebook()
    assert chosen_readings(["scale=hex", "hex.penalty=1"], book).chosen == (("hex.penalty", 1), ("scale", 2))
    assert chosen_readings(["scale=1"], book) == book.choose({"scale": 1})
    with pytest.raises(Misuse, match="scale is one of large, small, hex"):
        chosen_readings(["scale=huge"], book)


def test_rules_that_never_fired_in_battles_are_listed(run: RunCommand) -> None:
    ran = run("rules", "coldsteel", "--fired", "--battles", "2")
    assert ran.code == 0
    assert "coldsteel: 2 battles, " in ran.out
    assert "stands in a table: the log never named it" in ran.out
    found = run("rules", "coldsteel", "--fired", "--battles", "2", "--json").json
    assert found["battles"] == 2
    assert {"id", "basis", "where", "text"} <= set(found["never"][0])


def test_fired_rules_are_of_a_whole_rulebook(run: RunCommand) -> None:
    ran = run("rules", "coldsteel", "shooting", "--fired")
    assert ran.code != 0
    assert "--fired takes a whole rulebook" in ran.err


@pytest.mark.parametrize("other", ["--tables", "--coverage", "--sheet=x.html", "--search=x", "fire"])
def test_fired_rules_take_a_whole_rulebook(run: RunCommand, other: str) -> None:
    ran = run("rules", "liberty", other, "--fired", "--battles", "1")
    assert ran.code == 2
    assert "--fired takes a whole rulebook" in ran.err


@pytest.mark.parametrize("other", ["--coverage", "--sheet=x.html", "--search=x"])
def test_tables_are_listed_by_themselves(run: RunCommand, other: str) -> None:
    ran = run("rules", "liberty", "--tables", other)
    assert ran.code == 2
    assert "--tables cannot be used with" in ran.err


@pytest.mark.parametrize("other", ["--coverage", "--search=x", "fire"])
def test_a_sheet_takes_a_whole_rulebook(run: RunCommand, other: str, tmp_path: Path) -> None:
    ran = run("rules", "liberty", other, "--sheet", tmp_path / "x.html")
    assert ran.code == 2
    assert "--sheet takes a whole rulebook" in ran.err


@pytest.mark.parametrize("other", ["--search=x", "fire"])
def test_coverage_takes_a_whole_rulebook(run: RunCommand, other: str) -> None:
    ran = run("rules", "liberty", other, "--coverage")
    assert ran.code == 2
    assert "--coverage takes a whole rulebook" in ran.err


def test_the_folder_of_tests_must_be_one(run: RunCommand, tmp_path: Path) -> None:
    assert "is not a folder" in run("rules", "liberty", "--tests", tmp_path / "none").err


def test_a_sheet_is_written_or_refused_in_words(run: RunCommand, tmp_path: Path) -> None:
    assert run("rules", "liberty", "--sheet", tmp_path / "x.html").code == 0
    assert "<table" in (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "cannot be written" in run("rules", "liberty", "--sheet", tmp_path / "none" / "x.html").err
