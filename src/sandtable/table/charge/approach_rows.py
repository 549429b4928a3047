"""What the kernels of approaches read: the ground as rows, the table of touching bases, and working room."""

from __future__ import annotations

import threading
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.kernels.approaches import Arcs as ArcRow
from sandtable.table.charge.kernels.standing_room import BAR, SLOW, SOLID, Land, Workspace
from sandtable.table.charge.touching_bases import ContactTable
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.measure.arcs import QUARTERS, Arcs
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import covers_of, ground_rows, relief, rings
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape_rows import known_shapes
from sandtable.table.space.world import WorldRows, world_of


class ApproachTerms(NamedTuple):
    """What counts on an approach: *solid* kinds of ground bar it, *slow* kinds and *lines* across it are
    reported, and contact needs the *least* length of an edge.

    A body approaches the sides in whose arcs it has a *share* of its bases, half of them or more.
    """

    solid: tuple[str, ...]
    slow: tuple[str, ...]
    lines: tuple[str, ...]
    layers: Layers
    least: int
    arcs: Arcs = QUARTERS
    share: float = 0.5


class ApproachRows(NamedTuple):
    """All that the kernels read of a scene but the bodies in question: its bodies, the terms, the ground, the
    arcs, a zero for each body, the table of touching bases, and working room."""

    out: WorldRows
    terms: ApproachTerms
    land: Land
    arcs: ArcRow
    none_spared: Wholes
    contacts: ContactTable
    workspace: Workspace


class _Thread(threading.local):
    """The rows of one thread. Kernels write into them, so no two threads may share them; the rows of the last
    scene are kept because the next question is mostly about the same scene."""

    def __init__(self) -> None:
        self.contacts: dict[int, ContactTable] = {}
        self.desks: dict[tuple[str, tuple[int, ...]], Workspace] = {}
        self.rooms: dict[str, Floats] = {}
        self.last: ApproachRows | None = None


_thread: Final = _Thread()


def approach_rows(scene: Scene, terms: ApproachTerms) -> ApproachRows:
    """The rows of a scene under some terms."""
    out, found = world_of(scene), _thread.last
    if found is None or found.out is not out or found.terms is not terms:
        mode, contacts = compiled.now.mode, _contacts(terms.least)
        land, arcs = _land(out.field, terms, mode), _arcs(terms.arcs, terms.share)
        workspace = _workspace(out.field, terms.layers, len(out.arrays[0]) // BOX, contacts.shapes.parts)
        none_spared = compiled.whole_zeros(len(scene.bodies))
        found = _thread.last = ApproachRows(out, terms, land, arcs, none_spared, contacts, workspace)
    return found


def _contacts(least: int) -> ContactTable:
    """The table of touching bases of this thread, by the least length of an edge that counts."""
    found = _thread.contacts.get(least)
    if found is None:
        found = _thread.contacts[least] = ContactTable(least, known_shapes())
    return found


def room_for(size: int) -> Floats:
    """A row of at least *size* numbers for the kernels to write into; the next question overwrites it."""
    mode = compiled.now.mode
    room = _thread.rooms.get(mode)
    if room is None or len(room) < size:
        room = _thread.rooms[mode] = compiled.zeros(2 * size)
    return room


@lru_cache(maxsize=64)
def _arcs(arcs: Arcs, share: float) -> ArcRow:
    front, rear = arcs.front, arcs.rear
    return SINES[front], COSINES[front], SINES[rear], COSINES[rear], arcs.beyond, share


@lru_cache(maxsize=16)
def _land(field: Field, terms: ApproachTerms, mode: str) -> Land:
    """The ground as the kernels read it."""
    bits = ((SOLID, terms.solid), (SLOW, terms.slow), (BAR, terms.lines))
    counts = [sum(bit for bit, kinds in bits if piece.kind in kinds) for piece in field.pieces]
    covers = [covers_of(field, piece, terms.layers) for piece in range(len(field.pieces))]
    return (
        ground_rows(field, mode),
        compiled.wholes(counts),
        compiled.wholes(accumulate(map(len, covers), initial=0)),
        compiled.wholes(chain.from_iterable(covers)),
        (float(field.width), float(field.depth)),
    )


def _workspace(field: Field, layers: Layers, boxes: int, parts: int) -> Workspace:
    """Working room for the kernels, by the number of boxes on the table and of parts of the largest shape."""
    longest, area = _spread(field, layers)
    # A figure cut by two half planes has at most four times the points it had.
    figure = 8 * (longest + 8)
    asides = 16 * parts * (2 * boxes + longest) + 64
    sizes = (BOX * parts, figure, figure, figure, 3 * (longest + 16), 2 * asides, asides, area, 16)
    key = compiled.now.mode, sizes
    found = _thread.desks.get(key)
    if found is None:
        if len(_thread.desks) > 8:
            _thread.desks.clear()
        found = compiled.zeros(sum(sizes)), compiled.wholes(accumulate(sizes[:-1], initial=0))
        _thread.desks[key] = found
    return found


@lru_cache(maxsize=64)
def _spread(field: Field, layers: Layers) -> tuple[int, int]:
    """The number of points in all outlines of ground, and the room to measure a piece and its covers."""
    ground = relief(field)
    points = len(ground.edges) // EDGE + len(ground.rings)
    shares = (
        sum(_edges(field, one) for one in (piece, *covers_of(field, piece, layers)))
        for piece in range(len(field.pieces))
    )
    # Edges, the heights of their ends and of all their crossings, and the spans at one height.
    most = max(shares, default=0) + 16
    return points, 6 * most + most * most // 2 + 3 * len(ground.edges) + 64


def _edges(field: Field, piece: int) -> int:
    """The number of edges in the outlines of a piece of ground."""
    return sum(len(ring) - 1 for ring in rings(field.pieces[piece]))
