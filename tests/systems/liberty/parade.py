"""Small battles for tests: a few units set down where a case wants them."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from sandtable.systems.liberty.battle import Camp, General, LibertyBattle, Regiment
from sandtable.systems.liberty.muster import unit_of
from sandtable.systems.liberty.profiles import Formation, UnitType
from sandtable.systems.liberty.roster import SIDES, Scenario, UnitEntry, roster
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.space import Field, Piece, Point, inches

MILITIA = "continental.militia-regiment"
REGULARS = "british.regular-infantry-regiment"
SIX_POUNDERS = "british.6pdr-artillery-battery"
LIGHTS = "british.light-infantry"


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = REGULARS,
    bases: int = 4,
    formation: Formation | None = None,
    **state: int,
) -> Regiment:
    """A unit with the middle of its front at x, y, in inches."""
    guns = roster().profile(profile).type is UnitType.ARTILLERY
    entry = UnitEntry(
        id=f"unit-{number}",
        name=f"Unit {number}",
        side=SIDES[side].id,
        brigade="first",
        profile=profile,
        bases=bases,
        formation=formation or (Formation.UNLIMBERED_LINE if guns else Formation.LINE),
        x=x,
        y=y,
        facing=facing,
    )
    made = unit_of(Scenario(units=(entry,)), tuple(one.id for one in SIDES), number, entry)
    return replace(made, **state)


def ground(kind: str, *corners: tuple[float, float], level: int = 0) -> Piece:
    """A piece of ground with these corners, in inches."""
    return Piece(f"the {kind}", kind, tuple(Point(inches(x), inches(y)) for x, y in corners), level=level)


def fence(*points: tuple[float, float]) -> Piece:
    """A fence along these points, in inches."""
    return Piece("the fence", "fence", line=tuple(Point(inches(x), inches(y)) for x, y in points))


def battle(
    *units: Regiment, pieces: tuple[Piece, ...] = (), generals: tuple[General, ...] = ()
) -> LibertyBattle:
    """A battle on an ordinary table."""
    return LibertyBattle(
        field=Field(inches(72), inches(48), pieces),
        units=units,
        scenario="parade",
        turn_limit=10,
        camps=(Camp("own", "Own", "bottom"), Camp("other", "Other", "top")),
        generals=generals,
    )


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system."""
    found = SYSTEM.scenario(id)
    assert isinstance(found, Scenario)
    return found
