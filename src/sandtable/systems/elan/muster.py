"""Mustering: a scenario's units, brigades and commanders at the start of the battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.game.files.scenario_rows import EDGES, outline
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import (
    Brigade,
    Camp,
    ElanBattle,
    ElanUnit,
    Leader,
    Opened,
    Prize,
    Rank,
    Reserve,
    Step,
)
from sandtable.systems.elan.conversion import converted
from sandtable.systems.elan.figures import VARIANT, Scale
from sandtable.systems.elan.ground.hexes import plan
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.order_of_battle import standing
from sandtable.systems.elan.roster import LeaderEntry, Scenario, Side, UnitEntry, roster
from sandtable.systems.elan.terrain import SECTORS
from sandtable.table.space import TABLE_SIDES, Point, Pose, TableSide, inches

DEPLOYMENT = "deployment"
"""The variant of the rulebook by which players place their units themselves (setup.options)."""


def muster(scenario: Scenario, readings: Readings) -> ElanBattle:
    """The battle before its first turn, in the chosen set of figures.

    scale.default, setup.plan, setup.deploy, turn.attach.order
    """
    scale = tuple(Scale)[readings.of(VARIANT)]
    scenario = converted(scenario, scale)
    sides = tuple(side.id for side in scenario.sides)
    first = sides.index(scenario.first_player)
    free = bool(readings.of(DEPLOYMENT)) and not scenario.is_under_way
    step = Step.DEPLOYMENT if free else Step.ATTACHING
    left, right = (_camp(scenario, side) for side in scenario.sides)
    battle = ElanBattle(
        field=scenario.field(),
        units=tuple(unit_of(scenario, number, entry) for number, entry in enumerate(scenario.units)),
        turn=1,
        active=sides.index(scenario.first_deploy) if free and scenario.first_deploy else first,
        phase=step.phase.value,
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        scale=scale,
        corners=scenario.hex_corners,
        camps=(left, right),
        brigades=tuple(_brigades(scenario)),
        leaders=tuple(_leader(scenario, entry) for entry in scenario.leaders),
        readings=readings,
        first=first,
        step=step,
        reserves=tuple(_reserves(scenario)),
        prizes=tuple(_prizes(scenario)),
        specials=tuple(special.id for special in scenario.special),
        sectors=tuple((one.id, one.name) for one in scenario.terrain if one.kind in SECTORS and one.name),
    )
    battle = replace(battle, opened=tuple(_opened(scenario, battle.units)))
    battle = _on_hexes(battle, scenario) if scale is Scale.HEX else battle
    return _off_the_table(battle) if free else battle


def _opened(scenario: Scenario, units: Sequence[ElanUnit]) -> Iterator[Opened]:
    """The ground that the special rules of a scenario open, and the units they open it to.

    terrain.ssr-opens
    """
    for special in scenario.special:
        if special.opens:
            about = tuple(unit.id for unit in units if special.is_about(unit.key, unit.arm))
            yield Opened(special.opens, about)


def _camp(scenario: Scenario, side: Side) -> Camp:
    armies = [
        place for place, one in enumerate(scenario.leaders) if one.side == side.id and one.rank == "army"
    ]
    return Camp(
        id=side.id,
        name=side.name,
        role=side.role,
        edge=_edge(side.edge),
        commander=armies[0],
        zone=outline(side.zone),
    )


def unit_of(scenario: Scenario, number: int, entry: UnitEntry) -> ElanUnit:
    """A unit where the plan puts it; one that arrives later has no pose yet (setup.plan, setup.arrivals)."""
    known = roster().for_scenario(scenario)
    profile = known.profile(entry.profile)
    stands = None if scenario.arrives(entry) else next(standing("", entry, scenario, known), None)
    return ElanUnit(
        id=number,
        side=_side(scenario, entry.side),
        pose=None if stands is None else stands.pose,
        shape=profile.shape(entry.formation, scenario.scale) if stands is None else stands.shape,
        key=entry.id,
        name=entry.name,
        profile_id=roster().id_in_battle(profile),
        brigade=next(place for place, one in enumerate(scenario.brigades) if one.id == entry.brigade),
        formation=entry.formation,
        sector=entry.sector,
    )


def _brigades(scenario: Scenario) -> Iterator[Brigade]:
    for brigade in scenario.brigades:
        yield Brigade(
            key=brigade.id,
            name=brigade.name,
            side=_side(scenario, brigade.side),
            units=tuple(n for n, unit in enumerate(scenario.units) if unit.brigade == brigade.id),
            commander=next(n for n, one in enumerate(scenario.leaders) if one.id == brigade.commander),
        )


def _leader(scenario: Scenario, entry: LeaderEntry) -> Leader:
    brigades = [brigade.id for brigade in scenario.brigades]
    attached = [
        n for n, unit in enumerate(scenario.units) if entry.attached_to and unit.id == entry.attached_to
    ]
    return Leader(
        key=entry.id,
        name=entry.name,
        side=_side(scenario, entry.side),
        rank=Rank(entry.rank),
        brigade=brigades.index(entry.brigade) if entry.brigade else None,
        leadership=entry.leadership,
        pose=None if attached else entry.pose(),
        attached_to=attached[0] if attached else None,
        changed=entry.changed,
        moved=entry.moved,
    )


def _reserves(scenario: Scenario) -> Iterator[Reserve]:
    """The brigades that arrive later (setup.arrivals)."""
    brigades = [brigade.id for brigade in scenario.brigades]
    for arrival in scenario.arrivals:
        point = Point(float(inches(arrival.x)), float(inches(arrival.y)))
        yield Reserve(brigades.index(arrival.brigade), arrival.turn, _edge(arrival.edge), point)


def _prizes(scenario: Scenario) -> Iterator[Prize]:
    for one in scenario.objectives:
        holder = _side(scenario, one.holder) if one.holder else None
        point = Point(float(inches(one.x)), float(inches(one.y)))
        yield Prize(one.id, one.name, point, one.points, holder)


def _side(scenario: Scenario, side: str) -> int:
    return next(place for place, one in enumerate(scenario.sides) if one.id == side)


def _edge(edge: str) -> TableSide:
    return next(side for side in TABLE_SIDES if side == EDGES[edge])


# --------------------------------------------------------------------- other sets, other beginnings
def _on_hexes(battle: ElanBattle, scenario: Scenario) -> ElanBattle:
    """The battle with units and commanders moved to their hexes (hex.plan.units, hex.plan.points)."""
    grid = plan.grid_over(battle.field, battle.corners)
    units = []
    barred = is_other(battle, Reading.SKIRMISH_CAVALRY)
    for unit, place in zip(battle.units, plan.places(scenario, barred=barred), strict=True):
        shape = unit.profile.shape(unit.formation, Scale.HEX)
        pose = None if place is None else plan.pose_in(grid, place, shape)
        units.append(replace(unit, pose=pose, shape=shape))
    leaders = tuple(
        leader if leader.pose is None else replace(leader, pose=_hex_spot(battle, leader.pose))
        for leader in battle.leaders
    )
    return replace(battle, units=tuple(units), leaders=leaders)


def _hex_spot(battle: ElanBattle, pose: Pose) -> Pose:
    grid = plan.grid_over(battle.field, battle.corners)
    return plan.spot_in(grid, plan.hex_at(grid, Point(pose.x, pose.y)))


def _off_the_table(battle: ElanBattle) -> ElanBattle:
    """The battle with units and commanders off the table, before deployment (setup.deploy)."""
    return replace(
        battle,
        units=tuple(replace(unit, pose=None, sector="") for unit in battle.units),
        leaders=tuple(replace(leader, pose=None, attached_to=None) for leader in battle.leaders),
    )
