"""The limits of the rules on profiles and on the armies of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.game.files.scenario_rows import EDGES
from sandtable.game.files.typed_files import suggest
from sandtable.systems.eagle.book import most_of
from sandtable.systems.eagle.profiles import (
    Profile,
    army_points,
    leader_points,
    size_of,
    unit_points,
)
from sandtable.systems.eagle.shapes import is_layout
from sandtable.systems.eagle.terrain import is_linear, kinds
from sandtable.systems.eagle.troops import Nation, TroopClass

if TYPE_CHECKING:
    from sandtable.systems.eagle.roster import Roster, Scenario, UnitEntry

Findings = Iterator[tuple[str, str]]
"""Keys in a file, each with what is wrong there."""

UNITS: Final = range(6, 15)
"""The fewest and most units of a side (army.size)."""

SUBORDINATES: Final = 3
"""The most leaders under a General (army.size)."""

LEGION_MOST: Final = most_of("troops.legion")
"""The bases of a whole Legion (troops.legion)."""

WARBANDS_LEAST: Final = 3
"""The fewest warbands of a British army (army.points)."""

CHARIOTS_SHARE: Final = 3
"""A British army has at most one base of chariots for this many of MI (army.points)."""

SPECIALS: Final = ("swimmers", "horse-fords", "wagon-wall", "wagon-camp", "legion-waits", "camp-drawn")
"""The special rules that a scenario may have (army.scenario)."""


# --------------------------------------------------------------------- profiles
def contradictions(profile: Profile) -> Findings:
    """What in a profile contradicts the rules or itself (troops.legion, army.size, formation.kinds)."""
    if profile.legion and profile.troop_class is not TroopClass.HI:
        yield "legion", "a Legion is of HI"
    if not is_layout(profile.layout, profile.troop_class, legion=profile.legion):
        yield "ranks", f"{list(profile.ranks)} is not a {profile.formation} of {profile.troop_class}"
    size = size_of(profile)
    if not size.least <= profile.bases <= size.most:
        yield "ranks", f"{profile.bases} bases; it must have {size.least} to {size.most}"


# --------------------------------------------------------------------- armies
def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """The violations of the rules in a scenario."""
    yield from _terrain(scenario)
    yield from _units(scenario, roster)
    yield from _legions(scenario, roster)
    yield from _sides(scenario)
    yield from _leaders(scenario, roster)
    yield from _objectives(scenario)
    for place, special in enumerate(scenario.special):
        if special.id not in SPECIALS:
            known = suggest(special.id, SPECIALS)
            yield f"special[{place}].id", f'there is no special rule "{special.id}"; {known}'
    if scenario.arrivals:
        yield "arrivals", "no unit arrives later in these rules"
    if scenario.free:
        yield from _free(scenario, roster)


def _terrain(scenario: Scenario) -> Findings:
    """Ground drawn with the wrong shape, and camps of unknown sides (terrain.types, army.camp)."""
    sides = [side.id for side in scenario.sides]
    for place, ground in enumerate(scenario.terrain):
        if ground.kind in kinds() and is_linear(ground.kind) != bool(ground.polyline):
            shape = "polyline" if is_linear(ground.kind) else "polygon"
            yield f"terrain[{place}]", f"{ground.kind} must be a {shape}"
        if ground.camp_of and ground.camp_of not in sides:
            known = suggest(ground.camp_of, sides)
            yield f"terrain[{place}].camp_of", f'there is no side "{ground.camp_of}"; {known}'


def _units(scenario: Scenario, roster: Roster) -> Findings:
    """Units of the wrong nation, in formations they may not use, too small or too large (army.size)."""
    nations = {side.id: side.nation for side in scenario.sides}
    for place, unit in enumerate(scenario.units):
        key = f"units[{place}]"
        if unit.profile not in roster.unit_ids:
            if unit.profile in roster.leader_ids:
                yield f"{key}.profile", f"{unit.profile} is a leader, not a unit"
            continue
        profile, size = roster.profile(unit.profile), size_of(roster.profile(unit.profile))
        if not is_layout(unit.layout, profile.troop_class, legion=profile.legion):
            yield f"{key}.ranks", f"{list(unit.ranks)} is not a {unit.formation} of {profile.troop_class}"
        if not size.least <= unit.bases_at_first <= size.most:
            words = f"{unit.bases_at_first} bases; it must have {size.least} to {size.most}"
            yield f"{key}.ranks" if unit.began is None else f"{key}.began", words
        if sum(unit.ranks) > unit.bases_at_first:
            words = f"{unit.id} has {sum(unit.ranks)} bases, but began with {unit.bases_at_first}"
            yield f"{key}.began", words
        if unit.side in nations and nations[unit.side] is not profile.nation:
            yield f"{key}.profile", f"{unit.profile} is {profile.nation}, not {nations[unit.side]}"
        yield from _standard(key, unit, profile)


def _standard(key: str, unit: UnitEntry, profile: Profile) -> Findings:
    """A Legion's name or Eagle on a unit outside a Legion, or a Legion without a name (troops.legion)."""
    if profile.legion != bool(unit.legion):
        yield f"{key}.legion", "a unit of a Legion names its Legion; no other unit may"
    if unit.eagle and not unit.legion:
        yield f"{key}.eagle", "only a unit of a Legion carries an Eagle"


