"""How a battle of coldsteel is drawn and offered on a screen, man by man.

* ``men``: the single models of a unit at their places, command figures told apart.
* ``ground``: the kinds of terrain, objectives and zones.
* ``track``: where in the eight steps things stand; how both armies do.
* ``sheets``: a unit's strip of losses, what it wants, its figures.
* ``faces``: each option as the unit that would act, whom it would act upon, where it would stand; by chapters
  in ``setting_up``, ``moving`` and ``combats``.
* ``missing``: charges, shots and manoeuvres that are not offered, and why.
* ``overlays``: arcs, bands of range, sight, threats, what is near enough to shake a unit.
* ``bouts``: what two units could do to each other.
"""

from sandtable.systems.coldsteel.painting.painter import PAINTER, ColdSteelPainter

__all__ = ["PAINTER", "ColdSteelPainter"]
