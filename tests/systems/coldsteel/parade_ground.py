"""Small battles for tests: a few units set down where a case wants them, and procedures played upon them."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.files.scenario_rows import SIDES
from sandtable.game.files.typed_files import read_toml
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import Camp, ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.buildings import building_of
from sandtable.systems.coldsteel.muster import unit_of
from sandtable.systems.coldsteel.roster import Scenario, UnitEntry, roster
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.terrain import BUILDING, HILL
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.table.space import Field, Piece, Point, inches
from tests.systems import playing

LINE = "line-battalion"
LIGHT = "light-battalion"
RIFLES = "rifle-detachment"
GRENADIERS = "grenadier-battalion"
GUARD = "guard-battalion"
HUSSARS = "light-cavalry"
LANCERS = "lancers"
GUNS = "foot-battery"
PLAIN: tuple[Figure, ...] = ()
"""No command figure alive, as cases have it unless they say otherwise."""
FULL = (Figure.OFFICER, Figure.STANDARD, Figure.SERGEANT, Figure.MUSICIAN)


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = LINE,
    formation: Formation = Formation.LINE,
    models: int | None = None,
    files: int | None = None,
    command: tuple[Figure, ...] = PLAIN,
    **state: Any,
) -> ColdSteelUnit:
    """A unit with the middle of its front at x, y, in inches; without command unless it is given any."""
    listed = roster().profile(profile)
    count = listed.models if models is None else models
    entry = UnitEntry(
        id=f"unit-{number}",
        name=f"Unit {number}",
        side=SIDES[side].id,
        profile=profile,
        formation=formation,
        models=count,
        files=files_of(listed.arm, formation, count) if files is None else files,
        command=command,
        x=x,
        y=y,
        facing=facing,
    )
    return replace(unit_of(Scenario(units=(entry,)), number, entry), **state)


def garrison(number: int, house: Piece, *, side: int = 0, models: int = 20, **state: Any) -> ColdSteelUnit:
    """A unit of line infantry that holds a house."""
    building = building_of(house)
    assert building is not None
    heading = building.heading_near(0)
    made = unit(number, 0, 0, side=side, models=models, **state)
    return replace(
        made,
        pose=building.pose(heading),
        shape=building.shape(heading),
        formation=Formation.GARRISON,
        files=files_of(made.arm, Formation.GARRISON, models),
        building=house.id,
        hub=None,
    )


def area(kind: str, *corners: tuple[float, float], id: str = "") -> Piece:
    """An area of ground with these corners, in inches; hills stand above the rest."""
    return Piece(id or f"the {kind}", kind, _ring(corners), level=int(kind == HILL))


def box(kind: str, left: float, bottom: float, right: float, top: float, id: str = "") -> Piece:
    """An upright rectangle of ground, in inches."""
    return area(kind, (left, bottom), (right, bottom), (right, top), (left, top), id=id)


def house(left: float, bottom: float, right: float, top: float, id: str = "house") -> Piece:
    """A building, in inches."""
    return box(BUILDING, left, bottom, right, top, id)


def wall(*points: tuple[float, float], id: str = "wall") -> Piece:
    """A wall, hedge or fence along these points, in inches."""
    return Piece(id, "wall, hedge or fence", line=_ring(points))


def _ring(points: tuple[tuple[float, float], ...]) -> tuple[Point, ...]:
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in points)


def battle(
    *units: ColdSteelUnit,
    pieces: tuple[Piece, ...] = (),
    size: tuple[float, float] = (72, 48),
    readings: Readings | None = None,
    step: Step = Step.FIRST_MANOEUVRES,
    active: int = 0,
    capacity: int = 24,
    **state: Any,
) -> ColdSteelBattle:
    """A battle on a table of this size; side 0 is at home in the south and Player 1, side 1 in the north."""
    buildings = (building_of(piece, piece.id, capacity) for piece in pieces)
    return ColdSteelBattle(
        field=Field(inches(size[0]), inches(size[1]), pieces),
        units=units,
        active=active,
        phase=step.phase.value,
        scenario="parade ground",
        camps=(Camp("blue", "Blue", "bottom"), Camp("red", "Red", "top")),
        readings=readings or Readings(),
        step=step,
        buildings=tuple(building for building in buildings if building is not None),
        **{"turn_limit": 10, "turn": 1, **state},
    )


# --------------------------------------------------------------------- playing
Played: TypeAlias = playing.Played[ColdSteelBattle]
play: Final = partial(playing.play, SYSTEM)


# --------------------------------------------------------------------- worked cases
class _Case(Struct, frozen=True):
    id: str
    figures: dict[str, Any]
    readings: dict[str, str] = {}


class _Cases(Struct, frozen=True):
    case: tuple[_Case, ...]


def figures(case: str) -> dict[str, Any]:
    """The figures that a worked case expects."""
    return _case(case).figures


def readings_of(case: str) -> Readings:
    """The readings for which a worked case was written, as an option of a battle."""
    book, named = SYSTEM.rulebook(), _case(case).readings
    return Readings(tuple((rule, book[rule].readings.index(words)) for rule, words in named.items()))


@cache
def _case(id: str) -> _Case:
    cases = read_toml(Path(__file__).with_name("cases.toml"), _Cases)
    return next(one for one in cases.case if one.id == id)
