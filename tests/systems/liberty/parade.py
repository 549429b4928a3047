"""Small battles for tests: a few units set down where a case wants them."""

from __future__ import annotations

from sandtable.systems.liberty.battle import Camp, General, LibertyBattle, Regiment
from sandtable.systems.liberty.profiles import Formation, UnitType
from sandtable.systems.liberty.roster import roster
from sandtable.table.ground import Field, Piece
from sandtable.table.measure import degrees, inches
from sandtable.table.pose import Point, Pose

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
    entry = roster().profile(profile)
    guns = entry.type is UnitType.ARTILLERY
    how = formation or (Formation.UNLIMBERED_LINE if guns else Formation.LINE)
    return Regiment(
        id=number,
        side=side,
        pose=Pose(inches(x), inches(y), degrees(facing)),
        shape=entry.shape(bases, how),
        key=f"unit-{number}",
        name=f"Unit {number}",
        profile_id=profile,
        bases=bases,
        formation=how,
        brigade="first",
        **state,  # type: ignore[arg-type] # hits, disorder, under_fire and the like are whole numbers
    )


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
