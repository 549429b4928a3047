"""How a battle of elan is drawn and offered on a screen, in inches and on hexes.

* ``ground``: the kinds of terrain, objectives and zones.
* ``track``: the current place in the turn; the state of both armies.
* ``sheets``: a unit's strip of losses, its need for orders, its figures.
* ``cards``: units and commanders as cards and tokens.
* ``surfaces``: distances, arcs and lines of sight as drawn on each ground.
* ``overlays``: arcs, ranges, sight, threats, command, engagement range.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.elan.painting.painter import PAINTER, ElanPainter

__all__ = ["PAINTER", "ElanPainter"]
