"""What is supposed where a form, a scenario or a unit of Cold Steel leaves a field out."""

from __future__ import annotations

from sandtable.systems import coldsteel
from tests.systems.left_out import strict, supposed

SUPPOSED = """
Blow.models = 24
Blow.unit = -1
Fire.distance = 6.0
Fire.models = 24
Fire.unit = -1
Ground.capacity = 24
Marks.models = 24
MoraleFacts.unit = -1
Ranks.models = 24
Scenario.table.depth = 48
Scenario.table.width = 72
Scenario.turn_limit = 10
Scoring.unit = -1
Shot.distance = 12.0
Shot.unit = -1
Struck.ordinary = 20
Struck.seat = 1
Struck.unit = -1
Struck.wounds = 6
Target.seat = 1
Turns.turns = 1
"""

STRICT = """
Arrival Band Ground GunBand Kind Marks Objective Profile Roster Scenario Situation UnitEntry _AllowedRow
_BaseRow _Card _Distance _FormationRow _Row
"""


def test_a_field_left_out_means_an_ordinary_unit_to_which_nothing_has_happened() -> None:
    """A unit of 24 models; a battle is fought on a table of six by four feet.

    Every other number is 0 and every other question is answered no: no marker, no loss, no special rule.
    """
    assert supposed(coldsteel) == set(SUPPOSED.split("\n")[1:-1])


def test_a_key_that_a_file_misspells_is_refused() -> None:
    """The rows of the rulebook's tables, of the lists and of scenarios know their keys."""
    assert strict(coldsteel) == set(STRICT.split())
