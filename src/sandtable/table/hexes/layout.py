"""Laying the plan of an inch table on hexes: which hexes, hexsides and links its pieces of ground become.

- An area fills the hexes whose centre it contains, the later in the list over the earlier; one that contains
  no centre fills the hex nearest to its centroid.
- A sector fills exactly one hex, the nearest to its centroid that no other sector has, whatever lies there.
- A hill gives its level to the hexes it fills, the highest where several do.
- A linear piece lies on the hexside between two neighbours if it meets the segment that joins their centres;
  one with a front protects only the hex behind it.
- A road links every hex whose centre is the nearest to some point of it with the next such hex.
- A road, bridge, ford or gate makes an opening in what lies on the hexside it leads over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.table.hexes.field import Barrier, HexField, HexGround, Link
from sandtable.table.hexes.grid import Hex, HexGrid, Hexside, distance, in_order
from sandtable.table.hexes.plan_outline import (
    NOISE,
    centroid,
    contains,
    distance_to_line,
    distance_to_segment,
    line_meets,
    middle,
)
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.lengths import COSINES, HALF_TURN, SINES, TOLERANCE
from sandtable.table.space.pose import Point

SHIFTS: Final = ((0, 0), (1, 1), (2, 1), (1, 2), (3, 1), (1, 3))
"""How a line that passes exactly through a centre is moved off it, in hundredths of an inch east and north.

