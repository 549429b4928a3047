"""Army breaks: when a side has lost too many units, and which side wins by it.

>>> is_broken(started=9, lost=4), is_broken(started=8, lost=5)
(False, True)
"""

from __future__ import annotations


def is_broken(started: int, lost: int) -> bool:
    """Has a side lost more than half of the units it began with? (victory.break)"""
    return 2 * lost > started
