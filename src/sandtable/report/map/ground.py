"""The ground of the map: which drawing each piece gets, and in which order they are laid.

A system's legend says in which manner each of its kinds of ground is drawn, here as on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sandtable.game.present.painting import Drawn, Manner
from sandtable.report.map import constructions, engraving, vegetation
from sandtable.report.map.engraving import Brush, brush
from sandtable.report.map.sheet import Sheet
from sandtable.report.page.markup import Markup, tag
from sandtable.table.space import Field

DRAWINGS: Final[dict[Manner, Callable[[Brush], Markup]]] = {
    Manner.HILL: engraving.hill,
    Manner.OPEN: engraving.outlined,
    Manner.FIELD: vegetation.crops,
    Manner.MARSH: vegetation.marsh,
    Manner.BRUSH: vegetation.tufts,
    Manner.ROUGH: engraving.stones,
    Manner.STREAM: engraving.water,
    Manner.RIVER: engraving.water,
    Manner.LAKE: engraving.water,
    Manner.ROAD: constructions.road,
    Manner.BRIDGE: constructions.bridge,
    Manner.ORCHARD: vegetation.orchard,
    Manner.WOOD: vegetation.wood,
    Manner.BUILDING: constructions.houses,
    Manner.WORK: constructions.work,
    Manner.HEDGE: vegetation.hedge,
    Manner.WALL: constructions.wall,
    Manner.FENCE: constructions.fence,
}
"""How each manner is drawn, from the bottom layer to the top: hills first, fences last."""
LAYERS: Final = tuple(DRAWINGS)


def ground(field: Field, legend: Sequence[Drawn], sheet: Sheet) -> Markup:
    """All ground of a field, hills at the bottom and fences on top."""
    manners = {drawn.kind: drawn.drawn for drawn in legend}
    pieces = sorted(field.pieces, key=lambda piece: LAYERS.index(manners[piece.kind]))
    return tag("g", *(DRAWINGS[manners[piece.kind]](brush(piece, sheet)) for piece in pieces))


def key(legend: Sequence[Drawn]) -> tuple[str, ...]:
    """The words of a legend, in the order of the layers."""
    layered = sorted(legend, key=lambda drawn: LAYERS.index(drawn.drawn))
    return tuple(dict.fromkeys(drawn.words for drawn in layered))
