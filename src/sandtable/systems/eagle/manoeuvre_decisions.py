"""The decisions of the Manoeuvre and Shooting phase: which unit acts next, and what it does."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.ask.faces import Face, Missing
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.formation_decisions import shape_in
from sandtable.systems.eagle.leader_decisions import REACH
from sandtable.systems.eagle.moving import dice_note
from sandtable.systems.eagle.rallying import redressed
from sandtable.systems.eagle.records import GUIDED, Control
from sandtable.systems.eagle.redressing import redress_of
from sandtable.systems.eagle.shapes import Layout, Ranks
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.words import drawn_up, leader_name, name
from sandtable.table.space import INCH, standing


class Next(NamedTuple):
    """What acts next: a unit, a lone leader, or nothing more (turn.activation)."""

    unit: int | None = None
    leader: int | None = None


NOBODY: Final = Next()


class PickNext(Choose[Next], frozen=True, kw_only=True):
    """Choose the unit or lone leader that acts next, or none to end the step (turn.activation)."""

    decision: str = "decision.activation-order"
    rule = "turn.activation"
    title = "Who acts?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.unit for option in self.options if option.unit is not None)

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which unit acts next?"

    def label(self, battle: EagleBattle, option: Next) -> str:
        if option.unit is not None:
            return name(battle, option.unit)
        if option.leader is not None:
            return leader_name(battle, option.leader)
        return "end the manoeuvres"

    def face(self, battle: EagleBattle, option: Next) -> Face:
        """A unit with its formation and dice, or a leader with his reach."""
        if option.unit is not None:
            unit = battle.units[option.unit]
            return Face("Act", f"{drawn_up(unit.layout)}, {dice_note(unit)}", unit.id)
        if option.leader is not None:
            return Face("Ride", f"up to {REACH / INCH:g} in, once", battle.leaders[option.leader].key)
        return Face("End the manoeuvres", "all others stand")

    def missing(self, battle: EagleBattle) -> tuple[Missing, ...]:
        """Why other units of the side do not act (turn.activation, movement.engaged, control.halt)."""
        stuck = [unit for unit in battle.on_table(self.seat) if not unit.taken]
        offered = self.waiting_units()
        return tuple(
            Missing("Act", unit.id, *self._reason(battle, unit)) for unit in stuck if unit.id not in offered
        )

    def _reason(self, battle: EagleBattle, unit: EagleUnit) -> tuple[str, str]:
        """Why a unit does not act, and by which rule."""
        if unit.routing:
            return "it is routing", "rout.state"
        if NOBODY not in self.options and unit.control is not Control.REPEATS:
            return "units that repeat their last move act first", "turn.activation"
        if battle.is_engaged(unit.id):
            return "it is in contact with the enemy", "movement.engaged"
        if unit.steadied:
            return "a leader steadied it this turn", "command.steady.no-move"
        if unit.control in HELD:
            return HELD[unit.control]
        return "it can only stand", "turn.activation"


HELD: Final = {
    Control.HALTED: ("it halts this turn", "control.halt"),
    Control.REPEATS: ("it repeats its last move", "control.repeat"),
    Control.RUNS_ON: ("it cannot be controlled", "control.pursuit-choice"),
    Control.WAITS: ("the scenario keeps it where it is", "army.scenario"),
    **dict.fromkeys(GUIDED, ("it conforms to its guide", "control.conform")),
}
"""What keeps units from acting freely."""


# --------------------------------------------------------------------- what it does
class ActivityKind(StrEnum):
    """The activities of a unit (decision.activity).

    turn.manoeuvre.choice, turn.manoeuvre.light-options, movement.half-move
    """

    MOVE = "move"
    CHANGE_MOVE = "change formation, then move"
    MOVE_CHANGE = "move, then change formation"
    ON_THE_SPOT = "manoeuvre on the spot"
    STEP = "side-step or step back"
    SHOOT_MOVE = "shoot, then move"
    MOVE_SHOOT = "move, then shoot"
    SHOOT_TWICE = "stand and shoot twice"
    REDRESS = "redress ranks"
    REFORM = "re-form"
    STAND = "stand"


class Activity(NamedTuple):
    """What a unit does, and the ranks that LI, LC and CH take up first, at no cost (formation.change)."""

    kind: ActivityKind
    ranks: Ranks = ()


class ChooseActivity(Choose[Activity], frozen=True, kw_only=True):
    """Choose what a unit does (turn.manoeuvre.choice)."""

    decision: str = "decision.activity"
    rule = "turn.manoeuvre.choice"
    title = "What does it do?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"What does {name(battle, self.unit)} do?"

    def label(self, battle: EagleBattle, option: Activity) -> str:
        del battle
        if not option.ranks:
            return option.kind.value
        return f"{option.kind.value}, in {drawn_up(Layout(Formation.LINE, option.ranks))}"

    def face(self, battle: EagleBattle, option: Activity) -> Face:
        """An activity, and the ranks that the unit takes up first, if any."""
        unit, title = battle.units[self.unit], TITLES[option.kind]
        if not option.ranks:
            return Face(title, _meaning(battle, unit, option.kind), unit.id)
        layout = Layout(Formation.LINE, option.ranks)
        shape = shape_in(unit, layout)
        return Face(title, f"in {drawn_up(layout)}", unit.id, place=standing(unit), shape=shape)


TITLES: Final = {
    ActivityKind.MOVE: "Move",
    ActivityKind.CHANGE_MOVE: "Change, then move",
    ActivityKind.MOVE_CHANGE: "Move, then change",
    ActivityKind.ON_THE_SPOT: "Manoeuvre on the spot",
    ActivityKind.STEP: "Side-step or step back",
    ActivityKind.SHOOT_MOVE: "Shoot, then move",
    ActivityKind.MOVE_SHOOT: "Move, then shoot",
    ActivityKind.SHOOT_TWICE: "Shoot twice",
    ActivityKind.REDRESS: "Redress ranks",
    ActivityKind.REFORM: "Re-form",
    ActivityKind.STAND: "Stand",
}


def _meaning(battle: EagleBattle, unit: EagleUnit, kind: ActivityKind) -> str:
    """What a kind of activity means for a unit, in a few words."""
    match kind:
        case ActivityKind.MOVE | ActivityKind.SHOOT_MOVE | ActivityKind.MOVE_SHOOT:
            return dice_note(unit)
        case ActivityKind.CHANGE_MOVE | ActivityKind.MOVE_CHANGE:
            return f"half each, {dice_note(unit)}"
        case ActivityKind.ON_THE_SPOT:
            return "formation or about face"
        case ActivityKind.STEP:
            return "no dice, facing kept"
        case ActivityKind.SHOOT_TWICE:
            return "it stands"
        case ActivityKind.REDRESS:
            facts = redress_of(battle, unit)
            return "" if facts is None else f"disorder {unit.dp} to {redressed(facts).dp}"
        case ActivityKind.REFORM:
            return "formation and facing"
        case ActivityKind.STAND:
            return "stays as it is"
