"""Control tests: the die, what changes it, and what the score has a unit do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.control import (
    ControlTest,
    Verdict,
    added,
    control,
    control_summary,
    die,
    leader_choices,
    verdict,
)
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.troops import Grade, TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]


def chances(test: ControlTest) -> dict[Verdict, Fraction]:
    return {told: Fraction(chance) for told, chance in odds(do(control, test), exact=True).items()}


def test_a_line_unit_of_grade_b_halts_obeys_or_goes_on_equally_often(case: Case) -> None:
    """control-b-line: control.die.d6, control.result.low, control.result.middle, control.result.high"""
    expected, test = case("control-b-line"), ControlTest(grade=Grade.B)
    assert (die(test).name, added(test).total) == (expected["die"], expected["modifier"])
    assert chances(test) == {
        Verdict.HALT: Fraction(expected["p_halt"]),
        Verdict.FREE: Fraction(expected["p_free"]),
        Verdict.REPEAT: Fraction(expected["p_repeat"]),
    }


def test_a_unit_of_grade_a_rolls_the_average_die(case: Case) -> None:
    """control-a-line: control.die.average, dice.average"""
    expected, test = case("control-a-line"), ControlTest(grade=Grade.A, troop_class=TroopClass.HI)
    assert (die(test).name, added(test).total) == (expected["die"], expected["modifier"])
    assert chances(test) == {
        Verdict.HALT: Fraction(expected["p_halt"]),
        Verdict.FREE: Fraction(expected["p_free"]),
        Verdict.REPEAT: Fraction(expected["p_repeat"]),
    }


def test_a_pursuing_warband_adds_one_to_its_die(case: Case) -> None:
    """control-pursuing-warband: control.mod.impetus, control.pursuit-choice"""
    expected, test = case("control-pursuing-warband"), ControlTest(record=Record.PURSUE)
    assert (die(test).name, added(test).total) == (expected["die"], expected["modifier"])
    assert chances(test) == {
        Verdict.HALT: Fraction(expected["p_halt"]),
        Verdict.FREE: Fraction(expected["p_free"]),
        Verdict.REPEAT: Fraction(expected["p_go_on"]),
    }
    assert control_summary(test, Verdict.REPEAT) == ("its pursuit goes on",)
    assert control_summary(ControlTest(), Verdict.REPEAT) == ("the unit repeats its last move",)


def test_a_leader_can_take_back_what_impetus_adds(case: Case) -> None:
    """control-pursuing-ala: control.mod.leader, control.mod.leader.timing"""
    expected = case("control-pursuing-ala")
    test = ControlTest(grade=Grade.A, troop_class=TroopClass.CAV, record=Record.PURSUE, attached_modifier=-1)
    assert (die(test).name, added(test).total) == (expected["die"], expected["modifier"])
    assert chances(test)[Verdict.FREE] == Fraction(expected["p_free"])
    assert chances(test)[Verdict.HALT] == Fraction(expected["p_halt"])
    assert chances(test)[Verdict.REPEAT] == Fraction(expected["p_go_on"])
    assert leader_choices() == (0, -1, 1)


def test_light_troops_of_grades_b_and_c_roll_the_average_die(case: Case) -> None:
    """control-light-grades: control.die.average, control.die.d6"""
    lights = {grade: ControlTest(grade=grade, troop_class=TroopClass.LI) for grade in Grade}
    told = {grade.lower(): die(lights[grade]).name for grade in (Grade.B, Grade.C, Grade.D)}
    assert told == case("control-light-grades")
    assert die(ControlTest(grade=Grade.B, troop_class=TroopClass.CH)).name == "D6"
    assert die(ControlTest(grade=Grade.C, troop_class=TroopClass.LC)).name == "AvD"


def test_a_legion_near_its_eagle_follows_it_on_low_and_high_scores(case: Case) -> None:
    """control-eagle: control.result.low, control.result.high, control.eagle, control.follow-eagle"""
    expected = case("control-eagle")
    cohorts = ControlTest(grade=Grade.B, troop_class=TroopClass.HI, near_eagle=True)
    for face, key in ((1, "roll1"), (6, "roll6")):
        told = carry_out(do(control, cohorts), [face])
        assert (told, expected[key]) == (Verdict.FOLLOW_EAGLE, "follow-eagle")
    assert carry_out(do(control, cohorts), [3]) is Verdict.FREE


def test_whoever_carries_the_eagle_cannot_follow_it(case: Case) -> None:
    """control-eagle-bearer: control.eagle"""
    bearer = ControlTest(grade=Grade.B, troop_class=TroopClass.HI, near_eagle=True, bears_eagle=True)
    assert (carry_out(do(control, bearer), [2]), case("control-eagle-bearer")["result"]) == (
        Verdict.HALT,
        "halt",
    )
    assert carry_out(do(control, bearer), [5]) is Verdict.REPEAT


@pytest.mark.parametrize("record", list(Record))
def test_impetus_goes_by_the_last_move_and_counts_once(record: Record) -> None:
    """control.mod.impetus.meaning"""
    calm = {Record.STAND, Record.WITHDRAW, Record.ADVANCE, Record.FALL_BACK, Record.ROUT}
    assert added(ControlTest(record=record)).total == (0 if record in calm else 1)


def test_scores_beyond_the_faces_of_a_die_are_read_too() -> None:
    """control.result.low, control.result.high"""
    test = ControlTest(attached_modifier=-1)
    assert carry_out(do(control, test), [1]) is Verdict.HALT
    assert carry_out(do(control, replace(test, attached_modifier=1)), [6]) is Verdict.REPEAT
    assert [verdict(test, score) for score in (0, 2, 3, 4, 5, 7)] == [
        Verdict.HALT,
        Verdict.HALT,
        Verdict.FREE,
        Verdict.FREE,
        Verdict.REPEAT,
        Verdict.REPEAT,
    ]
