"""Which pieces of ground boxes lie over, and the distances to the others."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.kernels.outlines import EDGE, box_edge_gap_squared, box_over_edges, point_in_ring

BITS: Final = 62
"""The number of pieces that the bits of one whole number stand for."""


@leaf
def box_reaches_bounds(boxes: Floats, i: int, bounds: Floats, piece: int, margin: float) -> bool:
    """Whether the circle around box row i, grown by a margin, meets the bounds of a piece of ground."""
    x, y, reach, b = boxes[i], boxes[i + 1], boxes[i + 6] + margin, 4 * piece
    return (
        bounds[b] <= x + reach
        and bounds[b + 1] <= y + reach
        and bounds[b + 2] >= x - reach
        and bounds[b + 3] >= y - reach
    )


@leaf
def box_over_piece(boxes: Floats, i: int, ground: Ground, piece: int, inset: float) -> bool:
    """Whether any part of box row i, made smaller by *inset* on all sides, lies over a piece of ground.

    A box lies over ground without width if that runs through the box.
    """
    edges, rings, pieces, bounds, _, thin = ground
    if not box_reaches_bounds(boxes, i, bounds, piece, 0.0):
        return False
    for ring in range(pieces[piece], pieces[piece + 1]):
        if box_over_edges(edges, rings[ring], rings[ring + 1], boxes, i, inset):
            return True
        if not thin[piece] and point_in_ring(edges, rings[ring], rings[ring + 1], boxes[i], boxes[i + 1]):
            return True
    return False


@leaf
def box_piece_gap(boxes: Floats, i: int, ground: Ground, piece: int) -> float:
    """The distance from box row i to a piece of ground; 0 where it lies over it or touches it."""
    edges, rings, pieces, _, _, _ = ground
    if box_over_piece(boxes, i, ground, piece, 0.0):
        return 0.0
    best = math.inf
    for e in range(rings[pieces[piece]] * EDGE, rings[pieces[piece + 1]] * EDGE, EDGE):
        square = box_edge_gap_squared(edges[e], edges[e + 1], edges[e + 2], edges[e + 3], boxes, i)
        if square < best:
            best = square
    return math.sqrt(best)


@kernel(f"void(float64[::1], {GROUND}, float64[::1])")
def gaps_to_ground(boxes: Floats, ground: Ground, gaps: Floats) -> None:
    """Write the distance from the nearest of some boxes to every piece of ground."""
    for piece in range(len(gaps)):
        gaps[piece] = math.inf
        for i in range(0, len(boxes), BOX):
            gap = box_piece_gap(boxes, i, ground, piece)
            if gap < gaps[piece]:
                gaps[piece] = gap


@kernel(f"void(float64[::1], {GROUND}, float64, int64[::1])")
def ground_under(boxes: Floats, ground: Ground, inset: float, under: Wholes) -> None:
    """Write for every box and every piece of ground whether any part of the box lies over the piece."""
    count = len(ground[4])
    for box in range(len(boxes) // BOX):
        for piece in range(count):
            over = box_over_piece(boxes, box * BOX, ground, piece, inset)
            under[box * count + piece] = 1 if over else 0
