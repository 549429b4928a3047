"""The battle report: a turn-by-turn account of one battle as a single HTML file, for any system.

    save(ReportedBattle(game, scenario, seats), Path("cowpens.html"))

* ``story`` turns the log of a game into player turns, phases and passages, and finds the highlights.
* ``map`` draws the table as an engraved map, from the data in ``drawing`` that the page reads too.
* ``page`` writes both as HTML, with charts and dice.

The same game gives the same text to the byte: no clock and no chance is used. Hidden cards and secret draws
are shown, so the report of an unfinished battle is only for readers who may know everything.
"""

from sandtable.report.page.file import save
from sandtable.report.page.page import html
from sandtable.report.story.story import ReportedBattle

__all__ = ["ReportedBattle", "html", "save"]
