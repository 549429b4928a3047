"""Events of combat and of the moves after it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.present.english import counted, listed
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.combats import RoundOf
from sandtable.systems.eagle.engagements import Aftermath, Combat
from sandtable.systems.eagle.events import EagleEvent, left_camp, parted, placed
from sandtable.systems.eagle.records import AfterMove, Record, Role, Row
from sandtable.systems.eagle.words import AFTER_MOVES, name, names, points, went
from sandtable.table.space import Pose


# ------------------------------------------------------------------------ combats
class CombatsJoined(EagleEvent, frozen=True):
    """The combats of this phase are listed, in their order, with the round that each unit is in.

    turn.combat.position, turn.combat.component, melee.round
    """

    rules = ("turn.combat.order", "turn.combat.component")

    combats: tuple[Combat, ...]
    rounds: tuple[RoundOf, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The list is fixed for the phase; units in combat stop pursuing.

        rout.continue; a unit out of combat keeps its pursuit, and its role is standing again (melee.role)
        """
        for one in self.rounds:
            unit = replace(
                battle.units[one.unit], rounds=one.number, fought=one.foes, charged_in=one.charged_in
            )
            fights = one.number > 0
            changed = replace(unit, pursuing=False, quarry=None) if fights else replace(unit, role=Role.STAND)
            battle = battle.with_unit(changed)
        return replace(battle, combats=self.combats)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        if not self.combats:
            return "No unit is in combat any more"
        return f"{counted(len(self.combats), 'combat')} to fight"


class CombatFought(EagleEvent, frozen=True):
    """A combat was fought: its units by side, the dice, what they needed, and the hits of both sides.

    melee.procedure, melee.compare
    """

    rules = ("melee.procedure", "melee.compare")

    combat: int
    units: tuple[int, ...]
    supports: tuple[tuple[int, int], ...]
    dice: tuple[int, int]
    needs: tuple[int, int]
    hits: tuple[int, int]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The round is over, and the role of its units is standing again (melee.role)."""
        return _with_combat(_standing(battle, self.units), self.combat, self.supports)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        first, second = (self._score(after, side) for side in (0, 1))
        backed = tuple(f"{name(after, one)} supports {name(after, other)}" for one, other in self.supports)
        return f"{first}, {second}" + (f"; {listed(backed)}" if backed else "")

    def _score(self, battle: EagleBattle, side: int) -> str:
        """The hits of a side, its dice, and what they needed."""
        units = tuple(unit for unit in self.units if battle.units[unit].side == side)
        score = "score" if len(units) > 1 else "scores"
        hits = counted(self.hits[side], "hit") if self.hits[side] else "no hit"
        need = "hits on 6" if self.needs[side] == 6 else f"hits on {self.needs[side]}+"
        return f"{names(battle, units)} {score} {hits} with {counted(self.dice[side], 'die')} ({need})"


class CombatDissolved(EagleEvent, frozen=True):
    """A combat had lost all units of one side before its turn came, and was not fought (melee.dissolved)."""

    rules = ("melee.dissolved",)

    combat: int
    units: tuple[int, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts as settled, and the role of the units left is standing again (melee.role)."""
        return _with_combat(_standing(battle, self.units), self.combat, ())

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        if not self.units:
            return "A combat ends before it is fought"
        have = "has" if len(self.units) == 1 else "have"
        return f"{names(after, self.units)} {have} no enemy left to fight"


def _standing(battle: EagleBattle, units: tuple[int, ...]) -> EagleBattle:
    """The battle with the role of some units set back to standing (melee.role)."""
    for unit in units:
        one = battle.units[unit]
        if one.role is not Role.STAND:
            battle = battle.with_unit(replace(one, role=Role.STAND))
    return battle


def _with_combat(battle: EagleBattle, number: int, supports: tuple[tuple[int, int], ...]) -> EagleBattle:
    combat = replace(battle.combats[number], fought=True, supports=supports)
    combats = (*battle.combats[:number], combat, *battle.combats[number + 1 :])
    return replace(battle, combats=combats)


ROWS: Final = {
    Row.VICTORY: "has a victory",
    Row.SUCCESS: "has a success",
    Row.INCONCLUSIVE: "fights without a decision",
    Row.SET_BACK: "suffers a set-back",
    Row.DEFEAT: "suffers a defeat",
}
"""The rows of the result table."""


class ResultRead(EagleEvent, frozen=True):
    """A unit read its combat result: the moves open to it in the After Combat Moves phase (result.table)."""

    unit: int
    aftermath: Aftermath
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The result is fixed; later events of the phase do not change it (result.shaken-when)."""
        return replace(battle, aftermaths=(*battle.aftermaths, self.aftermath))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        ways = " or ".join(AFTER_MOVES[option] for option in self.aftermath.options)
        came_to = "has no enemy to fight" if self.rule == "melee.dissolved" else ROWS[self.aftermath.row]
        return f"{name(after, self.unit)} {came_to} and must {ways}"


# ------------------------------------------------------------------- after combat
def with_aftermath(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """The battle with the aftermath of one unit changed."""
    told = tuple(aftermath if one.unit == aftermath.unit else one for one in battle.aftermaths)
    return replace(battle, aftermaths=told)


def aftermath_of(battle: EagleBattle, unit: int) -> Aftermath | None:
    """The aftermath of a unit's combat."""
    return next((one for one in battle.aftermaths if one.unit == unit), None)


