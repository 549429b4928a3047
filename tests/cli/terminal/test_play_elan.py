"""Battles of elan in the terminal: moves typed in inches and on hexes, places chosen by number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandOutput, RunCommand

SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def at_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder for saved games, and dice with a known secret."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sandtable.cli.terminal.setup.new_secret", lambda: SECRET)


def _alma(run: RunCommand, scale: str, *typed: str) -> CommandOutput:
    """The Alma up to the first move of the 33rd Foot, at which *typed* is entered."""
    options = ("--side", "british", "--against", "militia", "--json", "--reading", f"scale={scale}")
    start = (*("stay",) * 6, "first", *("1",) * 4, "33rd", "tactical")
    return run("play", "alma", *options, typed=(*start, *typed))


def _said(ran: CommandOutput, what: str) -> list[Any]:
    return [line for line in ran.lines if line["says"] == what]


def test_the_opening_tells_the_set_of_figures_in_words(run: RunCommand) -> None:
    (opening,) = _said(_alma(run, "hex"), "opening")
    assert opening["options"] == {"scale": "hex"}
    page = run("play", "alma", "--side", "watch", "--against", "militia", "--reading", "scale=small").out
    assert "\n  scale: small\n" in page


def test_that_an_army_fights_on_is_not_told_at_every_phase(run: RunCommand) -> None:
    lines = [line["words"] for said in _said(_alma(run, "hex"), "log") for line in said["lines"]]
    assert any("Initiative" in words for words in lines)
    assert not any("fight on" in words for words in lines)


def test_the_question_for_a_move_on_hexes_tells_the_hex_the_facing_and_the_points(run: RunCommand) -> None:
    asked = _said(_alma(run, "hex"), "asked")[-1]
    assert asked["question"]["words"] == "Where does the 33rd Foot go?"
    terms = asked["hexes"]
    assert (terms["hex"], terms["facing"], terms["allowance"]) == ("(8, 11)", "S", 2)
    assert terms["sides"] == ["NNE", "E", "SSE", "SSW", "W", "NNW"]


def test_a_step_where_no_hex_lies_is_refused_with_the_directions(run: RunCommand) -> None:
    plan = _said(_alma(run, "hex", "step N"), "hex-plan")[-1]
    assert plan["refusals"] == ["no hex lies at 0 degrees (N): they lie NNE, E, SSE, SSW, W, NNW"]
    assert not plan["drafted"]


def test_too_long_a_move_on_hexes_offers_the_part_that_stands_and_take_drafts_it(run: RunCommand) -> None:
    ran = _alma(run, "hex", "step SSE 4", "take", "go")
    refused, drafted = _said(ran, "hex-plan")
    assert "the move would cost 3 movement points, and 2 are allowed [hex.movement]" in refused["refusals"]
    assert refused["nearest"] == "step SSE"
    assert (drafted["hex"], drafted["cost"], drafted["left"]) == ("(9, 10)", 1, 1)
    told = [line["words"] for said in _said(ran, "log") for line in said["lines"]]
    assert "The 33rd Foot moves 1 hex south-east" in told


def test_a_unit_is_sent_towards_a_hex_by_the_nearest_legal_move(run: RunCommand) -> None:
    near, nowhere = (
        _said(_alma(run, "hex", f"to {place}"), kind)[-1]
        for place, kind in (("9 9", "hex-plan"), ("99 99", "denied"))
    )
    assert (near["hex"], near["miss"]) == ("(9, 10)", 1)
    assert nowhere["words"] == "there is no hex (99, 99) on this grid"


def test_the_roster_tells_hexes_on_hexes_and_inches_in_inches(run: RunCommand) -> None:
    on_hexes, in_inches = (_said(_alma(run, scale, "roster"), "roster")[-1] for scale in ("hex", "large"))
    assert on_hexes["hexes"]["1"] == ["(8, 11)", "S"]
    assert in_inches.get("hexes") is None


def test_too_long_an_advance_offers_the_part_that_stands(run: RunCommand) -> None:
    plan = _said(_alma(run, "large", "advance 12"), "plan")[-1]
    assert plan["nearest"].startswith("advance 8")
    assert not plan["drafted"]


def test_a_wheel_of_more_than_half_a_turn_is_refused_in_degrees(run: RunCommand) -> None:
    denied = _said(_alma(run, "large", "wheel left 400"), "denied")[-1]
    assert denied["words"].endswith("so 400 degrees")


def test_a_commander_is_put_down_where_it_is_typed_beside_his_unit(run: RunCommand) -> None:
    """The Coldstream Guards stand at (57, 68), facing south: Raglan joins them, and leaves them in turn 2."""
    options = ("--side", "british", "--against", "militia", "--json")
    joins = ("join", *("stay",) * 5, "first", *("1",) * 4)
    rest = ("no more moves", *("hold fire",) * 6, "leave", "to somewhere", "to 20 20", "to 57 66.5")
    ran = run("play", "alma", *options, typed=(*joins, *rest))
    asked = [line for line in _said(ran, "asked") if line["is_place"]]
    assert asked[0]["question"]["words"] == "Where does Raglan stand beside the Coldstream Guards?"
    wrong = [denied["words"] for denied in _said(ran, "denied")]
    assert 'write "to X Y", such as to 36 20.5 (inches), or the number of a place' in wrong
    assert (
        "this place is 58.2 in away; it must be within 1.0 in (leaders.attach-range); "
        "the nearest that would stand: to 54.4 65.7"
    ) in wrong
    told = [line["words"] for said in _said(ran, "log") for line in said["lines"]]
    assert "Raglan leaves his unit" in told
