"""Command and support, disorder markers, and what a unit brings to a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.game.rulebook import Readings
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment
from sandtable.systems.liberty.command import is_in_command, is_supported, nerve_of
from sandtable.systems.liberty.events import MarkersTaken, UnitDisordered
from sandtable.table.measure import inches
from sandtable.table.pose import Pose
from tests.systems.liberty.parade import LIGHTS, MILITIA, battle, unit

Case = Callable[[str], dict[str, Any]]

NATIVES = "british.allied-indians"


def general(x: float, y: float, attached_to: int | None = None) -> General:
    return General("Morgan", 0, "first", Pose(inches(x), inches(y), 0), attached_to)


def at(number: int, distance: float, profile: str = MILITIA) -> Regiment:
    """A unit whose nearest point lies so far from the right edge of a General's base at x = 0."""
    return unit(number, 0.5 + distance + 4, 20, profile=profile)


def test_command_reaches_twelve_inches_and_thirty_for_independent_units(case: Case) -> None:
    """lib-004: command.range, command.range.measure, special.independent"""
    distances = (11.9, 12.0, 12.1, 29.5)
    profiles = (MILITIA, MILITIA, MILITIA, LIGHTS)
    units = tuple(at(n, d, p) for n, (d, p) in enumerate(zip(distances, profiles, strict=True)))
    scene = battle(*units, generals=(general(0, 20),))
    assert [is_in_command(scene, each) for each in units] == case("lib-004")["in_command"]


def test_an_attached_general_commands_only_the_unit_he_touches(case: Case) -> None:
    """lib-005: leaders.attach.command"""
    units = (unit(0, 10, 20), unit(1, 17, 20, bases=3), unit(2, 30, 20, profile=LIGHTS))
    scene = battle(*units, generals=(general(10, 18, attached_to=0),))
    named = dict(zip("ABC", units, strict=True))
    assert [name for name, each in named.items() if is_in_command(scene, each)] == case("lib-005")[
        "in_command"
    ]


def test_a_brigade_without_its_general_is_out_of_command() -> None:
    scene = battle(unit(0, 10, 20))
    assert not is_in_command(scene, scene.units[0])


def friends_of(tester: str) -> LibertyBattle:
    """A tester and friends: STEADY at 11 in, SHAKEN at 3 in, WORN and disordered at 12.0 in."""
    me = unit(0, 36, 24, profile=tester)
    half = me.shape.width / 200
    steady = unit(1, 36 + half + 11 + 4, 24)
    shaken = unit(2, 36, 24 - me.shape.depth / 100 - 3, hits=16)
    worn = unit(3, 36 - half - 12 - 4, 24, hits=8, disorder=1)
    return battle(me, steady, shaken, worn)


def test_two_steady_or_worn_friends_support(case: Case) -> None:
    """lib-006, less its router: dice.reroll.supported, dice.reroll.supported.who, special.natives"""
    scene = friends_of(MILITIA)
    assert is_supported(scene, scene.units[0]) is case("lib-006")["supported"]
    natives = friends_of(NATIVES)
    assert is_supported(natives, natives.units[0]) is case("lib-006")["as_natives"]
    fewer = scene.with_unit(replace(scene.units[3], pose=None))
    assert not is_supported(fewer, fewer.units[0])


def test_disorder_markers_of_the_own_turn_come_off_in_the_next(case: Case) -> None:
    """lib-001: disorder.own-phase, turn.command.b"""
    scene = battle(unit(0, 36, 10))
    scene = UnitDisordered(0).apply(scene)
    assert scene.units[0].disorder == case("lib-001")["markers_after"]
    assert MarkersTaken().apply(scene).units[0].disorder == case("lib-001")["after_step_b"]


def test_disorder_in_the_enemys_turn_costs_two_markers(case: Case) -> None:
    """lib-002: disorder.enemy-phase"""
    scene = UnitDisordered(0).apply(replace(battle(unit(0, 36, 10)), active=1))
    markers = [scene.units[0].disorder]
    for _ in range(2):
        scene = MarkersTaken().apply(replace(scene, active=0))
        markers.append(scene.units[0].disorder)
    assert markers == case("lib-002")["markers"]


def test_disorder_markers_do_not_pile_up(case: Case) -> None:
    """lib-003: disorder.markers.cap"""
    scene = UnitDisordered(0).apply(replace(battle(unit(0, 36, 10, disorder=1)), active=1))
    scene = UnitDisordered(0).apply(scene)
    assert scene.units[0].disorder == case("lib-003")["markers"]


def test_chosen_readings_reach_the_test() -> None:
    """tests.success.morale-conflict, dice.reroll.reliable.scope"""
    scene = battle(unit(0, 36, 10))
    assert not nerve_of(scene, scene.units[0]).flat_successes
    chosen = Readings((("dice.reroll.reliable.scope", 1), ("tests.success.morale-conflict", 1)))
    other = replace(scene, readings=chosen)
    assert nerve_of(other, other.units[0]).flat_successes
    assert nerve_of(other, other.units[0]).reliable_in_morale
