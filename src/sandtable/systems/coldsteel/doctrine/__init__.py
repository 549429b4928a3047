"""The doctrine of coldsteel: how a sensible commander of the period answers every question of the rules.

Lines shoot and columns march; guns stay in action on the best target; charges avoid the front of a unit that
can fire; cavalry goes for shaken and turned units and leaves good squares alone; infantry that cavalry can
reach forms square; garrisons hold; objectives are taken before the battle ends. Everything is weighed in
victory points (`worth.py`) by the exact odds of the rules (`chances.py`). The same position always gets the
same answer.
"""

from __future__ import annotations

from sandtable.systems.coldsteel.doctrine.deciding import ANSWERS, DOCTRINE, ColdSteelDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "ColdSteelDoctrine"]
