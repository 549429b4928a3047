"""The figures of each arm on a base."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.game.present.painting import Glyph
from sandtable.report.drawing import shared_text
from sandtable.report.page.markup import Markup, joined, number, tag


class SymbolPart(Struct, frozen=True, rename={"cls": "class"}):
    """A part of a symbol: a path, or circles of one radius."""

    cls: str
    path: str = ""
    circles: tuple[str, ...] = ()
    radius: str = ""


SYMBOLS: Final = msgspec.json.decode(shared_text("symbols.json"), type=dict[Glyph, tuple[SymbolPart, ...]])
LENGTH: Final = re.compile(r"(-?[\d.]+)([wds])")


def symbol(glyph: Glyph, width: float, depth: float) -> Markup:
    """The figures of an arm on a base of this size."""
    return joined(_drawn(part, width, depth) for part in SYMBOLS[glyph])


def _drawn(part: SymbolPart, width: float, depth: float) -> Markup:
    if part.path:
        return tag("path", cls=part.cls, d=fitted(part.path, width, depth))
    radius = fitted(part.radius, width, depth)
    places = (fitted(circle, width, depth).split() for circle in part.circles)
    return joined(tag("circle", cls=part.cls, cx=x, cy=y, r=radius) for x, y in places)


def fitted(path: str, width: float, depth: float) -> str:
    """A path of a symbol on a base of this size.

    >>> fitted("M-.5w 1dV.1s", 20, 10)
    'M-10 10V1'
    """
    units = {"w": width, "d": depth, "s": min(width, depth)}
    return LENGTH.sub(lambda found: number(float(found[1]) * units[found[2]]), path)
