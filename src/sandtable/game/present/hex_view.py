"""Hexes for a screen: the grid with its ground, and a move to be planned on it.

Hexes are named by their two axial numbers; their places follow from the size of the grid and the direction of
its corners. A body stands with the middle of its footprint on the centre of its hex.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.table.hexes import Corners, Hex, HexField, HexGrid
from sandtable.table.space import COSINES, SINES, Base, Point, Pose, Shape


class CellView(Struct, frozen=True):
    """A hex that is not open and level: its kind of ground, if any, and its level."""

    hex: Hex
    kind: str
    level: int


class SideLine(Struct, frozen=True):
    """A linear feature on the side of a hex, from corner to corner.

    ``is_open`` if a road or bridge leads through it; ``front`` is the heading that a work faces.
    """

    start: Point
    end: Point
    kind: str
    is_open: bool = False
    front: int | None = None


class LinkView(Struct, frozen=True):
    """A piece of road from the centre of a hex to the centre of the next."""

    start: Point
    end: Point
    kind: str


class GridView(Struct, frozen=True, kw_only=True):
    """A hex grid and its ground; hexes that are not listed are open and level.

    ``size`` is the distance from side to side, ``columns`` the number of hexes in a row; with ``short_rows``
    every odd row has one fewer.
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
    """A hex field for a screen."""
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
    """The heading that a work on a side faces: away from the hex that it protects."""
    here, other = side[0], grid.neighbour(*side)
    return grid.heading_to(protected, other if protected == here else here)


# --------------------------------------------------------------------- bodies on hexes
def pose_on(grid: HexGrid, hex_: Hex, facing: int, shape: Shape) -> Pose:
    """The pose of a body in a hex: the middle of its footprint lies on the centre."""
    middle, half = grid.centre(hex_), shape.depth / 2
    return Pose(round(middle.x + half * SINES[facing]), round(middle.y + half * COSINES[facing]), facing)


def centred(shape: Shape) -> tuple[Base, ...]:
    """The bases of a shape around its middle, for a piece that is placed at a point."""
    half = round(shape.depth / 2)
    return tuple(replace(base, y=base.y + half) for base in shape.bases)


class HexMoveView(Struct, frozen=True, kw_only=True):
    """A move to be planned on hexes: the mover, its place, its allowance, and its possible facings."""

    mover: int | str
    hex: Hex
    facing: int
    pose: Pose
    bases: tuple[Base, ...]
    allowance: int
    facings: tuple[int, ...]


def hex_move_view(question: PlanHexMove, mover: int | str, shape: Shape) -> HexMoveView:
    """The question of a move on hexes for a screen; *shape* is the shape of the mover."""
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
