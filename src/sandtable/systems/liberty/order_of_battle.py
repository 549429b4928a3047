"""Checks of a scenario's order of battle: units, Generals, brigades and objectives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.game.files.typed_files import suggest
from sandtable.systems.liberty import army_choice
from sandtable.systems.liberty.profiles import (
    UNLISTED,
    Formation,
    Profile,
    SpecialRule,
    UnitType,
    legal_formations,
)

if TYPE_CHECKING:
    from sandtable.systems.liberty.roster import LeaderEntry, Roster, Scenario, UnitEntry

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, and what is wrong there."""

LEAST_WITHOUT_GRENADIERS: Final = 3


def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """Everything that the army lists and rules do not allow."""
    for place, unit in enumerate(scenario.units):
        yield from _unit(f"units[{place}]", unit, scenario, roster)
    for place, leader in enumerate(scenario.leaders):
        yield from _general(f"leaders[{place}]", place, scenario, roster)
        yield from _place_of_general(f"leaders[{place}]", leader, scenario)
    yield from _brigades(scenario)
    yield from _deployment(scenario)
    yield from _objectives(scenario)
    yield from _buildings(scenario)
    if scenario.free:
        yield from army_choice.complaints(scenario, roster)


# --------------------------------------------------------------------- units
def _unit(key: str, unit: UnitEntry, scenario: Scenario, roster: Roster) -> Findings:
    """A size or formation that the unit cannot have, or a list that its side does not use."""
    if not unit.brigade and scenario.leaders:
        yield f"{key}.brigade", f"is missing; {unit.id} must be in the brigade of a General"
    if unit.profile == roster.general.id:
        yield f"{key}.profile", "a General is not a unit; list him under leaders"
    if unit.disorder and scenario.arrives(unit):
        yield f"{key}.disorder", f"{unit.id} arrives later and could not move on; it must be 0"
    if unit.profile not in roster.unit_ids:
        return
    profile = roster.profile(unit.profile)
    yield from _bases(key, unit, profile)
    legal = legal_formations(profile.type, unit.bases)
    if unit.formation not in legal:
        words = f"{profile.unit} of {unit.bases} bases cannot be in {unit.formation}"
        yield f"{key}.formation", f"{words}; {suggest(unit.formation, legal)}"
    lists = next((side.lists for side in scenario.sides if side.id == unit.side), (profile.army,))
    if lists and profile.army not in lists:
        yield f"{key}.profile", f"{unit.side} has no units of the {profile.army} list; {suggest('', lists)}"
    yield from _beyond_the_list(key, unit, profile, roster)


def _bases(key: str, unit: UnitEntry, profile: Profile) -> Findings:
    """Sizes are those of the list; grenadiers are detached from some British regiments only.

    troops.sizes, army.grenadiers-detached, army.grenadiers-detached.when
    """
    if all(size.bases != unit.bases for size in profile.sizes):
        yield f"{key}.bases", f"{profile.unit} cannot have {unit.bases} bases; {profile.sizes_in_words}"
    if not unit.grenadiers_detached:
        return
    if not profile.has(SpecialRule.GRENADIERS_DETACHED):
        yield f"{key}.grenadiers_detached", f"{profile.unit} has no grenadiers to detach; it must be false"
    elif unit.strength < LEAST_WITHOUT_GRENADIERS:
        words = f"{unit.bases} bases less the grenadiers are {unit.strength}"
        yield f"{key}.grenadiers_detached", f"{words}; at least {LEAST_WITHOUT_GRENADIERS} must be left"


def _beyond_the_list(key: str, unit: UnitEntry, profile: Profile, roster: Roster) -> Findings:
    """What a scenario adds to a unit's list entry (special.unlisted, movement.mount.rate)."""
    for place, special in enumerate(unit.special):
        if special not in UNLISTED:
            words = f"{special} comes from an army list, never from a scenario"
            yield f"{key}.special[{place}]", f"{words}; {suggest('', UNLISTED)}"
    if unit.dismounted:
        yield from _afoot(key, unit, profile, roster)
    if unit.can_dismount is not None and profile.type is not UnitType.CAVALRY:
        yield f"{key}.can_dismount", f"{profile.unit} has no horses to get off; leave it out"


def _afoot(key: str, unit: UnitEntry, profile: Profile, roster: Roster) -> Findings:
    """A unit on foot without horses, that may not dismount, or not in line (movement.mount.rate)."""
    may = profile.can_dismount if unit.can_dismount is None else unit.can_dismount
    if profile.type is not UnitType.CAVALRY or not may:
        yield f"{key}.dismounted", f"{profile.unit} does not fight on foot; it must be false"
    elif not roster.dismounted.has_size(unit.bases):
        yield f"{key}.dismounted", f"there are no values for {unit.bases} bases on foot"
    elif unit.formation is not Formation.LINE:
        yield f"{key}.formation", f"{unit.id} is on foot and so in line, not in {unit.formation}"


