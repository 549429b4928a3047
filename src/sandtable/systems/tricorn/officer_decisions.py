"""The decisions of officers: their own moves, and where they escape to."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from sandtable.game.ask.faces import Face
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.systems.tricorn.battle import Officer, TricornBattle
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.morale import Trial, target
from sandtable.systems.tricorn.nearness import BASE
from sandtable.systems.tricorn.words import name, officer_name, place_name
from sandtable.table.space import INCH, Point, Pose

O = TypeVar("O")  # noqa: E741 - an option

RIDE: Final = round(inches_of("leaders.move") * INCH)
"""How far an officer moves on his own (leaders.move)."""


class OfficerChoice(Choose[O], Generic[O], frozen=True, kw_only=True):
    """A choice of an officer; ``token`` is his token, if he is on the table."""

    officer: int
    token: str | None

    def subject(self) -> tuple[object, ...]:
        return (self.officer,)

    def parties(self) -> tuple[str, ...]:
        return () if self.token is None else (self.token,)


# --------------------------------------------------------------------- his own move
class Errand(StrEnum):
    """What an officer does with his own move, other than joining a unit (leaders.move)."""

    RIDE = "ride"
    STAY = "stay"


class Join(NamedTuple):
    """An officer attaches himself to a unit (leaders.attach)."""

    unit: int


class MoveOfficer(OfficerChoice[Errand | Join], frozen=True, kw_only=True):
    """Choose what the active officer does himself: he joins a unit, rides or stays.

    leaders.move, leaders.attach
    """

    decision: str = "move.officer"
    rule = "leaders.move"
    title = "What does he do himself?"

    def subject(self) -> tuple[object, ...]:
        """Nothing: he is the active officer."""
        return ()

    def words(self, battle: TricornBattle) -> str:
        return f"What does {officer_name(battle, self.officer)} do himself?"

    def label(self, battle: TricornBattle, option: Errand | Join) -> str:
        if isinstance(option, Join):
            return f"Join {name(battle, option.unit)}"
        return "Ride to a point" if option is Errand.RIDE else "Stay"

    def face(self, battle: TricornBattle, option: Errand | Join) -> Face:
        officer = battle.officers[self.officer]
        if isinstance(option, Join):
            return Face(self.label(battle, option), _bonus(officer), self.token, option.unit)
        if option is Errand.RIDE:
            return Face("Ride", f"up to {RIDE // INCH} in", self.token)
        where = "where he is" if officer.attached is None else f"with {name(battle, officer.attached)}"
        return Face("Stay", where, self.token)


def _bonus(officer: Officer) -> str:
    """The bonus of an officer to the tests of his unit (morale.mod.general-attached)."""
    attached = Attached.CHIEF if officer.is_free_chief else Attached.GENERAL
    bonus = target(Trial(attached=attached)).whole - target(Trial()).whole
    return f"+{bonus} to its Morale Tests"


class Ride(PlacePoint, frozen=True, kw_only=True):
    """Choose the place to which an officer rides on his own (leaders.move)."""

    decision: str = "move.officer"
    rule = "leaders.move"
    title: ClassVar[str] = f"Ride, {RIDE // INCH} in"

    officer: int
    token: str | None

    def essence(self) -> object:
        return self.decision, self.seat, self.near, self.within, self.away, self.apart, (self.officer,)

    def parties(self) -> tuple[str, ...]:
        return () if self.token is None else (self.token,)

    def offered(self) -> tuple[object, ...]:
        """A few places, for players who do not point on the map."""
        return self.sensible()

    def words(self, battle: TricornBattle) -> str:
        return f"Where does {officer_name(battle, self.officer)} ride?"

    def label(self, battle: TricornBattle, option: Point) -> str:
        del battle
        return f"to {place_name(option.x, option.y)}"

    def face(self, battle: TricornBattle, option: Point) -> Face:
        return Face("Ride", self.label(battle, option), self.token, place=on_base(option))


def on_base(place: Point) -> Pose:
    """The pose of an officer's base at the point where he stands (leaders.base)."""
    return Pose(round(place.x), round(place.y)).shifted(0, BASE.depth / 2)


# --------------------------------------------------------------------- out of the way
class PickRefuge(OfficerChoice[int], frozen=True, kw_only=True):
    """Choose the unit to which an officer escapes, where several are equally near (leaders.contacted)."""

    decision: str = "officer.escape"
    rule = "leaders.contacted"
    title = "To which unit does he flee?"

    def words(self, battle: TricornBattle) -> str:
        who = officer_name(battle, self.officer)
        return f"An enemy reaches {who}: to which friendly unit does he flee?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return f"to {name(battle, option)}"

    def face(self, battle: TricornBattle, option: int) -> Face:
        return Face(f"Flee to {name(battle, option)}", "behind it", option)
