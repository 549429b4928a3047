"""``--set``: figures of a rulebook set for a battle, a run, a question or a comparison."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.game.files.record import sealed
from sandtable.game.files.record_files import load, save
from tests.cli.conftest import RunCommand

FIGHT = ("fight", "cowpens-1781", "--agents", "militia")
MILITIA = ("--agents", "militia", "--jobs", "1", "--study", "0")
SHOOT = "combatdice.table.infantry.shoot"


def test_the_figures_that_can_be_set_are_listed_with_type_and_value(run: RunCommand) -> None:
    listed = run("rules", "liberty", "--tables", "--json").json
    rows = {row["key"]: row for row in listed["figures"]}
    assert (rows[SHOOT]["value"], rows[SHOOT]["kind"]) == (2.5, "a number")
    assert rows["movement.rates.infantry-any.charge"]["like"][:2] == ["12+D3", "21+D6"]
    assert not [key for key in rows if key.startswith("army.list")]
    page = run("rules", "liberty", "shooting.to-hit", "--tables").out
    assert "shooting.to-hit.militia.to_hit" in page
    assert SHOOT not in page
    assert (
        'has no figure below "shooting.to-hot"' in run("rules", "liberty", "shooting.to-hot", "--tables").err
    )
    assert run("rules", "liberty", "--tables", "--coverage").code == 2


def test_a_set_battle_is_told_recorded_replayed_and_verified_beside_a_plain_one(
    run: RunCommand, tmp_path: Path
) -> None:
    plain, changed = tmp_path / "plain.battle.json", tmp_path / "set.battle.json"
    assert run(*FIGHT, "--record", plain).code == 0
    fought = run(*FIGHT, "--record", changed, "--set", f"{SHOOT}=5")
    assert f"house rule: {SHOOT}=5" in fought.out
    assert f'"house_rules":{{"{SHOOT}":5}}' in changed.read_text()
    assert "house_rules" not in plain.read_text()
    assert run("verify", changed, plain, changed).code == 0
    told = run("replay", changed, "--json").json
    assert told["house_rules"] == {SHOOT: 5}
    assert told["outcome"] is not None
    report = tmp_path / "report.html"
    run("replay", changed, "--report", report)
    assert f"By a house rule {SHOOT} was 5." in report.read_text(encoding="utf-8")
    assert run("lint", changed).code == 0


def test_a_record_whose_house_rules_its_system_does_not_have_is_refused(
    run: RunCommand, tmp_path: Path
) -> None:
    file = tmp_path / "set.battle.json"
    run(*FIGHT, "--record", file, "--set", f"{SHOOT}=5")
    save(sealed(replace(load(file), house_rules={"no.such": 1})), file)
    ran = run("verify", file)
    assert (ran.code, "house_rules" in ran.out) == (1, True)


def test_a_figure_that_nothing_asks_for_is_remarked_on(run: RunCommand) -> None:
    rare = "melee.start.infantry-vs-fortified-heavy.value"
    ran = run(
        "fight", "elan/mcphersons-ridge", "--agents", "militia",
        "--set", f"{rare}=9", "--set", "shooting.start.none.value=3",
    )  # fmt: skip
    assert f"house rule: {rare}=9; it was never used, so it changed nothing" in ran.out
    assert re.search(r"shooting\.start\.none\.value=3\s*$", ran.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("combatdice.table.infantry.shot=2", 'has no "shot"; .*did you mean shoot'),
        ("combatdice.table.infantry.shoot=lots", "must be a number"),
        ("combatdice.table.infantry.shoot", "is not understood; write FIGURE=X"),
        ("army.list.british.guard-infantry.bases.1=9", "no rule reads it"),
        ("orders.data.hold.need=1.5", 'must be a whole number, not "1.5"'),
    ],
)
def test_what_cannot_be_set_is_said_and_nothing_is_fought(run: RunCommand, text: str, words: str) -> None:
    ran = run(*FIGHT, "--set", text)
    assert ran.code == 2
    assert re.search(words, ran.err), ran.err
    assert "Traceback" not in ran.err


def test_a_figure_cannot_be_set_twice(run: RunCommand) -> None:
    ran = run(*FIGHT, "--set", f"{SHOOT}=2", "--set", f"{SHOOT}=3")
    assert (ran.code, f"{SHOOT} is set to 2 already" in ran.err) == (2, True)


def test_odds_and_umpire_know_house_rules(run: RunCommand) -> None:
    asked = ("liberty", "volley", "fire.range=10", "fire.bases=4")
    plain = run("odds", *asked, "--json").json["figures"][0]["total"]
    changed = run("odds", *asked, "--set", f"{SHOOT}=1.5", "--json").json["figures"][0]["total"]
    assert (plain, changed) == (10, 6)
    led = run("umpire", *asked, "--set", f"{SHOOT}=1.5", "--json", typed=("quit",)).lines[0]
    assert led["dice"]["count"] == 6


def test_a_run_by_house_rules_says_so_and_is_no_other_run(run: RunCommand, tmp_path: Path) -> None:
    command = ("simulate", "cowpens-1781", "--battles", "2", *MILITIA, "--out", tmp_path)
    ran = run(*command, "--set", f"{SHOOT}=5")
    assert f"house rule: {SHOOT}=5" in ran.out
    assert json.loads((tmp_path / "plan.json").read_text())["house_rules"] == {SHOOT: 5}
    assert f"House rule: {SHOOT}=5" in (tmp_path / "report.html").read_text(encoding="utf-8")
    other = run(*command)
    assert (other.code, "house_rules differ" in other.err) == (1, True)


def test_a_run_is_fought_again_with_a_figure_set_and_compared_in_pairs(
    run: RunCommand, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    run("simulate", "cowpens-1781", "--battles", "3", *MILITIA, "--out", first)
    found = run("compare", first, second, "--set", f"{SHOOT}=9", "--jobs", "1", "--json").json
    assert found["pairs"] == 3
    assert (found["first_house_rules"], found["second_house_rules"]) == ({}, {SHOOT: 9})
    lost = next(row for row in found["differences"] if row["words"] == "units lost by side 2")
    assert lost["difference"]["value"] != 0
    again = run("compare", first, second)
    assert f"house rule: second, {SHOOT}=9" in again.out
    refused = run("compare", first, second, "--set", f"{SHOOT}=8", "--jobs", "1")
    assert (refused.code, "house_rules differ" in refused.err) == (1, True)


def test_a_set_battle_is_played_left_and_gone_on_with(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "kept.battle.json"
    begun = run(
        "play", "cowpens-1781", "--side", "American", "--against", "militia", "--set", f"{SHOOT}=5",
        "--autosave", file, "--json", typed=("quit",),
    )  # fmt: skip
    opening = next(line for line in begun.lines if line["says"] == "opening")
    assert opening["options"][SHOOT] == "5 (a house rule)"
    assert f'"house_rules":{{"{SHOOT}":5}}' in file.read_text()
    again = run("play", file, "--json", typed=("quit",))
    assert again.code == 0
    assert next(line for line in again.lines if line["says"] == "opening")["options"][SHOOT]
    assert "--set needs a new battle" in run("play", file, "--set", f"{SHOOT}=5").err
