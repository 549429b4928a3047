"""Shooting: dice, halving, deductions, and the disorder of the target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.shooting import Shooting, ShootingFacts, dice, shoot, shoot_at, shooting_summary
from sandtable.systems.eagle.troops import TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

AT_HI = Shooting(bases=4, target=TroopClass.HI)


def points(shooting: Shooting) -> dict[int, Fraction]:
    return {count: Fraction(chance) for count, chance in odds(do(shoot, shooting), exact=True).items()}


# -------------------------------------------------------------------- the cases
def test_heavy_infantry_shot_at_from_the_front_halves_the_dice(case: Case) -> None:
    """shoot-hi-front: shooting.dice, shooting.half, shooting.hit, shooting.sequence"""
    expected = case("shoot-hi-front")
    assert dice(AT_HI).total == expected["dice"]
    assert points(AT_HI) == {count: Fraction(expected[f"p{count}"]) for count in range(3)}


def test_light_cavalry_shoots_with_two_ranks_less_its_disorder(case: Case) -> None:
    """shoot-lc-ranks: shooting.lc-ranks, shooting.dp"""
    expected, shooting = case("shoot-lc-ranks"), Shooting(bases=2 + 2, dp=1, target=TroopClass.MI)
    assert dice(shooting).total == expected["dice"]
    assert 1 - points(shooting)[0] == Fraction(expected["p_at_least_1"])


def test_two_reasons_halve_once_and_one_die_is_always_left(case: Case) -> None:
    """shoot-minimum: shooting.half, shooting.sequence, dice.rounding, shooting.minimum"""
    shooting = Shooting(bases=3, dp=2, target=TroopClass.LI, cover=True)
    assert dice(shooting).total == case("shoot-minimum")["dice"]
    assert dice(replace(shooting, dp=0)).total == 2


def test_the_rear_of_heavy_infantry_is_unarmoured_but_a_wood_still_covers_it(case: Case) -> None:
    """shoot-hi-rear: shooting.rear, shooting.half, shooting.sequence"""
    behind = replace(AT_HI, dp=1, rear=True)
    told = {"open": dice(behind).total, "wood": dice(replace(behind, cover=True)).total}
    assert told == case("shoot-hi-rear")


def test_two_shootings_are_never_pooled(case: Case) -> None:
    """shoot-twice: turn.manoeuvre.light-options, shooting.twice"""
    expected = case("shoot-twice")
    known = odds(do(shoot_at, ShootingFacts(shooting=AT_HI, twice=True)), exact=True).map(lambda one: one.dp)
    assert dice(AT_HI).total == expected["dice_each"]
    assert {count: known[count] for count in range(5)} == {
        count: Fraction(expected[f"p{count}"]) for count in range(5)
    }


# --------------------------------------------------------------------- the rest
@pytest.mark.parametrize(
    ("target", "cover", "rear", "total"),
    [
        (TroopClass.HI, False, False, 3),
        (TroopClass.HI, False, True, 5),
        (TroopClass.HI, True, True, 3),
        (TroopClass.LI, False, False, 3),
        (TroopClass.LI, False, True, 3),
        (TroopClass.MI, False, False, 5),
        (TroopClass.MI, True, False, 3),
        (TroopClass.CAV, False, False, 5),
        (TroopClass.LC, False, False, 5),
        (TroopClass.CH, True, True, 3),
    ],
)
def test_what_halves_the_dice(
    target: TroopClass,
    cover: bool,  # noqa: FBT001
    rear: bool,  # noqa: FBT001
    total: int,
) -> None:
    """shooting.half, shooting.rear, dice.rounding"""
    assert dice(Shooting(bases=5, target=target, cover=cover, rear=rear)).total == total


def test_by_the_other_reading_disorder_is_deducted_before_the_dice_are_halved() -> None:
    """shooting.sequence"""
    shooting = Shooting(bases=6, dp=2, target=TroopClass.LI)
    assert dice(shooting).total == 1
    assert dice(replace(shooting, deduct_first=True)).total == 2
    assert dice(replace(shooting, dp=5, deduct_first=True)).total == 1


def test_nobody_shoots_whose_bases_cannot() -> None:
    """shooting.sequence"""
    assert dice(Shooting(bases=0)).total == 0


def test_each_six_is_a_point_and_nothing_else_is() -> None:
    """shooting.hit"""
    assert carry_out(do(shoot, Shooting(bases=6)), [6, 5, 1, 6, 2, 6]) == 3


def test_the_odds_of_a_shooting_agree_with_all_throws() -> None:
    """shooting.hit"""
    counted = Counter(faces.count(6) for faces in product(range(1, 7), repeat=4))
    known = points(Shooting(bases=4))
    assert known == {count: Fraction(ways, 6**4) for count, ways in counted.items()}


def test_a_shaken_target_loses_a_base_for_each_six() -> None:
    """morale.shaken.base-loss, shooting.hit"""
    facts = ShootingFacts(shooting=Shooting(bases=4), target=Order(bases=3, dp=5, shaken=True))
    after = carry_out(do(shoot_at, facts), [6, 6, 1, 1])
    assert after == Order(bases=1, dp=5, shaken=True)
    once = replace(facts, one_base_an_event=True)
    assert carry_out(do(shoot_at, once), [6, 6, 1, 1]).bases == 2
    assert shooting_summary(facts, after) == ("the target stays shaken", "the target loses bases")


def test_a_target_destroyed_by_the_first_shooting_is_not_shot_at_again() -> None:
    """shooting.twice"""
    target = Order(bases=1, dp=5, shaken=True)
    facts = ShootingFacts(shooting=Shooting(bases=1), target=target, twice=True)
    assert carry_out(do(shoot_at, facts), [6]).is_destroyed
