"""What holds of every move that is offered, on tables thrown together by chance."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.systems.tricorn.attacks import attackable, attacks
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import contact_of
from sandtable.systems.tricorn.contact import contacts, is_in_contact
from sandtable.systems.tricorn.contacts_made import at_pose
from sandtable.systems.tricorn.nearness import SLACK, distance
from sandtable.systems.tricorn.paths import path_of
from sandtable.systems.tricorn.rates import FULL_MOVE
from sandtable.systems.tricorn.zones import exerts_zone, in_zone, zone_of
from sandtable.table.measure import is_overlapping
from sandtable.table.movement import Verdict
from sandtable.table.space import corners
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    HORSE,
    HUSSARS,
    LIGHTS,
    MUSKETS,
    battle,
    box,
    unit,
)

PROFILES = st.sampled_from((MUSKETS, LIGHTS, HORSE, CUIRASSIERS, HUSSARS))
PLACES = st.tuples(st.integers(26, 46), st.integers(14, 34), st.sampled_from(range(0, 360, 15)), PROFILES)


@st.composite
def tables(draw: st.DrawFn) -> TricornBattle:
    """A unit in the middle of the table, a few friends and enemies about it, none on another."""
    units: list[TricornUnit] = [unit(0, 36, 24, profile=draw(PROFILES))]
    for x, y, facing, profile in draw(st.lists(PLACES, min_size=1, max_size=7)):
        side = draw(st.integers(0, 1))
        placed = unit(len(units), x, y, facing, side=side, profile=profile, markers=2)
        if all(distance(placed, other) > 30 for other in units):
            units.append(placed)
    return battle(*units)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_every_attack_that_is_offered_ends_in_contact_with_its_target(here: TricornBattle) -> None:
    """movement.contact, geometry.distance"""
    mover = here.units[0]
    if is_in_contact(here, 0):
        return
    for question in attacks(here, mover, FULL_MOVE):
        for way in question.ways:
            verdict = question.judge(way)
            assert isinstance(verdict, Verdict)
            to, stepped = contact_of(here, mover, question.target, verdict)
            there = at_pose(mover, to)
            after = here.with_unit(_stepped(there, stepped))
            assert question.target in [one.enemy for one in contacts(after)[0]]
            assert not any(is_overlapping(there, other, "footprint") for other in here.units[1:])


@given(tables())
@settings(max_examples=60, deadline=None)
def test_the_enemies_that_can_be_attacked_are_those_to_whom_a_way_is_offered(here: TricornBattle) -> None:
    """movement.contact, movement.contact.who"""
    mover = here.units[0]
    offered = attacks(here, mover, FULL_MOVE)
    assert attackable(here, mover, FULL_MOVE) == tuple(question.target for question in offered)
    alone = [attacks(here, mover, FULL_MOVE, question.target) for question in offered]
    assert [question.ways for (question,) in alone] == [question.ways for question in offered]
    others = [enemy.id for enemy in here.enemies_of(0) if enemy.id not in attackable(here, mover, FULL_MOVE)]
    assert all(attacks(here, mover, FULL_MOVE, enemy) == () for enemy in others)


def _stepped(unit_there: TricornUnit, stepped: tuple[int, ...]) -> TricornUnit:
    return replace(unit_there, sidestepped=stepped)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_no_ordinary_move_ends_within_an_inch_of_an_enemy_or_on_anybody(here: TricornBattle) -> None:
    """movement.one-inch, movement.no-overlap"""
    mover = here.units[0]
    question = path_of(here, mover, FULL_MOVE)
    for plan in question.sensible():
        verdict = question.judge(plan)
        assert isinstance(verdict, Verdict)
        there = at_pose(mover, verdict.end)
        for other in here.units[1:]:
            assert not is_overlapping(there, other, "footprint")
            if other.side == 1:
                assert distance(there, other) >= min(100, distance(mover, other)) - SLACK - 0.01


@given(tables())
@settings(max_examples=60, deadline=None)
def test_contact_is_mutual(here: TricornBattle) -> None:
    """geometry.distance"""
    found = contacts(here)
    for number, touching in found.items():
        for one in touching:
            back = [other for other in found[one.enemy] if other.enemy == number]
            assert [(theirs, mine) for mine, theirs in back[0].pairs] == list(one.pairs)


@given(st.integers(0, 359), st.integers(-800, 800), st.integers(-800, 800), st.integers(0, 359))
@settings(max_examples=200, deadline=None)
def test_a_zone_holds_what_is_ahead_within_four_inches_and_the_cone(
    facing: int, dx: int, dy: int, turned: int
) -> None:
    """movement.zoc.shape: a corner in the cone is in the zone; who is farther off than 4 in is not"""
    owner = unit(0, 36, 24, facing)
    other = unit(1, 36 + dx / 100, 24 + dy / 100, turned, side=1)
    here = battle(owner, other)
    assert owner.pose is not None
    assert other.pose is not None
    inside = []
    for corner in corners(other.pose, other.shape):
        right, forward = owner.pose.local(corner)
        beyond = max(abs(right) - 150, 0.0)
        reach = math.hypot(beyond, forward)
        inside.append(forward >= 0 and reach <= 399 and beyond <= forward * math.tan(math.radians(10.9)))
    if any(inside):
        assert in_zone(here, owner, other)
    if distance(owner, other) > 401:
        assert not in_zone(here, owner, other)


@given(st.integers(0, 3), st.integers(150, 390))
@settings(max_examples=40, deadline=None)
def test_terrain_in_a_zone_only_takes_from_it(quarter: int, away: int) -> None:
    """movement.zoc.shape: what is in the zone with a village before the front is in it without"""
    village = box("village", 34, 24 + away / 100, 38, 28 + away / 100)
    owner = unit(0, 36, 24)
    open_table, built = battle(owner), battle(owner, pieces=(village,))
    assert exerts_zone(built, owner)
    for x in range(32, 41):
        other = unit(1, x, 24.2 + quarter, 180, side=1)
        if in_zone(built, owner, other):
            assert in_zone(open_table, owner, other)
    assert len(zone_of(open_table, owner)) == 1
