"""Dice on the page: small faces, filled if they succeeded, dashed if they were rerolled."""

from __future__ import annotations

from typing import Final

from sandtable.game.story.shown_throws import DieMark, ShownDie, ShownThrow
from sandtable.report.page.markup import Markup, joined, tag

PIPS: Final = {
    1: ((10, 10),),
    2: ((6, 6), (14, 14)),
    3: ((5.5, 5.5), (10, 10), (14.5, 14.5)),
    4: ((6, 6), (14, 6), (6, 14), (14, 14)),
    5: ((5.5, 5.5), (14.5, 5.5), (10, 10), (5.5, 14.5), (14.5, 14.5)),
    6: ((6, 5), (14, 5), (6, 10), (14, 10), (6, 15), (14, 15)),
}
"""The positions of the pips of each face in a square of twenty."""

SIX_SIDED: Final = ("D6", "D3", "D2", "AvD")
"""Dice that are thrown as cubes with pips."""

SAID: Final = {DieMark.HIT: "succeeded", DieMark.MISS: "failed", DieMark.AGAIN: "thrown again"}


def faces() -> Markup:
    """The six faces, defined once."""
    return joined(
        tag("g", *(tag("circle", cx=x, cy=y, r=1.75) for x, y in pips), id=f"pips{face}")
        for face, pips in PIPS.items()
    )


def throw(reading: ShownThrow) -> Markup:
    """A throw in a row: its purpose and target, the dice, the result."""
    need = tag("span", reading.need, cls="need") if reading.need else Markup("")
    return tag(
        "div",
        tag("span", reading.purpose, need, cls="purpose"),
        tag("span", *(_cast(cast) for cast in reading.casts), cls="cup"),
        tag("span", reading.result, cls="result"),
        cls="throw",
    )


def _cast(dice: tuple[ShownDie, ...]) -> Markup:
    """Dice thrown together, with one sentence for readers who do not see them."""
    return tag("span", *map(_die, dice), cls="cast", role="img", aria_label=_dice_in_words(dice))


def _dice_in_words(dice: tuple[ShownDie, ...]) -> str:
    marked = {mark: [str(die.face) for die in dice if die.mark is mark] for mark in DieMark}
    parts = [", ".join(marked[DieMark.PLAIN])] if marked[DieMark.PLAIN] else []
    parts += [f"{', '.join(marked[mark])} {words}" for mark, words in SAID.items() if marked[mark]]
    return f"{len(dice)}{dice[0].die}: {'; '.join(parts)}"


def _die(die: ShownDie) -> Markup:
    square = tag("rect", x=1, y=1, width=18, height=18, rx=3.6)
    if die.die in SIX_SIDED and die.face in PIPS:
        face = tag("use", href=f"#pips{die.face}")
    else:
        face = tag("text", str(die.face), x=10, y=14)
    return tag("svg", square, face, viewBox="0 0 20 20", cls=f"die {die.mark.value}", aria_hidden="true")
