"""The doctrine of tricorn: how a sensible commander of the period answers every question of the rules.

Foot stands and fires at full value where that pays, and closes only where it does not; guns open fire and
stay in action; horse leaves the fronts of steady muskets alone and rides at flanks, columns, guns and the
shaken; attacks are made in mass; the disordered leave the enemy's reach and rally; Generals keep with their
commands; objectives are taken, and guarded where they are threatened. Everything is weighed in units of the
enemy's army (`worth.py`) by the exact odds of the rules (`chances.py`). It uses no randomness: the same
position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.tricorn.doctrine.deciding import ANSWERS, DOCTRINE, TricornDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "TricornDoctrine"]
