"""Ways up to the sides of other bodies, asked for many at once: the line, the place of contact, the corridor.

What depends on the shapes alone is written in a book that grows with the shapes that are met.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.charge.flush_contact import Laid, Room, Solid, levels
from sandtable.table.charge.kernels import approaches as told
from sandtable.table.charge.kernels.approaches_seen import SEEN, tell_ways_seen
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.measure.arcs import QUARTERS, Arcs
from sandtable.table.measure.distance import Nearest
from sandtable.table.sight.observers import angle_of, view_of
from sandtable.table.sight.terms import SightTerms
from sandtable.table.space.body import SIDES, Body, Side, standing
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import covers_of, ground_rows, relief, rings
from sandtable.table.space.kernels.body_boxes import BAR, SLOW, SOLID, Desk, Land
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape
from sandtable.table.space.shape_rows import Shapes, known_shapes
from sandtable.table.space.world import WorldRows, world_of

ANYBODY: Final = (-1, -1, 0, 0, -1)
"""Aimed at nobody: all enemies in reach, on the sides that the arcs tell."""


class WayTerms(NamedTuple):
    """What counts on a way. Solid ground bars it, slow ground and lines across it are told of. Contact needs
    so much of an edge. The side that a body comes up to is told by arcs; one of them has to hold a share of
    its bases, half of them or more."""

    solid: tuple[str, ...]
    slow: tuple[str, ...]
    lines: tuple[str, ...]
    layers: Layers
    least: int
    arcs: Arcs = QUARTERS
    share: float = 0.5


class Way(NamedTuple):
    """A way up to a side of a body: the shortest line to it, where it ends, and what it leads through.

    It has no end if it is farther than was asked for, if there is no place at that side, or if something bars
    it.
    """

    unit: int
    target: int
    side: Side
    line: Nearest
    end: Pose | None = None
    slow: bool = False
    lines: tuple[int, ...] = ()


class Sketch(Struct, frozen=True, gc=False):
    """A way in short: from whom to whom, how long its line is, whether it is open, slow, how many lines run
    across it, and whether its target is seen, if it is open and that was asked. The rest is read where
    somebody wants it."""

    unit: int
    target: int
    distance: float
    is_open: bool
    slow: bool
    lines: int
    is_seen: bool
    row: list[float]

    @property
    def way(self) -> Way:
        """The way as a whole."""
        return _read(self.row)

    @property
    def lines_met(self) -> tuple[int, ...]:
        """The lines that run across it if it is open, by their places in the field's list."""
        return _lines_met(self.row)

    @property
    def side(self) -> Side:
        """The side of the target that it leads up to."""
        return SIDES[int(self.row[2])]

    @property
    def place(self) -> Pose | None:
        """Where the body would come to lie at that side, whether or not the way there is open."""
        row = self.row
        return None if row[8] == told.NO_PLACE else Pose(int(row[9]), int(row[10]), int(row[11]))


# ------------------------------------------------------------------ how shapes touch
class Book:
    """For pairs of shapes how many bases touch at which asides."""

    def __init__(self, least: int, shapes: Shapes) -> None:
        self.least = least
        self.shapes = shapes
        self.room = 64
        self._levels: list[float] = []
        self._known = [-1] * (self.room**2 * len(SIDES))
        self._forms: dict[str, told.Touching] = {}

    def forms(self) -> told.Touching:
        """What is known of pairs of shapes, as the present mode wants it; it grows in place."""
        if self.shapes.count > self.room:
            self._widen()
        mode = compiled.now.mode
        found = self._forms.get(mode)
        if found is None:
            room = [0.0] * (len(self._levels) + 1024)
            found = compiled.wholes(self._known), compiled.floats([*self._levels, *room])
            self._forms[mode] = found
        return found

    def learn(self, mine: Shape, theirs: Shape, side: Side) -> None:
        """Write down how many bases touch where one shape is laid against a side of another, once."""
        pair = self.shapes.number(mine) * self.room + self.shapes.number(theirs)
        key = pair * len(SIDES) + SIDES.index(side)
        if self._known[key] >= 0:
            return
        found = levels(mine, theirs, side, self.least)
        row: list[float] = [len(found)]
        for level in found:
            row += (level.bases, len(level.spans), *chain.from_iterable(level.spans))
        first = self._known[key] = len(self._levels)
        self._levels += row
        for mode, form in list(self._forms.items()):
            if len(self._levels) > len(form[1]):
                del self._forms[mode]
            else:
                form[0][key] = first
                form[1][first : len(self._levels)] = row

    def _widen(self) -> None:
        """Make room for more shapes: what was known of pairs is looked up by another number then, so it is
        learned again."""
        while self.shapes.count > self.room:
            self.room *= 2
        self._known, self._levels = [-1] * (self.room**2 * len(SIDES)), []
        self._forms.clear()


