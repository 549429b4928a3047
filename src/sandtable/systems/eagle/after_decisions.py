"""The decisions after combat: to halt, whom to follow or pursue, and which unit goes next."""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.combat_events import aftermath_of
from sandtable.systems.eagle.due import Stage, way_of
from sandtable.systems.eagle.records import AfterMove
from sandtable.systems.eagle.stakes import chase_stake, pursuit_stake
from sandtable.systems.eagle.words import AFTER_MOVES, name


class HaltOrFollow(Choose[AfterMove], frozen=True, kw_only=True):
    """Choose what a winner does."""

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.unit)} has won: does it halt?"

    def label(self, battle: EagleBattle, option: AfterMove) -> str:
        del battle
        return AFTER_MOVES[option].capitalize()

    def face(self, battle: EagleBattle, option: AfterMove) -> Face:
        return Face(self.label(battle, option), NOTES.get(option, ""), self.unit)

    def stakes(self, battle: EagleBattle, option: AfterMove) -> tuple[Stake, ...]:
        """The pursuit of each opponent that will run (after.pursue.detail)."""
        aftermath = aftermath_of(battle, self.unit)
        if aftermath is None or option not in (AfterMove.PURSUE, AfterMove.FOLLOW_UP_OR_PURSUE):
            return ()
        unit, foes = battle.units[self.unit], [battle.units[foe] for foe in aftermath.opponents]
        runners = [foe for foe in foes if foe.pose is not None and way_of(battle, foe.id) is AfterMove.PURSUE]
        return tuple(pursuit_stake(battle, unit, foe, f"Pursue {foe.name}") for foe in runners)


NOTES: Final = {
    AfterMove.HALT: "stays where it is",
    AfterMove.FOLLOW_UP_OR_PURSUE: "as the enemy falls back or flees",
    AfterMove.FOLLOW_UP: "keeps contact",
    AfterMove.PURSUE: "runs after the enemy",
}


class VictoryHalt(HaltOrFollow, frozen=True, kw_only=True):
    """Choose whether a unit halts after a victory (result.victory)."""

    decision: str = "decision.victory-halt"
    rule = "result.victory"
    title = "Victory: what now?"


class SuccessHalt(HaltOrFollow, frozen=True, kw_only=True):
    """Choose whether a unit halts after a success (result.success.others)."""

    decision: str = "decision.success-halt"
    rule = "result.success.others"
    title = "Success: what now?"


# --------------------------------------------------------------------- whom to follow
class FollowWhom(Choose[int], frozen=True, kw_only=True):
    """Choose which of several opponents a winner follows (after.follow-up.which)."""

    decision: str = "decision.which-opponent"
    rule = "after.follow-up.which"
    title = "Follow which enemy?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"Which enemy does {name(battle, self.unit)} follow?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        return Face(f"After {name(battle, option)}", "", self.unit, option)

    def stakes(self, battle: EagleBattle, option: int) -> tuple[Stake, ...]:
        """How far the unit runs, if the enemy has run."""
        if way_of(battle, option) is not AfterMove.PURSUE:
            return ()
        unit, enemy = battle.units[self.unit], battle.units[option]
        return (chase_stake(battle, unit, enemy, f"Pursue {enemy.name}"),)


class PursueWhom(FollowWhom, frozen=True, kw_only=True):
    """Choose which of several fleeing opponents a unit pursues (after.pursue.detail)."""

    decision: str = "decision.quarry"
    rule = "after.pursue.detail"
    title = "Pursue which enemy?"
    kind = Kind.ORDER

    def words(self, battle: EagleBattle) -> str:
        return f"Which enemy does {name(battle, self.unit)} pursue?"


# --------------------------------------------------------------------- which unit goes next
class NextUnit(Choose[int], frozen=True, kw_only=True):
    """Choose which of several units of one step goes next."""

    title = "Which unit is next?"
    kind = Kind.ORDER
    act: ClassVar[str]
    """What the chosen unit does, on its button."""

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which unit is next?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        return Face(self.act, name(battle, option), option)


class NextToMove(NextUnit, frozen=True, kw_only=True):
    """Choose which unit carries out its combat result next (after.order)."""

    decision: str = "decision.after-order"
    rule = "after.order"
    act = "Move next"

    stage: Stage

    def subject(self) -> tuple[object, ...]:
        return "after", self.stage.name


class NextToCharge(NextUnit, frozen=True, kw_only=True):
    """Choose which unit evades or charges next (charge.order)."""

    decision: str = "decision.after-order"
    rule = "charge.order"
    act = "Charge next"

    def subject(self) -> tuple[object, ...]:
        return ("charge",)


class NextToRun(NextUnit, frozen=True, kw_only=True):
    """Choose which unit runs on or pursues next (pursuit.order)."""

    decision: str = "decision.after-order"
    rule = "pursuit.order"
    act = "Run next"

    def subject(self) -> tuple[object, ...]:
        return ("pursuit",)
