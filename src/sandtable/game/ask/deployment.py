"""Deployment before a battle: several pieces that a player puts down together.

A system says which pieces are to be put down and where (`Array`), and judges the pieces that a player has put
down so far (`Arrayed`). Places are the middles of footprints.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.game.present.hex_view import centred
from sandtable.table.space import COSINES, FULL_TURN, SINES, Base, Point, Pose, Shape


class Stand(Struct, frozen=True):
    """A formation in which a piece may be put down: its name and its bases."""

    name: str
    bases: tuple[Base, ...]


class Recruit(Struct, frozen=True):
    """A piece to be put down, a body (by number) or a commander (by token), and its possible formations."""

    who: int | str
    side: int
    name: str
    stands: tuple[Stand, ...]


class Put(Struct, frozen=True):
    """A piece that was put down: the number of its stand, the place of its middle, and its heading."""

    who: int | str
    stand: int
    at: tuple[int, int]
    heading: int


class Way(Struct, frozen=True):
    """A suggested deployment of all pieces."""

    title: str
    note: str
    puts: tuple[Put, ...]


class Array(Struct, frozen=True):
    """The pieces to be put down together, the outlines of where they may stand, and suggested deployments.

    With ``single`` the player puts down any one of the recruits, and each suggestion puts down one.
    """

    rings: tuple[tuple[Point, ...], ...]
    recruits: tuple[Recruit, ...]
    ways: tuple[Way, ...]
    single: bool = False


class Post(Struct, frozen=True):
    """A piece as it would stand, and what forbids it, in words."""

    put: Put
    pose: Pose
    bases: tuple[Base, ...]
    words: str = ""


class Arrayed(Struct, frozen=True):
    """The judgement on a deployment: the answer that it makes if it is legal, else what is wrong with it."""

    posts: tuple[Post, ...]
    legal: bool
    answer: Any = None
    words: str = ""
    rule: str = ""


def front_of(put: Put, shape: Shape) -> Pose:
    """The pose of a body that was put down by its middle: the middle of its front edge, and its heading."""
    heading, half = put.heading % FULL_TURN, shape.depth / 2
    x, y = put.at
    return Pose(round(x + half * SINES[heading]), round(y + half * COSINES[heading]), heading)


def middle_of(pose: Pose, shape: Shape) -> tuple[int, int]:
    """The middle of the footprint of a body at a pose, in whole hundredths of an inch."""
    half = shape.depth / 2
    return round(pose.x - half * SINES[pose.heading]), round(pose.y - half * COSINES[pose.heading])


def round_its_middle(shape: Shape) -> Stand:
    """The stand of a token without a front: its bases lie around its point."""
    return Stand("", centred(shape))
