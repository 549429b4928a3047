"""The battle report: a turn-by-turn account of one battle as a single HTML file, for any system.

    save(Fought(game, scenario, seats), Path("cowpens.html"))

It rests on the contract of a system and on the log of a game, and on no system's own modules.

* ``story`` says what an account consists of; ``telling`` makes it from a game.
* ``course`` reads what turned the day and which throws were unlikely.
* What the log of a game shares with it lies in ``game``: ``calls`` finds the figures, ``names`` the units
  that a sentence speaks of, ``shown_throws`` which dice succeeded, ``luck`` how unlikely that was.
* ``sheet``, ``ground`` (with ``engraving``, ``growth``, ``works``), ``blocks``, ``labels`` and ``map`` draw
  the table; ``chart`` draws curves, ``dice_faces`` dice.
* ``front``, ``account`` and ``page`` put it together out of ``markup``, in the ``style`` of an old map.

The same game gives the same text to the byte: no clock and no chance has a part in it. Hidden cards and
secret draws are told, so a report of a battle that is not over is for those who may know everything.
"""

from sandtable.report.page.keeping import save
from sandtable.report.page.page import html
from sandtable.report.story.story import Fought

__all__ = ["Fought", "html", "save"]
