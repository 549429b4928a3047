"""How a battle of liberty is drawn and offered on a screen.

* ``ground``: the kinds of terrain, the objectives and zones.
* ``track``: the step of the turn; the standing of both armies.
* ``sheets``: a unit's strip of hits, what it waits for, its figures.
* ``faces``: each option as the unit or General that would act, its target, its place afterwards.
* ``missing``: what is not offered, and why.
* ``overlays``: arcs, ranges, sight, threats, support, command.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.liberty.painting.painter import PAINTER, LibertyPainter

__all__ = ["PAINTER", "LibertyPainter"]
