"""Commanders in danger: who is hit, and the six rows of the casualty table."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.leader_casualties import (
    Bereft,
    Casualty,
    Danger,
    Exposed,
    LeaderEnd,
    Whereabouts,
    casualty_of,
    danger_tallies,
    in_danger,
    leader_summary,
    leadership_after,
    lost_unit_tallies,
    survives_wounds,
    unit_lost,
)
from tests.systems.elan.planned import thrown

WITH_UNIT, DETACHED, LOST = Whereabouts
ROWS = {
    2: Casualty.KILLED,
    3: Casualty.MORTAL_OR_NOT,
    4: Casualty.MORTAL_OR_NOT,
    5: Casualty.OUT_FOR_THE_DAY,
    6: Casualty.OUT_FOR_THE_DAY,
    7: Casualty.WOUNDED,
    8: Casualty.WOUNDED,
    9: Casualty.WOUNDED,
    10: Casualty.SCRATCH,
    11: Casualty.SCRATCH,
    12: Casualty.HEROISM,
}


def hit(leadership: int, *table_roll: int) -> LeaderEnd:
    """A commander who is hit under fire and rolls so on the table."""
    return thrown(do(in_danger, Exposed(leadership=leadership)), 6, 6, *table_roll)


def test_a_commander_is_lost_to_fire_in_five_of_a_hundred_and_forty_four() -> None:
    """leader-01"""
    ends = odds(do(in_danger, Exposed(leadership=1, danger=Danger.FIRE)), exact=True)
    struck = ends.chance(lambda end: end.casualty is not None)
    lost = ends.chance(lambda end: end.where is LOST)
    assert (struck, lost / struck, lost) == (Fraction(1, 12), Fraction(5, 12), Fraction(5, 144))


def test_wounds_and_heroism_keep_leadership_between_nought_and_two() -> None:
    """leader-02: leaders.leadership"""
    assert hit(0, 4, 4) == LeaderEnd(Casualty.WOUNDED, 0, DETACHED)
    assert hit(2, 6, 6) == LeaderEnd(Casualty.HEROISM, 2, WITH_UNIT)
    assert hit(1, 6, 6) == LeaderEnd(Casualty.HEROISM, 2, WITH_UNIT)
    assert hit(1, 5, 5) == LeaderEnd(Casualty.SCRATCH, 1, DETACHED)
    assert hit(2, 4, 3) == LeaderEnd(Casualty.WOUNDED, 1, DETACHED)


def test_a_commander_who_loses_his_unit_stays_in_play_on_seven_or_more() -> None:
    """leader-03: leaders.lost-unit"""
    ends = odds(do(unit_lost, Bereft(leadership=1)), exact=True)
    assert ends.chance(lambda end: end.where is DETACHED) == Fraction(7, 12)
    assert ends.chance(lambda end: end.where is DETACHED and end.leadership == 0) == Fraction(5, 12)
    assert ends.chance(lambda end: end.where is WITH_UNIT) == 0
    assert ends.chance(lambda end: end.leadership == 2) == Fraction(1, 36)
    assert lost_unit_tallies(Bereft())["stays in play on 2D6"].total == 7


def test_melee_is_twice_as_dangerous_as_fire() -> None:
    """leaders.hit-check"""
    for danger, chance in ((Danger.FIRE, Fraction(1, 12)), (Danger.MELEE, Fraction(1, 6))):
        ends = odds(do(in_danger, Exposed(danger=danger)), exact=True)
        assert ends.chance(lambda end: end.casualty is not None) == chance
    assert danger_tallies(Exposed(danger=Danger.FIRE))["hit on 2D6"].total == 11
    assert danger_tallies(Exposed(danger=Danger.MELEE))["hit on 2D6"].total == 10


def test_the_table_has_six_rows() -> None:
    """leaders.casualty.results"""
    assert {rolled: casualty_of(rolled) for rolled in range(2, 13)} == ROWS


@pytest.mark.parametrize("leadership", [0, 1, 2])
def test_every_end_by_counting_all_rolls(leadership: int) -> None:
    """leaders.casualty.killed, leaders.casualty.mortal-or-not, leaders.casualty.out-for-the-day,
    leaders.casualty.wounded-in-command, leaders.casualty.scratch, leaders.casualty.heroism,
    leaders.casualty.floor"""
    expected: dict[LeaderEnd, Fraction] = {}
    for check, one, two in product(product(range(1, 7), repeat=2), range(1, 7), range(1, 7)):
        end = LeaderEnd(None, leadership, WITH_UNIT)
        if sum(check) >= 10:
            row = ROWS[one + two]
            where = LOST if one + two < 7 else WITH_UNIT if one + two == 12 else DETACHED
            after = {Casualty.WOUNDED: max(leadership - 1, 0), Casualty.HEROISM: min(leadership + 1, 2)}
            end = LeaderEnd(row, after.get(row, leadership), where)
        expected[end] = expected.get(end, Fraction(0)) + Fraction(1, 6**4)
    found = odds(do(in_danger, Exposed(leadership=leadership, danger=Danger.MELEE)), exact=True)
    assert dict(found) == expected


def test_only_the_death_of_a_commander_disorders_his_unit() -> None:
    """leaders.casualty.killed"""
    disordering = [row for row in Casualty if LeaderEnd(row, 1, LOST).disorders_unit]
    assert disordering == [Casualty.KILLED]
    assert leadership_after(Casualty.KILLED, 2) == 2


def test_a_commander_carried_off_lives_by_an_even_chance() -> None:
    """leaders.casualty.mortal-or-not"""
    assert odds(do(survives_wounds), exact=True)[True] == Fraction(1, 2)


def test_what_became_of_him_is_told() -> None:
    """leaders.casualty.results"""
    wounded = LeaderEnd(Casualty.WOUNDED, 0, DETACHED)
    assert leader_summary(Exposed(leadership=1), wounded) == (
        "the commander is detached",
        "wounded-in-command",
        "his leadership changes by -1",
    )
    unhurt = LeaderEnd(None, 1, WITH_UNIT)
    assert leader_summary(Exposed(leadership=1), unhurt) == ("the commander is with his unit", "not hit")
