"""Small battles for tests: a few units set down where a case wants them, and procedures played upon them."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import (
    Activation,
    Allowance,
    Camp,
    Command,
    Officer,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.muster import deck_of, unit_of
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.roster import SIDES, Brigade, Scenario, UnitEntry, roster
from sandtable.systems.tricorn.strongholds import stronghold_of
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import HILL
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table.space import Field, Piece, Point, Pose, as_inches, degrees, inches
from tests.systems import playing

MUSKETS: Final = "musket-trained"
VETERANS: Final = "musket-veteran"
RECRUITS: Final = "musket-recruit"
GRENADIERS: Final = "musket-elite"
LIGHTS: Final = "light-trained"
HORSE: Final = "heavy-trained"
CUIRASSIERS: Final = "heavy24-veteran"
HUSSARS: Final = "lightcav-trained"
GUNS: Final = "guns-field"
HEAVY_GUNS: Final = "guns-heavy"


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = MUSKETS,
    formation: Formation | None = None,
    command: int | None = None,
    **state: Any,
) -> TricornUnit:
    """A unit with the middle of its front at x, y, in inches, in Line or unlimbered unless it is said.

    It belongs to the command of its side's number, 0 or 1.
    """
    guns = roster().profile(profile).category is Category.ARTILLERY
    entry = UnitEntry(
        id=f"unit-{number}",
        name=f"Unit {number}",
        side=SIDES[side].id,
        brigade=SIDES[side].id,
        profile=profile,
        formation=formation or (Formation.UNLIMBERED if guns else Formation.LINE),
        x=x,
        y=y,
        facing=facing,
    )
    commands = tuple(Brigade(id=one.id, side=one.id) for one in SIDES)
    made = unit_of(Scenario(units=(entry,), brigades=commands), number, entry)
    return replace(made, **{"command": side if command is None else command, **state})


def garrison(
    number: int, place: Piece, *, side: int = 0, profile: str = MUSKETS, facing: float = 0, **state: Any
) -> TricornUnit:
    """A Foot unit that holds a village, strong point or redoubt."""
    held = stronghold_of(place)
    assert held is not None
    heading = held.heading_near(degrees(facing))
    made = unit(number, 0, 0, side=side, profile=profile, formation=Formation.LINE, **state)
    return replace(
        made,
        pose=held.pose(heading),
        shape=held.shape(heading),
        formation=Formation.GARRISON,
        garrison=place.id,
    )


def battery_in(
    number: int, place: Piece, x: float, y: float, facing: float = 0, *, side: int = 0, profile: str = GUNS
) -> TricornUnit:
    """A battery in a redoubt, with the middle of its own front at x, y, in inches."""
    held = stronghold_of(place)
    assert held is not None
    guns = unit(number, x, y, facing, side=side, profile=profile)
    assert guns.pose is not None
    heading = held.heading_near(guns.pose.heading)
    return replace(
        guns,
        pose=held.pose(heading),
        shape=held.emplaced(heading, guns.pose, guns.shape),
        garrison=place.id,
        emplaced=guns.pose,
    )


def officer(
    number: int,
    x: float | None = None,
    y: float | None = None,
    *,
    side: int = 0,
    rating: Rating = Rating.AVERAGE,
    command: int | None = None,
    chief: bool = False,
    **state: Any,
) -> Officer:
    """An officer with the centre of his base at x, y, in inches; nowhere without them."""
    place = None if x is None or y is None else Point(float(inches(x)), float(inches(y)))
    name = f"Officer {number}"
    return Officer(
        number,
        side,
        name,
        name,
        rating,
        command,
        chief=chief,
        **{"place": place, **state},
    )


# --------------------------------------------------------------------- ground
def area(kind: str, *corners: tuple[float, float], id: str = "", level: int | None = None) -> Piece:
    """An area of ground with these corners, in inches; hills are of level 1 unless it is said."""
    height = int(kind == HILL) if level is None else level
    return Piece(id or f"the {kind}", kind, ring(corners), level=height)


def box(
    kind: str, left: float, bottom: float, right: float, top: float, id: str = "", level: int | None = None
) -> Piece:
    """An upright rectangle of ground, in inches."""
    return area(kind, (left, bottom), (right, bottom), (right, top), (left, top), id=id, level=level)


def strip(kind: str, width: float, *points: tuple[float, float], id: str = "") -> Piece:
    """A strip of ground of this width along some points, in inches; works have none."""
    return Piece(id or f"the {kind}", kind, line=ring(points), width=inches(width))


def ring(points: tuple[tuple[float, float], ...]) -> tuple[Point, ...]:
    """Points in inches on the grid of the table."""
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in points)


# --------------------------------------------------------------------- battles
def battle(
    *units: TricornUnit,
    pieces: tuple[Piece, ...] = (),
    size: tuple[float, float] = (72, 48),
    readings: Readings | None = None,
    step: Step = Step.MOVEMENT,
    active: int = 0,
    allowance: Allowance = Allowance.FULL,
    in_command: tuple[int, ...] | None = None,
    officers: tuple[Officer, ...] | None = None,
    commands: tuple[Command, ...] | None = None,
    **state: Any,
) -> TricornBattle:
    """A battle in which the General of one side is active, with all his units in command unless it is said.

    Side 0 is at home in the south, side 1 in the north. Each has one command under an Average General, who
    stands in a corner of the table, and no Commander in Chief, unless officers and commands are given.
    """
    staff = officers or (officer(0, 1, 1, command=0), officer(1, 71, 47, side=1, command=1))
    led = commands or tuple(
        Command(f"command-{side}", side, side, sum(one.command == side for one in units)) for side in (0, 1)
    )
    commanded = tuple(one.id for one in units if one.command == active) if in_command is None else in_command
    held = (stronghold_of(piece, piece.id) for piece in pieces)
    fought: dict[str, Any] = {
        "turn_limit": 12,
        "turn": 1,
        "deck": deck_of([one.card for one in staff]),
        "activation": Activation(led[active].officer, active, led[active].side, allowance, commanded),
    }
    return TricornBattle(
        field=Field(inches(size[0]), inches(size[1]), pieces),
        units=units,
        active=active,
        phase=step.phase.value,
        scenario="parade ground",
        camps=(Camp("blue", "Blue", "bottom", (), 7), Camp("red", "Red", "top", (), 7)),
        commands=led,
        officers=staff,
        readings=readings or Readings(),
        step=step,
        strongholds=tuple(place for place in held if place is not None),
        **{**fought, **state},
    )


# --------------------------------------------------------------------- playing
Played: TypeAlias = playing.Played[TricornBattle]
play: Final = partial(playing.play, SYSTEM)


def moved(pose: Pose | None) -> tuple[float, float]:
    """How far a unit that began at (36, 24) has gone, in inches."""
    assert pose is not None
    return as_inches(pose.x - 3600), as_inches(pose.y - 2400)


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system."""
    found = SYSTEM.scenario(id)
    assert isinstance(found, Scenario)
    return found
