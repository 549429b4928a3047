"""The slow twin of the lines across an approach: each edge is clipped against the corridor."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.table.charge import Figure, planes
from sandtable.table.space import TOLERANCE, Field, Point, apart, clipped, rings


def lines_in(inside: Figure, field: Field, kinds: Sequence[str]) -> tuple[int, ...]:
    """The pieces of ground of some kinds whose line, or outline, runs through a figure."""
    if not inside:
        return ()
    around = planes(inside)
    return tuple(
        number
        for number, piece in enumerate(field.pieces)
        if piece.kind in kinds
        and any(
            _length(clipped(edge, around)) > TOLERANCE for ring in rings(piece) for edge in pairwise(ring)
        )
    )


def _length(points: Sequence[Point]) -> float:
    """The length of a clipped segment; clipping names its points more than once."""
    return max((apart(points[0], other) for other in points), default=0.0)
