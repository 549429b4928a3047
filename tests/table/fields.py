"""Tables and terms for tests of movement."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from shapely.affinity import rotate, translate
from shapely.geometry import Polygon
from shapely.ops import unary_union

from sandtable.table.measure import is_overlapping
from sandtable.table.movement import Going, Keep, LegTerms, Passing, PerInch, Terms
from sandtable.table.movement.legs import ExactPose
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, Shape, block

Scatter = Callable[[int, int, int], Scene]
AdvanceTerms = Callable[[Scene, Body], Terms]
Outline = Callable[[Pose | ExactPose, Shape], Polygon]

WIDE, DEEP = 4800, 3600


def _piece(rng: random.Random, number: int) -> Piece:
    x, y, size = rng.uniform(300, WIDE - 300), rng.uniform(300, DEEP - 300), rng.uniform(150, 400)
    kind = rng.choice(("water", "rough", "forest", "hill"))
    corners = rng.randint(4, 8)
    turns = [2 * math.pi * corner / corners for corner in range(corners)]
    ring = tuple(
        Point(round(x + size * rng.uniform(0.5, 1) * math.cos(turn)), round(y + size * math.sin(turn)))
        for turn in turns
    )
    return Piece(f"{kind} {number}", kind, polygon=ring, level=1 if kind == "hill" else 0)


def _scatter(seed: int, bodies: int, pieces: int) -> Scene:
    rng = random.Random(seed)
    ground = tuple(_piece(rng, number) for number in range(pieces))
    placed: list[Body] = []
    while len(placed) < bodies:
        shape = block(rng.randint(3, 5), files=rng.choice((2, 4)), width=200, depth=200)
        pose = Pose(rng.randint(500, WIDE - 500), rng.randint(500, DEEP - 500), rng.randrange(3600))
        body = Body(len(placed), len(placed) % 2, pose, shape)
        if not any(is_overlapping(body, other) for other in placed):
            placed.append(body)
    return Scene(Field(WIDE, DEEP, ground), tuple(placed))


@pytest.fixture(scope="session")
def scatter() -> Scatter:
    """Makes a table of 48 by 36 in from a seed, a number of bodies, none overlapping, and of pieces."""
    return _scatter


@pytest.fixture(scope="session")
def advance_terms() -> AdvanceTerms:
    """Terms of a plain advance of 8 in: wheels by the outer corner, obliques of 45 degrees, a shift alone."""

    def terms(scene: Scene, body: Body) -> Terms:
        enemies = tuple(other.id for other in scene.bodies if other.side != body.side)
        friends = tuple(other.id for other in scene.bodies if other.side == body.side and other.id != body.id)
        return Terms(
            800,
            (
                LegTerms("advance"),
                LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel"),
                LegTerms("oblique", angles=(450,)),
                LegTerms("shift", most=400, alone=True),
                LegTerms("retire", PerInch(2.0), widest=450),
            ),
            goings=(Going("water", entry="barred"), Going("rough", multiplier=2.0)),
            keeps=(Keep(enemies, 400, rule="movement.proximity"),),
            passing=(Passing(friends[: len(friends) // 2]),),
        )

    return terms


@pytest.fixture(scope="session")
def outline() -> Outline:
    """Draws the bases of a body that stands so, with shapely's own turning and shifting."""

    def drawn(stance: Pose | ExactPose, shape: Shape) -> Polygon:
        bases = unary_union(
            [
                Polygon(
                    [
                        (base.x - base.width / 2, base.y),
                        (base.x + base.width / 2, base.y),
                        (base.x + base.width / 2, base.y - base.depth),
                        (base.x - base.width / 2, base.y - base.depth),
                    ]
                )
                for base in shape.bases
            ]
        )
        return translate(rotate(bases, -stance.heading / 10, origin=(0, 0)), stance.x, stance.y)

    return drawn
