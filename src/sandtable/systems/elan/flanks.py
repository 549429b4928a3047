"""Flanks in close combat: from which side a unit is engaged, and whether that counts in the set played.

This is where the prints differ in substance: in the inch sets an enemy at least half to the flank or rear
counts, on hexes one to the rear alone (hex.differences).
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
"""The row of each set about a unit that is taken from behind, and the sides that count as that.

melee.start.flank-or-rear, melee.start.rear-hex
"""


def counts(scale: Scale, edge: Edge) -> bool:
    """Does an enemy on this side take the unit in flank or rear? (hex.differences)"""
    return edge in TAKEN_BY[scale][1]


def row(scale: Scale) -> str:
    """The row of the starting numbers that says so."""
    return TAKEN_BY[scale][0]