class _Books(threading.local):
    """The books of a thread, by the least of bases that count: two threads must not write into one."""

    def __init__(self) -> None:
        self.books: dict[int, Book] = {}


_books: Final = _Books()


def _book(least: int) -> Book:
    found = _books.books.get(least)
    if found is None:
        found = _books.books[least] = Book(least, known_shapes())
    return found


# ------------------------------------------------------------------ rows for the kernels
@lru_cache(maxsize=16)
def _land(field: Field, terms: WayTerms, mode: str) -> Land:
    """The ground as the kernels of ways read it."""
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


class _Setting(NamedTuple):
    """What the kernels of ways read but for who is asked about: the bodies, the terms, the ground, the arcs,
    nobody who is spared, how shapes touch, and a desk to work at."""

    out: WorldRows
    terms: WayTerms
    land: Land
    arcs: told.Arcs
    nobody: Wholes
    book: Book
    desk: Desk


class _Desks(threading.local):
    """The room that a thread works in and writes into, and the setting of its last question: mostly the next
    has the same."""

    def __init__(self) -> None:
        self.desks: dict[tuple[str, tuple[int, ...]], Desk] = {}
        self.rooms: dict[str, Floats] = {}
        self.setting: _Setting | None = None


_desks: Final = _Desks()


def _setting(scene: Scene, terms: WayTerms) -> _Setting:
    """A scene as the kernels of ways read it."""
    out, found = world_of(scene), _desks.setting
    if found is None or found.out is not out or found.terms is not terms:
        mode, bodies, book = compiled.now.mode, len(scene.bodies), _book(terms.least)
        land, arcs = _land(out.field, terms, mode), _arcs(terms.arcs, terms.share)
        desk = _desk(out.field, terms.layers, len(out.cast[0]) // BOX, book.shapes.parts)
        found = _desks.setting = _Setting(out, terms, land, arcs, compiled.whole_zeros(bodies), book, desk)
    return found


def _room(size: int) -> Floats:
    """Room for the kernels of ways to write into: so many numbers or more."""
    mode = compiled.now.mode
    room = _desks.rooms.get(mode)
    if room is None or len(room) < size:
        room = _desks.rooms[mode] = compiled.zeros(2 * size)
    return room


def _desk(field: Field, layers: Layers, boxes: int, parts: int) -> Desk:
    """Room for the kernels of ways to work in, with so many boxes and parts of a body that is laid down."""
    longest, area = _spread(field, layers)
    # A figure cut by two half planes has at most four times the points it had.
    figure = 8 * (longest + 8)
    asides = 16 * parts * (2 * boxes + longest) + 64
    sizes = (BOX * parts, figure, figure, figure, 3 * (longest + 16), 2 * asides, asides, area, 16)
    key = compiled.now.mode, sizes
    found = _desks.desks.get(key)
    if found is None:
        if len(_desks.desks) > 8:
            _desks.desks.clear()
        found = compiled.zeros(sum(sizes)), compiled.wholes(accumulate(sizes[:-1], initial=0))
        _desks.desks[key] = found
    return found


@lru_cache(maxsize=64)
def _spread(field: Field, layers: Layers) -> tuple[int, int]:
    """How many points the outlines of all ground have, and the room to measure one piece and its covers."""
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
    """How many edges the outlines of a piece of ground have."""
    return sum(len(ring) - 1 for ring in rings(field.pieces[piece]))


# ------------------------------------------------------------------ questions
def sketches(scene: Scene, reaches: Mapping[int, float], terms: WayTerms) -> list[Sketch]:
    """The ways of several bodies to all enemies in their reach, each given with its body, in short: one for
    each side that it may come up to, by the arcs that hold enough of its bases, whether open or not."""
    return _sketched(_told(scene, reaches, ANYBODY, terms, ()))


def sketches_seen(
    scene: Scene, reaches: Mapping[int, float], terms: WayTerms, angle: int, sight: SightTerms
) -> list[Sketch]:
    """The same but for enemies who lie certainly out of the arc before the front, and of those that are open
    whether the targets are seen (see ``observers.are_seen_ahead``)."""
    asked = _asked(scene, reaches)
    out, _, land, arcs, nobody, book, desk = setting = _setting(scene, terms)
    arc, view = angle_of(angle, sight), view_of(out, sight)
    found = _room(2 * len(reaches) * len(scene.bodies) * (told.WAY + len(land[1])))
    told_of = -1
    while told_of < 0:
        forms = book.forms()
        told_of = tell_ways_seen(asked, out.cast, land, arcs, nobody, forms, desk, arc, view, found)
        if told_of < 0:
            _learn(scene, setting, found, -told_of)
    return _sketched(_rows(setting, found, told_of)) if told_of else []


def _sketched(rows: list[list[float]]) -> list[Sketch]:
    is_open = told.OPEN
    return [
        Sketch(
            int(row[0]),
            int(row[1]),
            row[3],
            row[8] == is_open,
            row[13] != 0.0,
            int(row[14]),
            row[SEEN] != 0.0,
            row,
        )
        for row in rows
    ]


def way_to(
    scene: Scene,
    unit: int,
    target: int,
    side: Side,
    terms: WayTerms,
    spare: Sequence[int] = (),
    at: Pose | None = None,
) -> Way:
    """The way of a body to a side of another; those spared do not bar it, and *at* is where it is to end."""
    standing(scene.bodies[target])
    place = (0, 0, -1) if at is None else (at.x, at.y, at.heading)
    aimed = (target, SIDES.index(side), *place)
    return _read(_told(scene, {unit: math.inf}, aimed, terms, spare)[0])


def lay_flush(body: Body, target: Body, side: Side, scene: Scene, solid: Solid, least: int) -> Laid | None:
    """The place flush against a side where most bases of both touch and nobody else lies in the way.

    Of such places one that touches no other enemy is taken before one that does, then the one that needs the
    least slide from where the middle of the body's front comes straight down on the edge, then the one
    farthest to the left. None if there is no room to touch at all. Both bodies stand in the scene.
    """
    terms = WayTerms(solid.kinds, (), (), solid.layers, least)
    aimed = (target.id, SIDES.index(side), 0, 0, -1)
    (row,) = _told(scene, {body.id: math.inf}, aimed, terms, ())
    if row[8] == told.NO_PLACE:
        return None
    end = Pose(int(row[9]), int(row[10]), int(row[11]))
    return Room(body, target, scene, solid).laid(end, int(row[12]))


def _asked(scene: Scene, reaches: Mapping[int, float]) -> Floats:
    """Who is asked about, and then how far each of them reaches."""
    bodies = scene.bodies
    for unit in reaches:
        if bodies[unit].pose is None:
            raise ValueError(f"body {unit} is not on the table: no way leads from it")
    return compiled.floats([*reaches, *reaches.values()])


def _told(
    scene: Scene,
    reaches: Mapping[int, float],
    aimed: told.Aimed,
    terms: WayTerms,
    spare: Sequence[int],
) -> list[list[float]]:
    """What the kernel tells of ways, once it knows how many bases of all the shapes touch."""
    asked = _asked(scene, reaches)
    out, _, land, arcs, spared, book, desk = setting = _setting(scene, terms)
    if spare:
        spared = spared.copy()
        for number in spare:
            spared[number] = 1
    targets = 1 if aimed[0] >= 0 else len(scene.bodies)
    found = _room(2 * len(reaches) * targets * (told.WAY + len(land[1])))
    told_of = -1
    while told_of < 0:
        told_of = told.tell_ways(asked, aimed, out.cast, land, arcs, spared, book.forms(), desk, found)
        if told_of < 0:
            _learn(scene, setting, found, -told_of)
    return _rows(setting, found, told_of)


def _learn(scene: Scene, setting: _Setting, found: Floats, ways: int) -> None:
    """Write down how the shapes touch of which the kernel did not know it."""
    size, bodies = told.WAY + len(setting.land[1]), scene.bodies
    for w in range(0, ways * size, size):
        if found[w + 8] == told.NO_PLACE and found[w + 9] < 0.0:
            mine, theirs = bodies[int(found[w])].shape, bodies[int(found[w + 1])].shape
            setting.book.learn(mine, theirs, SIDES[int(found[w + 2])])


def _rows(setting: _Setting, found: Floats, ways: int) -> list[list[float]]:
    """The rows of so many ways."""
    if not ways:
        return []
    size = told.WAY + len(setting.land[1])
    rows = compiled.listed(found[: ways * size])
    return [rows[w : w + size] for w in range(0, ways * size, size)]


@lru_cache(maxsize=64)
def _arcs(arcs: Arcs, share: float) -> told.Arcs:
    front, rear = arcs.front, arcs.rear
    return SINES[front], COSINES[front], SINES[rear], COSINES[rear], arcs.beyond, share


def _read(row: Sequence[float]) -> Way:
    """What the kernel has told of one way."""
    unit, target, side, distance, x, y, there_x, there_y, state = row[:9]
    line = Nearest(distance, tuple.__new__(Point, (x, y)), tuple.__new__(Point, (there_x, there_y)))
    if state != told.OPEN:
        return Way(int(unit), int(target), SIDES[int(side)], line)
    end = Pose(int(row[9]), int(row[10]), int(row[11]))
    return Way(int(unit), int(target), SIDES[int(side)], line, end, bool(row[13]), _lines_met(row))


def _lines_met(row: Sequence[float]) -> tuple[int, ...]:
    """The lines that run across a way, by their places in the field's list."""
    return tuple([n for n, met in enumerate(row[told.WAY :]) if met]) if row[14] else ()
