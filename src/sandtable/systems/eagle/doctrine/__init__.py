"""The doctrine of eagle: how a sensible commander of the period answers every question of the rules.

A line of battle moves as one, each unit by its neighbour, with a leader in the midst of it; warbands charge
together and Romans meet them formed; Legions relieve their ranks; lights and chariots shoot and run; horse
looks for flanks; nobody runs after routers while there is ground to hold. What a battle is about is read from
its objectives (`goals.py`), charges are weighed by the exact odds of the rules (`chances.py`) for the bases
that would touch where they land (`assaults.py`) and for all that hangs on a unit: comrades near by and its
leaders (`stakes.py`), the whole battle with it if its army would break. An enemy is ripe when the next set-
back breaks him (`worth.py`). Leaders go where most units hang on them, and before that to a fight which they
decide (`posts.py`); they leave one that is lost, and ride alone between units that they keep in hand
(`riding.py`). Nobody makes for an enemy whom comrades shut off from him (`goals.py`), and who cannot get past
a fight keeps room behind it (`places.py`); lights let the line go by, and then keep out of the way of those
who can charge (`skirmishing.py`), and nobody disorders a comrade by pushing through him for a little ground
(`keeping_order.py`). Units are dressed before they attack, and a charge has to pay; who has to win
before the turns are over asks less of it as they pass, and in the last ones risks whatever his army can bear.
Nothing is left to chance: the same position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.eagle.doctrine.deciding import ANSWERS, DOCTRINE, EagleDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "EagleDoctrine"]
