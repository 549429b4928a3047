"""Lines of sight with their reasons: what the eyes of a viewer see of a target, or what is in the way.

A system states its terms once: what each kind of ground does to a line (`Veil`), whether bodies block and by
which outline, what is seen over, and which points of a target are tried. Lines run to those points from eyes,
which the caller places. A line that only touches a corner or an edge is not blocked, and the bases of the
viewer and of the target never block it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from sandtable.table import compiled
from sandtable.table.measure.terrain import Crossing, ground_along, ground_at, level_at
from sandtable.table.sight.kernels import lines as sight_kernel
from sandtable.table.sight.kernels import target_points
from sandtable.table.sight.kernels.target_points import LOOK
from sandtable.table.sight.rows import sight_marks, sight_scratch, sight_world
from sandtable.table.sight.terms import FireArc, SightTerms, Veil, arc_row, lower_row
from sandtable.table.space.body import Body, base_centre, base_front, centre, face, standing
from sandtable.table.space.ground import Field
from sandtable.table.space.plane import Segment
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

__all__ = [
    "Blocked",
    "EyePlace",
    "FireArc",
    "Look",
    "SightTerms",
    "Sighting",
    "Veil",
    "eyes_of",
    "fire_arc",
    "look",
    "sightings",
]

EyePlace = Literal["centre", "front", "base centres", "base fronts"]
"""Where a body looks from: its middle, the middle of its front, or those of the bases of its front ranks."""


class Blocked(NamedTuple):
    """What hides a target: a body (its number) or a piece of ground (its place), and where the line meets it.

    If no point of the target lies in the arc, or the target is out of reach, there is neither.
    """

    by: Literal["body", "ground", "higher ground", "arc", "reach"]
    which: int | None = None
    place: Point | None = None


class Look(NamedTuple):
    """What an eye sees of a target: the nearest point in the arc it sees, or what hides the nearest.

    The distance is measured to that point from *origin*: the eye itself, or the middle of several eyes.
    *crossed* is the ground under the line, *obscured_by* the pieces of it that obscure the target.
    """

    origin: Point
    point: Point | None
    distance: float
    crossed: tuple[Crossing, ...] = ()
    obscured_by: tuple[int, ...] = ()
    blocked: Blocked | None = None

    @property
    def sees(self) -> bool:
        """Whether the target is seen."""
        return self.blocked is None


class Sighting(NamedTuple):
    """What a viewer sees of a target: the look of each eye, and the one from the middle of those that see."""

    target: int
    looks: tuple[Look, ...]
    best: Look

    @property
    def sees(self) -> bool:
        """Whether any eye sees the target."""
        return self.best.sees


def eyes_of(body: Body, place: EyePlace, ranks: int = 1) -> tuple[Point, ...]:
    """The points a body looks from; base by base, those of its foremost ranks."""
    return _eyes_at(standing(body), body.shape, place, ranks)


@lru_cache(maxsize=4096)
def _eyes_at(pose: Pose, shape: Shape, place: EyePlace, ranks: int) -> tuple[Point, ...]:
    """Kept by pose and shape, because bodies look about more often than they move."""
    bases = [base for base in shape.bases if base.rank < ranks]
    match place:
        case "centre":
            return (centre(pose, shape),)
        case "front":
            return (Point(pose.x, pose.y),)
        case "base centres":
            return tuple([base_centre(pose, base) for base in bases])
        case "base fronts":
            return tuple([base_front(pose, base) for base in bases])


def fire_arc(body: Body, angle: int, border: Literal["in", "out"] = "in") -> FireArc:
    """The arc before the front edge of a body."""
    return _arc_at(standing(body), body.shape, angle, border)


@lru_cache(maxsize=4096)
def _arc_at(pose: Pose, shape: Shape, angle: int, border: Literal["in", "out"]) -> FireArc:
    return FireArc(face(pose, shape, "front"), angle, border)


def look(
    scene: Scene,
    viewer: int,
    target: int,
    terms: SightTerms,
    eyes: Sequence[Point],
    arc: FireArc | None = None,
    see_through: Iterable[int] = (),
) -> Sighting:
    """What the eyes of a viewer see of one target inside an arc, with the ground that each line crosses."""
    sighting = sightings(scene, viewer, (target,), terms, eyes, arc, see_through=see_through)[0]
    ends = scene.bodies[viewer], scene.bodies[target]
    looks = tuple(_with_ground(seen, scene.field, terms, *ends) for seen in sighting.looks)
    return Sighting(target, looks, _with_ground(sighting.best, scene.field, terms, *ends))


def sightings(
    scene: Scene,
    viewer: int,
    targets: Sequence[int],
    terms: SightTerms,
    eyes: Sequence[Point],
    arc: FireArc | None = None,
    reach: float = math.inf,
    see_through: Iterable[int] = (),
) -> tuple[Sighting, ...]:
    """What the eyes of a viewer see of several targets, without the ground crossed (see `look`).

    A target that certainly lies farther than *reach* from every part of the viewer is not looked at.
    """
    looks, best = _looks(scene, viewer, targets, terms, eyes, arc, reach, see_through)
    return tuple(_sightings(targets, eyes, looks, best))


def _looks(
    scene: Scene,
    viewer: int,
    targets: Sequence[int],
    terms: SightTerms,
    eyes: Sequence[Point],
    arc: FireArc | None,
    reach: float,
    see_through: Iterable[int],
) -> tuple[Sequence[float], Sequence[float]]:
    """The rows that the kernel writes: the look of each eye at each target, and the best at each."""
    standing(scene.bodies[viewer])
    if not eyes:
        raise ValueError(f"body {viewer} has no eye to look from: give at least one point")
    marks = sight_marks(scene, terms, arc_row(arc))
    looks, best = compiled.zeros(len(targets) * len(eyes) * LOOK), compiled.zeros(len(targets) * LOOK)
    target_points.look_at_all(
        sight_world(scene, terms, see_through),
        marks,
        compiled.floats(chain.from_iterable(eyes)),
        viewer,
        compiled.wholes(targets),
        reach,
        sight_scratch(scene, terms),
        looks,
        best,
    )
    return compiled.listed(looks), compiled.listed(best)


def _sightings(
    targets: Sequence[int], eyes: Sequence[Point], looks: Sequence[float], best: Sequence[float]
) -> Iterator[Sighting]:
    """The sightings that the kernel wrote."""
    for place, target in enumerate(targets):
        first = place * len(eyes) * LOOK
        seen = tuple(_look(eye, eye, looks, first + e * LOOK) for e, eye in enumerate(eyes))
        seeing = [look.origin for look in seen if look.sees] or [eyes[0]]
        yield Sighting(target, seen, _look(_middle(seeing), eyes[0], best, place * LOOK))


def _middle(points: Sequence[Point]) -> Point:
    """The middle of some points."""
    return Point(
        sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points)
    )


def _look(origin: Point, eye: Point, row: Sequence[float], k: int) -> Look:
    """The look that the kernel wrote at place k of a row."""
    meets, which, x, y, distance, share = int(row[k]), int(row[k + 1]), *row[k + 2 : k + LOOK]
    place = Point(eye.x + share * (x - eye.x), eye.y + share * (y - eye.y))
    match meets:
        case sight_kernel.CLEAR:
            return Look(origin, Point(x, y), distance)
        case sight_kernel.BODY:
            return Look(origin, Point(x, y), distance, blocked=Blocked("body", which, place))
        case sight_kernel.VEIL:
            return Look(origin, Point(x, y), distance, blocked=Blocked("ground", which, place))
        case sight_kernel.HEIGHT:
            return Look(origin, Point(x, y), distance, blocked=Blocked("higher ground", which, place))
        case target_points.OUT_OF_ARC:
            return Look(origin, None, math.inf, blocked=Blocked("arc"))
        case target_points.TOO_FAR:
            return Look(origin, None, math.inf, blocked=Blocked("reach"))
        case _:
            raise AssertionError(f"no kernel writes {meets} for what a line meets")


def _with_ground(look: Look, field: Field, terms: SightTerms, viewer: Body, target: Body) -> Look:
    """A look with the ground that its line crosses and the pieces that obscure the target."""
    if look.point is None or target.pose is None:
        return look
    line = Segment(look.origin, look.point)
    ends = centre(standing(viewer), viewer.shape), centre(target.pose, target.shape)
    crossed = ground_along(field, *line, terms.layers)
    obscuring = [each.piece for each in crossed if _obscures(each, line, field, terms, ends)]
    return look._replace(crossed=crossed, obscured_by=tuple(dict.fromkeys(obscuring)))


def _obscures(
    crossed: Crossing, line: Segment, field: Field, terms: SightTerms, ends: tuple[Point, Point]
) -> bool:
    """Whether ground that a line crosses, and that is not seen over, obscures the target."""
    kind = field.pieces[crossed.piece].kind
    veil = next((veil for veil in terms.veils if kind in veil.kinds), None)
    if veil is None or not veil.obscures:
        return False
    if veil.spares_own and any(crossed.piece in ground_at(field, end) for end in ends):
        return False
    if not veil.seen_over:
        return True
    start, stop = crossed.start / line.length, (crossed.start + crossed.length) / line.length
    level = level_at(field, line.at((start + stop) / 2))
    levels = level_at(field, ends[0]), level_at(field, ends[1])
    return sight_kernel.screens(level, start, stop, line.length, *levels, list(lower_row(terms)))
