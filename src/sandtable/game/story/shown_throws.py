"""Throws for display: what a die needed, which dice succeeded, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import Struct

from sandtable import dice
from sandtable.dice.pools import lowest_success
from sandtable.game.battle.log import Thrown


class DieMark(StrEnum):
    """How a die is shown: it succeeded, failed, was thrown again, or is not read alone."""

    HIT = "hit"
    MISS = "miss"
    AGAIN = "again"
    PLAIN = "plain"


class ShownDie(NamedTuple):
    """A die for display: its name, its face and its mark."""

    die: str
    face: int
    mark: DieMark


class ShownThrow(Struct, frozen=True):
    """A throw for display: its purpose, what a die needs, the dice of each cast, the result in words."""

    purpose: str
    need: str
    casts: tuple[tuple[ShownDie, ...], ...]
    result: str


PASSED: Final = {True: "passed", False: "failed"}


def show_throw(thrown: Thrown) -> ShownThrow:
    """A throw for display."""
    throw = thrown.throw
    return ShownThrow(
        purpose=throw.purpose or "dice",
        need=_need(throw),
        casts=() if isinstance(throw, dice.Draw) else tuple(_cast(throw, thrown, n) for n in _places(thrown)),
        result=_result(throw, thrown),
    )


def _places(thrown: Thrown) -> range:
    return range(len(thrown.fell))


def _need(throw: dice.Throw[Any]) -> str:
    """What a die or a cup needs."""
    match throw:
        case dice.Count() | dice.CountWith():
            return f"{throw.need}+"
        case dice.Unsaved():
            return f"save {lowest_success(dice.D6, throw.save, throw.natural)}+"
        case dice.AtLeast():
            return f"{throw.need}+ on {throw.cup}"
        case dice.Under():
            return f"{throw.highest_success} or less"
        case dice.RollUnder():
            return f"under {throw.value}"
        case dice.RerollFailures():
            return _need(throw.pool)
        case _:
            return ""


# --------------------------------------------------------------------- the dice
def _cast(throw: dice.Throw[Any], thrown: Thrown, place: int) -> tuple[ShownDie, ...]:
    """The dice of one cast with their marks."""
    fell = thrown.fell[place]
    is_last = place == len(thrown.fell) - 1
    return tuple(
        ShownDie(fell.die.name, face, _mark(throw, thrown, face, is_last=is_last)) for face in fell.faces
    )


def _mark(throw: dice.Throw[Any], thrown: Thrown, face: int, *, is_last: bool) -> DieMark:
    match throw:
        case dice.Pool():
            return DieMark.MISS if throw.fails(face) else DieMark.HIT
        case dice.RerollFailures():
            if not throw.pool.fails(face):
                return DieMark.HIT
            return DieMark.MISS if is_last and len(thrown.fell) > 1 else DieMark.AGAIN
        case dice.Unsaved() if is_last:
            return DieMark.HIT if face >= lowest_success(dice.D6, throw.save, throw.natural) else DieMark.MISS
        case dice.Under():
            return DieMark.HIT if face <= throw.highest_success else DieMark.MISS
        case dice.AtLeast():
            return DieMark.HIT if thrown.result else DieMark.MISS
        case _:
            return DieMark.PLAIN


# --------------------------------------------------------------------- the result
def _result(throw: dice.Throw[Any], thrown: Thrown) -> str:
    result = thrown.result
    match throw:
        case dice.Count():
            return f"{result} of {throw.dice}"
        case dice.CountWith():
            return f"{result.successes} of {throw.dice}, {result.naturals} natural {throw.face}"
        case dice.Successes():
            return _count(result, "success", "successes")
        case dice.Spread():
            return _count(successes(result), "success", "successes")
        case dice.RerollFailures():
            return _result(throw.pool, thrown)
        case dice.Unsaved():
            return f"{result} lost"
        case dice.RollUnder():
            return _count(result, "hit", "hits")
        case dice.Paired():
            return _count(result, "pair", "pairs")
        case dice.Opposed() | dice.Margin():
            return _against(throw, thrown)
        case _:
            return _plainly(throw, result)


def _plainly(throw: dice.Throw[Any], result: object) -> str:
    """The result of any other throw, in the throw's own words."""
    return PASSED[result] if isinstance(result, bool) else throw.in_words(result)


def _against(throw: dice.Opposed | dice.Margin, thrown: Thrown) -> str:
    """The last totals of the two sides of a roll-off."""
    left, right = (sum(cast.faces) for cast in thrown.fell[-2:])
    return f"{left + throw.left.plus} against {right + throw.right.plus}"


def successes(spread: Sequence[int]) -> int:
    """The successes of dice that are counted by worth."""
    return sum(worth * count for worth, count in enumerate(spread))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
