"""What coldsteel tells soon, by boxes and circles or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.game.battle.roll_call import call_the_roll
from sandtable.systems.coldsteel import charging, closing, houses, reforming, retreating
from sandtable.systems.coldsteel.aim import aimed, barred, candidates, misfits, shooters, targets
from sandtable.systems.coldsteel.arcs import OUTWARD, edge_of, faces_of, holds, touches
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, roll_call
from sandtable.systems.coldsteel.nearness import all_within, distance, enemies_of, nearest_of
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.precision import SLACK, is_within, limit_of
from sandtable.systems.coldsteel.room import are_legal
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.table.measure import cone
from sandtable.table.space import INCH, corners, is_met, standing
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


def test_who_may_shoot_has_a_target() -> None:
    """shooting.each-unit, turn.unit-order"""
    for battle in battles():
        expected = [unit.id for unit in battle.on_table(battle.active) if targets(battle, unit)]
        assert list(shooters(battle)) == expected


def test_a_unit_may_re_form_if_any_stance_is_open_and_each_has_room() -> None:
    """formation.change, formation.reform-legal"""
    for battle in battles()[::2]:
        for unit in [unit for unit in units_of(battle) if not unit.is_garrison]:
            offered = reforming.stances(battle, unit)
            assert reforming.may_reform(battle, unit) is bool(offered)
            wanted = [
                reforming.Stance(formation, heading)
                for formation in reforming.open_formations(unit)
                for heading in reforming.ALL_ROUND
            ]
            legal = are_legal(battle, unit, [reformed(unit, *stance) for stance in wanted])
            now = reforming.Stance(unit.formation, standing(unit).heading)
            for stance, has_room in zip(wanted, legal, strict=True):
                assert (stance in offered) is has_room or stance == now


def test_a_unit_can_close_if_any_trial_move_serves() -> None:
    """cards.cold-steel-scope"""
    for battle in battles()[::3]:
        for unit in [unit for unit in units_of(battle) if not charging.is_barred(battle, unit)]:
            assert closing.can_close(battle, unit) is bool(closing.trials(battle, unit))


def test_enemies_within_a_length_are_those_whose_distance_is_no_more() -> None:
    """geometry.distance, geometry.engaged-zero, geometry.inclusive"""
    for battle in battles():
        for unit in units_of(battle):
            enemies = enemies_of(battle, unit)
            for inches in (1, 6, 12, 24):
                each = [enemy for enemy in enemies if is_within(distance(battle, unit.id, enemy), inches)]
                assert [enemy for enemy, _ in all_within(battle, unit, limit_of(inches))] == each
                told = dict(all_within(battle, unit, limit_of(inches)))
                assert all(told[enemy] == 0.0 for enemy in battle.foes_of(unit.id))


def test_the_roll_is_the_same_whatever_was_counted_before() -> None:
    """turn.remove-at-once, victory.break"""
    for battle in battles():
        counted = call_the_roll(battle.units, lambda unit: unit.removed is not None)
        found = roll_call((*battle.units,))
        assert (found.numbers, found.lost, found.began) == (counted.numbers, counted.lost, counted.began)
        assert (battle.on_table(0), battle.on_table(1)) == counted.on_table


def test_a_target_is_in_arc_if_any_point_of_it_is_or_it_touches_the_edge() -> None:
    """geometry.front-arc, geometry.contact-visible"""
    for battle in battles()[::3]:
        for unit in battle.on_table(0):
            for edge in [edge_of(unit, side) for side in faces_of(unit)]:
                for enemy in battle.on_table(1):
                    figure = [edge.local(corner) for corner in corners(standing(enemy), enemy.shape)]
                    met = is_met(figure, cone(edge.width, OUTWARD), SLACK)
                    assert holds(edge, enemy) is (met or touches(edge, enemy))


def test_a_retreat_ends_where_it_would_if_everybody_were_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """morale.retreat.blocked"""
    soon = [_retreats_of(battle) for battle in battles()]
    monkeypatch.setattr(retreating, "_near_way", lambda unit, way, others, apart: others)
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
