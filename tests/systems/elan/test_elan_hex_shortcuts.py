"""What the ground on hexes knows at once is what it would find by looking at every hex and unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from sandtable.agents.militia import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.drill import on_the_march
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.hexes.plan import hex_at
from sandtable.systems.elan.ground.values import Entrance
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.system import SYSTEM
from sandtable.table.hexes import Hex, distance, in_order
from sandtable.table.space import centre
from tests.systems.elan.test_elan_muster import mustered

SCENARIOS = ("alma", "mcphersons-ridge", "quatre-bras", "swiepwald")


@cache
def moments(scenario: str) -> tuple[ElanBattle, ...]:
    """A battle on hexes at every fortieth question."""
    game = Game(SYSTEM, mustered(scenario, Scale.HEX), RandomHand(7))
    militia, found, asked = Militia(7), [game.battle], 0
    while game.question is not None:
        game.answer(militia.decide(game.position()))
        asked += 1
        if asked % 40 == 0:
            found.append(game.battle)
    return tuple(found)


def grounds(scenario: str) -> Iterator[HexGround]:
    for battle in moments(scenario):
        yield HexGround(battle)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reinforcements_come_on_in_the_free_hexes_nearest_to_their_entry_on_each_hand(scenario: str) -> None:
    """setup.arrivals, terrain.path"""
    for ground in grounds(scenario):
        for reserve in ground.battle.reserves:
            entry = hex_at(ground.grid, reserve.point)
            for number in ground.battle.brigades[reserve.brigade].units:
                free = sorted(
                    free_hexes(ground, number, reserve.edge),
                    key=lambda hex_: (distance(hex_, entry), in_order(hex_)),
                )
                across = reserve.edge in ("top", "bottom")
                hands: tuple[list[Hex], list[Hex]] = [], []
                for hex_ in free:
                    here, there = ground.grid.centre(hex_), ground.grid.centre(entry)
                    hands[here.x > there.x if across else here.y > there.y].append(hex_)
                first = sorted((hand[0] for hand in hands if hand), key=free.index)
                stances = ground.entrances(number, Entrance(reserve.edge, reserve.point))
                found = [hex_at(ground.grid, centre(one.to, one.shape)) for one in stances]
                assert found == ([entry] if entry in free else first)


def free_hexes(ground: HexGround, number: int, edge: str) -> list[Hex]:
    """The hexes of an edge where a unit may come on."""
    battle, unit = ground.battle, ground.unit(number)
    unit = replace(unit, formation=on_the_march(unit.arm))
    found = []
    for hex_ in ground.grid.hexes:
        kind = ground.field.kind_at(hex_)
        closed = bool(kind) and effect_on(battle, unit, kind).closed and not ground.field.is_road(hex_)
        taken = any(body.hex == hex_ for body in ground.scene.bodies)
        near = any(
            distance(hex_, ground.hex(enemy.id)) < ground.figures.entry
            for enemy in battle.enemies_of(unit.side)
        )
        if ground.grid.edge_distance(hex_, edge) == 0 and not (closed or taken or near):
            found.append(hex_)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_distances_are_those_that_are_counted_from_hex_to_hex(scenario: str) -> None:
    """hex.distance, command.engagement-range, victory.hold"""
    for ground in grounds(scenario):
        battle = ground.battle
        for side in (0, 1):
            ours, theirs = battle.numbers_on_table(side), battle.numbers_on_table(1 - side)
            for unit in ours:
                gaps = [ground.gap(unit, enemy) for enemy in theirs]
                assert ground.closest(unit) == min(gaps)
                assert [ground.gaps(unit)[enemy] for enemy in theirs] == gaps
            for prize in battle.prizes:
                near = any(ground.point_gap(unit, prize.point) <= 2 for unit in ours)
                assert ground.is_any_near(ours, prize.point, 2) is near


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_friends_in_line_can_hide_a_target(scenario: str) -> None:
    """hex.sight, weapons.overhead, geometry.fire-arc"""
    for ground in grounds(scenario):
        battle = ground.battle
        for unit in battle.numbers_on_table(0):
            friends, enemies = battle.numbers_on_table(0), battle.numbers_on_table(1)
            near = [(ground.gap(unit, one), one) for one in enemies if ground.gap(unit, one) <= 6]
            in_arc = [(gap, one) for gap, one in sorted(near) if ground.is_in_arc(unit, one)]
            lines = ground.lines_of_fire([(unit, 6, False)])
            assert [line[:3] for line in lines] == [(unit, *aim) for aim in in_arc]
            for _, enemy in in_arc:
                line = ground.in_line(unit, enemy, friends)
                assert ground.sees(unit, enemy, line) is ground.sees(unit, enemy, friends)
