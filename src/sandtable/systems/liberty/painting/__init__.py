"""How a battle of liberty is drawn on a screen.

* ``ground``: the kinds of terrain, the objectives and zones.
* ``track``: the step of the turn; the standing of both armies.
* ``cards``: the cards of units, and the tokens of Generals.
* ``sheets``: a unit's strip of hits, what it waits for, its figures.
* ``overlays``: arcs, ranges, sight, threats, support, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.liberty.painting.painter import PAINTER, LibertyPainter

__all__ = ["PAINTER", "LibertyPainter"]
