"""The doctrine of eagle: how a sensible commander of the period answers every question of the rules.

A line of battle moves as one, each unit conforming to its neighbour, with a leader in its midst; warbands
charge together and Romans meet them formed; Legions relieve their ranks; lights and chariots shoot and evade;
cavalry looks for flanks; no unit pursues routers while there is ground to hold.

The aim of a battle is read from its objectives (`goals.py`). A charge is weighed by the exact odds of the
rules (`chances.py`), for the bases that would touch where it lands (`assaults.py`) and for what else depends
on the unit: friends near by, its leaders, and the battle itself if its army would break (`stakes.py`). A
charge has to pay; a side that must win before the turns are over demands less as they pass, and in the last
ones risks all that its army can bear. An enemy is ripe when the next set-back breaks it (`worth.py`).

Leaders go where most units depend on them, and before that to a fight that they decide (`posts.py`); they
leave a lost one, and ride alone between the units in their range (`riding.py`). A unit does not make for an
enemy that friends shut off (`goals.py`), and keeps room behind a fight that it cannot pass (`places.py`).
Lights let the line go by, and then keep out of the way of units that can charge (`skirmishing.py`). A unit
does not disorder a friend by passing through it for a little ground (`keeping_order.py`), and redresses
before it attacks. Nothing is random: the same position gets the same answer.
"""

from __future__ import annotations

from sandtable.systems.eagle.doctrine.deciding import ANSWERS, DOCTRINE, EagleDoctrine

__all__ = ["ANSWERS", "DOCTRINE", "EagleDoctrine"]
