"""What players read: the sentences of the log, the labels of options, and what is drawn about a unit."""

from __future__ import annotations

import pytest

from sandtable.game.present.painting import Stroke
from sandtable.systems.eagle.charging import DeclareCharge
from sandtable.systems.eagle.combat_events import CombatDissolved, CombatFought
from sandtable.systems.eagle.control_decisions import LeaderModifier
from sandtable.systems.eagle.control_events import ControlSettled
from sandtable.systems.eagle.painting import PAINTER
from sandtable.systems.eagle.records import Control
from tests.systems.eagle.arena import ARCHERS, WARBAND, battle, box, unit

SOUTH = 180


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ((), "A combat ends before it is fought"),
        ((0,), "Unit 0 has no enemy left to fight"),
        ((0, 2), "Unit 0 and Unit 2 have no enemy left to fight"),
    ],
)
def test_a_combat_without_an_enemy_is_told(units: tuple[int, ...], words: str) -> None:
    """melee.dissolved"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 21, SOUTH, side=1), unit(2, 30, 20))
    assert CombatDissolved(0, units).sentence(fought, fought) == words


@pytest.mark.parametrize(
    ("control", "guide", "words"),
    [
        (Control.CONFORMS, 1, "Unit 0 conforms to Unit 1"),
        (Control.FOLLOWS, 1, "Unit 0 follows the Eagle of Unit 1"),
        (Control.HALTED, None, "Unit 0 halts"),
        (Control.FREE, None, "Unit 0 is under control"),
        (Control.REPEATS, None, "Unit 0 repeats its last move"),
        (Control.RUNS_ON, None, "Unit 0 runs on"),
        (Control.EXEMPT, None, "Unit 0 takes no control test"),
        (Control.WAITS, None, "Unit 0 waits where it is"),
    ],
)
def test_how_a_unit_acts_is_told(control: Control, guide: int | None, words: str) -> None:
    """control.under-control, control.conform, control.follow-eagle"""
    fought = battle(unit(0, 20, 20), unit(1, 30, 20))
    assert ControlSettled(0, control, "control.order", guide).sentence(fought, fought) == words


def test_the_leader_s_choices_for_a_control_die_are_labelled() -> None:
    """control.mod.leader"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 40, SOUTH, side=1))
    question = LeaderModifier(0, (-1, 0, 1), unit=0)
    labels = question.prompt(fought).labels
    assert labels == ("-1 to the die", "Leave the die as it is", "+1 to the die")


def test_the_charges_of_a_unit_are_labelled_by_target_side_and_distance() -> None:
    """turn.charge.declare, charge.range"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, SOUTH, side=1, profile=WARBAND))
    prompt = DeclareCharge(0, (1, None), unit=0).prompt(fought)
    assert prompt.words == "Which enemy does Unit 0 charge?"
    assert prompt.labels == ("Unit 1, 3 in", "Do not charge")


@pytest.mark.parametrize(("need", "face"), [(6, "6"), (5, "5+"), (4, "4+")])
def test_a_combat_is_told_with_the_faces_that_hit(need: int, face: str) -> None:
    """melee.procedure"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 21, SOUTH, side=1))
    event = CombatFought(0, (0, 1), (), dice=(4, 4), needs=(need, 5), hits=(1, 0))
    told = event.sentence(fought, fought)
    assert told.startswith(f"Unit 0 scores 1 hit with 4 dice (hits on {face})")
    assert "Unit 1 scores no hit with 4 dice (hits on 5+)" in told


def test_who_could_shoot_or_charge_is_a_threat() -> None:
    """shooting.target, charge.range"""
    archers = unit(1, 36, 23, SOUTH, side=1, profile=ARCHERS)
    fought = battle(unit(0, 36, 20), archers)
    threats = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "threat"]
    assert any(one.label.startswith("Unit 1 could shoot: ") for one in threats)
    far = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1, profile=ARCHERS))
    assert not [one for one in PAINTER.overlays(far, far.units[0]) if one.kind == "threat"]
    line = battle(unit(0, 36, 20), unit(1, 36, 23, SOUTH, side=1, profile=WARBAND))
    labels = [one.label for one in PAINTER.overlays(line, line.units[0]) if one.kind == "threat"]
    assert labels == ["Unit 1 could charge: 3 in"]


def test_sight_is_drawn_to_who_is_seen_and_to_what_hides_the_others() -> None:
    """shooting.sight"""
    wood = box("wood", 30, 24, 42, 34)
    for pieces, hidden in (((), False), ((wood,), True)):
        fought = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1), pieces=pieces)
        lines = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "sight"]
        for one in lines:
            assert one.barred is hidden
            assert ("is hidden" in one.label) is hidden
            (stroke,) = one.shapes
            assert isinstance(stroke, Stroke)
            assert stroke.whom == 1
