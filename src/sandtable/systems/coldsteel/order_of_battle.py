"""The checks of profiles and of the armies in a scenario against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.game.files.scenario import StandingEntry
from sandtable.game.files.typed_files import suggest
from sandtable.systems.coldsteel.precision import TOUCH
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.terrain import BUILDING, HILL, LAYERS, kind_of, kinds
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.measure import share_over
from sandtable.table.space import Body

if TYPE_CHECKING:
    from sandtable.systems.coldsteel.roster import Roster, Scenario, UnitEntry

Findings = Iterator[tuple[str, str]]
"""Keys in a file, with what is wrong there."""


PICKED: Final = 8
"""The number of units that each side picks in a pick-up game (setup.forces)."""


# --------------------------------------------------------------------- profiles
def contradictions(profile: Profile) -> Findings:
    """What in a profile contradicts the rules or itself (leaders.one-each, cards.profile-card)."""
    if len(set(profile.command)) != len(profile.command):
        yield "command", "a unit has at most one of each command figure"
    if len(profile.command) > profile.models:
        yield "models", f"{len(profile.command)} command figures are more than its {profile.models} models"


# --------------------------------------------------------------------- where units stand
def standing(key: str, unit: UnitEntry, scenario: Scenario, roster: Roster) -> Iterator[StandingEntry]:
    """A unit on the table; a garrison fills its building (setup.deploy, formation.garrison)."""
    pose = unit.pose()
    if pose is None or unit.profile not in roster.profile_ids:
        return
    if unit.formation is not Formation.GARRISON:
        yield StandingEntry(key, unit.name, pose, unit.shape(roster.profile(unit.profile)))
        return
    building = scenario.building(unit.building)
    if building is not None:
        heading = building.heading_near(pose.heading)
        yield StandingEntry(key, unit.name, building.pose(heading), building.shape(heading))


# --------------------------------------------------------------------- armies
def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """What the rules do not allow in a scenario."""
    yield from _terrain(scenario)
    yield from _units(scenario, roster)
    yield from _in_buildings(scenario, roster)
    yield from _pick_up(scenario) if scenario.free else ()
    for place, objective in enumerate(scenario.objectives):
        if (objective.kind == "building") != bool(objective.building):
            words = "an objective names a building if its kind is building, and only then"
            yield f"objectives[{place}].building", words
        elif objective.building and scenario.building(objective.building) is None:
            yield f"objectives[{place}].building", f'there is no building "{objective.building}"'


def _terrain(scenario: Scenario) -> Findings:
    """Ground drawn with the wrong shape, and buildings that are not rectangles.

    terrain.types, building.shape
    """
    for place, ground in enumerate(scenario.terrain):
        key = f"terrain[{place}]"
        if ground.kind not in kinds():
            continue
        shape = kind_of(ground.kind).shape
        if (shape == "polyline") != bool(ground.polyline):
            yield key, f"{ground.kind} must be a {shape}"
        if ground.kind == BUILDING and scenario.building(ground.id) is None:
            yield f"{key}.polygon", "a building must be a rectangle of four corners"
        if ground.steep and ground.kind != HILL:
            yield f"{key}.steep", f"a hill may be steep; {ground.kind} is none"


def _units(scenario: Scenario, roster: Roster) -> Findings:
    """Units in formations they may not use; garrisons without a building, too large, or two in one building.

    formation.allowed, building.who, cards.deck
    """
    held = set[str]()
    for place, unit in enumerate(scenario.units):
        key = f"units[{place}]"
        if unit.profile not in roster.profile_ids:
            continue
        profile = roster.profile(unit.profile)
        if unit.formation not in profile.formations:
            may = ", ".join(profile.formations)
            yield f"{key}.formation", f"{unit.profile} may be in {may}, not {unit.formation}"
        yield from _strength(key, unit, profile)
        if bool(unit.building) != (unit.formation is Formation.GARRISON):
            yield f"{key}.building", "a unit names a building if it is in garrison, and only then"
        elif unit.building:
            yield from _garrison(key, unit, profile, scenario, held)
        if unit.card is not None and scenario.cards != "assigned":
            yield f"{key}.card", 'cards are named only where cards = "assigned"'
    yield from _arrivals(scenario)


def _strength(key: str, unit: UnitEntry, profile: Profile) -> Findings:
    """More models, command figures or files than the unit began with (leaders.one-each, formation.shrink)."""
    models = unit.models_of(profile)
    if models > profile.models:
        yield f"{key}.models", f"{unit.id} has {models} models, but {profile.id} begins with {profile.models}"
    dead = [figure for figure in unit.command or () if figure not in profile.command]
    if dead:
        known = ", ".join(profile.command) or "no command figures"
        yield f"{key}.command", f"{unit.id} has no {dead[0]}; {profile.id} begins with {known}"
    elif len(unit.command or ()) > models:
        yield f"{key}.command", f"{len(unit.command or ())} command figures are more than its {models} models"
    most = profile.files(unit.formation)
    if unit.files is not None and unit.files > most:
        words = f"{unit.files} files are more than the {most} that {profile.id} forms in {unit.formation}"
        yield f"{key}.files", words


def _garrison(key: str, unit: UnitEntry, profile: Profile, scenario: Scenario, held: set[str]) -> Findings:
    building = scenario.building(unit.building)
    known = suggest(unit.building, (one.id for one in scenario.terrain if one.kind == BUILDING))
    if building is None:
        yield f"{key}.building", f'there is no building "{unit.building}"; {known}'
    elif unit.building in held:
        yield f"{key}.building", f"{unit.building} already has a garrison; a building holds one unit"
    elif unit.models_of(profile) > building.capacity:
        words = f"{unit.building} holds {building.capacity} models, not {unit.models_of(profile)}"
        yield f"{key}.building", words
    held.add(unit.building)


def _arrivals(scenario: Scenario) -> Findings:
    """Reinforcements that do not begin in column or arrive twice (setup.reinforcements)."""
    named = [arrival.unit for arrival in scenario.arrivals]
    for place, unit in enumerate(scenario.units):
        if unit.id in named and unit.formation is not Formation.COLUMN:
            yield f"units[{place}].formation", f"{unit.id} arrives, and so enters in column"
        if named.count(unit.id) > 1:
            yield f"units[{place}]", f"{unit.id} arrives more than once"


def _pick_up(scenario: Scenario) -> Findings:
    """Forces of a pick-up game without exactly eight units, or with reinforcements (setup.forces)."""
    for place, side in enumerate(scenario.sides):
        count = sum(unit.side == side.id for unit in scenario.units)
        if count != PICKED:
            yield (
                f"sides[{place}]",
                f"{side.id} has {count} units; in a pick-up game each side picks {PICKED}",
            )
    if scenario.arrivals:
        yield "arrivals", "in a pick-up game all units are placed before the first turn"


def _in_buildings(scenario: Scenario, roster: Roster) -> Findings:
    """Units that stand in a building without being its garrison (movement.impassable)."""
    field = scenario.field()
    for one in roster.standing(scenario):
        unit = scenario.units[int(one.key.removeprefix("units[").removesuffix("]"))]
        if unit.formation is Formation.GARRISON:
            continue
        shape = one.shape
        share = share_over(Body(0, 0, one.pose, shape), field, (BUILDING,), LAYERS, "footprint")
        if share * shape.width * shape.depth > TOUCH * (shape.width + shape.depth):
            yield one.key, f"{one.name} stands in a building; only a garrison does"
