"""The armies of a free battle: what each side may take from the lists (army.choice)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.systems.liberty.profiles import UnitType

if TYPE_CHECKING:
    from sandtable.systems.liberty.roster import Roster, Scenario, UnitEntry

BRIGADES: Final = (2, 3)
UNITS: Final = (3, 6)
APART: Final = 2
BATTERIES: Final = 1
OF_A_ROW: Final = 3
ALLIES: Final = (("continental",), ("british",), ("hessian",), ("british", "hessian"))
"""The lists that may form one army: Hessians serve with the British or alone (army.hessians-british)."""

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, and what is wrong there."""


def complaints(scenario: Scenario, roster: Roster) -> Findings:
    """What is wrong with the armies of a free battle; nothing if the roster lacks one of their units."""
    if any(unit.profile not in roster.unit_ids for unit in scenario.units):
        return
    yield from _strengths(scenario)
    for place, side in enumerate(scenario.sides):
        army = [unit for unit in scenario.units if unit.side == side.id]
        yield from _lists(f"sides[{place}]", army, roster)
        yield from _brigades(f"sides[{place}]", side.id, army, roster)
        yield from _rows(f"sides[{place}]", army, roster)


def _strengths(scenario: Scenario) -> Findings:
    """Both sides have the same number of bases, give or take two."""
    totals = {
        side.id: sum(unit.strength for unit in scenario.units if unit.side == side.id)
        for side in scenario.sides
    }
    if totals and max(totals.values()) - min(totals.values()) > APART:
        told = ", ".join(f"{side} {total}" for side, total in totals.items())
        yield "units", f"the bases are uneven: {told}; they may be at most {APART} apart (army.choice)"


def _brigades(key: str, side: str, army: list[UnitEntry], roster: Roster) -> Findings:
    """Two or three brigades of three to six units, with at most one battery each (army.brigades)."""
    sizes = Counter(unit.brigade for unit in army)
    if not BRIGADES[0] <= len(sizes) <= BRIGADES[1]:
        limits = f"{BRIGADES[0]} to {BRIGADES[1]}"
        yield key, f"{side} has {len(sizes)} brigades; there must be {limits} (army.choice)"
    for brigade, size in sizes.items():
        if not UNITS[0] <= size <= UNITS[1]:
            limits = f"{UNITS[0]} to {UNITS[1]}"
            yield key, f"brigade {brigade} has {size} units; there must be {limits} (army.choice)"
        guns = [unit.name for unit in army if unit.brigade == brigade and _is_artillery(unit, roster)]
        if len(guns) > BATTERIES:
            words = f"brigade {brigade} has {len(guns)} artillery units ({', '.join(guns)})"
            yield key, f"{words}; at most {BATTERIES} is allowed (army.choice)"


def _rows(key: str, army: list[UnitEntry], roster: Roster) -> Findings:
    """No row of a list occurs more than three times in an army."""
    for profile, times in Counter(unit.profile for unit in army).items():
        if times > OF_A_ROW:
            words = f"{roster.profile(profile).unit} ({profile}) is taken {times} times"
            yield key, f"{words}; at most {OF_A_ROW} times is allowed (army.choice)"


def _lists(key: str, army: list[UnitEntry], roster: Roster) -> Findings:
    """Hessian brigades serve in a British army or an army of their own, and mix with no other units."""
    lists = tuple(sorted({roster.profile(unit.profile).army for unit in army}))
    if lists and lists not in ALLIES:
        words = f"{' and '.join(lists)} units do not serve in one army"
        yield f"{key}.lists", f"{words}; only Hessian ones join the British (army.hessians-british)"
    for brigade in dict.fromkeys(unit.brigade for unit in army):
        mixed = {roster.profile(unit.profile).army for unit in army if unit.brigade == brigade}
        if len(mixed) > 1:
            words = f"brigade {brigade} mixes {' and '.join(sorted(mixed))} units"
            yield f"{key}.lists", f"{words}; in a free battle it may not (army.hessians-british)"


def _is_artillery(unit: UnitEntry, roster: Roster) -> bool:
    return roster.profile(unit.profile).type is UnitType.ARTILLERY
