"""The decisions of the Melee phase: which melee is next, whom a base fights, who follows up."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.melee_ground import Group, lineup
from sandtable.systems.liberty.rounds import dice_of
from sandtable.systems.liberty.stakes import melee_stakes
from sandtable.systems.liberty.words import name, names


class PickMelee(Choose[Group], frozen=True, kw_only=True):
    """Choose the melee that is fought next (turn.step-order)."""

    decision: str = "melee-next"
    rule = "turn.step-order"
    title = "Which melee next?"
    kind = Kind.ORDER

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which melee is fought next?"

    def label(self, battle: LibertyBattle, option: Group) -> str:
        face = self.face(battle, option)
        return f"{face.title}: {face.note}"

    def face(self, battle: LibertyBattle, option: Group) -> Face:
        """The units of both sides, and their dice."""
        lines = lineup(battle, option)
        ours, theirs = (sum(dice) for dice in dice_of(lines))
        own, other = lines.sides
        title = f"{names(battle, own)} against {names(battle, other)}"
        return Face(title, f"{ours} dice against {theirs}", own[0], other[0])

    def stakes(self, battle: LibertyBattle, option: Group) -> tuple[Stake, ...]:
        """The round of a melee of two units."""
        return melee_stakes(battle, option)


class PickOpponent(Choose[int], frozen=True, kw_only=True):
    """Choose the enemy that a base fights which touches several (melee.dice.per-base)."""

    decision: str = "melee-base-opponent"
    rule = "melee.dice.per-base"
    title = "Which enemy does it fight?"

    unit: int
    base: int

    def parties(self) -> tuple[int, ...]:
        return (self.unit,)

    def words(self, battle: LibertyBattle) -> str:
        touched = names(battle, self.options)
        return f"Base {self.base + 1} of {name(battle, self.unit)} touches {touched}: which does it fight?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: LibertyBattle, option: int) -> Face:
        return Face(f"Fight {name(battle, option)}", "with this base", self.unit, option)


class Follow(NamedTuple):
    """The next unit to follow up: after which router, or on through the gap."""

    unit: int
    router: int | None


class FollowUp(Choose[Follow], frozen=True, kw_only=True):
    """Choose the winner that follows up next, and the router it follows (pursuit.several)."""

    decision: str = "pursuit-order"
    rule = "pursuit.several"
    title = "Which unit follows up?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(follow.unit for follow in self.options))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which unit follows up next, and which enemy does it follow?"

    def label(self, battle: LibertyBattle, option: Follow) -> str:
        if option.router is None:
            return f"{name(battle, option.unit)} rolls to break through"
        return f"{name(battle, option.unit)} pursues {name(battle, option.router)}"

    def face(self, battle: LibertyBattle, option: Follow) -> Face:
        if option.router is None:
            return Face("Break through", "on 4+", option.unit)
        return Face(f"Pursue {name(battle, option.router)}", "", option.unit, option.router)
