"""What eagle tells soon of its leaders, by boxes or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache

from sandtable.systems.eagle import leader_moves
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.controlling import NEAR
from sandtable.systems.eagle.leader_moves import RIDE, can_ride, joinable, ride_of
from sandtable.systems.eagle.nearness import distance_to_leader, is_within, leaders_within
from sandtable.systems.eagle.system import SYSTEM
from tests.systems.moments import moments


@cache
def battles() -> tuple[EagleBattle, ...]:
    """Two battles at several moments."""
    return (
        *moments(SYSTEM, "boudica-61", seed=3, every=60, most=9),
        *moments(SYSTEM, "graupius-83", seed=3, every=60, most=9),
    )


def test_a_leader_can_ride_if_any_place_stands() -> None:
    """command.leader.move-rules"""
    for battle in battles():
        for leader in (*battle.leaders_of(0), *battle.leaders_of(1)):
            assert can_ride(battle, leader) is ride_of(battle, leader, RIDE).has_place


def test_a_leader_joins_the_units_to_which_a_way_leads() -> None:
    """command.move, command.attach"""
    for battle in battles():
        for leader in (*battle.leaders_of(0), *battle.leaders_of(1)):
            others = [unit for unit in battle.unbroken(leader.side) if unit.id != leader.attached]
            start = battle.place_of(leader)
            reached = [unit.id for unit in others if leader_moves._reaches(battle, start, unit)]
            assert list(joinable(battle, leader)) == reached


def test_the_leaders_near_a_unit_are_those_within_the_distance() -> None:
    """control.under-control"""
    for battle in battles():
        for unit in (*battle.on_table(0), *battle.on_table(1)):
            near = [
                leader
                for leader in battle.leaders_of(unit.side)
                if (leader.attached is None or not battle.units[leader.attached].routing)
                and is_within(distance_to_leader(battle, unit, leader), NEAR)
            ]
            assert list(leaders_within(battle, unit, NEAR)) == near
