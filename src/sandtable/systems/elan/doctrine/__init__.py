"""The doctrine of elan: how a sensible commander of the century answers each question of the rules.

Guns prepare and stay out of reach; infantry forms line to fire and column to march, and charges shaken and
outflanked enemies; infantry forms square against cavalry; reserves stand behind; commanders keep near their
brigades; objectives are taken and held. Options are weighed in victory points (`worth.py`) by the exact odds
of the rules (`chances.py`). The doctrine uses the seam (`ground_of`), so one doctrine serves inches and
hexes. It is deterministic: the same position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.elan.doctrine.deciding import ANSWERS, DOCTRINE, ElanDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "ElanDoctrine"]
