"""Lookouts: who sees whom, from the middles of the foremost bases into the arc before the front.

It tells what ``glimpses`` tells of such watches, sooner: the kernel itself finds out where the eyes are, and
writes down only what is seen.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Mode, Wholes
from sandtable.table.sight.kernels.glimpses import GLIMPSE
from sandtable.table.sight.kernels.lookouts import Angle, View, look_at, sight_within, spot_pairs
from sandtable.table.sight.kernels.target_points import ARC
from sandtable.table.sight.lines import Look
from sandtable.table.sight.rows import points_of, points_tried, room_for
from sandtable.table.sight.terms import SightTerms, veil_rows
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape_rows import shapes_met
from sandtable.table.space.world import SetOut, set_out


class Sighted(NamedTuple):
    """What is seen of a target: by how many eyes, and the look from their middle."""

    eyes: int
    look: Look


def sighted(
    scene: Scene, viewer: int, target: int, reach: float, angle: int, terms: SightTerms
) -> Sighted | None:
    """What a body sees of a target, if anything, that is not certainly beyond its reach; the angle at the
    ends of its front bounds its arc, and the lines of that belong to it."""
    glimpse, out = _glimpse(), set_out(scene)
    eyes = look_at(out.cast, viewer, target, reach, angle_of(angle, terms), view_of(out, terms), glimpse)
    if not eyes:
        return None
    _, x, y, there_x, there_y, distance = compiled.listed(glimpse)
    return Sighted(eyes, Look(Point(x, y), Point(there_x, there_y), distance))


def sighted_within(
    scene: Scene, lookouts: Mapping[int, float], targets: Sequence[int], angle: int, terms: SightTerms
) -> list[tuple[int, int]]:
    """Which of some targets each of several bodies sees, as ``sighted`` tells it, nearer than it looks out;
    sooner, for how much nearer and by how many eyes is found out only where that is close."""
    pairs, out, viewers = _room(2 * len(lookouts) * len(targets)), set_out(scene), len(lookouts)
    asked = compiled.floats([*lookouts, *lookouts.values(), *targets])
    view = view_of(out, terms)
    end = sight_within(out.cast, asked, viewers, angle_of(angle, terms), view, _glimpse(), pairs)
    row = compiled.listed(pairs[:end])
    return list(zip(row[::2], row[1::2], strict=True))


def seen_by(scene: Scene, pairs: Sequence[tuple[int, int]], angle: int, terms: SightTerms) -> list[bool]:
    """Of each pair of bodies on the table, whether the first sees anything of the second in its arc."""
    found = compiled.whole_zeros(len(pairs))
    asked = compiled.wholes(list(chain.from_iterable(pairs)))
    out = set_out(scene)
    spot_pairs(out.cast, asked, angle_of(angle, terms), view_of(out, terms), found)
    return [seen == 1 for seen in compiled.listed(found)]


@lru_cache(maxsize=64)
def angle_of(angle: int, terms: SightTerms) -> Angle:
    """An angle as the kernels of lookouts read it, its lines compared with the slack of the terms."""
    return SINES[angle], COSINES[angle], terms.slack


# ------------------------------------------------------------------ rows for the kernels
class _Post:
    """The room that a thread looks out in, and what it was made for; and the room that it writes into."""

    __slots__ = ("glimpses", "out", "pairs", "points", "terms", "view")

    def __init__(self) -> None:
        self.out: SetOut | None = None
        self.terms: SightTerms | None = None
        self.view: View | None = None
        self.points: dict[tuple[SightTerms, int, Mode], Floats] = {}
        self.glimpses: dict[Mode, Floats] = {}
        self.pairs: dict[Mode, Wholes] = {}


class _Posts(threading.local):
    """The post of a thread, looked up once for each question."""

    def __init__(self) -> None:
        self.post = _Post()


_posts: Final = _Posts()


def view_of(out: SetOut, terms: SightTerms) -> View:
    """A scene that is set out as the kernels of lookouts read it, with room to work in.

    The terms are of bases: they are looked at and stand in the way.
    """
    post = _posts.post
    if post.view is None or post.out is not out or post.terms is not terms:
        post.view = _view(out, terms, compiled.now.mode)
        post.out, post.terms = out, terms
    return post.view


def _view(out: SetOut, terms: SightTerms, mode: Mode) -> View:
    assert terms.bodies == terms.target == "bases"
    field, (boxes, starts, _, _, _), (feet, feet_of), eyes = (
        out.field,
        out.cast,
        out.feet,
        shapes_met().foremost,
    )
    solid = compiled.wholes([1] * (len(starts) - 1))
    ground, veils = ground_rows(field, mode), veil_rows(field, terms, mode)
    return (
        (boxes, feet, feet_of, solid, ground, veils, out.standing),
        (boxes, starts, compiled.zeros(ARC), points_tried(terms, mode)),
        _points(terms, mode),
        compiled.zeros(2 * eyes),
        room_for(field, terms, len(boxes) // BOX, eyes),
    )


def _points(terms: SightTerms, mode: Mode) -> Floats:
    """Room for the points of any shape that was met, two numbers each."""
    shapes, known = shapes_met(), _posts.post.points
    key = terms, shapes.count, mode
    found = known.get(key)
    if found is None:
        known.clear()
        found = known[key] = compiled.zeros(2 * max([points_of(shape, terms) for shape in shapes]) + 4)
    return found


def _room(size: int) -> Wholes:
    """Room to write pairs into: so many numbers or more."""
    mode, pairs = compiled.now.mode, _posts.post.pairs
    room = pairs.get(mode)
    if room is None or len(room) < size:
        room = pairs[mode] = compiled.whole_zeros(2 * size)
    return room


def _glimpse() -> Floats:
    """Room for one glimpse."""
    mode, glimpses = compiled.now.mode, _posts.post.glimpses
    found = glimpses.get(mode)
    if found is None:
        found = glimpses[mode] = compiled.zeros(GLIMPSE)
    return found
