"""The decisions of leaders: their actions, where they ride, and where a second in command appears."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, NamedTuple

from sandtable.game.ask.faces import Face
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Kind
from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.rallying import steadied
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.words import leader_name, name, place_name, side_name
from sandtable.table.space import INCH, Point, Pose

REACH: Final = reach_of("command.move")
"""How far a leader rides by an action (command.move)."""
FREE_REACH: Final = reach_of("command.move.manoeuvre")
"""How far a leader rides by his free move (command.move.manoeuvre)."""


class Deed(StrEnum):
    """What a leader can spend an action on (command.move, command.steady, command.inspire)."""

    RIDE = "ride"
    JOIN = "join"
    STEADY = "steady"
    INSPIRE = "inspire"


class Order(NamedTuple):
    """One action of a leader: what he does, and the unit that he joins, if any."""

    leader: int
    deed: Deed
    unit: int | None = None


class SpendAction(Choose[Order | None], frozen=True, kw_only=True):
    """Choose the next action of a side's leaders, or None to spend no more (command.actions.number)."""

    decision: str = "decision.leader-actions"
    rule = "command.actions.number"
    title = "What do the leaders do?"

    def words(self, battle: EagleBattle) -> str:
        return f"What do the leaders of the {side_name(battle, self.seat)} do?"

    def label(self, battle: EagleBattle, option: Order | None) -> str:
        if option is None:
            return "No more actions"
        who = leader_name(battle, option.leader)
        if option.deed is Deed.RIDE:
            return f"{who} rides to a point"
        return f"{who} {VERBS[option.deed]} {name(battle, _unit(battle, option))}"

    def face(self, battle: EagleBattle, option: Order | None) -> Face:
        """An action, and how many the leader has left."""
        if option is None:
            return Face("No more actions", "unused actions are lost")
        leader = battle.leaders[option.leader]
        left = f"{counted(leader.left, 'action')} left"
        if option.deed is Deed.RIDE:
            return Face("Ride", f"up to {REACH / INCH:g} in, {left}", leader.key)
        unit = _unit(battle, option)
        match option.deed:
            case Deed.JOIN:
                return Face(f"Join {name(battle, unit)}", left, leader.key, unit)
            case Deed.STEADY:
                return Face(f"Steady {name(battle, unit)}", _steadied(battle, unit), leader.key)
            case Deed.INSPIRE:
                return Face(f"Inspire {name(battle, unit)}", f"one more die in combat, {left}", leader.key)


VERBS: Final = {Deed.JOIN: "joins", Deed.STEADY: "steadies", Deed.INSPIRE: "inspires"}
"""What a leader does to a unit."""


def _unit(battle: EagleBattle, order: Order) -> int:
    """The unit that a leader joins, or the one he is with."""
    unit = order.unit if order.deed is Deed.JOIN else battle.leaders[order.leader].attached
    assert unit is not None, "a leader who steadies or inspires is with a unit"
    return unit


def _steadied(battle: EagleBattle, unit: int) -> str:
    """What steadying does to a unit (command.steady)."""
    before = order_of(battle.units[unit])
    after = steadied(before)
    rallied = ", no longer shaken" if before.shaken and not after.shaken else ""
    return f"disorder {before.dp} to {after.dp}{rallied}; he rides no more"


# --------------------------------------------------------------------- riding
class Ride(PlacePoint, frozen=True, kw_only=True):
    """Choose where a leader rides (command.leader.move-rules)."""

    title = "Ride where?"
    reach: ClassVar[int]
    """How far he rides."""

    leader: int
    token: str

    def essence(self) -> object:
        return self.decision, self.seat, self.near, self.within, self.away, self.apart, (self.leader,)

    def offered(self) -> tuple[object, ...]:
        """A few ordinary places; a person may also point."""
        return self.sensible()

    def parties(self) -> tuple[str, ...]:
        return (self.token,)

    def words(self, battle: EagleBattle) -> str:
        return f"Where does {leader_name(battle, self.leader)} ride?"

    def label(self, battle: EagleBattle, option: Point) -> str:
        del battle
        return f"to {place_name(option)}"

    def face(self, battle: EagleBattle, option: Point) -> Face:
        there = Pose(round(option.x), round(option.y) + MARKER.depth // 2)
        return Face("Ride here", self.label(battle, option), self.token, place=there)


class RideByAction(Ride, frozen=True, kw_only=True):
    """Choose where a leader rides by an action (command.move)."""

    decision: str = "decision.leader-actions"
    rule = "command.leader.move-rules"
    reach = REACH


class RideFreely(Ride, frozen=True, kw_only=True):
    """Choose where a lone leader rides in the Manoeuvre phase (command.move.manoeuvre)."""

    decision: str = "decision.leader-manoeuvre"
    rule = "command.leader.move-rules"
    reach = FREE_REACH


# --------------------------------------------------------------------- seconds in command
class AppearWith(Choose[int], frozen=True, kw_only=True):
    """Choose the unit with which a second in command appears (leaders.replacement.place)."""

    decision: str = "decision.leader-actions"
    rule = "leaders.replacement.place"
    title = "Which unit does he join?"
    kind = Kind.ORDER

    leader: int

    def subject(self) -> tuple[object, ...]:
        return self.leader, self.rule

    def parties(self) -> tuple[int, ...]:
        return ()

    def words(self, battle: EagleBattle) -> str:
        return f"With which unit does the second in command of {leader_name(battle, self.leader)} appear?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return f"with {name(battle, option)}"

    def face(self, battle: EagleBattle, option: int) -> Face:
        return Face(name(battle, option), "he joins it", target=option)
