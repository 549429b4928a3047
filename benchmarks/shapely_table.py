"""The same questions in shapely, over arrays and a tree of boxes, the fastest way it has.

It knows footprints, not bases; every unit of these armies fills its footprint, so the two are equal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import shapely

from sandtable.table.space import TOLERANCE, Body, Field, Piece, Pose, centre, corners, standing

FOREST_LETS_THROUGH: Final = 400
Numbers = Any
"""A numpy array."""


class ShapelyTable:
    """Bodies and ground as shapely geometries, made once for many questions."""

    def __init__(self, bodies: tuple[Body, ...], field: Field) -> None:
        self.bodies = _polygons(bodies)
        # A line that only touches a body, or cuts its corner by less than the tolerance, is not blocked.
        self.solid = shapely.STRtree(shapely.buffer(self.bodies, -TOLERANCE, join_style="mitre"))
        self.middles = shapely.points([centre(standing(body), body.shape) for body in bodies])
        self.pairs = np.triu_indices(len(bodies), k=1)
        self.hills = _ground(field, "hill")
        self.levels = np.any([shapely.contains_properly(hill, self.middles) for hill in self.hills], axis=0)
        self.forests = _ground(field, "forest")
        self.buildings = _ground(field, "building")
        self.standing = shapely.STRtree(self.bodies)
        fences = [shapely.LineString(piece.line) for piece in field.pieces if piece.kind == "fence"]
        self.barred = [*self.buildings, *fences]

    def distances(self) -> Numbers:
        """The distances of all pairs, each pair once."""
        return _apart(self.bodies, self.pairs)

    def blocked(self) -> Numbers:
        """For each pair once, whether the line between their middles is blocked."""
        one, two = self.pairs
        ends = np.stack(
            [shapely.get_coordinates(self.middles[one]), shapely.get_coordinates(self.middles[two])], 1
        )
        lines = shapely.linestrings(ends)
        high = self.levels[one] | self.levels[two]
        blocked: Numbers = self._by_bodies(lines, one, two, high)
        for hill in self.hills:
            blocked |= ~high & shapely.intersects(hill, lines)
        for building in self.buildings:
            blocked |= shapely.length(shapely.intersection(lines, building)) > TOLERANCE
        through = sum(shapely.length(shapely.intersection(lines, forest)) for forest in self.forests)
        return blocked | (through > FOREST_LETS_THROUGH + TOLERANCE)

    def clear(self, body: Body, poses: list[Pose]) -> list[Pose]:
        """The poses at which a body stands clear of all others and of impassable ground."""
        feet = shapely.buffer(_footprints(poses, body), -2 * TOLERANCE, join_style="mitre")
        pose, other = self.standing.query(feet, predicate="intersects")
        clear = np.ones(len(poses), dtype=bool)
        clear[pose[other != body.id]] = False
        for piece in self.barred:
            clear &= ~shapely.intersects(piece, feet)
        return [poses[place] for place in np.flatnonzero(clear)]

    def _by_bodies(self, lines: Numbers, one: Numbers, two: Numbers, high: Numbers) -> Numbers:
        """The lines that a third body blocks, unless it stands lower than one of their ends."""
        line, body = self.solid.query(lines, predicate="intersects")
        counts = (body != one[line]) & (body != two[line]) & (self.levels[body] | ~high[line])
        blocked = np.zeros(len(lines), dtype=bool)
        blocked[line[counts]] = True
        return blocked


def new_distances(bodies: tuple[Body, ...]) -> Numbers:
    """The distances of all pairs of bodies that are new to shapely."""
    return _apart(_polygons(bodies), np.triu_indices(len(bodies), k=1))


def _apart(polygons: Numbers, pairs: tuple[Numbers, Numbers]) -> Numbers:
    one, two = pairs
    return shapely.distance(polygons[one], polygons[two])


def _polygons(bodies: tuple[Body, ...]) -> Numbers:
    return shapely.polygons(np.array([corners(standing(body), body.shape) for body in bodies]))


def _footprints(poses: list[Pose], body: Body) -> Numbers:
    return shapely.polygons(np.array([corners(pose, body.shape) for pose in poses]))


def _ground(field: Field, kind: str) -> list[Any]:
    """The pieces of a kind less later pieces on top of them; hills lie under all."""
    found = []
    for place, piece in enumerate(field.pieces):
        if piece.kind == kind:
            later = [_outline(other) for other in field.pieces[place + 1 :] if other.kind != "hill"]
            on_top = shapely.union_all(later if kind != "hill" else [])
            found.append(shapely.difference(_outline(piece), on_top))
    shapely.prepare(found)
    return found


def _outline(piece: Piece) -> Any:
    """A piece as a polygon, a line with its width; a line without width is empty."""
    if piece.polygon:
        return shapely.Polygon(piece.polygon)
    line = shapely.LineString(piece.line)
    return shapely.buffer(line, piece.width / 2, cap_style="flat", join_style="bevel")
