"""How a battle of elan is drawn and offered on a screen, in inches and on hexes.

* ``ground``: the kinds of terrain, the places that matter.
* ``track``: where in the turn things stand; how both armies stand.
* ``sheets``: a unit's strip of losses, what it wants, its figures.
* ``faces``: each option as the unit or commander that would act, whom it would act upon, where it would
  stand; by chapters in ``commanding``, ``moving`` and ``combats``.
* ``missing``: charges and shots that are not offered, and why.
* ``surfaces``: what a distance, an arc and a line of sight look like on either ground.
* ``overlays``: arcs, ranges, sight, threats, command, engagement range.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.elan.painting.painter import PAINTER, ElanPainter

__all__ = ["PAINTER", "ElanPainter"]
