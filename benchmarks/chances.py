"""Chances as plain rows, to compare and print the answers of different libraries."""

from __future__ import annotations

Rows = dict[tuple[int, str], float]
"""The chance of each outcome of a volley: hits lost, and the state of the unit."""

ROUNDING = 1e-12


def alike(one: object, other: object) -> bool:
    """Do two sets of rows agree but for rounding?"""
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    return one.keys() == other.keys() and all(abs(one[key] - other[key]) < ROUNDING for key in one)
