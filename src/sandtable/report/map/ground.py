"""The ground of the map: which drawing each piece gets, and in which order they are laid.

Systems name their own kinds of ground; the drawing follows from the words in the name, and an unknown name
gets a dotted outline.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.report.map import constructions, engraving, vegetation
from sandtable.report.map.engraving import Brush, brush
from sandtable.report.map.sheet import Sheet
from sandtable.report.page.markup import Markup, tag
from sandtable.table.space import Field, Piece

Drawing = Callable[[Brush], Markup]


class GroundStyle(NamedTuple):
    """A way to draw ground: its name in the key, the words that select it, and its layer."""

    name: str
    words: tuple[str, ...]
    pile: int
    draw: Drawing


def ground(field: Field, sheet: Sheet) -> Markup:
    """All ground of a field, hills at the bottom and fences on top."""
    styled = sorted(((style_of(piece), piece) for piece in field.pieces), key=lambda pair: pair[0].pile)
    return tag("g", *(style.draw(brush(piece, sheet)) for style, piece in styled))


def style_of(piece: Piece) -> GroundStyle:
    """The style of a piece: the one whose word comes first in the name of its kind."""
    found = [
        (at, place)
        for place, style in enumerate(STYLES)
        for word in style.words
        if (at := piece.kind.find(word)) >= 0
    ]
    return STYLES[min(found)[1]] if found else OTHER


BUILT: Final = ("building", "built", "town", "village", "house", "farm", "church", "camp")

STYLES: Final = (
    GroundStyle("Hill", ("hill", "ridge", "slope", "rise", "height"), 0, engraving.hill),
    GroundStyle("Marsh", ("marsh", "swamp", "bog", "mud"), 1, vegetation.marsh),
    GroundStyle("Orchard", ("orchard", "crop", "field"), 1, vegetation.orchard),
    GroundStyle("Vineyard", ("vine",), 1, vegetation.vines),
    GroundStyle("Bridge", ("bridge",), 5, constructions.bridge),
    GroundStyle("Road", ("road", "track", "street", "path", "lane", "rail"), 4, constructions.road),
    GroundStyle(
        "Water", ("stream", "river", "ford", "lake", "pond", "brook", "water", "sea"), 3, engraving.water
    ),
    GroundStyle("Hedge", ("hedge",), 7, vegetation.hedge),
    GroundStyle("Wall", ("wall", "abatis"), 7, constructions.wall),
    GroundStyle("Fence", ("fence",), 7, constructions.fence),
    GroundStyle("Wood", ("wood", "forest", "copse", "tree"), 6, vegetation.wood),
    GroundStyle("Brush", ("brush", "scrub", "rough", "broken", "bush"), 1, vegetation.tufts),
    GroundStyle("Fieldwork", ("work", "redoubt", "trench", "gabion"), 6, constructions.work),
    GroundStyle(
        "Buildings",
        BUILT,
        6,
        constructions.houses,
    ),
)
""""Stream or ford" is drawn as a stream; where two words begin at the same place, the earlier style wins."""

OTHER: Final = GroundStyle("Other ground", (), 1, engraving.other)


def key(field: Field) -> tuple[GroundStyle, ...]:
    """The styles on a field, in the order of the key."""
    shown = {style_of(piece).name for piece in field.pieces}
    return tuple(style for style in (*STYLES, OTHER) if style.name in shown)
