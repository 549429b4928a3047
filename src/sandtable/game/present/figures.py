"""Figures for display: tallies as rows of words, value and rule; throws as rows of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from sandtable.dice import Draw
from sandtable.game.battle.log import Thrown
from sandtable.game.rules.tally import Effect, Modifier, Tally
from sandtable.game.story.shown_throws import DieMark, show_throw

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"


class Reason(Struct, frozen=True):
    """One step of a figure: its words, value, rule and effect; ``shown`` is the value as people write it."""

    words: str
    value: float
    rule: str
    effect: Effect
    shown: str


class TallySeen(Struct, frozen=True):
    """A figure with its name and the reasons for it; ``shown`` is the total as people write it."""

    name: str
    total: float
    shown: str
    items: tuple[Reason, ...]


class DiceRow(Struct, frozen=True, kw_only=True):
    """Dice that were thrown together: the purpose, what each needs, the faces, which succeeded.

    ``sides`` is the number of sides of the die; ``again`` marks dice that were thrown again. A secret throw
    has no faces and no result. A drawn card has no dice, and ``card`` is its name.
    """

    purpose: str
    need: str = ""
    die: str = ""
    sides: int = 0
    faces: tuple[int, ...] = ()
    good: tuple[bool, ...] = ()
    again: tuple[bool, ...] = ()
    result: str = ""
    secret: bool = False
    card: str = ""


# --------------------------------------------------------------------- tallies
def tallies_seen(named: Iterable[tuple[str, Tally]]) -> tuple[TallySeen, ...]:
    """Figures with their reasons, without duplicates."""
    return tuple(
        dict.fromkeys(TallySeen(name, tally.total, tally.shown, _reasons(tally)) for name, tally in named)
    )


def _reasons(tally: Tally) -> tuple[Reason, ...]:
    return tuple(Reason(step.words, step.value, step.rule, step.effect, shown(step)) for step in tally.steps)


def shown(step: Modifier) -> str:
    """The effect of a step on the running figure, as people write it.

    >>> shown(Modifier(Effect.PLUS, -0.5, "worn", "")), shown(Modifier(Effect.TIMES, 3, "bases", ""))
    ('\N{MINUS SIGN}0.5', '\N{MULTIPLICATION SIGN}3')
    """
    plain = f"{abs(step.value):g}"
    match step.effect:
        case Effect.BASE:
            return f"{MINUS}{plain}" if step.value < 0 else plain
        case Effect.PLUS:
            return f"{MINUS if step.value < 0 else '+'}{plain}"
        case Effect.TIMES:
            return f"{TIMES}{plain}"
        case Effect.AT_LEAST | Effect.AT_MOST:
            return f"{step.effect.value} {step.value:g}"
        case _:
            return step.effect.value


# --------------------------------------------------------------------- dice
def dice_rows(thrown: Thrown) -> Iterator[DiceRow]:
    """A throw as rows, one for each cast; a draw is one row without dice, a throw without dice has no row."""
    reading = show_throw(thrown)
    if isinstance(thrown.throw, Draw):
        yield DiceRow(purpose=reading.purpose, need=reading.need, result=reading.result, card=thrown.result)
        return
    last = len(reading.casts) - 1
    for place, (cast, fell) in enumerate(zip(reading.casts, thrown.fell, strict=True)):
        yield DiceRow(
            purpose=fell.purpose or reading.purpose,
            need="" if all(die.mark is DieMark.PLAIN for die in cast) else reading.need,
            die=fell.die.name,
            sides=len(fell.die.faces),
            faces=tuple(die.face for die in cast),
            good=tuple(die.mark is DieMark.HIT for die in cast),
            again=tuple(die.mark is DieMark.AGAIN for die in cast),
            result=reading.result if place == last else "",
        )


def secret_row(thrown: Thrown) -> DiceRow:
    """The row of a throw whose result is hidden."""
    return DiceRow(purpose=thrown.throw.purpose or "dice", secret=True)
