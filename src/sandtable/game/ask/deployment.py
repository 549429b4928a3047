"""Drawing up before a battle: several pieces that are put down together, as a screen offers and tries them.

A system whose question is answered by where everything of a levy stands says what is to be put down and where
(`Array`), and judges what somebody has put down so far (`Arrayed`). Places are the middles of footprints.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.game.present.hex_view import centred
from sandtable.table.space.lengths import COSINES, FULL_TURN, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Base, Shape


class Stand(Struct, frozen=True):
    """A way in which a piece may be put down: a formation by its name, and its bases."""

    name: str
    bases: tuple[Base, ...]


class Recruit(Struct, frozen=True):
    """A piece to be put down, a body (its number) or a commander (his token), and how it may stand."""

    who: int | str
    side: int
    name: str
    stands: tuple[Stand, ...]


class Put(Struct, frozen=True):
    """A piece put down: in which of its stands, where its middle lies, and its heading."""

    who: int | str
    stand: int
    at: tuple[int, int]
    heading: int


class Way(Struct, frozen=True):
    """An ordinary way to draw all of it up."""

    title: str
    note: str
    puts: tuple[Put, ...]


class Array(Struct, frozen=True):
    """All that is to be drawn up together, the outlines of where it may stand, and ordinary ways to do it.

    Where it is ``single`` one of the recruits is put down, whichever, and each way puts down one.
    """

    rings: tuple[tuple[Point, ...], ...]
    recruits: tuple[Recruit, ...]
    ways: tuple[Way, ...]
    single: bool = False


class Post(Struct, frozen=True):
    """A piece as it comes to stand, and what stands against it, in words."""

    put: Put
    pose: Pose
    bases: tuple[Base, ...]
    words: str = ""


class Arrayed(Struct, frozen=True):
    """Everything as it was put down: if it may begin so, the answer that says it; else what is wrong."""

    posts: tuple[Post, ...]
    legal: bool
    answer: Any = None
    words: str = ""
    rule: str = ""


def front_of(put: Put, shape: Shape) -> Pose:
    """Where the middle of the front edge lies of a body that is put down by its middle."""
    heading, half = put.heading % FULL_TURN, shape.depth / 2
    x, y = put.at
    return Pose(round(x + half * SINES[heading]), round(y + half * COSINES[heading]), heading)


def middle_of(pose: Pose, shape: Shape) -> tuple[int, int]:
    """The middle of the footprint of a body that stands at a pose, in whole hundredths of an inch."""
    half = shape.depth / 2
    return round(pose.x - half * SINES[pose.heading]), round(pose.y - half * COSINES[pose.heading])


def round_its_middle(shape: Shape) -> Stand:
    """How a token stands that has no front: its bases lie about the point at which it is put down."""
    return Stand("", centred(shape))
