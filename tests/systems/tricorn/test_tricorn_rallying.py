"""Removing Disorder on the table: who may try, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.tricorn.battle import Allowance, TricornBattle
from sandtable.systems.tricorn.morale_events import MoraleTested
from sandtable.systems.tricorn.movement_events import DisorderRemovalTried
from sandtable.systems.tricorn.rallying import may_remove, objections, remove_disorder
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.terrain import HILL
from sandtable.systems.tricorn.troops import Formation
from tests.systems.tricorn.parade_ground import (
    GUNS,
    MUSKETS,
    VETERANS,
    Played,
    battle,
    box,
    officer,
    play,
    unit,
)
from tests.systems.tricorn.worked import figures


def disordered(enemy_at: float = 10, *, crest: bool = False, **state: Any) -> TricornBattle:
    """Muskets with one marker at (20, 20), and an enemy so many inches before their front."""
    kept = {name: state.pop(name) for name in ("allowance", "in_command", "officers") if name in state}
    pieces = (box(HILL, 0, 20.5, 72, 21.5),) if crest else ()
    return battle(
        unit(0, 20, 20, **{"markers": 1, **state}),
        unit(1, 20, 20 + enemy_at, 180, side=1),
        pieces=pieces,
        **kept,
    )


def may(fought: TricornBattle) -> bool:
    return may_remove(fought, fought.units[0])


def why_not(fought: TricornBattle) -> set[str]:
    return {refusal.rule for refusal in objections(fought, fought.units[0])}


def removed(fought: TricornBattle, face: int) -> Played:
    return play(remove_disorder, fought, 0, faces=(face,))


# ----------------------------------------------------------------------- who may
def test_how_far_enemies_must_be_in_sight_and_behind_a_crest() -> None:
    """turn.removal.distance, turn.removal.distance.screened, geometry.los.terrain-only: rally-distance"""
    fights = (disordered(4), disordered(4.01), disordered(2.5, crest=True), disordered(2, crest=True))
    assert [may(fought) for fought in fights] == figures("rally-distance")["allowed"]
    assert why_not(fights[0]) == {"turn.removal.distance"}
    assert why_not(fights[3]) == {"turn.removal.distance.screened"}


def test_units_between_do_not_hide_an_enemy() -> None:
    """geometry.los.terrain-only"""
    fought = disordered(3)
    between = replace(fought, units=(*fought.units, unit(2, 20, 22)))
    assert why_not(between) == {"turn.removal.distance"}


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"allowance": Allowance.HALF}, "turn.initiative.fail.no-removal"),
        ({"allowance": Allowance.NONE}, "turn.initiative.fail.no-removal"),
        ({"in_command": ()}, "command.radius.effect"),
        ({"moved": True}, "turn.one-action"),
        ({"passed": True}, "turn.one-action"),
        ({"broke_off": True}, "turn.one-action"),
        ({"markers": 0}, "rally.once"),
        ({"markers": 2, "permanent": 2}, "rally.once"),
    ],
)
def test_every_condition_bars_a_removal(state: dict[str, Any], rule: str) -> None:
    """rally.conditions, rally.once, disorder.permanent"""
    fought = disordered(**state)
    assert not may(fought)
    assert why_not(fought) == {rule}


def test_a_unit_in_contact_removes_nothing() -> None:
    """rally.conditions"""
    assert "rally.conditions" in why_not(disordered(0))


def test_a_unit_tries_once_in_an_activation() -> None:
    """rally.once"""
    fought = removed(disordered(markers=2), 20).battle
    assert not may(fought)


def test_abandoned_guns_and_officers_of_the_enemy_are_no_enemy_units() -> None:
    """rally.conditions"""
    fought = disordered(officers=(officer(0, 1, 1, command=0), officer(1, 20, 21, side=1, command=1)))
    guns = unit(2, 24, 22, 180, side=1, profile=GUNS, formation=Formation.ABANDONED)
    assert may(replace(fought, units=(*fought.units, guns)))
    crew = replace(guns, formation=Formation.UNLIMBERED)
    assert not may(replace(fought, units=(*fought.units, crew)))


# ----------------------------------------------------------------------- the test
def test_a_passed_test_removes_one_marker_and_a_failed_one_none() -> None:
    """rally.test, rally.once, rally.try"""
    done = removed(disordered(markers=3), 9)
    assert done.told(DisorderRemovalTried) == (DisorderRemovalTried(0, passed=True),)
    assert (done.battle.units[0].markers, done.battle.units[0].rallied) == (2, True)
    failed = removed(disordered(markers=3), 10).battle.units[0]
    assert (failed.markers, failed.rallied, failed.named) == (3, True, True)


def test_a_c_c_in_range_helps_to_remove_disorder_on_the_table() -> None:
    """rally.test, morale.mod.cc-range: rally-cc-range"""
    staff = (officer(0, 20, 29.5, rating=Rating.GOOD, chief=True), officer(1, side=1, command=1))
    fought = disordered(20, profile=VETERANS, markers=2, officers=staff)
    done = removed(fought, 14)
    assert [event.target for event in done.told(MoraleTested)] == [figures("rally-cc-range")["target"]]
    assert done.battle.units[0].markers == 1


def test_an_attached_c_c_gives_one_bonus_on_the_table() -> None:
    """morale.mod.cc-attached, morale.mod.cumulative: rally-cc-attached"""
    staff = (officer(0, attached=0, chief=True), officer(1, side=1, command=1))
    done = removed(disordered(profile=MUSKETS, officers=staff), 16)
    assert [event.target for event in done.told(MoraleTested)] == [figures("rally-cc-attached")["target"]]
    assert done.battle.units[0].markers == 0


def test_a_crew_comes_back_to_its_guns_under_the_same_conditions_and_keeps_its_markers() -> None:
    """artillery.recrew"""
    fought = disordered(profile=GUNS, formation=Formation.ABANDONED, markers=2)
    assert may(fought)
    assert not may(disordered(4, profile=GUNS, formation=Formation.ABANDONED, markers=2))
    back = removed(fought, 11).battle.units[0]
    assert (back.formation, back.markers) == (Formation.UNLIMBERED, 2)
    assert removed(fought, 12).battle.units[0].is_abandoned