class AfterMoveChosen(EagleEvent, frozen=True):
    """It was settled which of the moves open to a unit it makes (result.victory, result.success.others)."""

    is_detail = True

    unit: int
    move: AfterMove
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The unit makes the move in its step (after.order)."""
        aftermath = aftermath_of(battle, self.unit)
        assert aftermath is not None, f"unit {self.unit} has no combat result"
        return with_aftermath(battle, replace(aftermath, move=self.move))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} will {AFTER_MOVES[self.move]}"


def carried_out(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with the move that a combat result demanded of a unit done."""
    aftermath = aftermath_of(battle, unit)
    return battle if aftermath is None else with_aftermath(battle, replace(aftermath, done=True))


DONE: Final = {AfterMove.ROUT: "routed", AfterMove.RETIRE: "retired", AfterMove.PURSUE: "pursued"}
"""What a unit has done that fled or pursued."""


class FlightOver(EagleEvent, frozen=True):
    """A unit has routed, retired or pursued as its combat result demanded (after.order)."""

    rules = ("after.order",)
    is_detail = True

    unit: int
    move: AfterMove

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its move is done."""
        return carried_out(battle, self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} has {DONE[self.move]}"


class RanksRelieved(EagleEvent, frozen=True):
    """A Legion relieved its ranks; ``dp`` are the points it has left (after.relieve, after.relieve.who)."""

    rules = ("after.relieve",)

    unit: int
    dp: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """No base changes place; a Legion relieves its ranks once in a phase."""
        battle = battle.with_unit(replace(battle.units[self.unit], dp=self.dp))
        aftermath = aftermath_of(battle, self.unit)
        assert aftermath is not None, f"unit {self.unit} has no combat result"
        return with_aftermath(battle, replace(aftermath, relieved=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        left = points(self.dp) if self.dp else "no disorder points"
        return f"{name(after, self.unit)} relieves its ranks: {left} left"


class UnitStood(EagleEvent, frozen=True):
    """A unit stayed where it was after combat, because it halted or was held, and what it records.

    after.halt, after.pinned, after.fall-back.legion, after.fall-back.blocked, control.last-move
    """

    unit: int
    record: Record
    role: Role
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """A unit that follows up by standing fast fights the next round in that role (after.pinned)."""
        unit = battle.units[self.unit]
        return carried_out(battle.with_unit(replace(unit, record=self.record, role=self.role)), self.unit)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        held = "keeps contact" if self.role is Role.FOLLOW_UP else "stays where it is"
        return f"{name(after, self.unit)} {held}"


class UnitFellBack(EagleEvent, frozen=True):
    """A unit fell back an inch, still facing the enemy; ``kept`` are the enemies that are to follow it up.

    after.fall-back, after.pinned
    """

    rules = ("after.fall-back",)

    unit: int
    to: Pose
    kept: tuple[int, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It breaks its contacts, except with the enemies that follow it up (after.follow-up)."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(replace(placed(unit, self.to, unit.shape), record=Record.FALL_BACK))
        battle = left_camp(battle, self.unit)
        kept = tuple(
            one for one in battle.contacts if not one.joins(self.unit) or one.other(self.unit) in self.kept
        )
        return carried_out(replace(battle, contacts=kept), self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return went(before.units[self.unit], self.to, "falls back", "stays, facing")


class UnitFollowedUp(EagleEvent, frozen=True):
    """A unit followed an enemy up and keeps contact with it (after.follow-up, after.follow-up.which)."""

    rules = ("after.follow-up",)

    unit: int
    target: int
    to: Pose

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It fights its next round in that role (melee.role)."""
        unit = placed(battle.units[self.unit], self.to, battle.units[self.unit].shape)
        followed = replace(unit, record=Record.FOLLOW_UP, role=Role.FOLLOW_UP)
        return carried_out(left_camp(battle.with_unit(followed), self.unit), self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} follows up {name(after, self.target)}"


class UnitPassedThrough(EagleEvent, frozen=True):
    """Cavalry passed through its opponents and stands behind them (after.pass-through)."""

    rules = ("after.pass-through",)

    unit: int
    to: Pose

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It keeps its facing and its order, and loses all contacts (after.pass-through.detail)."""
        unit = placed(battle.units[self.unit], self.to, battle.units[self.unit].shape)
        battle = battle.with_unit(replace(unit, record=Record.PASS_THROUGH, role=Role.STAND))
        return carried_out(parted(left_camp(battle, self.unit), self.unit), self.unit)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return went(before.units[self.unit], self.to, "passes through", "stays, facing")


class ContactLost(EagleEvent, frozen=True):
    """Two units no longer touch, because one did not follow up the other (after.follow-up.which)."""

    rules = ("after.follow-up.which",)

    unit: int
    target: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """All other contacts stay."""
        kept = tuple(one for one in battle.contacts if not (one.joins(self.unit) and one.joins(self.target)))
        return replace(battle, contacts=kept)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} and {name(after, self.target)} no longer touch"
