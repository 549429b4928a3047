"""Dice of movement: dice moves and fatigue, unformed moves, pursuit, the free hack."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.dice import AVERAGE
from sandtable.systems.eagle.flight import (
    Chase,
    DiceMove,
    Extra,
    Moved,
    Rolled,
    Run,
    bonus,
    catches,
    chase,
    dice_move,
    fatigue,
    optional_dice,
    roll_move,
    run,
)
from sandtable.systems.eagle.hacking import (
    HackFacts,
    Pursued,
    PursuitFacts,
    dice,
    hack,
    hack_summary,
    need,
    pursue,
    pursuit_summary,
)
from sandtable.systems.eagle.policies import decide_briskly, decide_sparingly
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.troops import Formation, TroopClass
from tests.systems.throwing import carried_out, carry_out

Case = Callable[[str], dict[str, Any]]

FOOT, HORSE = DiceMove(), DiceMove(mounted=True, moved_before=True)


# -------------------------------------------------------------------- the cases
def test_a_six_on_the_optional_dice_tires_a_formed_unit(case: Case) -> None:
    """move-fatigue: movement.within8, movement.within8.cavalry, movement.fatigue,
    movement.fatigue.detail"""
    expected = case("move-fatigue")
    for move, key in ((FOOT, "inf"), (HORSE, "cav")):
        known = odds(do(dice_move, move), decide_briskly, exact=True)
        assert known.chance(lambda moved: moved.dp == 1) == Fraction(expected[f"p_{key}"])
        assert known.chance(lambda moved: moved.dp > 1) == 0
        mean = known.map(lambda moved: moved.inches).mean()
        assert mean == Fraction(expected[f"mean_{key}"])


def test_evaders_roll_all_dice_and_an_inch_for_each(case: Case) -> None:
    """charge-evade: movement.unformed-move, movement.unformed-move.bonus,
    movement.unformed-move.dice, charge.evade"""
    expected = case("charge-evade")
    foot = odds(do(run, Run(flight=Flight.EVADE)), exact=True)
    chariots = odds(do(run, Run(mounted=True, flight=Flight.EVADE)), exact=True)
    assert (foot.mean(), chariots.mean()) == (expected["li_mean"], Fraction(expected["ch_mean"]))
    assert foot.at_least(9) == Fraction(expected["p_li_9"])
    assert (min(foot), max(foot), min(chariots), max(chariots)) == (5, 13, 7, 20)


@pytest.mark.parametrize(
    ("fled", "followed", "key"),
    [
        (False, False, "inf_inf"),
        (False, True, "inf_by_cav"),
        (True, False, "cav_by_inf"),
        (True, True, "cav_cav"),
    ],
)
def test_pursuit_catches_what_it_reaches(fled: bool, followed: bool, key: str, case: Case) -> None:  # noqa: FBT001
    """after-catch: after.retire.detail, after.pursue.detail, after.retire.caught"""
    facts = Chase(quarry=Run(mounted=fled), pursuer_mounted=followed)
    assert odds(do(chase, facts), exact=True)[True] == Fraction(case("after-catch")[key])


def test_a_free_hack_takes_half_of_its_dice_in_bases(case: Case) -> None:
    """after-free-hack: after.free-hack, after.free-hack.detail, troops.bases, troops.casualty"""
    expected, facts = case("after-free-hack"), HackFacts(bases=4, troop_class=TroopClass.MI, victims=8)
    assert dice(facts).total == expected["dice"]
    assert dice(facts).total * Fraction(7 - need().whole, 6) == expected["mean"]
    assert odds(do(hack, facts), exact=True)[8] == Fraction(expected["p_destroyed"])


def test_cavalry_hacks_with_three_dice_a_base(case: Case) -> None:
    """after-caught-retire: after.free-hack.detail"""
    facts = HackFacts(bases=3, troop_class=TroopClass.CAV)
    assert dice(facts).total == case("after-caught-retire")["hack_dice"]


# ---------------------------------------------------------------- the dice move
def test_the_average_die_is_seen_before_the_next_die_is_asked_for() -> None:
    """movement.dice.choice"""
    rolled, asked = carried_out(do(roll_move, FOOT), [4, 6], [Extra.ROLL])
    assert (rolled, rolled.inches, rolled.has_six) == (Rolled(4, (6,)), 10, True)
    assert [(one.decision, one.sensible()) for one in asked] == [
        ("decision.optional-dice", (Extra.ROLL, Extra.STOP))
    ]
    assert carry_out(do(roll_move, FOOT), [2], [Extra.STOP]) == Rolled(2)


def test_cavalry_that_moved_before_may_roll_two_and_is_asked_after_each() -> None:
    """movement.within8.cavalry, movement.cavalry.moved-before, movement.dice.choice"""
    assert carry_out(do(roll_move, HORSE), [3, 2, 5], [Extra.ROLL, Extra.ROLL]) == Rolled(3, (2, 5))
    assert carry_out(do(roll_move, HORSE), [3, 2], [Extra.ROLL, Extra.STOP]) == Rolled(3, (2,))
    told = [optional_dice(move).total for move in (FOOT, HORSE, replace(HORSE, moved_before=False))]
    assert told == [1, 2, 1]
    assert optional_dice(replace(FOOT, moved_before=True)).total == 1


def test_whoever_repeats_a_move_rolls_all_dice_unasked() -> None:
    """control.repeat"""
    rolled, asked = carried_out(do(roll_move, replace(HORSE, all_dice=True)), [5, 6, 1])
    assert (rolled, asked) == (Rolled(5, (6, 1)), ())


def test_columns_and_unformed_units_do_not_tire() -> None:
    """movement.fatigue.exempt, movement.fatigue.detail"""
    sixes = Rolled(5, (6, 6))
    assert fatigue(FOOT, sixes).total == 1
    assert fatigue(FOOT, Rolled(5, (5, 4))).total == 0
    for move in (replace(FOOT, formation=Formation.COLUMN), replace(FOOT, formed=False)):
        assert fatigue(move, sixes).total == 0
        assert fatigue(move, sixes).rules[-1] == "movement.fatigue.exempt"


def test_a_move_without_optional_dice_never_tires() -> None:
    """movement.fatigue, dice.average"""
    known = odds(do(dice_move, HORSE), decide_sparingly, exact=True)
    assert set(known) == {Moved(inches, 0) for inches in set(AVERAGE.faces)}


# -------------------------------------------------------------- unformed moves
def enumerated(mounted: bool, plus: int) -> dict[int, Fraction]:  # noqa: FBT001
    """Distances of all throws, counted face by face."""
    dice = (AVERAGE.faces, *([range(1, 7)] * (2 if mounted else 1)))
    totals = [sum(faces) + plus for faces in product(*dice)]
    return {total: Fraction(totals.count(total), len(totals)) for total in sorted(set(totals))}


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize(
    ("flight", "first", "plus"),
    [
        (Flight.EVADE, True, (2, 3)),
        (Flight.RETIRE, True, (2, 3)),
        (Flight.ROUT, True, (2, 3)),
        (Flight.RETIRE, False, (0, 0)),
        (Flight.ROUT, False, (0, 0)),
        (Flight.PURSUE, True, (0, 0)),
        (Flight.PURSUE, False, (0, 0)),
    ],
)
def test_unformed_moves_agree_with_all_throws(
    mounted: bool,  # noqa: FBT001
    flight: Flight,
    first: bool,  # noqa: FBT001
    plus: tuple[int, int],
) -> None:
    """movement.unformed-move.dice, movement.unformed-move.bonus"""
    known = odds(do(run, Run(mounted=mounted, flight=flight, first=first)), exact=True)
    assert dict(known) == enumerated(mounted, plus[mounted])


@pytest.mark.parametrize(
    ("flight", "first", "inches"),
    [
        (Flight.EVADE, True, 2),
        (Flight.EVADE, False, 0),
        (Flight.RETIRE, False, 2),
        (Flight.ROUT, False, 2),
        (Flight.PURSUE, True, 2),
        (Flight.PURSUE, False, 0),
    ],
)
def test_by_the_other_reading_every_rout_and_a_first_pursuit_have_the_extra_inch(
    flight: Flight,
    first: bool,  # noqa: FBT001
    inches: int,
) -> None:
    """movement.unformed-move.bonus"""
    runner = Run(flight=flight, first=first, extra_inch_longer=True)
    assert bonus(runner).total == inches


def test_a_tie_catches_and_a_gap_must_be_covered_too() -> None:
    """after.pursue.detail"""
    assert catches(9, 9)
    assert not catches(9, 9, 0.5)
    assert catches(10, 9, 1)
    assert not odds(do(chase, Chase(gap=20)), exact=True).get(True, 0)


def test_a_pursuer_is_nobodys_quarry() -> None:
    with pytest.raises(ValueError, match="a pursuer is nobody's quarry"):
        Chase(quarry=Run(flight=Flight.PURSUE))


# ---------------------------------------------------------------- the free hack
def test_no_more_bases_fall_to_a_hack_than_there_are() -> None:
    """after.free-hack.detail, troops.casualty"""
    facts = HackFacts(bases=2, troop_class=TroopClass.LC, victims=2)
    assert carry_out(do(hack, facts), [4, 5, 6, 6]) == 2
    assert carry_out(do(hack, facts), [1, 3, 3, 4]) == 1
    assert hack_summary(facts, 2) == ("the unit is destroyed",)
    assert hack_summary(facts, 0) == ("the unit loses nothing",)


def test_a_quarry_that_gets_away_is_not_hacked() -> None:
    """after.pursue.detail, after.free-hack"""
    facts = PursuitFacts()
    assert carry_out(do(pursue, facts), [3, 4, 5, 3]) == Pursued(caught=False)
    assert carry_out(do(pursue, facts), [2, 1, 3, 2, *[4] * 12]) == Pursued(caught=True, lost=4)
    assert pursuit_summary(facts, Pursued(caught=False)) == ("it gets away",)
    assert pursuit_summary(facts, Pursued(caught=True, lost=1)) == ("it is caught", "the unit loses bases")
    with pytest.raises(ValueError, match="both be mounted or both on foot"):
        PursuitFacts(hack=HackFacts(troop_class=TroopClass.CAV))
