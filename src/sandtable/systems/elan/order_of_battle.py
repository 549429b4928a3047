"""The rules' demands on profiles, and on armies in a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.game.files.scenario import StandingEntry
from sandtable.game.files.typed_files import suggest
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.terrain import OPENINGS, SECTORS, kind_of, kinds, openable
from sandtable.systems.elan.troops import POINTS_A_BASE, Arm, Formation
from sandtable.table.space import Shape

if TYPE_CHECKING:
    from sandtable.systems.elan.roster import Roster, Scenario, UnitEntry

Findings = Iterator[tuple[str, str]]
"""A key path in a file, and what is wrong there."""

SIZES: Final = {Arm.INFANTRY: (4, 8), Arm.CAVALRY: (3, 6), Arm.ARTILLERY: (1, 3)}
"""The least and the most bases of each arm (troops.sizes)."""

MOST_IN_A_BRIGADE: Final = 6
"""A brigade has 1 to 6 units (command.brigade)."""


# --------------------------------------------------------------------- profiles
def contradictions(profile: Profile) -> Findings:
    """The contradictions of a profile with the rules or with itself.

    troops.sizes, troops.strength, setup.profile
    """
    least, most = SIZES[profile.arm]
    if not least <= profile.bases <= most:
        yield "bases", f"{profile.bases} is not allowed; {profile.arm} has {least} to {most} bases"
    if profile.strength != POINTS_A_BASE * profile.bases:
        yield "strength", f"{profile.bases} bases have a strength of {POINTS_A_BASE * profile.bases}"
    for key, dice in (("fire_dice", profile.fire_dice), ("cc_dice", profile.cc_dice)):
        if set(dice) != set(profile.formations):
            yield key, "there must be dice for each of its formations and for no other"


# --------------------------------------------------------------------- where units stand
def standing(key: str, unit: UnitEntry, scenario: Scenario, roster: Roster) -> Iterator[StandingEntry]:
    """A unit on the table; a garrison fills its sector (setup.plan, terrain.sector)."""
    pose = unit.pose()
    if pose is None:
        return
    if unit.formation is not Formation.GARRISON:
        shape = roster.profile(unit.profile).shape(unit.formation, scenario.scale)
        yield StandingEntry(key, unit.name, pose, shape)
        return
    sector = scenario.sector(unit.sector)
    if sector is not None:
        heading = sector.heading_near(pose.heading)
        yield StandingEntry(key, unit.name, sector.pose(heading), sector.shape(heading))


def footprint(unit: UnitEntry, scenario: Scenario, roster: Roster) -> Shape | None:
    """The shape of a unit wherever it stands; None for a garrison without a sector.

    setup.plan, terrain.sector
    """
    if unit.profile not in roster.profile_ids:
        return None
    profile = roster.profile(unit.profile)
    if unit.formation is not Formation.GARRISON:
        return profile.shape(unit.formation, scenario.scale) if unit.formation in profile.formations else None
    return next((one.shape for one in standing("", unit, scenario, roster)), None)


# --------------------------------------------------------------------- armies
def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """The faults of a scenario."""
    yield from _commanders(scenario)
    yield from _units(scenario, roster)
    yield from _terrain(scenario)
    yield from _special(scenario, roster)
    sides = [side.id for side in scenario.sides]
    for place, objective in enumerate(scenario.objectives):
        if objective.holder and objective.holder not in sides:
            words = f'there is no side "{objective.holder}"; {suggest(objective.holder, sides)}'
            yield f"objectives[{place}].holder", words


def _commanders(scenario: Scenario) -> Findings:
    """A side needs one army commander, and each brigade of 1 to 6 units a commander of its own.

    command.brigade
    """
    for place, side in enumerate(scenario.sides):
        armies = [one for one in scenario.leaders if one.side == side.id and one.rank == "army"]
        if len(armies) != 1:
            yield f"sides[{place}]", f"{side.id} must have one army commander, not {len(armies)}"
    for place, brigade in enumerate(scenario.brigades):
        count = sum(unit.brigade == brigade.id for unit in scenario.units)
        if not 1 <= count <= MOST_IN_A_BRIGADE:
            yield f"brigades[{place}]", f"{brigade.id} has {count} units; a brigade has 1 to 6"
        commander = next((one for one in scenario.leaders if one.id == brigade.commander), None)
        if commander is not None and (commander.rank, commander.brigade) != ("brigade", brigade.id):
            words = f"{brigade.commander} must be a commander of rank brigade and of {brigade.id}"
            yield f"brigades[{place}].commander", words


def _units(scenario: Scenario, roster: Roster) -> Findings:
    """Units in no brigade, in formations they may not use, or in garrison without a sector.

    command.brigade, formation.who, terrain.sector
    """
    brigades, held = [brigade.id for brigade in scenario.brigades], set[str]()
    for place, unit in enumerate(scenario.units):
        key = f"units[{place}]"
        if not (unit.brigade and brigades):
            known = ", ".join(brigades) or "none"
            yield f"{key}.brigade", f"every unit belongs to a brigade; there are {known}"
        if unit.profile not in roster.profile_ids:
            continue
        allowed = roster.profile(unit.profile).formations
        if unit.formation not in allowed:
            yield f"{key}.formation", f"{unit.profile} may be in {', '.join(allowed)}, not {unit.formation}"
        if bool(unit.sector) != (unit.formation is Formation.GARRISON):
            yield f"{key}.sector", "a unit names a sector if it is in garrison, and only then"
        elif unit.sector and scenario.sector(unit.sector) is None:
            sectors = [ground.id for ground in scenario.terrain if scenario.sector(ground.id) is not None]
            known = suggest(unit.sector, sectors) if sectors else "the table has none"
            yield f"{key}.sector", f'there is no rectangular sector "{unit.sector}"; {known}'
        elif unit.sector in held:
            yield f"{key}.sector", f"{unit.sector} already has a garrison; a sector holds one"
        held.update({unit.sector} - {""})


def _special(scenario: Scenario, roster: Roster) -> Findings:
    """Special rules that open ground which is closed to none of their units, or may not be opened.

    terrain.ssr, terrain.ssr-opens
    """
    units = {unit.id: unit.profile for unit in scenario.units}
    for place, special in enumerate(scenario.special):
        key, known = f"special[{place}]", openable()
        for number, kind in enumerate(special.opens):
            if kind not in known:
                words = f"a special rule opens {', '.join(known[:-1])} or {known[-1]}, not {kind}"
                yield f"{key}.opens[{number}]", words
        if Arm.INFANTRY in special.to:
            yield f"{key}.to", "infantry may enter anyway; leave it out"
        for number, unit in enumerate(special.units if special.opens else ()):
            profile = units.get(unit, "")
            if profile in roster.profile_ids and roster.profile(profile).arm is Arm.INFANTRY:
                yield f"{key}.units[{number}]", f"{unit} is infantry, which may enter anyway; leave it out"


def _terrain(scenario: Scenario) -> Findings:
    """Works without a front, openings without a point, sectors that are not rectangles.

    setup.plan, terrain.types, terrain.sector
    """
    for place, ground in enumerate(scenario.terrain):
        key = f"terrain[{place}]"
        if ground.kind not in kinds():
            continue
        kind = kind_of(ground.kind)
        if kind.is_work and kind.is_line and ground.front is None:
            yield f"{key}.front", f"{ground.kind} is a work and must say towards which direction it looks"
        if (ground.kind in OPENINGS) != (ground.point is not None):
            yield f"{key}.point", "an opening must be a point, and no other ground may be one"
        elif ground.kind not in OPENINGS and kind.is_line != bool(ground.polyline):
            shape = "a polyline" if kind.is_line else "a polygon"
            yield key, f"{ground.kind} must be {shape}"
        if ground.kind in SECTORS and scenario.sector(ground.id) is None:
            yield f"{key}.polygon", "a sector must be a rectangle of four corners"
