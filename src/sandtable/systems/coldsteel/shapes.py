"""Shapes: the models of a unit laid out in its formation, and their common footprint.

A unit is measured by the rectangle around its models; the single models are only seen and counted.

>>> line = shape_of(Arm.INFANTRY, Formation.LINE, 24, files_of(Arm.INFANTRY, Formation.LINE, 24))
>>> line.width, line.depth, len(line.bases)
(900, 150, 24)
>>> square = shape_of(Arm.INFANTRY, Formation.SQUARE, 17, 5)
>>> square.width, square.depth
(450, 450)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final, NamedTuple, assert_never

from msgspec import Struct

from sandtable.systems.coldsteel.book import table
from sandtable.systems.coldsteel.troops import Arm, Formation
from sandtable.table.space import INCH, QUARTER_TURN, Base, Shape

FACES: Final = 4
"""A square and a building have four faces (formation.square, formation.garrison)."""

UNLIMBERED: Final = (300, 300)
LIMBERED: Final = (200, 600)
"""The footprints of artillery, whatever its losses (formation.artillery)."""


class _BaseRow(Struct, frozen=True, forbid_unknown_fields=True):
    model: str
    width: float
    depth: float


class Size(NamedTuple):
    """A width and a depth, in hundredths of an inch."""

    width: int
    depth: int


@cache
def base_of(arm: Arm) -> Size:
    """The base of one model (formation.base-size)."""
    model = "cavalry" if arm is Arm.CAVALRY else "infantry and artillery crew"
    row = next(row for row in table("formation.base-size", _BaseRow) if row.model == model)
    return Size(round(row.width * INCH), round(row.depth * INCH))


def files_of(arm: Arm, formation: Formation, models: int) -> int:
    """The files of a unit that forms up with a number of models.

    For a square or garrison they are the models of one face; artillery keeps no files.

    formation.line, formation.column, formation.attack-column, formation.square, formation.skirmish
    """
    if arm is Arm.ARTILLERY:
        return 1
    match formation:
        case Formation.LINE | Formation.SKIRMISH:
            return -(-models // 2)
        case Formation.COLUMN:
            return min(2, models)
        case Formation.ATTACK_COLUMN | Formation.SQUARE | Formation.GARRISON:
            return face_models(models)
        case _:
            assert_never(formation)


def face_models(models: int) -> int:
    """The models on one face of a square or building, or the files of an attack column.

    formation.square, formation.garrison, formation.attack-column, dice.rounding
    """
    return -(-models // FACES)


@cache
def shape_of(arm: Arm, formation: Formation, models: int, files: int) -> Shape:
    """The models of a unit in a formation with a number of files; a garrison fills its building.

    formation.footprint, formation.shrink, formation.shrink-square, formation.artillery
    """
    assert models > 0
    assert formation is not Formation.GARRISON, "a garrison has the shape of its building"
    if arm is Arm.ARTILLERY:
        return solid(*(UNLIMBERED if formation is Formation.LINE else LIMBERED))
    if formation is Formation.SQUARE:
        return _square(models, base_of(arm))
    gap = 2 if formation is Formation.SKIRMISH else 1
    return _ranked(models, min(files, models), base_of(arm), gap)


def solid(width: int, depth: int) -> Shape:
    """A solid footprint, as of a gun or a garrison."""
    return Shape((Base(0, 0, width, depth),), width, depth)


def _ranked(models: int, files: int, base: Size, gap: int) -> Shape:
    """Ranks one behind another, the last one centred; skirmishers stand a base apart in both directions.

    formation.footprint, formation.skirmish
    """
    ranks = -(-models // files)
    laid = []
    for rank in range(ranks):
        here = min(files, models - rank * files)
        for file in range(here):
            x = (2 * file - here + 1) * gap * base.width / 2
            laid.append(Base(round(x), -rank * gap * base.depth, base.width, base.depth, rank))
    return Shape(tuple(laid), base.width * (gap * (files - 1) + 1), base.depth * (gap * (ranks - 1) + 1))


def _square(models: int, base: Size) -> Shape:
    """A hollow square with a quarter of the models on each face, facing outward (formation.square)."""
    side = base.width * (face_models(models) + 1)
    return Shape(tuple(islice(_rim(side, base), models)), side, side)


def _rim(side: int, base: Size) -> Iterator[Base]:
    """The places on the rim of a square, one on each face in turn, each face from left to right."""
    half = side / 2
    for place in range(side // base.width - 1):
        along = -half + (place + 0.5) * base.width
        yield Base(round(along), 0, base.width, base.depth, 0, 0)
        yield Base(round(half), round(-half - along), base.width, base.depth, 0, QUARTER_TURN)
        yield Base(round(-along), -side, base.width, base.depth, 0, 2 * QUARTER_TURN)
        yield Base(round(-half), round(-half + along), base.width, base.depth, 0, 3 * QUARTER_TURN)
