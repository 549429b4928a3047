"""Watching: whom viewers see from the edge that looks at him, through its arc, asked of many at once.

Of several edges in whose arcs a target lies, it is that from the nearest that counts, or any of those that
are equally near.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final, NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Front
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.looking import Marks
from sandtable.table.kernels.sight import Scratch, World
from sandtable.table.kernels.watching import ROOM, SEEN, TOUCHED, UNSEEN, Opening, watch_all
from sandtable.table.measure import COSINES, SINES
from sandtable.table.scene import Row, Scene
from sandtable.table.sight_rows import most_points, sight_marks, sight_room, sight_world
from sandtable.table.sight_terms import SightTerms, arc_row

__all__ = ["SEEN", "TOUCHED", "UNSEEN", "Outlook", "edge_row", "opening_of", "watched"]

MOST_EDGES: Final = 4


class Outlook(NamedTuple):
    """How viewers look: by which terms of sight, past which bodies, into which arcs (see `opening_of`)."""

    terms: SightTerms
    see_through: tuple[int, ...]
    opening: Opening


def opening_of(angle: int, slack: float, touch: float) -> Opening:
    """An arc that opens so far outward from the ends of an edge, in tenths of a degree; its slack, and how
    near to an edge counts as touching it."""
    return SINES[angle], COSINES[angle], slack, touch


def edge_row(edge: Front, viewer: int) -> Row:
    """An edge from which a viewer looks out, as the kernel reads it; who looks all round has his box."""
    half, heading = edge.width / 2, edge.heading
    sine, cosine = SINES[heading], COSINES[heading]
    return (edge.middle.x, edge.middle.y, half, 0.0, sine, cosine, half, float(viewer))


def watched(
    scene: Scene, viewers: Sequence[Row], pairs: Sequence[tuple[int, int]], outlook: Outlook
) -> list[int]:
    """Of each pair, the place of a viewer and the number of a target on the table, whether he sees it ahead.

    A viewer is the rows of his edges one after another. Where a target may touch an edge, only that is told.
    """
    if not pairs:
        return []
    world, marks, points, scratch, room, gaps = _rows(scene, outlook)
    found = kernels.whole_zeros(len(pairs))
    watch_all(
        world,
        marks,
        kernels.floats(chain.from_iterable(viewers)),
        kernels.wholes(accumulate([len(rows) // BOX for rows in viewers], initial=0)),
        kernels.wholes(chain.from_iterable(pairs)),
        outlook.opening,
        points,
        scratch,
        room,
        gaps,
        found,
    )
    return kernels.listed(found)


_Rows = tuple[World, Marks, kernels.Floats, Scratch, kernels.Floats, kernels.Floats]


class _Last(threading.local):
    """The rows that a thread laid out last, and for what: they are room to work in, so no two share them."""

    key: tuple[Scene, SightTerms, tuple[int, ...], kernels.Mode] | None = None
    rows: _Rows | None = None


_last: Final = _Last()


def _rows(scene: Scene, outlook: Outlook) -> _Rows:
    """A scene as the kernel reads it, and room for it to work in."""
    terms, through, _ = outlook
    key, rows = _last.key, _last.rows
    if (
        rows is None
        or key is None
        or key[0] is not scene
        or key[1] is not terms
        or key[2] != through
        or key[3] != kernels.mode()
    ):
        rows = (
            sight_world(scene, terms, through),
            sight_marks(scene, terms, arc_row(None)),
            kernels.zeros(most_points(scene, terms)),
            sight_room(scene, terms),
            kernels.zeros(ROOM),
            kernels.zeros(MOST_EDGES),
        )
        _last.key, _last.rows = (scene, terms, through, kernels.mode()), rows
    return rows
