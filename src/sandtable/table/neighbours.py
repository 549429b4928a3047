"""Neighbours: how near bodies of a scene are to all others, and to the nearest enemy, in one call."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from sandtable.table import kernels
from sandtable.table.kernels import Floats
from sandtable.table.kernels.neighbours import about_all, about_one
from sandtable.table.scene import Outline, Scene


class Neighbours(Struct, frozen=True, gc=False):
    """How near one body is to each by number, to the nearest other and to the nearest enemy.

    Those that overlap are minus how deep they do; nobody who is not on the table is near.
    """

    gaps: Floats
    to_other: float
    to_enemy: float


class AllNeighbours(NamedTuple):
    """The same of all bodies: the gaps of each from all one row after another, and the least by number."""

    gaps: Floats
    to_other: list[float]
    to_enemy: list[float]


def neighbours_of(number: int, scene: Scene, outline: Outline = "bases") -> Neighbours:
    """How near one body of the scene is to all others, as `distance.gaps_of` tells it."""
    mirror, gaps = scene.mirror, kernels.zeros(len(scene.bodies))
    return Neighbours(gaps, *about_one(*mirror.boxes(outline), mirror.sides, number, gaps))


def all_neighbours(scene: Scene, outline: Outline = "bases") -> AllNeighbours:
    """How near all bodies of the scene are to one another, as `distance.distances` tells it."""
    mirror, count = scene.mirror, len(scene.bodies)
    gaps, to_other, to_enemy = kernels.zeros(count * count), kernels.zeros(count), kernels.zeros(count)
    about_all(*mirror.boxes(outline), mirror.sides, gaps, to_other, to_enemy)
    return AllNeighbours(gaps, kernels.listed(to_other), kernels.listed(to_enemy))
