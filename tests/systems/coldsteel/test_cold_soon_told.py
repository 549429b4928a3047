"""What coldsteel tells soon, by boxes and circles or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.systems.coldsteel import charging, houses, retreating
from sandtable.systems.coldsteel.aim import aimed, barred, candidates, misfits, targets
from sandtable.systems.coldsteel.arcs import OUTWARD, edge_of, faces_of, holds, touches
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import SLACK, enemies_of, nearest_of
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.table.arcs import cone
from sandtable.table.body import corners, standing
from sandtable.table.measure import INCH
from sandtable.table.plane import is_met
from tests.systems.moments import moments


@cache
def battles() -> tuple[ColdSteelBattle, ...]:
    """Two battles at several moments."""
    return (
        *moments(SYSTEM, "quatre-bras", seed=4, every=60, most=9),
        *moments(SYSTEM, "hougoumont", seed=4, every=60, most=9),
    )


def units_of(battle: ColdSteelBattle) -> tuple[ColdSteelUnit, ...]:
    return (*battle.on_table(0), *battle.on_table(1))


def test_a_unit_may_charge_if_there_is_any_way() -> None:
    """charge.path, charge.reachable-only"""
    found = [
        (charging.may_charge(battle, unit), bool(charging.ways(battle, unit)))
        for battle in battles()
        for unit in units_of(battle)
    ]
    assert {one for one, _ in found} == {True, False}
    assert all(one is other for one, other in found)


def test_the_targets_of_a_unit_are_all_that_nothing_keeps_it_from() -> None:
    """shooting.one-target, shooting.impossible"""
    for battle in battles():
        for unit in units_of(battle):
            near = [one for one in candidates(battle, unit) if not misfits(battle, unit, battle.units[one])]
            expected = () if barred(battle, unit) else aimed(battle, unit, tuple(near))
            assert targets(battle, unit) == expected


def test_a_target_is_in_arc_if_any_point_of_it_is_or_it_touches_the_edge() -> None:
    """geometry.front-arc, geometry.contact-visible"""
    for battle in battles()[::3]:
        for unit in battle.on_table(0):
            for edge in [edge_of(unit, side) for side in faces_of(unit)]:
                for enemy in battle.on_table(1):
                    figure = [edge.local(corner) for corner in corners(standing(enemy), enemy.shape)]
                    met = is_met(figure, cone(edge.width, OUTWARD), SLACK)
                    assert holds(edge, enemy) is (met or touches(edge, enemy))


def test_a_retreat_ends_where_it_would_if_every_enemy_were_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """morale.retreat.blocked"""
    soon = [_retreats_of(battle) for battle in battles()]
    monkeypatch.setattr(retreating, "_may_stop", lambda unit, way, enemy: True)
    assert soon == [_retreats_of(battle) for battle in battles()]


def _retreats_of(battle: ColdSteelBattle) -> list[retreating.FallBack]:
    """How every unit outside a building would fall back from its nearest enemy."""
    found: list[retreating.FallBack] = []
    for unit in units_of(battle):
        enemies = nearest_of(battle, unit.id, enemies_of(battle, unit))
        if enemies and not unit.is_garrison:
            way = retreating.way_of(battle, unit, enemies[0])
            found.append(retreating.fall_back(battle, unit, way, 12.0 * INCH))
    return found


def test_a_building_that_is_not_ahead_could_not_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """building.enter"""
    soon = [_doorways_of(battle) for battle in battles()]
    monkeypatch.setattr(houses, "_is_ahead", lambda unit, building, most: True)
    assert soon == [_doorways_of(battle) for battle in battles()]


def _doorways_of(battle: ColdSteelBattle) -> list[tuple[houses.Doorway, ...]]:
    return [houses.doorways(battle, unit) for unit in units_of(battle) if not unit.is_garrison]
