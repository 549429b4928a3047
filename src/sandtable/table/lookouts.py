"""Lookouts: who sees whom, from the middles of the foremost bases into the arc before the front.

It tells what ``glimpses`` tells of such watches, sooner: the kernel itself finds out where the eyes are, and
writes down only what is seen.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from sandtable.table import kernels
from sandtable.table.casting import SetOut, set_out
from sandtable.table.kernels import Floats, Mode, Wholes
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.glimpsing import GLIMPSE
from sandtable.table.kernels.looking import ARC
from sandtable.table.kernels.looking_out import SIGHTED, Angle, View, look_out, sight_within, spot_pairs
from sandtable.table.kernels.lying import Cast
from sandtable.table.measure import COSINES, SINES
from sandtable.table.pose import Point
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.shape_book import shapes_met
from sandtable.table.sight import Look
from sandtable.table.sight_rows import points_of, points_tried, room_for
from sandtable.table.sight_terms import SightTerms, veil_rows


class Sighted(NamedTuple):
    """A target that is seen: by whom, by how many eyes, how far off, and between which places that is."""

    viewer: int
    target: int
    eyes: int
    distance: float
    places: tuple[float, float, float, float]

    @property
    def look(self) -> Look:
        """The look from the middle of the eyes that see it."""
        x, y, there_x, there_y = self.places
        return Look(Point(x, y), Point(there_x, there_y), self.distance)


def sighted(
    scene: Scene, lookouts: Sequence[tuple[int, float]], targets: Sequence[int], angle: int, terms: SightTerms
) -> list[Sighted]:
    """Those of several targets that each of several bodies sees, given with how far it looks out; the angle
    at the ends of its front bounds its arc, and the lines of that belong to it."""
    told = _room(len(lookouts) * len(targets) * SIGHTED + SIGHTED)
    viewers = [viewer for viewer, _ in lookouts]
    end = look_out(*_asked(scene, lookouts, targets, angle, terms), told)
    row, found = kernels.listed(told[:end]), []
    for k in range(0, end, SIGHTED):
        place, target, eyes, x, y, there_x, there_y, distance = row[k : k + SIGHTED]
        seen = viewers[int(place)], int(target), int(eyes), distance, (x, y, there_x, there_y)
        found.append(tuple.__new__(Sighted, seen))
    return found


def sighted_within(
    scene: Scene, lookouts: Sequence[tuple[int, float]], targets: Sequence[int], angle: int, terms: SightTerms
) -> list[tuple[int, int]]:
    """Who sees whom, as ``sighted`` tells it, nearer than each looks out; sooner, for how much nearer and by
    how many eyes is found out only where that is close."""
    told = _room(2 * len(lookouts) * len(targets) + GLIMPSE)
    viewers = [viewer for viewer, _ in lookouts]
    end = sight_within(*_asked(scene, lookouts, targets, angle, terms), told)
    row = kernels.listed(told[:end])
    return [(viewers[int(row[k])], int(row[k + 1])) for k in range(0, end, 2)]


def _asked(
    scene: Scene, lookouts: Sequence[tuple[int, float]], targets: Sequence[int], angle: int, terms: SightTerms
) -> tuple[Cast, Wholes, Floats, Wholes, Angle, View]:
    """What the kernels are asked of some lookouts and targets."""
    return (
        set_out(scene).cast,
        kernels.wholes([viewer for viewer, _ in lookouts]),
        kernels.floats([reach for _, reach in lookouts]),
        kernels.wholes(targets),
        angle_of(angle),
        view_of(scene, terms),
    )


def seen_by(scene: Scene, pairs: Sequence[tuple[int, int]], angle: int, terms: SightTerms) -> list[bool]:
    """Of each pair of bodies on the table, whether the first sees anything of the second in its arc."""
    found = kernels.whole_zeros(len(pairs))
    asked = kernels.wholes(list(chain.from_iterable(pairs)))
    spot_pairs(set_out(scene).cast, asked, angle_of(angle), view_of(scene, terms), found)
    return [seen == 1 for seen in kernels.listed(found)]


def angle_of(angle: int) -> Angle:
    """An angle as the kernels of lookouts read it."""
    return SINES[angle], COSINES[angle]


# ------------------------------------------------------------------ rows for the kernels
class _Rooms(threading.local):
    """The room that a thread looks out in, and what it was made for; and the room that it writes into."""

    def __init__(self) -> None:
        self.out: SetOut | None = None
        self.terms: SightTerms | None = None
        self.view: View | None = None
        self.points: dict[tuple[SightTerms, int, Mode], Floats] = {}
        self.told: dict[Mode, Floats] = {}


_rooms: Final = _Rooms()


def view_of(scene: Scene, terms: SightTerms) -> View:
    """A scene as the kernels of lookouts read it, with room to work in.

    The terms are of bases: they are looked at and stand in the way.
    """
    rooms, out = _rooms, set_out(scene)
    if rooms.view is None or rooms.out is not out or rooms.terms is not terms:
        rooms.view = _view(out, terms, kernels.now.mode)
        rooms.out, rooms.terms = out, terms
    return rooms.view


def _view(out: SetOut, terms: SightTerms, mode: Mode) -> View:
    assert terms.bodies == terms.target == "bases"
    field, (boxes, starts, _, _, _), (feet, feet_of), eyes = (
        out.field,
        out.cast,
        out.feet,
        shapes_met().foremost,
    )
    solid = kernels.wholes([1] * (len(starts) - 1))
    ground, veils = relief(field).ground(), veil_rows(field, terms, mode)
    return (
        (boxes, feet, feet_of, solid, ground, veils, out.standing),
        (boxes, starts, kernels.zeros(ARC), points_tried(terms, mode)),
        _points(terms, mode),
        kernels.zeros(2 * eyes),
        room_for(field, terms, len(boxes) // BOX, eyes),
    )


def _points(terms: SightTerms, mode: Mode) -> Floats:
    """Room for the points of any shape that was met, two numbers each."""
    shapes, known = shapes_met(), _rooms.points
    key = terms, shapes.count, mode
    found = known.get(key)
    if found is None:
        known.clear()
        found = known[key] = kernels.zeros(2 * max([points_of(shape, terms) for shape in shapes]) + 4)
    return found


def _room(size: int) -> Floats:
    """Room to write into: so many numbers or more."""
    mode = kernels.now.mode
    room = _rooms.told.get(mode)
    if room is None or len(room) < size:
        room = _rooms.told[mode] = kernels.zeros(2 * size)
    return room
