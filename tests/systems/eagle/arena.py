"""Small battles for tests: a few units set down where a case wants them, and procedures played upon them."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import controlling, manoeuvres
from sandtable.systems.eagle.battle import Camp, EagleBattle, EagleUnit, Leader, Step
from sandtable.systems.eagle.control_events import ControlSettled
from sandtable.systems.eagle.engagements import Aftermath, Contact
from sandtable.systems.eagle.muster import unit_of
from sandtable.systems.eagle.records import AfterMove, Row
from sandtable.systems.eagle.roster import SIDES, Scenario, UnitEntry, roster
from sandtable.systems.eagle.shapes import Ranks
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.troops import Formation, Nation
from sandtable.table.space import Field, Piece, Point, Side, inches
from tests.systems import playing

VETERANS: Final = "legion-veteran"
LEGION: Final = "legion"
VEXILLATION: Final = "legion-vexillation"
BATAVI: Final = "auxiliary-veteran"
AUXILIARY: Final = "auxiliary"
ARCHERS: Final = "auxiliary-archers"
ALA: Final = "ala"
LIGHT_HORSE: Final = "british-light-horse"
NOBLES: Final = "warband-nobles"
WARBAND: Final = "warband"
LEVY: Final = "warband-levy"
CHARIOTS: Final = "chariots"
SKIRMISHERS: Final = "british-skirmishers"


def open_units(fought: EagleBattle) -> list[int | None]:
    """The units of the side that acts that could do something but stand (turn.activation)."""
    return [one.unit for one in manoeuvres._units_open(fought, manoeuvres._waiting(fought))]


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = AUXILIARY,
    formation: Formation | None = None,
    ranks: Ranks | None = None,
    **state: Any,
) -> EagleUnit:
    """A unit with the middle of its front at x, y, in inches; as its profile stands unless told otherwise."""
    listed = roster().profile(profile)
    entry = UnitEntry(
        id=f"unit-{number}",
        name=f"Unit {number}",
        side=SIDES[side].id,
        profile=profile,
        formation=formation or listed.formation,
        ranks=ranks or listed.ranks,
        legion="XX" if listed.legion else "",
        x=x,
        y=y,
        facing=facing,
    )
    return replace(unit_of(tuple(one.id for one in SIDES), number, entry, listed), **state)


def leader(
    number: int,
    x: float | None = None,
    y: float | None = None,
    *,
    side: int = 0,
    actions: int = 2,
    attached: int | None = None,
    **state: Any,
) -> Leader:
    """A leader alone at x, y, in inches, or with a unit; the first of a side is its General."""
    place = None if x is None or y is None else Point(float(inches(x)), float(inches(y)))
    who: dict[str, Any] = {"key": f"leader-{number}", "name": f"Leader {number}", "general": False}
    return Leader(
        id=number,
        side=side,
        place=place,
        attached=attached,
        **{**who, "start": actions, "actions": actions, "left": actions, **state},
    )


def touching(striker: int, struck: int, face: Side = "front", turn: int = 1) -> Contact:
    """The fact that one unit came up to another."""
    return Contact(striker, struck, face, turn)


def area(kind: str, *corners: tuple[float, float], id: str = "", level: int = 0) -> Piece:
    """An area of ground with these corners, in inches; a hill has a level."""
    level = level or int("hill" in kind)
    return Piece(id or f"the {kind}", kind, _ring(corners), level=level)


def box(
    kind: str, left: float, bottom: float, right: float, top: float, id: str = "", level: int = 0
) -> Piece:
    """An upright rectangle of ground, in inches."""
    return area(kind, (left, bottom), (right, bottom), (right, top), (left, top), id=id, level=level)


def _ring(points: tuple[tuple[float, float], ...]) -> tuple[Point, ...]:
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in points)


CAMPS: Final = (
    Camp("romans", "Romans", Nation.ROMAN, "bottom"),
    Camp("britons", "Britons", Nation.BRITISH, "top"),
)


def battle(
    *units: EagleUnit,
    leaders: tuple[Leader, ...] = (),
    pieces: tuple[Piece, ...] = (),
    contacts: tuple[Contact, ...] = (),
    size: tuple[float, float] = (72, 48),
    readings: Readings | None = None,
    step: Step = Step.FIRST_MANOEUVRES,
    active: int = 0,
    **state: Any,
) -> EagleBattle:
    """A battle on a table of this size; side 0 is Roman and at home below, side 1 British and above."""
    return EagleBattle(
        field=Field(inches(size[0]), inches(size[1]), pieces),
        units=units,
        leaders=leaders,
        contacts=contacts,
        active=active,
        phase=step.phase.value,
        scenario="arena",
        readings=readings or Readings(),
        step=step,
        **{"turn_limit": 12, "turn": 1, "camps": CAMPS, **state},
    )


def due(
    number: int,
    row: Row,
    *options: AfterMove,
    opponents: tuple[int, ...] = (),
    supports: int | None = None,
    **state: Any,
) -> Aftermath:
    """What a combat result has a unit do; who has one option has chosen."""
    plain: dict[str, Any] = {
        "combat": 0,
        "lengths": tuple(600 for _ in opponents),
        "move": options[0] if len(options) == 1 else None,
    }
    return Aftermath(
        unit=number, row=row, options=options, opponents=opponents, supports=supports, **{**plain, **state}
    )


def excuse(battle: EagleBattle, unit: EagleUnit) -> ControlSettled | None:
    """How the control of a unit is settled without a test or a choice."""
    left = controlling.left_to_settle(battle, unit.side)
    return controlling.excuse(battle, unit, left.led, left.guides)


# --------------------------------------------------------------------- playing
Played: TypeAlias = playing.Played[EagleBattle]
play: Final = partial(playing.play, SYSTEM)


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system."""
    found = SYSTEM.scenario(id)
    assert isinstance(found, Scenario)
    return found
