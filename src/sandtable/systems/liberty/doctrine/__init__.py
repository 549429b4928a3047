"""The doctrine of liberty: how a sensible commander of the time answers every decision of the rules.

Form line in range, hold cover, concentrate the fire, charge the worn and the outflanked when the odds are
good, rally the hurt, withdraw the shaken, keep the Generals near, and take the scenario's objectives. Each
matter has a module; all weigh in victory points (`worth.py`) by the exact odds of the rules (`chances.py`).
It uses no chance: the same position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.liberty.doctrine.deciding import ANSWERS, DOCTRINE, LibertyDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "LibertyDoctrine"]
