"""The Lucky Officer: he has one die of his unit thrown again, once a turn.

cards.lucky-officer, cards.lucky-scope
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind

if TYPE_CHECKING:
    from sandtable.systems.coldsteel.battle import ColdSteelBattle

O = TypeVar("O")  # noqa: E741 - an option


class Pick(StrEnum):
    """A die of a pool by what it shows; dice that show the same are interchangeable."""

    MISS = "miss"
    HIT = "hit"
    SIX = "six"


PICKS: Final = {
    Pick.MISS: "throw one missed die again",
    Pick.HIT: "throw one die that scored again",
    Pick.SIX: "throw a six again",
}


class LuckyReroll(Choose[O], Generic[O], frozen=True, kw_only=True):
    """Choose a die to throw again, or None to leave the dice; the second throw stands (dice.reroll)."""

    decision: str = "cards.lucky-reroll"
    rule = "cards.lucky-officer"
    title = "Lucky Officer: a die again?"
    kind = Kind.REROLL

    unit: int
    purpose: str

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: ColdSteelBattle) -> str:
        who = battle.units[self.unit].name
        return f"{who}, {self.purpose}: does the Lucky Officer have one die thrown again?"

    def label(self, battle: ColdSteelBattle, option: O) -> str:
        del battle
        if option is None:
            return "leave the dice as they lie"
        return PICKS[option] if isinstance(option, Pick) else f"throw the {option} again"

    def face(self, battle: ColdSteelBattle, option: O) -> Face:
        """The button of a die; a unit has this luck once a turn (cards.lucky-scope)."""
        subject = next(iter(self.parties()), None)
        if option is None:
            return Face("Leave the dice", "as they lie", subject)
        return Face(self.label(battle, option).capitalize(), "once a turn", subject)


class LuckyPick(LuckyReroll[Pick | None], frozen=True, kw_only=True):
    """A die of a pool that is read one by one, by what it shows (dice.separate)."""

    dice: int
    hits: int
    sixes: int


class LuckyFace(LuckyReroll[int | None], frozen=True, kw_only=True):
    """A die of several that are added, by its face (dice.sum)."""

    faces: tuple[int, ...]
