"""Chances as plain rows, so that answers of different libraries can be compared and printed."""

from __future__ import annotations

Rows = dict[tuple[int, str], float]
"""The chance of each outcome of a volley: hits lost, and what became of the unit."""

ROUNDING = 1e-12


def alike(one: object, other: object) -> bool:
    """Whether two sets of rows have the same outcomes with the same chances, but for rounding."""
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    return one.keys() == other.keys() and all(abs(one[key] - other[key]) < ROUNDING for key in one)