def _legions(scenario: Scenario, roster: Roster) -> Findings:
    """Legions that are too large or have more than one Eagle (troops.legion, control.eagle)."""
    names = dict.fromkeys((unit.side, unit.legion) for unit in scenario.units if unit.legion)
    for side, name in names:
        members = [unit for unit in scenario.units if (unit.side, unit.legion) == (side, name)]
        bases = sum(sum(unit.ranks) for unit in members)
        if bases > LEGION_MOST:
            yield "units", f"Legion {name} has {bases} bases; at most {LEGION_MOST}"
        if sum(unit.eagle for unit in members) > 1:
            yield "units", f"Legion {name} has more than one Eagle"


def _sides(scenario: Scenario) -> Findings:
    """Armies that are too small or too large, or look along the table (army.size, army.table).

    A scenario without leaders is a drill, and may have any number of units.
    """
    least = UNITS[0] if scenario.leaders else 1
    for place, side in enumerate(scenario.sides):
        count = sum(unit.side == side.id for unit in scenario.units)
        if not least <= count <= UNITS[-1]:
            yield f"sides[{place}]", f"{side.id} has {count} units; it must have {UNITS[0]} to {UNITS[-1]}"
        if EDGES.get(side.edge) not in ("top", "bottom"):
            yield f"sides[{place}].edge", "a side has the low-y or the high-y edge"


def _leaders(scenario: Scenario, roster: Roster) -> Findings:
    """Sides without one General, or with too many leaders (leaders.general, army.size)."""
    for place, side in enumerate(scenario.sides):
        own = [leader for leader in scenario.leaders if leader.side == side.id]
        generals = sum(leader.general for leader in own)
        if generals != 1 and scenario.leaders:
            yield f"sides[{place}]", f"{side.id} has {generals} Generals; it must have one"
        elif len(own) - 1 > SUBORDINATES:
            yield (
                f"sides[{place}]",
                f"{side.id} has {len(own) - 1} subordinate leaders; at most {SUBORDINATES}",
            )
    for place, leader in enumerate(scenario.leaders):
        if leader.profile in roster.unit_ids:
            yield f"leaders[{place}].profile", f"{leader.profile} is a unit, not a leader"
        if leader.pose() is None and not (leader.attached_to or leader.is_gone or scenario.free):
            yield f"leaders[{place}]", f"{leader.id} has neither x and y nor a unit to which he is attached"


def _objectives(scenario: Scenario) -> Findings:
    """Objectives of unknown sides, or without their area (army.scenario)."""
    sides = [side.id for side in scenario.sides]
    for place, one in enumerate(scenario.objectives):
        key = f"objectives[{place}]"
        if one.winner not in sides:
            yield f"{key}.winner", f'there is no side "{one.winner}"; {suggest(one.winner, sides)}'
        if one.kind == "units-in-area" and (one.area is None or one.side not in sides):
            yield key, "units in an area need the area and the side whose units they are"


def _free(scenario: Scenario, roster: Roster) -> Findings:
    """Armies of a free battle beyond the limits of choice (army.points)."""
    for place, side in enumerate(scenario.sides):
        units = [unit for unit in scenario.units if unit.side == side.id and unit.profile in roster.unit_ids]
        key = f"sides[{place}]"
        points = sum(unit_points(roster.profile(unit.profile), sum(unit.ranks)) for unit in units)
        points += sum(
            leader_points(roster.leader(one.profile), general=one.general)
            for one in scenario.leaders
            if one.side == side.id and one.profile in roster.leader_ids
        )
        if points > army_points():
            yield key, f"{side.id} costs {points} points; an army has {army_points()}"
        counts = dict.fromkeys(TroopClass, 0)
        for unit in units:
            counts[roster.profile(unit.profile).troop_class] += sum(unit.ranks)
        yield from _mix(key, side.nation, counts, units, roster)


def _mix(
    key: str, nation: Nation, counts: dict[TroopClass, int], units: list[UnitEntry], roster: Roster
) -> Findings:
    """What an army must have, and what it may have too much of (army.points)."""
    foot, horse = (
        counts[TroopClass.HI] + counts[TroopClass.MI],
        counts[TroopClass.CAV] + counts[TroopClass.LC],
    )
    if nation is Nation.ROMAN:
        if not any(unit.legion for unit in units):
            yield key, "a Roman army has at least one Legion unit"
        if horse > foot:
            yield key, f"{horse} bases of CAV and LC; a Roman army has no more than its {foot} of HI and MI"
        return
    warbands = sum(roster.profile(unit.profile).troop_class is TroopClass.MI for unit in units)
    if warbands < WARBANDS_LEAST:
        yield key, f"{warbands} warbands; a British army has at least {WARBANDS_LEAST}"
    if CHARIOTS_SHARE * counts[TroopClass.CH] > counts[TroopClass.MI]:
        words = f"{counts[TroopClass.CH]} bases of chariots are more than a third of"
        yield key, f"{words} the {counts[TroopClass.MI]} bases of MI"
