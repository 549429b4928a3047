"""Limits of the inch sets: a limit is inside, a hundredth beyond it is equal to it, two hundredths are not.

scale.tolerance; units stand on whole hundredths, so each limit is tried at 0, 1 and 2 hundredths beyond it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sandtable.systems.elan.aim import has_line_of_fire, targets
from sandtable.systems.elan.attaching import changes
from sandtable.systems.elan.battle import ElanBattle, Prize
from sandtable.systems.elan.charge_ways import targets_of
from sandtable.systems.elan.commanding import is_out_of_command
from sandtable.systems.elan.deployment import Placement, unit_fault
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.victory import holder
from sandtable.table.space import Point, Pose, standing
from tests.systems.elan.bivouac import GUNS, HORSE, battle, leader, line, unit

BEYOND = (0.0, 0.01, 0.02)
"""How far beyond a limit something is, in inches: at it, equal to it, beyond it."""

MUSKETS = "fr-line-1815"


def facing(gap: float, profile: str = "us-line-1863", scale: Scale = Scale.LARGE) -> ElanBattle:
    """Two lines front to front, so far apart."""
    ours = unit(0, 40, 20, profile=profile, scale=scale)
    theirs = unit(1, 40, 20 + gap, 180, side=1, scale=scale)
    return battle(ours, theirs, scale=scale)


def held(limit: float, is_inside: Callable[[float], bool], sign: int = 1) -> list[bool]:
    """Whether things so far beyond a limit are inside it; *sign* -1 where less is beyond."""
    return [is_inside(limit + sign * more) for more in BEYOND]


INSIDE = [True, True, False]


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 9), (Scale.SMALL, 6)])
def test_a_range_includes_its_limit_and_a_hundredth(scale: Scale, limit: float) -> None:
    """weapons.small-arms, shooting.band: smoothbore muskets"""
    assert held(limit, lambda gap: targets(facing(gap, MUSKETS, scale), 0) == (1,)) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 18), (Scale.SMALL, 12)])
def test_engagement_range_includes_its_limit_and_a_hundredth(scale: Scale, limit: float) -> None:
    """command.engagement-range"""
    assert held(limit, lambda gap: is_in_engagement_range(facing(gap, scale=scale), 0)) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 9), (Scale.SMALL, 6)])
def test_a_line_charges_as_far_as_its_rate_and_a_hundredth(scale: Scale, limit: float) -> None:
    """charge.distance, movement.rates"""
    assert held(limit, lambda gap: targets_of(facing(gap, scale=scale), 0) == (1,)) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 12), (Scale.SMALL, 8)])
def test_a_commander_commands_to_the_limit_and_a_hundredth(scale: Scale, limit: float) -> None:
    """command.range: from a detached commander, and from one attached to another unit"""
    there = unit(0, 40, 20, scale=scale)
    enemy = unit(1, 90, 60, 180, side=1, scale=scale)

    def in_command(gap: float) -> bool:
        alone = battle(there, enemy, leaders=(leader(0, 1, 40, 20 + gap), leader(1)), scale=scale)
        friend = unit(2, 40, 20 + gap, 180, scale=scale)
        led = (leader(0, 1, attached_to=2), leader(1))
        found = [is_out_of_command(alone, 0)]
        found.append(is_out_of_command(battle(there, enemy, friend, leaders=led, scale=scale), 0))
        assert len(set(found)) == 1
        return not found[0]

    assert held(limit, in_command) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 6), (Scale.SMALL, 4)])
def test_a_commander_joins_a_unit_to_the_limit_and_a_hundredth(scale: Scale, limit: float) -> None:
    """leaders.attach-range"""
    ours, theirs = unit(0, 40, 20, scale=scale), unit(1, 90, 60, 180, side=1, scale=scale)

    def joins(gap: float) -> bool:
        fought = battle(ours, theirs, leaders=(leader(0, 1, 40, 20 + gap), leader(1)), scale=scale)
        return len(changes(fought, 0)) > 1

    assert held(limit, joins) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 6), (Scale.SMALL, 4)])
def test_an_objective_is_held_to_the_limit_and_a_hundredth(scale: Scale, limit: float) -> None:
    """victory.hold"""
    fought = battle(unit(0, 40, 20, scale=scale), unit(1, 90, 60, 180, side=1, scale=scale), scale=scale)

    def holds(gap: float) -> bool:
        return holder(fought, Prize("hill", "hill", Point(4000.0, 100 * (20 + gap)), 1, None)) == 0

    assert held(limit, holds) == INSIDE


@pytest.mark.parametrize(("scale", "limit"), [(Scale.LARGE, 6), (Scale.SMALL, 4)])
def test_overhead_fire_needs_its_clearance_less_a_hundredth(scale: Scale, limit: float) -> None:
    """weapons.overhead, weapons.overhead-clearance: before the friends, and beyond them"""

    def over(before: float, after: float) -> bool:
        guns = unit(0, 40, 10, profile=GUNS, formation=Formation.DEPLOYED, scale=scale)
        friend = unit(2, 40, 10 + before, 180, scale=scale)
        depth = friend.shape.depth / 100
        enemy = unit(1, 40, 10 + before + depth + after, 180, side=1, scale=scale)
        return has_line_of_fire(battle(guns, enemy, friend, scale=scale), 0, 1)

    assert held(limit, lambda gap: over(gap, limit + 1), sign=-1) == INSIDE
    assert held(limit, lambda gap: over(limit + 1, gap), sign=-1) == INSIDE


def test_a_line_covers_to_an_inch_and_a_hundredth() -> None:
    """terrain.cover-applies"""

    def covered(gap: float) -> bool:
        hedge = line("hedge", (10, 20 + gap), (70, 20 + gap))
        fought = battle(unit(0, 40, 20), unit(1, 40, 30, 180, side=1), pieces=(hedge,))
        return InchGround(fought).cover_from_fire(0, 1) is Cover.LIGHT

    assert held(1, covered) == INSIDE


def test_a_change_of_formation_keeps_an_inch_less_a_hundredth_from_enemies() -> None:
    """movement.no-contact: a column 2 in wide becomes a line of 6, whose end is 2 in farther out"""

    def changes_to_line(gap: float) -> bool:
        column = unit(0, 40, 20, formation=Formation.COLUMN)
        enemy = unit(1, 43 + gap, 20.5, 270, side=1, formation=Formation.MARCH_COLUMN)
        ground = InchGround(battle(column, enemy))
        clear = ground.keeps_clear(0, ground.stance(0, Formation.LINE))
        open_to = ground.open_changes(0, (Formation.LINE,), turning=False).formations
        assert bool(open_to) == clear
        return clear

    assert held(1, changes_to_line, sign=-1) == INSIDE


def test_a_garrison_comes_out_an_inch_less_a_hundredth_from_enemies() -> None:
    """formation.garrison-exit, movement.no-contact"""

    def comes_out(gap: float) -> bool:
        ground = InchGround(battle(unit(0, 40, 20), unit(1, 40, 20 + gap, 180, side=1)))
        one = ground.unit(0)
        return ground._is_clear(one, Stance(one.formation, one.shape, standing(one)))

    assert held(1, comes_out, sign=-1) == INSIDE


def test_nobody_begins_nearer_to_an_enemy_than_an_inch_less_a_hundredth() -> None:
    """setup.deploy"""
    fought = battle(unit(0, 40, 20), unit(1, 40, 40, 180, side=1))

    def begins(gap: float) -> bool:
        pose = Pose(4000, round(100 * (40 - gap)), 0)
        return not unit_fault(fought, Placement(0, Formation.LINE, pose))

    assert held(1, begins, sign=-1) == INSIDE


def test_a_charger_that_fails_stops_short_by_the_distance_less_a_hundredth() -> None:
    """charge.home-fail: 3 in large, 2 in small, to a twentieth of an inch"""
    for scale, short in ((Scale.LARGE, 300), (Scale.SMALL, 200)):
        ground = InchGround(facing(6.0, HORSE, scale))
        onset = ground.onset(0, 1, 1200)
        assert onset is not None
        stopped = ground.short_of(onset).to
        assert short - 1 <= 2600 - stopped.y < short + 5


def test_a_front_is_on_a_road_within_half_its_width_and_a_hundredth() -> None:
    """terrain.path: roads are 1.5 in wide"""
    road = line("road", (40, 0), (40, 72))

    def on_road(aside: float) -> bool:
        column = unit(0, 40 + aside, 20, formation=Formation.MARCH_COLUMN)
        return InchGround(battle(column, unit(1, 90, 60, side=1), pieces=(road,))).takes_road(0)

    assert held(0.75, on_road) == INSIDE


def test_exactly_half_of_a_front_behind_the_front_line_is_to_the_flank() -> None:
    """geometry.front-line: a line of 6 in that looks at the flank, 3 in of it behind, or a hundredth less"""
    for middle, flanked in ((20.0, True), (20.01, False)):
        target, firer = unit(0, 40, 20), unit(1, 50, middle, 270, side=1)
        ground = InchGround(battle(target, firer))
        assert ground.is_flank_fire(0, 1) is flanked
        edge = Edge.FLANK if flanked else Edge.FRONT
        assert ground.edge_attacked(0, 1, standing(firer)) is edge


def test_a_commander_begins_in_his_zone_or_a_hundredth_from_it() -> None:
    """setup.deploy: a commander a hundredth outside his zone is in it, two hundredths outside he is not"""
    zone = (Point(0.0, 0.0), Point(10800.0, 0.0), Point(10800.0, 2000.0), Point(0.0, 2000.0))
    fought = battle(unit(0, 40, 20), unit(1, 40, 60, 180, side=1))
    camps = (replace(fought.camps[0], zone=zone), fought.camps[1])
    ground = InchGround(replace(fought, camps=camps))
    assert held(20, lambda y: ground.spot(0, Point(4000.0, 100 * y)) is not None) == INSIDE
