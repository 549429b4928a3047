"""Which pieces of ground enclose a point, and the level of the ground there."""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.table.compiled.running import Wholes, leaf
from sandtable.table.space.kernels.ground_stretches import Ground
from sandtable.table.space.kernels.outlines import point_in_ring, point_on_edges

Standing: TypeAlias = tuple[Wholes, Wholes]
"""The level of each body; for each body and each piece, whether the body's centre lies on the piece."""
STANDING: Final = "Tuple((int64[::1], int64[::1]))"


@leaf
def encloses(ground: Ground, piece: int, x: float, y: float) -> bool:
    """Whether a piece of ground encloses a point; the outline of a polygon lies outside."""
    edges, rings, pieces, bounds, _, thin = ground
    b = 4 * piece
    if thin[piece] or x < bounds[b] or y < bounds[b + 1] or x > bounds[b + 2] or y > bounds[b + 3]:
        return False
    for ring in range(pieces[piece], pieces[piece + 1]):
        if point_in_ring(edges, rings[ring], rings[ring + 1], x, y):
            seam = pieces[piece + 1] - pieces[piece] > 1
            return seam or not point_on_edges(edges, rings[ring], rings[ring + 1], x, y)
    return False


@leaf
def level_at(ground: Ground, x: float, y: float) -> int:
    """The highest level of any piece of ground that encloses a point, 0 elsewhere."""
    levels = ground[4]
    level = 0
    for piece in range(len(levels)):
        if levels[piece] > level and encloses(ground, piece, x, y):
            level = levels[piece]
    return level
