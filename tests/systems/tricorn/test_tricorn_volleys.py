"""Volleys on the table: all fire of a step thrown, markers placed, officers checked, and morale due."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.systems.tricorn.battle import Due, Shot, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.disorder_events import MarkersGained
from sandtable.systems.tricorn.fire_events import FireEnded, LongRangeTested, UnitFired
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.terrain import HILL, WORKS
from sandtable.systems.tricorn.volleys import volley_step
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HEAVY_GUNS,
    HORSE,
    VETERANS,
    battle,
    box,
    officer,
    play,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures


def facing(number: int, y: float, *, x: float = 20, **state: Any) -> TricornUnit:
    """A unit of the other side that looks down the table."""
    return unit(number, x, y, 180, side=1, **state)


def declared(*units: TricornUnit, shots: tuple[Shot, ...], **state: Any) -> TricornBattle:
    """A battle in which these shots have been declared."""
    return battle(*units, step=Step.VOLLEY, shots=shots, **state)


# -------------------------------------------------------------------- the cases
def test_both_sides_fire_before_anybody_is_shaken() -> None:
    """shooting.simultaneous, shooting.resolution-order, turn.firing"""
    fought = declared(unit(0, 20, 10, markers=1), facing(1, 13, markers=1), shots=(Shot(0, 1), Shot(1, 0)))
    fired = play(volley_step, fought, faces=(3, 3))
    assert fired.told(UnitFired) == (UnitFired(0, 1, 3, 1), UnitFired(1, 0, 3, 1))
    assert [one.markers for one in fired.battle.units] == [2, 2]
    assert [due.unit for due in fired.battle.dues] == [0, 1]
    assert (fired.battle.shots, fired.battle.step) == ((), Step.CONSULT)
    kinds = [type(event).__name__ for event in fired.events]
    assert kinds.index("MarkersGained") > max(
        place for place, kind in enumerate(kinds) if kind == "UnitFired"
    )


def test_the_value_of_a_shot_is_that_of_the_start_of_the_step() -> None:
    """shooting.simultaneous, shooting.cv.disorder"""
    fought = declared(unit(0, 20, 10), facing(1, 13, markers=1), shots=(Shot(0, 1), Shot(1, 0)))
    fired = play(volley_step, fought, faces=(1, 3))
    assert [one.value for one in fired.told(UnitFired)] == [3, 3]
    assert [one.hits for one in fired.told(UnitFired)] == [1, 1]


def test_two_shooters_lead_to_one_look_at_the_table() -> None:
    """fire-two-shooters: shooting.resolution-order, morale.when"""
    fought = declared(unit(0, 18.4, 10), unit(1, 21.6, 10), facing(2, 13), shots=(Shot(0, 2), Shot(1, 2)))
    fired = play(volley_step, fought, faces=(3, 2))
    assert fired.told(MarkersGained) == (MarkersGained(2, 2),)
    (due,) = fired.battle.dues
    assert (due.unit, due.shooters) == (2, (0, 1))
    missed = play(volley_step, fought, faces=(4, 4))
    assert (missed.battle.dues, missed.told(FireEnded)) == ((), (FireEnded(()),))


def test_where_fire_came_from_is_kept_to_the_hundredth_of_an_inch() -> None:
    """geometry.table: the centre of a unit turned by 45 degrees is half a base depth back along it"""
    target = unit(1, 22, 12, 225, side=1)
    fired = play(volley_step, declared(unit(0, 20, 10, 45), target, shots=(Shot(0, 1),)), faces=(3,))
    assert [due.origin for due in fired.battle.dues] == [(1965.0, 965.0)]


def test_fire_into_a_flank_above_six() -> None:
    """fire-over-six: combat.over-six, combat.over-six.second, shooting.hit.two, disorder.extra.flank"""
    expected = figures("fire-over-six")
    units = (
        unit(0, 20, 10, profile=VETERANS),
        unit(1, 17, 10),
        unit(2, 23, 10, markers=1),
        unit(3, 19.5, 13, 270, side=1),
    )
    for face, markers in ((2, 2), (1, 3)):
        fired = play(volley_step, declared(*units, shots=(Shot(0, 3, (1, 2)),)), faces=(face,))
        assert fired.told(UnitFired)[0].value == expected["cv"]
        assert fired.battle.units[3].markers == markers


def test_a_hit_on_horse_in_a_marsh_gives_two_markers() -> None:
    """fire-mounted-bad-going: disorder.extra.mounted-bad-going, disorder.extra.mounted-fire"""
    fought = declared(
        unit(0, 20, 10),
        facing(1, 13, profile=HORSE),
        shots=(Shot(0, 1),),
        pieces=(box("marsh", 15, 12, 25, 20),),
    )
    fired = play(volley_step, fought, faces=(2,))
    assert fired.battle.units[1].markers == figures("fire-mounted-bad-going")["markers"]


# -------------------------------------------------------------------- long range
def test_a_hit_at_long_range_is_a_test() -> None:
    """fire-long-artillery: shooting.hit.long-artillery, weapons.ranges"""
    fought = declared(unit(0, 20, 10, profile=GUNS), facing(1, 24), shots=(Shot(0, 1),))
    target = figures("fire-long-artillery")["test"]
    passed = play(volley_step, fought, faces=(4, target))
    assert passed.told(LongRangeTested) == (LongRangeTested(1, 0, 1, 0),)
    assert (passed.battle.units[1].markers, passed.battle.dues) == (0, ())
    failed = play(volley_step, fought, faces=(4, target + 1))
    assert failed.told(LongRangeTested) == (LongRangeTested(1, 0, 1, 1),)
    (due,) = failed.battle.dues
    assert (due.unit, due.by_guns) == (1, False)
    missed = play(volley_step, fought, faces=(5,))
    assert missed.told(LongRangeTested) == ()


def test_long_range_tests_come_after_the_markers_of_other_shots() -> None:
    """shooting.resolution-order, shooting.hit.long-artillery.detail, morale.mod.marker-timing"""
    fought = declared(
        unit(0, 16, 10, profile=GUNS), unit(1, 20, 20), facing(2, 23), shots=(Shot(0, 2), Shot(1, 2))
    )
    fired = play(volley_step, fought, faces=(1, 1, 14))
    kinds = [type(event) for event in fired.events if isinstance(event, (MarkersGained, LongRangeTested))]
    assert kinds == [MarkersGained, LongRangeTested, MarkersGained]
    assert fired.battle.units[2].markers == 2  # a 14 fails on 13


# ---------------------------------------------------------------------- officers
def test_an_officer_is_checked_for_every_unit_whose_fire_told() -> None:
    """leaders.casualty.trigger, leaders.casualty.when, leaders.casualty.roll"""
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=2))
    fought = declared(
        unit(0, 18.4, 10),
        unit(1, 21.6, 10),
        facing(2, 13),
        shots=(Shot(0, 2), Shot(1, 2)),
        officers=staff,
    )
    safe = play(volley_step, fought, faces=(1, 1, 5, 5, 4, 6))
    assert safe.told(OfficerLost) == ()
    second = play(volley_step, fought, faces=(1, 1, 5, 5, 5, 6))
    assert second.told(OfficerLost) == (OfficerLost(1),)
    first = play(volley_step, fought, faces=(1, 1, 5, 6))
    assert first.told(OfficerLost) == (OfficerLost(1),)
    one_hit = play(volley_step, fought, faces=(1, 6, 5, 5))
    assert one_hit.told(OfficerLost) == ()


# -------------------------------------------------------------- what is due of it
def test_the_consultation_is_told_how_the_fire_fell() -> None:
    """morale.mod.scope, shooting.recoil-direction"""
    guns = unit(0, 20, 5, profile=HEAVY_GUNS)
    flanking = unit(1, 24, 14, 270)
    fought = declared(guns, flanking, facing(2, 13), shots=(Shot(0, 2), Shot(1, 2)))
    both = play(volley_step, fought, faces=(1, 1))
    (due,) = both.battle.dues
    assert due == Due(
        2,
        shooters=(0, 1),
        nearest=1,
        aside=True,
        in_flank=True,
        by_guns=True,
        origin=middle_of(flanking),
    )
    guns_alone = play(volley_step, fought, faces=(1, 6))
    (due,) = guns_alone.battle.dues
    assert (due.nearest, due.aside, due.in_flank) == (0, False, True)


def test_cover_slope_and_works_are_those_against_any_shooter() -> None:
    """morale.mod.scope, morale.mod.uphill, morale.mod.cover"""
    hill, works = box(HILL, 15, 12.5, 25, 20), strip(WORKS, 0, (15, 13), (25, 13))
    fought = declared(unit(0, 20, 10), facing(1, 13), shots=(Shot(0, 1),), pieces=(hill, works))
    (due,) = play(volley_step, fought, faces=(1,)).battle.dues
    assert (due.uphill, due.cover, due.stream) == (True, True, False)


def test_without_any_shot_nothing_happens() -> None:
    """turn.firing"""
    quiet = play(volley_step, declared(unit(0, 20, 10), facing(1, 13), shots=()))
    assert quiet.battle.step is Step.MELEE
    assert quiet.told(FireEnded) == ()


@pytest.mark.parametrize(("face", "hits"), [(3, 1), (4, 0)])
def test_one_die_decides_a_shot(face: int, hits: int) -> None:
    """shooting.one-die, combat.hit, shooting.hit"""
    fired = play(volley_step, declared(unit(0, 20, 10), facing(1, 13), shots=(Shot(0, 1),)), faces=(face,))
    assert fired.told(UnitFired)[0].hits == fired.battle.units[1].markers == hits
