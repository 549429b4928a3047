"""Mustering: a scenario's units and leaders at the start of the battle."""

from __future__ import annotations

from sandtable.game.files.scenario_rows import EDGES, outline
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.battle import Camp, EagleBattle, EagleUnit, Leader, Step
from sandtable.systems.eagle.options import Variant
from sandtable.systems.eagle.profiles import Profile
from sandtable.systems.eagle.roster import ROLL, LeaderEntry, Scenario, Side, UnitEntry, roster
from sandtable.table.space import TABLE_SIDES, Point, TableSide


def muster(scenario: Scenario, readings: Readings) -> EagleBattle:
    """The battle before its first turn (army.scenario, army.deployment).

    Units that their players place have no pose yet; all others begin without disorder, formed if they can be.
    """
    sides = tuple(side.id for side in scenario.sides)
    deploys = scenario.free or (bool(readings.of(Variant.DEPLOYMENT)) and not scenario.is_under_way)
    known = roster().for_scenario(scenario)
    units = tuple(
        unit_of(sides, number, entry, known.profile(entry.profile), deploys=deploys)
        for number, entry in enumerate(scenario.units)
    )
    step = Step.DEPLOYMENT if deploys else Step.INITIATIVE
    left, right = (_camp(scenario, side) for side in scenario.sides)
    return EagleBattle(
        field=scenario.field(),
        units=units,
        turn=1,
        active=sides.index(scenario.first_deploy) if scenario.first_deploy in sides else 0,
        phase=step.phase.value,
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        camps=(left, right),
        leaders=tuple(
            _leader(sides, units, number, entry, deploys=deploys)
            for number, entry in enumerate(scenario.leaders)
        ),
        readings=readings,
        step=step,
        opening=None if scenario.first_player == ROLL else sides.index(scenario.first_player),
        objectives=scenario.objectives,
        specials=tuple(special.id for special in scenario.special),
        deploys_first=_first_to_deploy(scenario, sides),
    )


def _first_to_deploy(scenario: Scenario, sides: tuple[str, ...]) -> int | None:
    """The side that deploys first: the one that the scenario names, or a defender (army.deployment)."""
    if scenario.first_deploy in sides:
        return sides.index(scenario.first_deploy)
    return next((place for place, side in enumerate(scenario.sides) if side.role == "defender"), None)


def unit_of(
    sides: tuple[str, ...], number: int, entry: UnitEntry, profile: Profile, *, deploys: bool = False
) -> EagleUnit:
    """A unit where the scenario puts it; one that is placed later has no pose yet (army.deployment)."""
    return EagleUnit(
        id=number,
        side=sides.index(entry.side),
        pose=None if deploys else entry.pose(),
        shape=profile.shape(entry.formation, entry.ranks),
        key=entry.id,
        name=entry.name,
        profile_id=roster().id_in_battle(profile),
        command=entry.brigade,
        legion=entry.legion,
        eagle=entry.eagle,
        began=entry.bases_at_first,
        formation=entry.formation,
        ranks=entry.ranks,
        formed=profile.troop_class.is_formed_kind,
    )


def _leader(
    sides: tuple[str, ...], units: tuple[EagleUnit, ...], number: int, entry: LeaderEntry, *, deploys: bool
) -> Leader:
    """A leader where the scenario puts him, or with his unit (command.attach)."""
    actions = roster().leader(entry.profile).actions
    with_unit = next((unit.id for unit in units if entry.attached_to and unit.key == entry.attached_to), None)
    pose = entry.pose()
    alone = pose is not None and with_unit is None and not deploys
    return Leader(
        id=number,
        key=entry.id,
        name=entry.name,
        side=sides.index(entry.side),
        general=entry.general,
        start=actions,
        actions=actions,
        left=actions,
        place=Point(float(pose.x), float(pose.y)) if alone and pose is not None else None,
        attached=None if deploys else with_unit,
    )


def _camp(scenario: Scenario, side: Side) -> Camp:
    return Camp(
        side.id,
        side.name,
        side.nation,
        _edge(side.edge),
        zone=outline(side.zone),
        role=side.role,
        baggage=scenario.camp_of(side.id),
    )


def _edge(edge: str) -> TableSide:
    return next(side for side in TABLE_SIDES if side == EDGES[edge])
