"""The restrictions of the rules on profiles and on armies in a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.game.files.scenario import StandingEntry
from sandtable.game.files.typed_files import suggest
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.terrain import LAYERS, LINES, STRIPS, STRONGHOLDS, kinds
from sandtable.systems.tricorn.troops import Category, Formation, TroopType, Weapon, combat_value
from sandtable.table.measure import share_over
from sandtable.table.space import TOLERANCE, Body, Pose, Shape

if TYPE_CHECKING:
    from sandtable.systems.tricorn.roster import Roster, Scenario, UnitEntry

Findings = Iterator[tuple[str, str]]
"""Pairs of a key in a file and what is wrong there."""

SMALL_ARMS: Final = {
    TroopType.MUSKETS: (Weapon.MUSKET,),
    TroopType.LIGHT_INFANTRY: (Weapon.MUSKET, Weapon.RIFLE),
    TroopType.HEAVY_CAVALRY: (Weapon.CARBINE,),
    TroopType.LIGHT_CAVALRY: (Weapon.CARBINE,),
    TroopType.LIGHT_ARTILLERY: (Weapon.LIGHT_GUN,),
    TroopType.FIELD_ARTILLERY: (Weapon.FIELD_GUN,),
    TroopType.HEAVY_ARTILLERY: (Weapon.HEAVY_GUN,),
}
"""The weapon of each type of unit (weapons.ranges)."""

MOST_GENERALS: Final = 5
COMMAND_SIZE: Final = (2, 6)
"""The fewest and the most units of a command (command.organisation)."""


# --------------------------------------------------------------------- profiles
def contradictions(profile: Profile) -> Findings:
    """What in a profile contradicts the tables (troops.combat-values, weapons.ranges)."""
    if combat_value(profile.type, profile.quality, shock=profile.shock) is None:
        shock = " of the 2/4 class" if profile.shock else ""
        words = f"the table of Combat Values has no {profile.quality} {profile.type}{shock}"
        yield "quality", words
    if profile.weapon not in SMALL_ARMS[profile.type]:
        may = " or ".join(SMALL_ARMS[profile.type])
        yield "weapon", f"{profile.type} carries {may}, not {profile.weapon}"


# --------------------------------------------------------------------- where units stand
def standing(key: str, unit: UnitEntry, scenario: Scenario, roster: Roster) -> Iterator[StandingEntry]:
    """The place and shape of a unit on the table; a garrison fills its stronghold.

    setup.data, terrain.garrison
    """
    pose = unit.pose()
    if pose is None or unit.profile not in roster.profile_ids:
        return
    if unit.formation is not Formation.GARRISON:
        yield StandingEntry(key, unit.name, pose, roster.profile(unit.profile).shape(unit.formation))
        return
    held = scenario.stronghold(unit.garrison)
    if held is not None:
        heading = held.heading_near(pose.heading)
        yield StandingEntry(key, unit.name, held.pose(heading), held.shape(heading))


# --------------------------------------------------------------------- armies
def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """What the rules do not allow in a scenario."""
    yield from _terrain(scenario)
    yield from _commands(scenario)
    yield from _officers(scenario)
    yield from _units(scenario, roster)
    yield from _closed_ground(scenario, roster)
    sides = [side.id for side in scenario.sides]
    for place, objective in enumerate(scenario.objectives):
        if objective.holder and objective.holder not in sides:
            words = f'there is no side "{objective.holder}"; {suggest(objective.holder, sides)}'
            yield f"objectives[{place}].holder", words


def _terrain(scenario: Scenario) -> Findings:
    """Ground drawn with the wrong shape, and strongholds that are not rectangles (terrain.types)."""
    for place, ground in enumerate(scenario.terrain):
        key = f"terrain[{place}]"
        if ground.kind not in kinds():
            continue
        if ground.kind in LINES and (ground.polygon or ground.width):
            yield key, f"{ground.kind} must be a polyline without width"
        elif ground.polyline and ground.kind not in (*LINES, *STRIPS):
            yield key, f"{ground.kind} must be a polygon"
        elif ground.polyline and ground.kind in STRIPS and not ground.width:
            yield f"{key}.width", f"a strip of {ground.kind} must have a width"
        if ground.kind in STRONGHOLDS and scenario.stronghold(ground.id) is None:
            yield f"{key}.polygon", f"a {ground.kind} must be a rectangle of four corners"


def _commands(scenario: Scenario) -> Findings:
    """Commands without a General or with the wrong number of units, and too many commands.

    An army of one unit is a command of one (command.organisation).
    """
    least, most = COMMAND_SIZE
    for place, command in enumerate(scenario.brigades):
        count = sum(unit.brigade == command.id for unit in scenario.units)
        whole = sum(unit.side == command.side for unit in scenario.units)
        if not min(least, whole) <= count <= most:
            yield (
                f"brigades[{place}]",
                f"{command.id} has {count} units; a command must have {least} to {most}",
            )
        leads = [leader.id for leader in scenario.leaders if leader.brigade == command.id]
        if leads != [command.commander]:
            commander, leader = command.commander or "missing", ", ".join(leads) or "missing"
            words = f"its commander is {commander}, its leader {leader}"
            yield f"brigades[{place}].commander", f"{words}; both must be the same single officer"
    for place, side in enumerate(scenario.sides):
        count = sum(command.side == side.id for command in scenario.brigades)
        if count > MOST_GENERALS + 1:
            yield f"sides[{place}]", f"{side.id} has {count} commands; an army has one to {MOST_GENERALS}"


def _officers(scenario: Scenario) -> Findings:
    """Armies without exactly one Commander in Chief, and officers without a command or a place.

    command.organisation
    """
    for place, side in enumerate(scenario.sides):
        chiefs = [one.id for one in scenario.leaders if one.side == side.id and one.chief]
        if len(chiefs) != 1:
            found = ", ".join(chiefs) or "nobody"
            yield f"sides[{place}]", f"{side.id} must have one Commander in Chief; it has {found}"
    for place, leader in enumerate(scenario.leaders):
        if not leader.brigade and not leader.chief:
            yield f"leaders[{place}].brigade", f"{leader.id} must have a command, or be Commander in Chief"
        if leader.x is None and not leader.is_gone:
            yield f"leaders[{place}]", f"{leader.id} must have x and y"
    names = [leader.name for leader in scenario.leaders]
    for place, name in enumerate(names):
        if name in names[:place]:
            yield f"leaders[{place}].name", f'"{name}" is the name of another officer; cards bear names'


def _units(scenario: Scenario, roster: Roster) -> Findings:
    """Units in forbidden formations, units without a command, and garrisons without a stronghold.

    command.organisation, setup.data, terrain.garrison, terrain.redoubt
    """
    held = set[str]()
    for place, unit in enumerate(scenario.units):
        key = f"units[{place}]"
        if not unit.brigade:
            yield f"{key}.brigade", f"{unit.id} must belong to a command"
        if unit.profile not in roster.profile_ids:
            continue
        profile = roster.profile(unit.profile)
        garrison = unit.formation is Formation.GARRISON
        may = ", ".join(profile.formations)
        crewless = unit.formation is Formation.ABANDONED and profile.category is Category.ARTILLERY
        if not garrison and not crewless and unit.formation not in profile.formations:
            yield f"{key}.formation", f"{unit.profile} may be in {may}, not {unit.formation}"
        if bool(unit.garrison) != garrison:
            yield f"{key}.garrison", "a unit names the place it holds if it is in garrison, and only then"
        elif garrison:
            yield from _garrison(key, unit, profile, scenario, held)


def _garrison(key: str, unit: UnitEntry, profile: Profile, scenario: Scenario, held: set[str]) -> Findings:
    place = scenario.stronghold(unit.garrison)
    known = suggest(unit.garrison, (one.id for one in scenario.terrain if one.kind in STRONGHOLDS))
    if place is None:
        yield f"{key}.garrison", f'there is no place "{unit.garrison}" to hold; {known}'
    elif unit.garrison in held:
        yield f"{key}.garrison", f"{unit.garrison} already has a garrison; it holds one unit"
    elif profile.category is Category.MOUNTED or (profile.category is Category.ARTILLERY and place.is_built):
        yield f"{key}.garrison", f"{profile.category} cannot hold a {place.kind}"
    if scenario.arrives(unit):
        yield f"{key}.garrison", f"{unit.id} arrives later and cannot begin as a garrison"
    held.add(unit.garrison)


def _closed_ground(scenario: Scenario, roster: Roster) -> Findings:
    """Units on ground closed to them, or in a stronghold without being its garrison.

    terrain.types, terrain.building-passage
    """
    for one in roster.standing(scenario):
        unit = scenario.units[int(one.key.removeprefix("units[").removesuffix("]"))]
        if unit.formation is Formation.GARRISON:
            continue
        category = roster.profile(unit.profile).category
        closed = tuple(kind.kind for kind in kinds().values() if category in kind.closed_to)
        shut = tuple(dict.fromkeys((*closed, *STRONGHOLDS)))
        if lies_in(one.pose, one.shape, scenario, shut):
            yield one.key, f"{one.name} stands on ground it cannot enter"


def lies_in(pose: Pose, shape: Shape, scenario: Scenario, shut: tuple[str, ...]) -> bool:
    """Does a rectangle lie over ground of these kinds by more than the tolerance?"""
    share = share_over(Body(0, 0, pose, shape), scenario.field(), shut, LAYERS, "footprint")
    return share * shape.width * shape.depth > TOLERANCE * (shape.width + shape.depth)
