"""How a battle of eagle is drawn and offered on a screen.

* ``ground``: the kinds of terrain, the places that matter.
* ``track``: the current step of the turn; the state of both armies.
* ``sheets``: a unit's losses, what it needs, its figures.
* ``cards``: the card of a unit, and the leaders as tokens.
* ``arraying``: free deployment by pointing.
* ``overlays``: arc, ranges, sight, threats, supports, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.eagle.painting.painter import PAINTER, EaglePainter

__all__ = ["PAINTER", "EaglePainter"]
