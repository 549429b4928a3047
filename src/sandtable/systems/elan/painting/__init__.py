"""How a battle of elan is drawn and offered on a screen, in inches and on hexes.

* ``ground``: the kinds of terrain, objectives and zones.
* ``track``: the current place in the turn; the state of both armies.
* ``sheets``: a unit's strip of losses, its need for orders, its figures.
* ``faces``: each option as the unit or commander that would act, its target and its place; by chapter in
  ``commanding``, ``moving`` and ``combats``.
* ``missing``: charges and shots that are not offered, and why.
* ``surfaces``: distances, arcs and lines of sight as drawn on each ground.
* ``overlays``: arcs, ranges, sight, threats, command, engagement range.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.elan.painting.painter import PAINTER, ElanPainter

__all__ = ["PAINTER", "ElanPainter"]
