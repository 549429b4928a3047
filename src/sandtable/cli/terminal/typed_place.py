"""A typed place on the table."""

from __future__ import annotations

from sandtable.cli.terminal.replies import RefusalReply
from sandtable.game.ask.refusal import Refusal
from sandtable.table.space import Point, as_inches, inches

FARTHEST = 1000


def refusal_in_words(refusal: Refusal) -> str:
    """A refusal, with what to type instead if a legal place is known."""
    if not isinstance(refusal.nearest, Point):
        return str(refusal)
    x, y = map(as_inches, refusal.nearest)
    return f"{refusal}; the nearest that would stand: to {x:g} {y:g}"


def place_typed(text: str) -> Point | RefusalReply:
    """The place that ``X Y`` means, in inches; what was typed wrongly is said instead.

    >>> place_typed("12.5 4")
    Point(x=1250, y=400)
    """
    try:
        numbers = [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(abs(number) <= FARTHEST for number in numbers):
        return RefusalReply('write "to X Y", such as to 36 20.5 (inches), or the number of a place')
    return Point(*map(inches, numbers))
