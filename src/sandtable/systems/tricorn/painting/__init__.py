"""How a battle of tricorn is drawn and offered on a screen.

* ``ground``: the kinds of terrain, objectives, zones of deployment.
* ``track``: the place in the turn; the state of both armies.
* ``cards``: the command deck, the cards turned and the cards left.
* ``pieces``: the card of a unit, and the tokens of officers.
* ``sheets``: a unit's strip of disorder, its state and its figures.
* ``arraying``: commands that are deployed freely.
* ``overlays``: arcs, ranges, sight, threats, the Zone of Control, command.
* ``supposing``: what a unit could do if its card came up.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.tricorn.painting.painter import PAINTER, TricornPainter

__all__ = ["PAINTER", "TricornPainter"]
