"""Taking tests: dice by state, successes by quality, and rerolls one at a time.

ORDER and MORALE tests share one throw; `orders.py` and `morale.py` say what its successes mean.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.dice import Rerollable, Spread, Successes, cautious
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Do, Kind, do
from sandtable.game.present.english import counted
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.words import name

if TYPE_CHECKING:
    from sandtable.systems.liberty.battle import LibertyBattle


class Quality(StrEnum):
    """The training of a unit; it sets the successes of its dice."""

    MILITIA = "Militia"
    REGULAR = "Regular"
    ELITE = "Elite"


class _Faces(Struct, frozen=True, forbid_unknown_fields=True):
    quality: Quality
    faces: tuple[int, ...]


@cache
def faces(quality: Quality, *, unreliable: bool) -> tuple[int, ...]:
    """The successes of each face for a quality; for an Unreliable unit a 6 is one success only.

    tests.success.data, tests.success.militia, tests.success.regular, tests.success.elite, tests.success.six,
    special.unreliable
    """
    row = next(row.faces for row in table("tests.success.data", _Faces) if row.quality is quality)
    return (*row[:5], 1) if unreliable else row


class DiceTest(Struct, frozen=True, cache_hash=True):
    """A test about to be rolled: its dice, the successes of each face, the number of single rerolls.

    ``aims`` are the successes worth having, the most wanted first: one for a test with a fixed need, several
    for a CHARGE, whose grades have no single need.
    """

    dice: int
    faces: tuple[int, ...]
    rerolls: int
    aims: tuple[int, ...]
    seat: int
    unit: int = -1

    @property
    def need(self) -> int | None:
        """The successes that pass the test, if it has one fixed need."""
        return self.aims[0] if len(self.aims) == 1 else None


@cache
def first_throw(dice: int, faces: tuple[int, ...]) -> Spread:
    """All dice of a test in one throw (tests.roll)."""
    return Spread(dice, faces, purpose="test")


@cache
def one_die(faces: tuple[int, ...]) -> Successes:
    """A single die rolled again."""
    return Successes(1, faces, purpose="reroll")


async def roll(test: DiceTest) -> int:
    """The successes of a test: all dice in one throw (tests.roll), then the rerolls."""
    dice = on_the_table(await first_throw(test.dice, test.faces), test.rerolls)
    more = next_reroll(test, dice)
    return dice.total if more is None else await more


async def reroll(test: DiceTest, dice: Rerollable) -> int:
    """One reroll after another, each seen before the next, on a die not yet rerolled; the new result stands.

    dice.reroll.sequence, dice.reroll.once
    """
    pick = await which_die(test, dice)
    if pick is None:
        return dice.total
    dice = dice.after(pick, await one_die(test.faces))
    more = next_reroll(test, dice)
    return dice.total if more is None else await more


# Computed odds have few different states, so the dice and the decision of each are made once.
@lru_cache(maxsize=4096)
def on_the_table(spread: tuple[int, ...], rerolls: int) -> Rerollable:
    """The dice after the first throw."""
    return Rerollable.of(spread, rerolls)


class RerollDie(Choose[int | None], frozen=True, kw_only=True):
    """Choose a die to reroll by the successes it shows, or None to keep the dice (dice.reroll.sequence).

    >>> question = which_die(DiceTest(2, (0, 0, 0, 1, 1, 2), 1, (2,), 0), on_the_table((1, 1, 0), 1))
    >>> [question.label(None, option) for option in question.options]
    ['Keep the dice', 'Reroll a die showing 0 successes', 'Reroll a die showing 1 success']
    """

    decision: str = "test-rerolls"
    rule = "dice.reroll.sequence"
    title = "Roll a die again?"
    kind = Kind.REROLL

    unit: int
    need: int | None
    dice: Rerollable

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: LibertyBattle) -> str:
        wanted = "" if self.need is None else f" and needs {self.need}"
        shown, left = counted(self.dice.total, "success"), counted(self.dice.left, "reroll")
        return f"{name(battle, self.unit)} has {shown}{wanted}. Reroll a die? ({left} left)"

    def label(self, battle: LibertyBattle | None, option: int | None) -> str:
        del battle
        return "Keep the dice" if option is None else f"Reroll a die showing {counted(option, 'success')}"

    def face(self, battle: LibertyBattle, option: int | None) -> Face:
        subject = next(iter(self.parties()), None)
        if option is None:
            return Face(self.label(battle, option), subject=subject)
        return Face("Reroll", f"a die showing {counted(option, 'success')}", subject)


@lru_cache(maxsize=16384)
def which_die(test: DiceTest, dice: Rerollable) -> RerollDie:
    """The decision which die to reroll, if any."""
    return RerollDie(test.seat, dice.options(), unit=test.unit, need=test.need, dice=dice, aims=test.aims)


def next_reroll(test: DiceTest, dice: Rerollable) -> Do[int] | None:
    """The next reroll, unless none is left or the highest aim is reached."""
    if not dice.left or dice.total >= max(test.aims) or not any(dice.fresh):
        return None
    return do(reroll, test, dice)


def reroll_cautiously(question: RerollDie) -> int | None:
    """Reroll only dice that show no success, until a fixed need is met (dice.reroll.policies)."""
    return cautious(question.dice, question.need)
