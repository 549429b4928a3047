"""How a battle of eagle is drawn and offered on a screen.

* ``ground``: the kinds of terrain, the places that matter.
* ``track``: the current step of the turn; the state of both armies.
* ``sheets``: a unit's losses, what it needs, its figures.
* ``faces``: each option as the unit or leader that would act, its target, and where it would stand;
  by chapters in ``setting_up``, ``commanding``, ``moving`` and ``combats``.
* ``arraying``: free deployment by pointing.
* ``missing``: charges, shots and moves that are not offered, and why.
* ``overlays``: arc, ranges, sight, threats, supports, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.eagle.painting.painter import PAINTER, EaglePainter

__all__ = ["PAINTER", "EaglePainter"]
