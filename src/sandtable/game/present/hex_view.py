"""Hexes as they are drawn and planned on: the grid with its ground, and a move that is to be made on it.

Hexes are named by their two axial numbers; where they lie follows from the size of the grid and the way its
corners point. A body stands with the middle of its footprint on the centre of its hex.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.table.hexes.field import HexField
from sandtable.table.hexes.grid import Corners, Hex, HexGrid
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Base, Shape


class CellView(Struct, frozen=True):
    """A hex that is not open and level: the kind of ground that fills it, if any, and its level."""

    hex: Hex
    kind: str
    level: int


class SideLine(Struct, frozen=True):
    """Something linear on the side of a hex, from corner to corner.

    ``is_open`` where a road or bridge leads through it; ``front`` is the heading to which a work faces.
    """

    start: Point
    end: Point
    kind: str
    is_open: bool = False
    front: int | None = None


class LinkView(Struct, frozen=True):
    """A stretch of road from the centre of a hex to that of the next."""

    start: Point
    end: Point
    kind: str


class GridView(Struct, frozen=True, kw_only=True):
    """A hex grid and its ground; hexes that are not listed are open and level.

    ``size`` is the distance from side to side, ``columns`` are the hexes of a row; with ``short_rows`` every
    odd row holds one fewer.
    """

    size: int
    corners: Corners
    columns: int
    rows: int
    short_rows: bool
    cells: tuple[CellView, ...] = ()
    sides: tuple[SideLine, ...] = ()
    links: tuple[LinkView, ...] = ()


@lru_cache(maxsize=16)
def grid_view(field: HexField) -> GridView:
    """A hex field as it is drawn."""
    grid = field.grid
    return GridView(
        size=grid.size,
        corners=grid.corners,
        columns=grid.columns,
        rows=grid.rows,
        short_rows=grid.short_rows,
        cells=tuple(CellView(one.hex, one.kind, one.level) for one in field.ground),
        sides=tuple(
            SideLine(
                *grid.side_ends(barrier.side),
                barrier.kind,
                barrier.is_open,
                None if barrier.protects is None else _front(grid, barrier.side, barrier.protects),
            )
            for barrier in field.barriers
        ),
        links=tuple(
            LinkView(grid.centre(start), grid.centre(end), link.kind)
            for link in field.links
            for start, end in (grid.beside(link.side),)
        ),
    )


def _front(grid: HexGrid, side: tuple[Hex, int], protected: Hex) -> int:
    """The heading to which a work on a side faces: away from the hex that it protects."""
    here, other = side[0], grid.neighbour(*side)
    return grid.heading_to(protected, other if protected == here else here)


# --------------------------------------------------------------------- bodies on hexes
def pose_on(grid: HexGrid, hex_: Hex, facing: int, shape: Shape) -> Pose:
    """Where a body in a hex stands: the middle of its footprint on the centre."""
    middle, half = grid.centre(hex_), shape.depth / 2
    return Pose(round(middle.x + half * SINES[facing]), round(middle.y + half * COSINES[facing]), facing)


def centred(shape: Shape) -> tuple[Base, ...]:
    """The bases of a shape laid about its middle, for what is put down on a point."""
    half = round(shape.depth / 2)
    return tuple(replace(base, y=base.y + half) for base in shape.bases)


class HexMoveView(Struct, frozen=True, kw_only=True):
    """A move on hexes that is to be planned: who moves, from where, how far, and which ways it may face."""

    mover: int | str
    hex: Hex
    facing: int
    pose: Pose
    bases: tuple[Base, ...]
    allowance: int
    facings: tuple[int, ...]


def hex_move_view(question: PlanHexMove, mover: int | str, shape: Shape) -> HexMoveView:
    """A question about a move on hexes, by whoever has that shape."""
    body, grid = question.body, question.scene.grid
    assert body.hex is not None, f"body {body.id} is not on the table and cannot move there"
    return HexMoveView(
        mover=mover,
        hex=body.hex,
        facing=body.facing,
        pose=pose_on(grid, body.hex, body.facing, shape),
        bases=shape.bases,
        allowance=question.terms.allowance,
        facings=grid.facings(question.terms.facing),
    )
