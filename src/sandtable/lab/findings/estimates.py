"""Shares and means with 95 % confidence intervals.

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
"""Rule of three: an outcome that never came up in n trials has a chance below 3/n, with 95 % confidence."""


class Estimate(Struct, frozen=True):
    """A figure from a sample with its 95 % confidence bounds."""

    value: float
    low: float
    high: float

    @property
    def excludes_nought(self) -> bool:
        """Is the sign of the true figure certain?"""
        return self.low > 0 or self.high < 0


def share_of(count: int, among: int) -> Estimate:
    """A share with Wilson's interval, which holds for few battles and for shares near 0 and 1."""
    if among == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, z2 = count / among, _Z * _Z
    middle = (share + z2 / (2 * among)) / (1 + z2 / among)
    reach = _Z / (1 + z2 / among) * sqrt(share * (1 - share) / among + z2 / (4 * among * among))
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_of(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval; the bounds of a single value are infinite."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"))
    mean = fmean(values)
    if len(values) < FEW:
        return Estimate(mean, float("-inf"), float("inf"))
    reach = _student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def edge_of(results: Sequence[float]) -> Estimate:
    """The mean of results from -1 to 1; if all are equal, the rule of three gives the interval."""
    found = mean_of(results)
    if len(results) < FEW:
        return found
    if found.low < found.high:
        return Estimate(found.value, max(-1.0, found.low), min(1.0, found.high))
    reach = NEVER_SEEN / len(results)
    return Estimate(found.value, max(-1.0, found.value - reach), min(1.0, found.value + reach))


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by a series around the normal one; within 1 % from 3 degrees on."""
    z = _Z
    exact = {1: 12.706, 2: 4.303}
    if freedom in exact:
        return exact[freedom]
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3
