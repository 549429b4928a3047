"""Mustering: a scenario's units at the start of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.files.scenario_rows import EDGES, outline
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import Camp, ColdSteelBattle, ColdSteelUnit, Prize, Reserve, Step
from sandtable.systems.coldsteel.buildings import Building, building_of
from sandtable.systems.coldsteel.events import hub_of
from sandtable.systems.coldsteel.free_battles import fought_on
from sandtable.systems.coldsteel.options import Variant
from sandtable.systems.coldsteel.order_of_battle import standing
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import CardMode, Scenario, UnitEntry, roster
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.table.space import TABLE_SIDES, Point, Shape, TableSide, inches

CHOICES: Final[tuple[CardMode | None, ...]] = (None, "dealt", "assigned", "none")
"""The card modes that the variant offers; the first is the scenario's own (cards.modes)."""


def muster(scenario: Scenario, readings: Readings) -> ColdSteelBattle:
    """The battle before its first turn (setup.deploy, cards.modes, setup.terrain).

    A pick-up game begins with the choice of forces; then cards are dealt, then units are placed, each if the
    battle has that step; then the first turn begins.
    """
    scenario = fought_on(scenario, readings)
    mode = CHOICES[readings.of(Variant.CARDS)] or scenario.cards
    placed = not scenario.free and scenario.is_under_way
    deploys = not placed and (scenario.free or bool(readings.of(Variant.DEPLOYMENT)))
    step = first_step(free=scenario.free, dealt=mode == "dealt", deploys=deploys)
    left, right = (Camp(side.id, side.name, _edge(side.edge), outline(side.zone)) for side in scenario.sides)
    return ColdSteelBattle(
        field=scenario.field(),
        units=tuple(
            unit_of(scenario, number, entry, mode, deploys=deploys)
            for number, entry in enumerate(scenario.units)
        ),
        turn=1,
        active=0,
        phase=step.phase.value,
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        camps=(left, right),
        readings=readings,
        step=step,
        buildings=tuple(_buildings(scenario)),
        reserves=tuple(_reserves(scenario)),
        prizes=tuple(_prizes(scenario)),
        card_mode=mode,
        free=scenario.free,
    )


def first_step(*, free: bool, dealt: bool, deploys: bool) -> Step:
    """The first step of a battle (setup.forces, cards.deal, setup.deploy)."""
    if free:
        return Step.FORCES
    if dealt:
        return Step.CARDS
    return Step.EDGES if deploys else Step.INITIATIVE


def unit_of(
    scenario: Scenario, number: int, entry: UnitEntry, mode: CardMode = "none", *, deploys: bool = False
) -> ColdSteelUnit:
    """A unit where the scenario puts it, without a pose if it is placed or arrives later.

    Printed garrisons stay where they are printed (setup.deploy, setup.reinforcements).
    """
    known = roster().for_scenario(scenario)
    profile = known.profile(entry.profile)
    later = scenario.arrives(entry) or (deploys and entry.formation is not Formation.GARRISON)
    stands = None if later else next(standing("", entry, scenario, known), None)
    formation = entry.formation
    shape = _unplaced(entry, profile) if stands is None else stands.shape
    return ColdSteelUnit(
        id=number,
        side=next(place for place, side in enumerate(scenario.sides) if side.id == entry.side),
        pose=None if stands is None else stands.pose,
        shape=shape,
        key=entry.id,
        name=entry.name,
        profile_id=roster().id_in_battle(profile),
        brigade=entry.brigade,
        formation=formation,
        files=entry.files_of(profile),
        models=entry.models_of(profile),
        command=profile.command if entry.command is None else entry.command,
        trait=_card(entry, profile, mode),
        building=entry.building,
        hub=None if stands is None else hub_of(formation, stands.pose, shape),
    )


def _unplaced(entry: UnitEntry, profile: Profile) -> Shape:
    """The shape of a unit without a pose; a former garrison has that of a line."""
    return (
        entry.shape(profile) if entry.formation is not Formation.GARRISON else profile.shape(Formation.LINE)
    )


def _card(entry: UnitEntry, profile: Profile, mode: CardMode) -> Trait | None:
    """The assigned card of a unit: the scenario's, else its profile's (cards.modes, cards.profile-card)."""
    if mode != "assigned":
        return None
    return entry.card or profile.card_if_assigned


def _buildings(scenario: Scenario) -> Iterator[Building]:
    """The buildings that can be garrisoned (building.shape)."""
    for ground in scenario.terrain:
        building = building_of(ground.piece(), ground.name, ground.capacity)
        if building is not None:
            yield building


def _reserves(scenario: Scenario) -> Iterator[Reserve]:
    """The units that arrive later, in scenario order (setup.reinforcements)."""
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    for arrival in scenario.arrivals:
        point = Point(float(inches(arrival.x)), float(inches(arrival.y)))
        yield Reserve(numbers[arrival.unit], arrival.turn, _edge(arrival.edge), point)


def _prizes(scenario: Scenario) -> Iterator[Prize]:
    """The objectives (victory.points)."""
    for one in scenario.objectives:
        point = Point(float(inches(one.x)), float(inches(one.y)))
        yield Prize(one.id, one.name, point, one.points, one.building)


def _edge(edge: str) -> TableSide:
    return next(side for side in TABLE_SIDES if side == EDGES[edge])
