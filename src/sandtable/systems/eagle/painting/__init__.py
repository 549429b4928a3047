"""How a battle of eagle is drawn and offered on a screen.

* ``ground``: the kinds of terrain, the places that matter.
* ``track``: where in the turn things stand; how both armies stand.
* ``sheets``: a unit's losses, what it wants, its figures.
* ``faces``: each option as the unit or leader that would act, whom it would act upon, where it would stand;
  by chapters in ``setting_up``, ``commanding``, ``moving`` and ``combats``.
* ``arraying``: free deployment by pointing.
* ``missing``: charges, shots and moves that are not offered, and why.
* ``overlays``: arc, ranges, sight, threats, supports, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.eagle.painting.painter import PAINTER, EaglePainter

__all__ = ["PAINTER", "EaglePainter"]
