"""The doctrine of coldsteel: how a sensible commander of the period answers every question of the rules.

Lines shoot and columns march; guns stay in action on the best target; a volley is met on the flank or not at
all; cavalry looks for the shaken, the turned and the unready, and leaves good squares alone; foot that horse
can reach stands in square; garrisons hold; objectives are taken before the battle ends. All is weighed in
victory points (`worth.py`) by the exact odds of the rules (`chances.py`). Nothing is left to chance: the same
position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.coldsteel.doctrine.deciding import ANSWERS, DOCTRINE, NEVER_ASKED, ColdSteelDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "NEVER_ASKED", "ColdSteelDoctrine"]
