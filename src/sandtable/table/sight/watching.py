"""Watching: whom viewers see from the edge that looks at him, through its arc, asked of many at once.

Of several edges in whose arcs a target lies, it is that from the nearest that counts, or any of those that
are equally near.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.sight.kernels.lines import Scratch, World, stand
from sandtable.table.sight.kernels.target_points import Marks
from sandtable.table.sight.kernels.watching import ROOM, SEEN, TOUCHED, UNSEEN, Opening, watch_all, watch_any
from sandtable.table.sight.rows import most_points, sight_marks, sight_room, sight_world
from sandtable.table.sight.terms import SightTerms, arc_row
from sandtable.table.space.body import Front
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.scene import Row, Scene

__all__ = [
    "SEEN",
    "TOUCHED",
    "UNSEEN",
    "Outlook",
    "Targets",
    "edge_row",
    "opening_of",
    "watch_out",
    "watched",
]

MOST_EDGES: Final = 4
POINTS: Final = 28
"""Room for the points of any one box, two numbers each."""


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
    found = compiled.whole_zeros(len(pairs))
    watch_all(
        world,
        marks,
        compiled.floats(chain.from_iterable(viewers)),
        compiled.wholes(accumulate([len(rows) // BOX for rows in viewers], initial=0)),
        compiled.wholes(chain.from_iterable(pairs)),
        outlook.opening,
        points,
        scratch,
        room,
        gaps,
        found,
    )
    return compiled.listed(found)


class Targets(NamedTuple):
    """Bodies on the table that are looked at, and which of two limits holds for each."""

    numbers: tuple[int, ...]
    kinds: tuple[int, ...]


def watch_out(
    scene: Scene,
    viewers: Sequence[Row],
    limits: Sequence[tuple[float, float]],
    targets: Targets,
    outlook: Outlook,
) -> list[int]:
    """Of each viewer whether he sees any target ahead that is within his limit for its kind; less than 0 is
    none. Where only a target that may touch an edge would do, that is told."""
    if not viewers:
        return []
    world, marks, points, scratch, room, gaps = _rows(scene, outlook)
    found = compiled.whole_zeros(len(viewers))
    watch_any(
        world,
        marks,
        compiled.floats(chain.from_iterable(viewers)),
        compiled.wholes(accumulate([len(rows) // BOX for rows in viewers], initial=0)),
        compiled.floats(chain.from_iterable(limits)),
        compiled.wholes(targets.numbers),
        compiled.wholes(targets.kinds),
        outlook.opening,
        points,
        scratch,
        room,
        gaps,
        found,
    )
    return compiled.listed(found)


_Rows = tuple[World, Marks, compiled.Floats, Scratch, compiled.Floats, compiled.Floats]


class _Last(threading.local):
    """What a thread laid out last, for whom, and the room it works in, which no two threads share."""

    scene: Scene | None = None
    outlook: Outlook | None = None
    mode: compiled.Mode | None = None
    rows: _Rows | None = None


_last: Final = _Last()


def _rows(scene: Scene, outlook: Outlook) -> _Rows:
    """A scene as the kernel reads it, and room for it to work in."""
    last, mode = _last, compiled.now.mode
    rows, known, looked = last.rows, last.scene, last.outlook
    if known is None or looked is None or last.mode != mode or looked.terms is not outlook.terms:
        rows = None
    elif known is scene and looked.see_through == outlook.see_through:
        assert rows is not None
        return rows
    elif known.field is not scene.field or len(known.bodies) != len(scene.bodies):
        rows = None
    rows = _laid_out(scene, outlook, rows)
    last.scene, last.outlook, last.mode, last.rows = scene, outlook, mode, rows
    return rows


def _laid_out(scene: Scene, outlook: Outlook, before: _Rows | None) -> _Rows:
    """The rows of a scene. Where every body is one box, the room of a scene of as many before will do."""
    terms, through, _ = outlook
    if before is not None and terms.target == terms.bodies == "footprint" and "edges" not in terms.points:
        return _laid_over(scene, through, before)
    shared = sight_world(scene, terms, through)
    levels, under = shared[6]
    world = (*shared[:6], (levels.copy(), under.copy()))  # they are written over for the next scene
    marks, scratch = sight_marks(scene, terms, arc_row(None)), sight_room(scene, terms)
    points = compiled.zeros(max(most_points(scene, terms), POINTS))
    bars = compiled.whole_zeros(max(len(scratch[3]), len(scene.bodies) + len(scene.field.pieces)))
    return (
        world,
        marks,
        points,
        (*scratch[:3], bars, scratch[4]),
        compiled.zeros(ROOM),
        compiled.zeros(MOST_EDGES),
    )


def _laid_over(scene: Scene, through: tuple[int, ...], before: _Rows) -> _Rows:
    """The rows of a scene laid out in place of those of one before, on the same field with as many bodies."""
    boxes, starts = scene.mirror.boxes("footprint")
    ground, veils, levels = before[0][4:]
    stand(boxes, starts, ground, levels)
    solid = _solid(len(scene.bodies), through, compiled.now.mode)
    world = (boxes, boxes, starts, solid, ground, veils, levels)
    return (world, (boxes, starts, *before[1][2:]), *before[2:])


@lru_cache(maxsize=256)
def _solid(bodies: int, through: tuple[int, ...], mode: str) -> compiled.Wholes:
    """Of each body whether it blocks; the row is not to be changed."""
    return compiled.wholes([int(body not in through) for body in range(bodies)])
