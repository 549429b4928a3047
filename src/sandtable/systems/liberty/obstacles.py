"""Obstacles on the table: what counts as one, which units stand at it, and which defend it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.roster import LAYERS, ground_kinds
from sandtable.table.measure import distances_to_ground, ground_under, ground_within, is_crossed
from sandtable.table.space import HAIR, INCH, Body, Field, Point

AT_AN_OBSTACLE: Final = INCH // 2
"""A unit stands at an obstacle no farther off than this (terrain.obstacle.position)."""
RIM: Final = "obstacle at its rim"
"""The effect of a fortified position on a move (terrain.table)."""


@cache
def obstacle_kinds() -> tuple[str, ...]:
    """The kinds of ground that are obstacles, or have one around them (terrain.table)."""
    return tuple(row.kind for row in ground_kinds() if row.move.startswith("obstacle"))


@cache
def fortified_kinds() -> tuple[str, ...]:
    """The kinds of ground that are fortified positions (terrain.table)."""
    return tuple(row.kind for row in ground_kinds() if row.move == RIM)


@lru_cache(maxsize=64)
def with_rims(field: Field) -> Field:
    """The field with each fortified position replaced by its rim, which is the obstacle (fort.detail).

    Pieces keep their index.
    """
    works = fortified_kinds()
    if not any(piece.kind in works and piece.polygon for piece in field.pieces):
        return field
    pieces = tuple(
        replace(piece, polygon=(), line=(*piece.polygon, piece.polygon[0]), width=0)
        if piece.kind in works and piece.polygon
        else piece
        for piece in field.pieces
    )
    return replace(field, pieces=pieces)


def obstacles_at(unit: Body, field: Field) -> tuple[int, ...]:
    """The obstacles within half an inch of a unit, exactly (terrain.obstacle.position, movement.measure)."""
    rims = with_rims(field)
    near = ground_within(unit, rims, AT_AN_OBSTACLE, obstacle_kinds())
    if not near:
        return ()
    far = distances_to_ground(unit, rims)
    return tuple([piece for piece in near if far[piece] <= AT_AN_OBSTACLE + HAIR])


def defensible(unit: Body, field: Field) -> tuple[int, ...]:
    """The obstacles at which a unit stands, except those under its own bases.

    terrain.obstacle.position, terrain.obstacle.under
    """
    at = obstacles_at(unit, field)
    if not at:
        return ()
    under = ground_under(unit, with_rims(field), LAYERS)
    return tuple([piece for piece in at if piece not in under])


def defended(unit: Body, field: Field, start: Point, end: Point) -> tuple[int, ...]:
    """The obstacles that a unit defends against a shot or an enemy coming along a line.

    terrain.defend-obstacle: those at which it stands and that the line crosses.
    """
    rims = with_rims(field)
    return tuple([n for n in defensible(unit, field) if is_crossed(rims, n, start, end, LAYERS)])
