"""Mustering: a scenario's units and Generals at the start of the battle."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.battle.by_identity import the_same
from sandtable.game.files.scenario_rows import EDGES, outline
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import Camp, General, LibertyBattle, Regiment, Reserve, Step
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.roster import ROLL, Arrival, LeaderEntry, Scenario, UnitEntry, roster
from sandtable.table.space import TABLE_SIDES, Pose, TableSide, inches

MAY_LEAVE = "militia-may-leave"
"""The special rule of a scenario that lets units withdraw over their own table edge."""


def muster(scenario: Scenario, readings: Readings) -> LibertyBattle:
    """The battle before the first order (deploy.scenario-data, command.assign)."""
    sides = tuple(side.id for side in scenario.sides)
    units = tuple(unit_of(scenario, sides, number, entry) for number, entry in enumerate(scenario.units))
    first = 0 if scenario.first_player == ROLL else sides.index(scenario.first_player)
    left, right = (Camp(side.id, side.name, side.edge, zone=outline(side.zone)) for side in scenario.sides)
    return LibertyBattle(
        field=scenario.field(),
        units=units,
        turn=1,
        active=first,
        phase="Command",
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        camps=(left, right),
        generals=tuple(_general(sides, units, entry) for entry in scenario.leaders),
        first=first,
        readings=the_same(readings),
        step=Step.INITIATIVE if scenario.first_player == ROLL else Step.POINTS,
        reserves=tuple(_reserves(scenario)),
        objectives=scenario.objectives,
        buildings=scenario.buildings,
        specials=tuple(special.id for special in scenario.special),
    )


def unit_of(scenario: Scenario, sides: tuple[str, ...], number: int, entry: UnitEntry) -> Regiment:
    """A unit where the scenario puts it; later arrivals have no place yet (deploy.order)."""
    known = roster().for_scenario(scenario)
    profile, shape = known.profile(entry.profile), known.footprint(scenario, entry)
    assert shape is not None, "a scenario that can be fought says how every unit stands"
    bases = known.dismounted.size(entry.bases).bases if entry.dismounted else entry.strength
    return Regiment(
        id=number,
        side=sides.index(entry.side),
        pose=None if scenario.arrives(entry) else entry.pose(),
        shape=shape,
        key=entry.id,
        name=entry.name,
        profile_id=roster().id_in_battle(profile),
        bases=bases,
        formation=Formation(entry.formation),
        dismounted=entry.dismounted,
        brigade=entry.brigade,
        disorder=entry.disorder,
        may_leave=_may_leave(scenario, entry),
        special=entry.special,
        can_dismount=entry.can_dismount,
    )


def _may_leave(scenario: Scenario, entry: UnitEntry) -> str:
    """The edge over which a scenario lets a unit withdraw: that of its own side."""
    for special in scenario.special:
        if special.id == MAY_LEAVE and entry.id in special.units:
            return next(side.edge for side in scenario.sides if side.id == entry.side)
    return ""


def _general(sides: tuple[str, ...], units: tuple[Regiment, ...], entry: LeaderEntry) -> General:
    """A General where the scenario puts him, or behind the unit he is attached to (leaders.attach.place).

    A General who arrives or is deployed with his brigade has no place yet.
    """
    unit = next((unit for unit in units if entry.attached_to and unit.key == entry.attached_to), None)
    pose = entry.pose() if unit is None else _behind(unit)
    return General(
        entry.name, sides.index(entry.side), entry.brigade, pose, None if unit is None else unit.id
    )


def _behind(unit: Regiment) -> Pose | None:
    return None if unit.pose is None else unit.pose.shifted(0, -unit.shape.depth)


# --------------------------------------------------------------------- those who come later
def _reserves(scenario: Scenario) -> Iterator[Reserve]:
    """The units still off the table, and the Generals who come on with their brigades (deploy.reserve)."""
    for number, unit in enumerate(scenario.units):
        named = (one for one in scenario.arrivals if one.unit == unit.id)
        brought = (one for one in scenario.arrivals if one.brigade and one.brigade == unit.brigade)
        for arrival in (*named, *brought)[:1]:
            yield _reserve(arrival, unit=number)
    for number, leader in enumerate(scenario.leaders):
        for arrival in [one for one in scenario.arrivals if one.brigade == leader.brigade][:1]:
            if leader.pose() is None and not leader.attached_to:
                yield _reserve(arrival, general=number)


def _reserve(arrival: Arrival, unit: int | None = None, general: int | None = None) -> Reserve:
    return Reserve(arrival.turn, _edge(arrival), inches(arrival.x), inches(arrival.y), unit, general)


def _edge(arrival: Arrival) -> TableSide:
    return next(side for side in TABLE_SIDES if side == EDGES[arrival.edge])
