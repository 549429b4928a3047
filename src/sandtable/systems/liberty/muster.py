"""Mustering: a scenario's units and Generals as they stand when the battle begins."""

from __future__ import annotations

from sandtable.game.files import BadFile
from sandtable.game.rulebook import Readings
from sandtable.systems.liberty.battle import Camp, General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.roster import LeaderEntry, Scenario, UnitEntry, roster
from sandtable.table.pose import Pose

ROLL = "roll"


def muster(scenario: Scenario, readings: Readings) -> LibertyBattle:
    """The battle before the first order (deploy.scenario-data, command.assign)."""
    if scenario.arrivals:
        words = "nobody can come on later yet, as no rule here brings reserves on; place every unit"
        raise BadFile(scenario.id, "arrivals", words)
    sides = tuple(side.id for side in scenario.sides)
    numbers = {entry.id: number for number, entry in enumerate(scenario.units)}
    units = tuple(_regiment(scenario, sides, number, entry) for number, entry in enumerate(scenario.units))
    first = 0 if scenario.first_player == ROLL else sides.index(scenario.first_player)
    left, right = (Camp(side.id, side.name, side.edge) for side in scenario.sides)
    return LibertyBattle(
        field=scenario.field(),
        units=units,
        turn=1,
        active=first,
        phase="Command",
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        camps=(left, right),
        generals=tuple(_general(sides, numbers, units, entry) for entry in scenario.leaders),
        first=first,
        readings=readings,
        step=Step.INITIATIVE if scenario.first_player == ROLL else Step.ORDERS,
    )


def _regiment(scenario: Scenario, sides: tuple[str, ...], number: int, entry: UnitEntry) -> Regiment:
    formation = Formation(entry.formation)
    return Regiment(
        id=number,
        side=sides.index(entry.side),
        pose=None if scenario.arrives(entry) else entry.pose(),
        shape=roster().profile(entry.profile).shape(entry.bases, formation),
        key=entry.id,
        name=entry.name,
        profile_id=entry.profile,
        bases=entry.bases,
        formation=formation,
        brigade=entry.brigade,
        disorder=entry.disorder,
    )


def _general(
    sides: tuple[str, ...], numbers: dict[str, int], units: tuple[Regiment, ...], entry: LeaderEntry
) -> General:
    """A General where the scenario puts him, or behind the unit he is attached to (leaders.attach.place)."""
    unit = numbers[entry.attached_to] if entry.attached_to else None
    pose = entry.pose() if unit is None else _behind(units[unit])
    assert pose is not None, f"{entry.id} stands nowhere"
    return General(entry.name, sides.index(entry.side), entry.brigade, pose, unit)


def _behind(unit: Regiment) -> Pose:
    assert unit.pose is not None
    return unit.pose.shifted(0, -unit.shape.depth)
