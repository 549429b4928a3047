"""How a battle of liberty is drawn and offered on a screen.

* ``ground``: the kinds of terrain, the places that matter.
* ``track``: where in the turn things stand; how both armies stand.
* ``sheets``: a unit's strip of hits, what it wants, its figures.
* ``faces``: each option as the unit or General that would act, whom it would act upon, where it would stand.
* ``missing``: what is not offered, and why.
* ``overlays``: arcs, ranges, sight, threats, support, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.liberty.painting.painter import PAINTER, LibertyPainter

__all__ = ["PAINTER", "LibertyPainter"]
