"""Figures of a run in words.

>>> percent(0.4567), percent(0.0004)
('45.7 %', '0.04 %')
>>> between(Estimate(3.21, 2.8, 3.6))
'3.2 (2.8 to 3.6)'
"""

from __future__ import annotations

from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.findings import Findings


def percent(share: float) -> str:
    """A share in per cent, with enough digits to tell rare from never."""
    value = 100 * share
    return f"{value:.2g} %" if value and value < 0.1 else f"{value:.1f} %"


def between(estimate: Estimate) -> str:
    """A figure with its bounds, if it has any."""
    if estimate.low == float("-inf"):
        return f"{estimate.value:.1f}"
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"


def fairness(found: Findings) -> str:
    """A sentence that says whether the scenario favours a side, and how certain that is."""
    edge = found.edge
    if not found.battles:
        return "No battle was finished"
    if edge.excludes_nought:
        ahead = found.sides[0 if edge.value > 0 else 1].name
        low, value, high = sorted(100 * abs(part) for part in (edge.low, edge.value, edge.high))
        more = f"{value:.0f} ({low:.0f} to {high:.0f}) more than it loses"
        return f"{ahead} is favoured: of a hundred battles it wins {more}"
    within = 100 * min(found.fair_within, 1)
    return f"No side is clearly favoured: fair within {within:.0f} battles of a hundred"
