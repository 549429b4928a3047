"""Shares and means with their uncertainty, in the plainest ways that are right for them.

>>> share = share_of(60, 100)
>>> f"{share.value:.2f} ({share.low:.3f} to {share.high:.3f})"
'0.60 (0.502 to 0.691)'
>>> mean_of([2.0, 4.0, 4.0, 6.0]).value
4.0
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from msgspec import Struct

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
FEW: Final = 2
NEVER_SEEN: Final = 3.0
"""What never came up in n trials comes up less than three times in n, with 95 % confidence."""


class Estimate(Struct, frozen=True):
    """A figure from a sample, and between which bounds the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def excludes_nought(self) -> bool:
        """Is it clear on which side of 0 the true figure lies?"""
        return self.low > 0 or self.high < 0


def share_of(count: int, among: int) -> Estimate:
    """A share, by Wilson's interval, which holds for few battles and for shares near 0 and 1."""
    if among == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, z2 = count / among, _Z * _Z
    middle = (share + z2 / (2 * among)) / (1 + z2 / among)
    reach = _Z / (1 + z2 / among) * sqrt(share * (1 - share) / among + z2 / (4 * among * among))
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_of(values: Sequence[float]) -> Estimate:
    """A mean, by Student's interval; of a single value nothing is known."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"))
    mean = fmean(values)
    if len(values) < FEW:
        return Estimate(mean, float("-inf"), float("inf"))
    reach = _student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def edge_of(results: Sequence[float]) -> Estimate:
    """The mean of results from -1 to 1; where all are alike, what so few of them cannot rule out."""
    found = mean_of(results)
    if len(results) < FEW:
        return found
    if found.low < found.high:
        return Estimate(found.value, max(-1.0, found.low), min(1.0, found.high))
    reach = NEVER_SEEN / len(results)
    return Estimate(found.value, max(-1.0, found.value - reach), min(1.0, found.value + reach))


def _student(freedom: int) -> float:
    """What Student's t exceeds 2.5 times in 100, from the normal figure; good to 1 % where freedom is 3."""
    z = _Z
    exact = {1: 12.706, 2: 4.303}
    if freedom in exact:
        return exact[freedom]
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3
