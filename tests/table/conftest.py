"""Random tables and the two ways of running the kernels, for tests of the table."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

import pytest

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.space import Base, Body, Field, Piece, Point, Pose, Scene, Shape, block
from tests.table.fields import advance_terms, outline, scatter

__all__ = ["advance_terms", "mode", "outline", "plain_kernels", "random_scene", "scatter"]

MakeScene = Callable[[int, int, int], Scene]


def _shape(rng: random.Random) -> Shape:
    """A line, a column with a ragged last rank, a body in three lines, or one with turned bases."""
    match rng.randrange(4):
        case 0:
            return block(
                rng.randint(1, 6), files=6, width=rng.choice((75, 100, 150)), depth=rng.choice((50, 100))
            )
        case 1:
            return block(rng.randint(3, 7), files=2, width=100, depth=75)
        case 2:
            lines = [(x, -150 * rank, rank) for rank, files in enumerate((4, 3, 3)) for x in _places(files)]
            return Shape(tuple(Base(x, y, 100, 100, rank) for x, y, rank in lines), 400, 400)
        case _:
            bases = (
                Base(0, 0, 200, 50),
                Base(100, -100, 100, 50, turn=900),
                Base(-100, -100, 100, 50, turn=2700),
            )
            return Shape((*bases, Base(0, -200, 150, 50, turn=1800)), 200, 200)


def _places(files: int) -> list[int]:
    return [round((file - (files - 1) / 2) * 100) for file in range(files)]


def _piece(rng: random.Random, number: int) -> Piece:
    """A star-shaped polygon, a strip or a line without width."""
    kind = rng.choice(("wood", "field", "hill", "house", "fence", "road"))
    x, y, size = rng.randrange(300, 2700), rng.randrange(300, 2700), rng.randrange(150, 500)
    if kind in ("fence", "road"):
        ends = tuple(Point(x + rng.randrange(-600, 600), y + rng.randrange(-600, 600)) for _ in range(3))
        return Piece(f"piece {number}", kind, line=ends, width=0 if kind == "fence" else 120)
    corners = rng.randint(3, 8)
    ring = [
        (2 * math.pi * (corner + rng.uniform(-0.3, 0.3)) / corners, size * rng.uniform(0.4, 1.0))
        for corner in range(corners)
    ]
    polygon = tuple(
        Point(round(x + far * math.cos(turn)), round(y + far * math.sin(turn))) for turn, far in ring
    )
    return Piece(f"piece {number}", kind, polygon=polygon, level=rng.randint(1, 2) if kind == "hill" else 0)


def _scene(seed: int, bodies: int, pieces: int) -> Scene:
    rng = random.Random(seed)
    ground = tuple(_piece(rng, number) for number in range(pieces))
    placed = tuple(
        Body(
            number,
            number % 2,
            None
            if rng.random() < 0.05
            else Pose(
                rng.randrange(200, 2800),
                rng.randrange(200, 2800),
                rng.choice((0, 450, 900, rng.randrange(3600))),
            ),
            _shape(rng),
        )
        for number in range(bodies)
    )
    return Scene(Field(3000, 3000, ground), placed)


@pytest.fixture(scope="session")
def random_scene() -> MakeScene:
    """Makes a table 30 in square from a seed, a number of bodies and a number of pieces of ground."""
    return _scene


@pytest.fixture(params=["plain", "compiled"])
def mode(request: pytest.FixtureRequest) -> Iterator[Mode]:
    """Runs a test with plain and with compiled kernels."""
    before = compiled.mode()
    compiled.use(request.param)
    yield request.param
    compiled.use(before)


@pytest.fixture
def plain_kernels() -> Iterator[None]:
    """Runs a test with plain kernels."""
    before = compiled.mode()
    compiled.use("plain")
    yield
    compiled.use(before)
