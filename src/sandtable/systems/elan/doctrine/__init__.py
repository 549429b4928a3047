"""The doctrine of elan: how a sensible commander of the century answers every question of the rules.

Guns prepare and stay out of reach; infantry forms line to fire and column to march, and charges the shaken
and the outflanked; foot forms square against horse; reserves stand behind; commanders keep near their
brigades; ground that the scenario counts is taken and held. All is weighed in victory points (`worth.py`) by
the exact odds of the rules (`chances.py`). The table is asked through the seam (`ground_of`), so that inches
and hexes are fought by one doctrine. Nothing is left to chance: the same position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.elan.doctrine.deciding import ANSWERS, DOCTRINE, NEVER_ASKED, ElanDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "NEVER_ASKED", "ElanDoctrine"]
