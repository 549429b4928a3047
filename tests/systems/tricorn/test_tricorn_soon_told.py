"""What tricorn tells soon, by boxes and circles or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.systems.tricorn import officers, zones
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.nearness import distance, distance_to, distances, is_near, is_within, middle_of
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.zones import in_zone, is_in_zones, opening, zone_at, zones_against
from sandtable.table.body import face, standing
from sandtable.table.terrain import level_at
from tests.systems.moments import moments


@cache
def battles() -> tuple[TricornBattle, ...]:
    """Two battles at several moments."""
    return (
        *moments(SYSTEM, "rossbach-1757", seed=7, every=12, most=24),
        *moments(SYSTEM, "blenheim-1704", seed=7, every=12, most=40),
    )


def test_a_unit_is_pinned_by_the_zones_that_any_enemy_has_it_in() -> None:
    """movement.zoc.effect"""
    found = [
        (is_in_zones(battle, unit), any(in_zone(battle, one, unit) for one in zones_against(battle, side)))
        for battle in battles()
        for side in (0, 1)
        for unit in battle.on_table(side)
    ]
    assert {one for one, _ in found} == {True, False}
    assert all(one is other for one, other in found)


def test_a_zone_is_the_same_whether_or_not_every_ray_is_looked_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """movement.zoc.shape, geometry.los.terrain-only"""
    soon = [_zones_of(battle) for battle in battles()[::6]]
    monkeypatch.setattr(zones, "_meet", lambda one, other: True)
    assert soon == [_zones_of(battle) for battle in battles()[::6]]
    assert any(len(rings) > 1 for told in soon for rings in told), "some zone is cut by terrain"


def _zones_of(battle: TricornBattle) -> list[tuple[zones.Ring, ...]]:
    """The zones of all units, worked out anew."""
    units = (*battle.on_table(0), *battle.on_table(1))
    fronts = [face(standing(unit), unit.shape, "front") for unit in units]
    levels = [level_at(battle.field, middle_of(unit)) for unit in units]
    angle = opening(narrow=False)
    told = zip(fronts, levels, strict=True)
    return [zone_at.__wrapped__(battle.field, front, level, angle, 0.0) for front, level in told]


def test_who_is_near_a_point_is_told_by_his_distance() -> None:
    """command.radius.measure, victory.objective"""
    for battle in battles():
        for officer in battle.officers:
            place, radius = officer.place, officer.rating.radius
            if place is None:
                continue
            for unit in battle.on_table(officer.side):
                assert is_near(unit, place, radius) is is_within(distance_to(unit, place), radius)


def test_distances_in_one_call_are_those_of_pairs() -> None:
    """geometry.distance"""
    for battle in battles()[::5]:
        enemies = battle.enemies_of(0)
        for unit in battle.on_table(0):
            found = distances(battle, unit, enemies)
            assert found == pytest.approx([distance(unit, enemy) for enemy in enemies])


def test_an_officer_joins_whom_a_way_around_all_enemies_leads_to() -> None:
    """leaders.attach, leaders.move"""
    for battle in battles():
        for officer in battle.officers:
            if officer.is_here:
                start, enemies = officers.start_of(battle, officer), battle.on_table(1 - officer.side)
                reached = [
                    unit.id
                    for unit in battle.on_table(officer.side)
                    if unit.id != officer.attached
                    and not unit.is_abandoned
                    and (officer.chief or unit.command == officer.command)
                    and battle.officer_with(unit.id) is None
                    and officers._can_reach(battle, start, unit, enemies)
                ]
                assert list(officers.joinable(battle, officer)) == reached