The first shift that helps is taken; those after (1, 1) serve lines that run north-east themselves."""


class Lay(Struct, frozen=True):
    """What the kinds of a plan are to hexes; kinds not named are areas or linear pieces by their shape."""

    hills: tuple[str, ...] = ()
    sectors: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    tolerance: float = TOLERANCE


def from_field(field: Field, grid: HexGrid, lay: Lay) -> HexField:
    """The hex field that the ground of an inch table becomes."""
    levels = _levels(field, grid, lay)
    kinds = _kinds(field, grid, lay)
    ground = tuple(
        HexGround(
            hex_, kinds[hex_].kind if hex_ in kinds else "", levels.get(hex_, 0), _piece_id(kinds.get(hex_))
        )
        for hex_ in grid.hexes
        if hex_ in kinds or levels.get(hex_, 0) != 0
    )
    links = tuple(
        link for piece in field.pieces if piece.kind in lay.roads for link in _links(piece, grid, lay)
    )
    barriers = tuple(
        barrier for piece in field.pieces if _is_linear(piece, lay) for barrier in _barriers(piece, grid)
    )
    return HexField(grid, ground, _opened(barriers, links, field, grid, lay), links)


def hexes_in(grid: HexGrid, polygon: Sequence[Point], tolerance: float = TOLERANCE) -> tuple[Hex, ...]:
    """The hexes of a grid whose centre lies in a polygon, row by row."""
    return tuple(hex_ for hex_ in grid.hexes if contains(polygon, grid.centre(hex_), tolerance))


def _piece_id(piece: Piece | None) -> str:
    return piece.id if piece else ""


def _is_linear(piece: Piece, lay: Lay) -> bool:
    return len(piece.line) > 1 and piece.kind not in (*lay.roads, *lay.openings)


# Areas


def _filled(piece: Piece, grid: HexGrid, lay: Lay) -> tuple[Hex, ...]:
    """The hexes that an area fills."""
    inside = hexes_in(grid, piece.polygon, lay.tolerance)
    return inside or (grid.nearest(centroid(piece.polygon), tolerance=lay.tolerance),)


def _levels(field: Field, grid: HexGrid, lay: Lay) -> dict[Hex, int]:
    levels: dict[Hex, int] = {}
    for piece in field.pieces:
        if piece.kind in lay.hills and piece.polygon:
            for hex_ in _filled(piece, grid, lay):
                levels[hex_] = max(levels.get(hex_, piece.level), piece.level)
    return levels


def _kinds(field: Field, grid: HexGrid, lay: Lay) -> dict[Hex, Piece]:
    """The piece that fills each hex which is not open."""
    areas = [
        piece for piece in field.pieces if piece.polygon and piece.kind not in (*lay.hills, *lay.openings)
    ]
    kinds = {
        hex_: piece for piece in areas if piece.kind not in lay.sectors for hex_ in _filled(piece, grid, lay)
    }
    sectors: dict[Hex, Piece] = {}
    for piece in areas:
        if piece.kind in lay.sectors:
            sectors[grid.nearest(centroid(piece.polygon), barred=sectors, tolerance=lay.tolerance)] = piece
    return kinds | sectors


# Lines on hexsides


def _barriers(piece: Piece, grid: HexGrid) -> Iterator[Barrier]:
    """A linear piece on every hexside that it keeps apart."""
    line = _off_centres(piece, grid)
    for hex_ in grid.hexes:
        for heading in grid.sides:
            other = grid.neighbour(hex_, heading)
            # Each pair of hexes is looked at from one of the two only.
            if (
                heading < HALF_TURN
                and other in grid
                and line_meets(line, grid.centre(hex_), grid.centre(other))
            ):
                side = grid.side(hex_, heading)
                protects = None if piece.front is None else _behind(piece.front, hex_, other, grid)
                yield Barrier(side, piece.kind, piece.id, protects=protects)


def _off_centres(piece: Piece, grid: HexGrid) -> tuple[Point, ...]:
    """The line of a piece, shifted a little if it passes exactly through a centre."""
    for east, north in SHIFTS:
        line = tuple(Point(point.x + east, point.y + north) for point in piece.line)
        if all(distance_to_line(grid.centre(hex_), line) > NOISE for hex_ in grid.hexes):
            return line
    raise ValueError(
        f'the line of "{piece.id}" passes through the centres of hexes however it is shifted; '
        "move one of its points by a few hundredths of an inch"
    )


def _behind(front: int, hex_: Hex, other: Hex, grid: HexGrid) -> Hex | None:
    """Which of two hexes lies behind a front; neither if the front looks along the line between them."""
    here, there = grid.centre(hex_), grid.centre(other)
    ahead = (there.x - here.x) * SINES[front] + (there.y - here.y) * COSINES[front]
    if abs(ahead) <= NOISE:
        return None
    return hex_ if ahead > 0 else other


# Roads and openings


def _links(piece: Piece, grid: HexGrid, lay: Lay) -> Iterator[Link]:
    """A road as links from each hex it meets to the next."""
    seen: dict[Hexside, None] = {}
    for hex_, following in pairwise(_road_hexes(piece, grid, lay.tolerance)):
        side = grid.side_between(hex_, following)
        if side not in seen:
            seen[side] = None
            yield Link(side, piece.kind, piece.id)


def _road_hexes(piece: Piece, grid: HexGrid, tolerance: float) -> list[Hex]:
    """The hexes a road meets, in order: at each point the hex with the nearest centre."""
    met: list[Hex] = []
    for start, end in pairwise(piece.line):
        for point in _turning_points(start, end, grid):
            hex_ = grid.nearest(point, tolerance=tolerance)
            if not met:
                met.append(hex_)
            elif hex_ != met[-1]:
                met += (*_joining(met[-1], hex_, grid), hex_)
    return met


def _joining(one: Hex, other: Hex, grid: HexGrid) -> tuple[Hex, ...]:
    """The hex that joins two which a road meets in succession though they do not touch.

    This happens only on the very edge of the table, where a row sets back.
    """
    if distance(one, other) == 1:
        return ()
    shared = [hex_ for hex_ in grid.neighbours(one) if distance(hex_, other) == 1]
    if not shared:
        raise ValueError(f"a road leaves the hex grid between {grid.words(one)} and {grid.words(other)}")
    return (min(shared, key=in_order),)


def _turning_points(start: Point, end: Point, grid: HexGrid) -> Iterator[Point]:
    """Points of a segment among which is one for every hex that is somewhere the nearest.

    Which hex is nearest changes only where the segment is as far from two neighbours; so these places
    serve, and one between each and the next.
    """
    shares = sorted(dict.fromkeys((0.0, 1.0, *_halfway_shares(start, end, grid))))
    for share, following in pairwise(shares):
        yield _along(start, end, share)
        yield _along(start, end, (share + following) / 2)
    yield end


def _halfway_shares(start: Point, end: Point, grid: HexGrid) -> Iterator[float]:
    """How far along a segment, from 0 to 1, it is as far from one hex's centre as from a neighbour's."""
    dx, dy = end.x - start.x, end.y - start.y
    for hex_ in grid.hexes:
        here = grid.centre(hex_)
        if distance_to_segment(here, start, end) > 1.5 * grid.size:
            continue
        for other in grid.neighbours(hex_):
            there = grid.centre(other)
            apart_x, apart_y = there.x - here.x, there.y - here.y
            closing = apart_x * dx + apart_y * dy
            if abs(closing) > NOISE:
                half = middle((here, there))
                share = ((half.x - start.x) * apart_x + (half.y - start.y) * apart_y) / closing
                if 0 < share < 1:
                    yield share


def _along(start: Point, end: Point, share: float) -> Point:
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _opened(
    barriers: tuple[Barrier, ...], links: tuple[Link, ...], field: Field, grid: HexGrid, lay: Lay
) -> tuple[Barrier, ...]:
    """The barriers with those opened over which a road, a bridge, a ford or a gate leads."""
    crossed = {link.side: link for link in links}
    gates = [
        _nearest_barrier(piece, barriers, field, grid, lay)
        for piece in field.pieces
        if piece.kind in lay.openings
    ]
    return tuple(
        replace(barrier, is_open=True) if barrier.side in crossed or barrier in gates else barrier
        for barrier in barriers
    )


def _nearest_barrier(
    opening: Piece, barriers: tuple[Barrier, ...], field: Field, grid: HexGrid, lay: Lay
) -> Barrier:
    """The hexside in which an opening of the plan lies: of the linear piece nearest to it, the nearest side.

    Of equally near sides it is the one between the lower hexes.
    """
    if not barriers:
        raise ValueError(f'"{opening.id}" is an opening, but no linear piece lies on any hexside')
    at = centroid(opening.polygon) if opening.polygon else middle(opening.line)
    laid = [piece for piece in field.pieces if any(barrier.piece == piece.id for barrier in barriers)]
    feature = min(laid, key=lambda piece: distance_to_line(at, piece.line))
    away = {
        barrier: math.dist(at, grid.side_middle(barrier.side))
        for barrier in barriers
        if barrier.piece == feature.id
    }
    least = min(away.values()) + lay.tolerance
    return min(
        (barrier for barrier, gap in away.items() if gap <= least),
        key=lambda barrier: [in_order(hex_) for hex_ in grid.beside(barrier.side)],
    )
