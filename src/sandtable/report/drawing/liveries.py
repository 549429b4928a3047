"""The liveries of the sides: one dark, the other light, then by hue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sandtable.game.present.painting import SideView
from sandtable.report.drawing import shared_text

Livery = tuple[str, str]
"""A tone and a hue, which are classes of the style sheet."""

KNOWN: Final = msgspec.json.decode(shared_text("liveries.json"), type=dict[str, Livery])

PLAIN: Final = (("light", "prussian"), ("dark", "madder"))
"""The liveries of sides that are not known."""


def liveries(sides: Sequence[SideView]) -> tuple[str, ...]:
    """The classes of each side; two sides never share a tone.

    >>> liveries((SideView("The Crown", "", "british"), SideView("The Rebels", "", "rebels")))
    ('dark madder', 'light prussian')
    """
    first, second = (KNOWN.get(side.flag.lower()) or KNOWN.get(side.name.lower()) for side in sides)
    first = first or (_other(second) if second else PLAIN[0])
    second = second if second and second[0] != first[0] else _other(first)
    return " ".join(first), " ".join(second)


def _other(livery: Livery) -> Livery:
    """The plain livery of the other tone."""
    return next(plain for plain in PLAIN if plain[0] != livery[0])
