"""Ratings: how good a General is, his number for the initiative and his Command Radius.

>>> Rating.GOOD.initiative, Rating.GOOD.radius, Rating.AVERAGE.may_transfer, Rating.POOR.bars_melee
(2, 10, False, True)
>>> lower(Rating.EXCELLENT).value, lower(Rating.POOR).value
('good', 'poor')
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from sandtable.systems.tricorn.book import table


class Rating(StrEnum):
    """The four ratings of an officer, from the best to the worst (command.rating)."""

    EXCELLENT = "excellent"
    GOOD = "good"
    AVERAGE = "average"
    POOR = "poor"

    @property
    def initiative(self) -> int:
        """The least Initiative Roll that he passes with.

        command.rating.excellent, command.rating.good, command.rating.average, command.rating.poor
        """
        return _ratings()[self].initiative

    @property
    def radius(self) -> int:
        """His Command Radius in inches (command.rating)."""
        return _ratings()[self].radius

    @property
    def may_transfer(self) -> bool:
        """May he, as Commander in Chief, give his activation to another General? (cards.cc.transfer)"""
        return _ratings()[self].may_transfer

    @property
    def bars_melee(self) -> bool:
        """Does his failed Initiative Roll keep his units from starting melees? (command.poor.no-melee)"""
        return _ratings()[self].bars_melee


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    rating: Rating
    initiative: int
    radius: int
    bars_melee: bool
    may_transfer: bool


@cache
def _ratings() -> dict[Rating, _Row]:
    return {row.rating: row for row in table("command.rating", _Row)}


def lower(rating: Rating) -> Rating:
    """The rating of the officer who replaces a lost one (leaders.casualty.replace)."""
    ratings = tuple(Rating)
    return ratings[min(ratings.index(rating) + 1, len(ratings) - 1)]
