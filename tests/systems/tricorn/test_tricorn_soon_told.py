"""What tricorn tells soon, by boxes and circles or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn import attacks, garrisons, going, officers, throughs, zones
from sandtable.systems.tricorn.aim import barred, is_able, within_law
from sandtable.systems.tricorn.arcs import eye_of
from sandtable.systems.tricorn.attacks import PlanAttack, attackable
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import bars, is_free_to_attack, shut_to
from sandtable.systems.tricorn.forming import OTHER, Form, can_form, forms, is_barred, place_of
from sandtable.systems.tricorn.garrisons import Exit, doors, exits, outside
from sandtable.systems.tricorn.movement import NEAR, empty_strongholds, formed_friends, scene_for
from sandtable.systems.tricorn.moving import may_act, open_in_step
from sandtable.systems.tricorn.nearness import (
    distance,
    distance_to,
    distances,
    is_near,
    is_touching,
    is_within,
    middle_of,
)
from sandtable.systems.tricorn.paths import can_fall_back, can_go_through, fall_back_of, through_of
from sandtable.systems.tricorn.rates import FULL_MOVE
from sandtable.systems.tricorn.sight import TERMS, are_seen, seen_through
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, LAYERS
from sandtable.systems.tricorn.throughs import ways_past
from sandtable.systems.tricorn.victory import HOLD, army_of, held_by
from sandtable.systems.tricorn.zones import in_zone, is_in_zones, opening, zone_at, zones_against
from sandtable.table.measure import level_at
from sandtable.table.room import Demands, with_room
from sandtable.table.sight import sightings
from sandtable.table.space import TOLERANCE, Field, face, standing
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
    monkeypatch.setattr(zones, "is_point_inside", lambda point, figure: False)
    assert soon == [_zones_of(battle) for battle in battles()[::6]]
    assert any(len(rings) > 1 for told in soon for rings in told), "some zone is cut by terrain"


def _zones_of(battle: TricornBattle) -> list[tuple[zones.Ring, ...]]:
    """The zones of all units, worked out anew."""
    units = (*battle.on_table(0), *battle.on_table(1))
    fronts = [face(standing(unit), unit.shape, "front") for unit in units]
    levels = [level_at(battle.field, middle_of(unit)) for unit in units]
    angle = opening(wide=False)
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
                    and officers._can_reach(start, unit, officers._Bars(battle, start, enemies))
                ]
                assert list(officers.joinable(battle, officer)) == reached


def on_table() -> list[tuple[TricornBattle, TricornUnit]]:
    """Every unit on the table at each of the moments."""
    return [
        (battle, unit)
        for battle in battles()
        for side in (0, 1)
        for unit in battle.on_table(side)
        if unit.pose
    ]


def test_a_unit_forms_up_where_the_new_rectangle_has_room_among_everybody() -> None:
    """formation.change, movement.one-inch"""
    told = [forms(battle, unit) for battle, unit in on_table()]
    assert told == [_forms_with_room(battle, unit) for battle, unit in on_table()]
    assert {len(found) for found in told} == {0, 1, 2}
    pinned = [is_in_zones(battle, unit) for battle, unit in on_table()]
    asked = zip(on_table(), pinned, strict=True)
    assert [bool(found) for found in told] == [can_form(*one, pinned=held) for one, held in asked]


def _forms_with_room(battle: TricornBattle, unit: TricornUnit) -> tuple[Form, ...]:
    """The changes of formation for which there is room, all of the table looked at."""
    into = OTHER.get(unit.formation)
    if into is None or unit.is_garrison or is_barred(battle, unit, into, pinned=is_in_zones(battle, unit)):
        return ()
    half = unit.shape.bases[0].width // 2
    sides = (Form(into),) if unit.is_artillery else (Form(into, -half), Form(into, half))
    enemies = battle.enemies_of(unit.side)
    gaps = zip(enemies, distances(battle, unit, enemies), strict=True)
    keeps = {enemy.id: min(float(NEAR), gap + TOLERANCE) for enemy, gap in gaps}
    demands = Demands(shut_to(unit.category), COLUMN_LAYERS if into.is_column else LAYERS, keeps)
    places = {place_of(unit, form): form for form in sides}
    return tuple(places[place] for place in with_room(unit, tuple(places), scene_for(battle, unit), demands))


def test_a_unit_passes_whom_it_would_pass_were_every_friend_looked_at() -> None:
    """movement.pass-through.shape"""
    found = 0
    for battle, unit in on_table():
        reach, back = throughs.reach_of(unit, FULL_MOVE)
        friends = [battle.units[number] for number in formed_friends(battle, unit)]
        ways = [leg for friend in friends for leg in throughs._ways(unit, friend, reach, back)]
        assert ways_past(battle, unit, FULL_MOVE) == tuple(dict.fromkeys(ways))
        found += bool(ways)
    assert found, "somebody stands behind somebody"


def test_who_may_fire_is_told_with_or_without_the_words() -> None:
    """shooting.eligible, turn.firing.who"""
    told = [(is_able(battle, unit), not barred(battle, unit)) for battle, unit in on_table()]
    assert {one for one, _ in told} == {True, False}
    assert all(one is other for one, other in told)
    for battle in battles():
        for side in (0, 1):
            ours = battle.activation is not None and battle.activation.side == side
            lawful = [enemy for enemy in battle.enemies_of(side) if ours or battle.is_active(enemy)]
            assert list(within_law(battle, side)) == lawful


def test_who_may_start_a_melee_is_told_with_or_without_the_words() -> None:
    """movement.contact.who, formation.column, command.radius.effect"""
    told = [
        (is_free_to_attack(battle, unit), not bars(battle, unit) and not is_in_contact(battle, unit.id))
        for battle, unit in on_table()
    ]
    assert {one for one, _ in told} == {True, False}
    assert all(one is other for one, other in told)


def test_the_units_open_in_a_step_are_those_that_may_act() -> None:
    """turn.one-action, movement.pass-through.whole-move, melee.continue"""
    for battle in battles():
        here = [unit.id for unit in battle.active_units()]
        told = [one for one in open_in_step(battle) if one in here]
        assert told == [unit.id for unit in battle.active_units() if may_act(battle, unit)]


def test_a_unit_goes_in_where_it_touches_an_empty_place() -> None:
    """terrain.garrison"""
    told = [doors(battle, unit) for battle, unit in on_table()]
    assert told == [_empty_and_touched(battle, unit) for battle, unit in on_table()]
    assert any(told), "somebody stands at an empty place"


def _empty_and_touched(battle: TricornBattle, unit: TricornUnit) -> tuple[str, ...]:
    """The places that a unit may go into, every one looked at."""
    if not unit.is_foot or unit.is_garrison or is_in_contact(battle, unit.id):
        return ()
    return tuple(
        place.piece
        for place in battle.strongholds
        if battle.garrison_of(place.piece) is None
        and is_touching(unit, place.body())
        and garrisons._is_clear(battle, unit, place)
    )


def test_empty_places_are_the_same_bodies_as_long_as_nobody_goes_in_or_out() -> None:
    """terrain.building-passage"""
    for battle in battles():
        held = [unit.garrison for unit in battle.units if unit.pose is not None and not unit.is_abandoned]
        empty = [place for place in battle.strongholds if place.piece not in held]
        outlines = [place.body(len(battle.units) + n) for n, place in enumerate(empty)]
        found = empty_strongholds(battle, 0)
        assert list(found) == outlines
        assert found is empty_strongholds(battle, 0)


def test_an_army_counts_the_units_that_are_gone_and_the_guns_that_are_left() -> None:
    """army.loss-count"""
    for battle in battles():
        for side in (0, 1):
            own, army = [unit for unit in battle.units if unit.side == side], army_of(battle, side)
            gone = [unit for unit in own if unit.removed is not None]
            left = [unit for unit in own if unit.removed is None and unit.is_abandoned]
            assert (army.units, army.lost, army.abandoned) == (len(own), len(gone), len(left))


def test_an_objective_is_held_by_the_sides_with_a_fit_unit_within_its_distance() -> None:
    """victory.objective"""
    found = 0
    for battle in battles():
        for prize in battle.prizes:
            fit = [
                unit.side
                for side in (0, 1)
                for unit in battle.enemies_of(1 - side)
                if unit.markers <= HOLD.markers and is_within(distance_to(unit, prize.point), HOLD.inches)
            ]
            assert held_by(battle, prize) == tuple(sorted(set(fit)))
            found += bool(fit)
    assert found, "somebody holds something"


def test_whether_there_is_a_way_is_told_as_the_ways_themselves_are() -> None:
    """movement.pass-through, movement.zoc.effect"""
    crowded = list(moments(SYSTEM, "fontenoy-1745", seed=7, every=24, most=20))
    units = [(battle, unit) for battle in crowded for side in (0, 1) for unit in battle.on_table(side)]
    able = [(battle, unit) for battle, unit in units if not (unit.is_garrison or unit.is_abandoned)]
    through = [can_go_through(battle, unit, FULL_MOVE) for battle, unit in able]
    assert through == [through_of(battle, unit, FULL_MOVE) is not None for battle, unit in able]
    assert set(through) == {True, False}
    back = [can_fall_back(battle, unit, FULL_MOVE) for battle, unit in able[::7]]
    assert back == [fall_back_of(battle, unit, FULL_MOVE) is not None for battle, unit in able[::7]]


def test_an_attack_stands_if_nothing_is_said_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """movement.contact, movement.zoc.effect, movement.zoc.contact-exempt"""
    free = [(battle, unit) for battle, unit in on_table() if is_free_to_attack(battle, unit)]
    soon = [attackable(battle, unit, FULL_MOVE) for battle, unit in free]
    monkeypatch.setattr(attacks, "prices_ahead", lambda course, ways, start=None: [0.0] * len(ways))
    monkeypatch.setattr(attacks, "_not_held", lambda battle, unit, near: near)
    monkeypatch.setattr(PlanAttack, "stands", lambda asked, verdict: asked.objection(verdict) is None)
    assert soon == [attackable(battle, unit, FULL_MOVE) for battle, unit in free]
    assert {bool(targets) for targets in soon} == {True, False}


def test_all_lines_of_sight_asked_at_once_are_those_of_single_looks() -> None:
    """geometry.los, geometry.garrison-point"""
    found: list[bool] = []
    for battle in battles()[::4]:
        pairs = [(unit, enemy) for unit in battle.on_table(0) for enemy in battle.enemies_of(0)]
        looks = are_seen(battle, pairs)
        for (unit, enemy), sees in list(zip(pairs, looks, strict=True))[::5]:
            eyes, through = (eye_of(unit, enemy),), seen_through(battle.units)
            (look,) = sightings(scene_of(battle), unit.id, (enemy.id,), TERMS, eyes, see_through=through)
            assert look.sees is sees
        found += looks
    assert set(found) == {True, False}


def test_a_garrison_comes_out_where_each_side_by_itself_has_room() -> None:
    """terrain.garrison, movement.one-inch"""
    held = [(battle, unit) for battle, unit in on_table() if unit.is_garrison]
    told = [exits(battle, unit) for battle, unit in held]
    assert told == [_sides_with_room(battle, unit) for battle, unit in held]
    assert any(told), "somebody may come out"


def _sides_with_room(battle: TricornBattle, unit: TricornUnit) -> tuple[Exit, ...]:
    """The sides of a stronghold outside which there is room, one after another."""
    if is_in_contact(battle, unit.id):
        return ()
    place, enemies = battle.stronghold(unit.garrison), battle.enemies_of(unit.side)
    keeps = {enemy.id: min(float(NEAR), distance(unit, enemy)) for enemy in enemies}
    demands = Demands(shut_to(unit.category), LAYERS, keeps)
    return tuple(
        Exit(place.piece, heading)
        for heading in place.headings
        if with_room(unit, (outside(unit, place, heading),), scene_for(battle, unit), demands)
    )


def test_ground_that_is_near_is_looked_for_by_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """terrain.in-bad-going, terrain.stream-bank"""
    units = on_table()[::9]
    soon = [_on_the_ground(battle, unit) for battle, unit in units]
    monkeypatch.setattr(going, "_near_ground", _all_ground)
    assert soon == [_on_the_ground(battle, unit) for battle, unit in units]
    assert {share > 0.0 for share, _ in soon} == {True, False}


def _on_the_ground(battle: TricornBattle, unit: TricornUnit) -> tuple[float, tuple[int, ...]]:
    """How much of a unit lies in bad going, and the streams before it, worked out anew."""
    place = battle.field, standing(unit), unit.shape
    return going._share_bad.__wrapped__(*place, LAYERS), going._streams_before.__wrapped__(*place)


def _all_ground(field: Field, kinds: tuple[str, ...], *_: object) -> list[int]:
    return [n for n, piece in enumerate(field.pieces) if piece.kind in kinds]
