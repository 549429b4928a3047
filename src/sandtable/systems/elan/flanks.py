"""Flanks in close combat: the side on which a unit is engaged, and whether it counts in this set.

The prints differ here: in the inch sets an enemy at least half to the flank or rear counts, on hexes only one
to the rear (hex.differences).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.systems.elan.figures import Scale


class Edge(StrEnum):
    """The side of a unit on which an enemy engaged it."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


TAKEN_BY: Final = {
    Scale.LARGE: ("melee.start.flank-or-rear", (Edge.FLANK, Edge.REAR)),
    Scale.SMALL: ("melee.start.flank-or-rear", (Edge.FLANK, Edge.REAR)),
    Scale.HEX: ("melee.start.rear-hex", (Edge.REAR,)),
}
"""For each set, the row about a unit attacked from behind, and the sides that count as such.

melee.start.flank-or-rear, melee.start.rear-hex
"""


def counts(scale: Scale, edge: Edge) -> bool:
    """Does an enemy on this side count as being in flank or rear? (hex.differences)"""
    return edge in TAKEN_BY[scale][1]


def row(scale: Scale) -> str:
    """The row of starting numbers for a unit attacked in flank or rear."""
    return TAKEN_BY[scale][0]
