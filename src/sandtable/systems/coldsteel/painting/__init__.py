"""How a battle of coldsteel is drawn and its options are offered on a screen, man by man.

* ``men``: the single models of a unit at their places, with the command figures.
* ``ground``: the kinds of terrain, objectives and zones.
* ``track``: the current one of the eight steps, and the state of both armies.
* ``sheets``: a unit's losses, its need in this step, its figures.
* ``faces``: each option with the unit that acts, its target and its place; by chapters in ``setting_up``,
  ``moving`` and ``combats``.
* ``missing``: charges, shots and manoeuvres that are not offered, and why.
* ``overlays``: arcs, range bands, sight, threats, and the enemies near enough to shake a unit.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.coldsteel.painting.painter import PAINTER, ColdSteelPainter

__all__ = ["PAINTER", "ColdSteelPainter"]