# --------------------------------------------------------------------- Generals and brigades
def _general(key: str, place: int, scenario: Scenario, roster: Roster) -> Findings:
    """Each brigade has exactly one General, who joins only units of his own (leaders.number)."""
    leader = scenario.leaders[place]
    if leader.profile != roster.general.id:
        yield f"{key}.profile", f"a leader is a General; allowed is {roster.general.id}"
    earlier = [other.id for other in scenario.leaders[:place] if other.brigade == leader.brigade]
    if not leader.brigade:
        yield f"{key}.brigade", f"is missing; {leader.id} must command a brigade"
    elif earlier:
        yield f"{key}.brigade", f"{leader.brigade} is commanded by {earlier[0]} already"
    brigades = {unit.id: unit.brigade for unit in scenario.units}
    if brigades.get(leader.attached_to, leader.brigade) != leader.brigade:
        yield f"{key}.attached_to", f"{leader.attached_to} is not of {leader.name}'s own brigade"


def _place_of_general(key: str, leader: LeaderEntry, scenario: Scenario) -> Findings:
    """A General has a place, is attached, arrives, or is deployed with his brigade."""
    is_placed = leader.pose() is not None or bool(leader.attached_to)
    arrives = any(arrival.brigade == leader.brigade for arrival in scenario.arrivals)
    deploys = any(scenario.deploys(unit) for unit in scenario.units if unit.brigade == leader.brigade)
    if not is_placed and not arrives and not deploys and not leader.is_gone:
        yield key, f"{leader.id} has no x and y, is not attached, and does not arrive"
    if is_placed and deploys:
        words = f"{leader.id} has his place already, while his brigade {leader.brigade} is to be deployed"
        yield key, f"{words}; leave out his x, y and attached_to"


def _brigades(scenario: Scenario) -> Findings:
    """Every unit has a General; a brigade is placed whole or deployed whole.

    army.brigades, command.assign, deploy.order
    """
    commanded = [leader.brigade for leader in scenario.leaders]
    for brigade in dict.fromkeys(unit.brigade for unit in scenario.units if unit.brigade):
        rows = [(place, unit) for place, unit in enumerate(scenario.units) if unit.brigade == brigade]
        if brigade not in commanded:
            yield f"units[{rows[0][0]}].brigade", f"{brigade} has no General; {suggest(brigade, commanded)}"
        deployed = [place for place, unit in rows if scenario.deploys(unit)]
        if deployed and len(deployed) < len(rows):
            words = f"has no x and y, but others of {brigade} have, or arrive"
            yield f"units[{deployed[0]}]", f"{words}; a brigade is placed whole or deployed whole"


def _deployment(scenario: Scenario) -> Findings:
    """The initiative decides who deploys first; a side's own zone is an area (deploy.order)."""
    if scenario.first_deploy:
        words = "the player without the initiative deploys first (deploy.order)"
        yield "first_deploy", f"{words}; leave it out"
    for place, side in enumerate(scenario.sides):
        if side.zone and len(side.zone) < 3:
            yield f"sides[{place}].zone", f"an area must have at least 3 points, not {len(side.zone)}"
        if any(not _is_on_table(x, y, scenario) for x, y in side.zone):
            size = f"{scenario.table.width:g} x {scenario.table.depth:g} in"
            yield f"sides[{place}].zone", f"it lies partly off the table, which is {size}"


def _is_on_table(x: float, y: float, scenario: Scenario) -> bool:
    return 0 <= x <= scenario.table.width and 0 <= y <= scenario.table.depth


# --------------------------------------------------------------------- buildings
def _buildings(scenario: Scenario) -> Findings:
    """What may be entered is a building of the table, named once, and not overfull at the start.

    terrain.buildings.entered
    """
    houses = [ground.id for ground in scenario.terrain if ground.kind == "building"]
    for place, building in enumerate(scenario.buildings):
        key, ground = f"buildings[{place}]", building.ground
        if ground not in houses:
            yield f"{key}.ground", f'there is no building "{ground}" on the table; {suggest(ground, houses)}'
        if ground in [other.ground for other in scenario.buildings[:place]]:
            yield f"{key}.ground", f"{ground} is listed twice; a building may be entered in one way"
        if len(set(building.gives)) < len(building.gives):
            yield f"{key}.gives", f"{ground} gives something twice; name each gift once"


# --------------------------------------------------------------------- objectives
def _objectives(scenario: Scenario) -> Findings:
    """An objective belongs to a side; holding, denying and majority need a place."""
    sides = [side.id for side in scenario.sides]
    for place, objective in enumerate(scenario.objectives):
        if objective.side not in sides:
            known = suggest(objective.side, sides)
            yield f"objectives[{place}].side", f'there is no side "{objective.side}"; {known}'
        if objective.kind != "each" and objective.area is None:
            yield f"objectives[{place}].area", f"is missing; an objective to {objective.kind} is an area"
