"""What is supposed where a form, a scenario or a unit of Eagle leaves a field out."""

from __future__ import annotations

from sandtable.systems import eagle
from tests.systems.left_out import strict, supposed

SUPPOSED = """
AtRisk.actions = 2
AtRisk.start = 2
Backer.formed = True
Charged.formed = True
Charger.formed = True
Chase.first_pursuit = True
DiceMove.formed = True
DiceMove.unit = -1
Fighter.faced = True
Fighter.formed = True
Fighter.round = 1
Fighter.touching = 4
Fighter.wedge_front = 3
FriendsFate.began = 4
HackFacts.bases = 4
HackFacts.victims = 4
Laid.touches = True
Marks.bases = 4
Marks.formed = True
Marks.lines = 1
Objective.shaken = True
Order.bases = 4
Order.lines = 1
Redress.distance = 6.0
Rivals.first = 2
Rivals.second = 2
Run.first = True
Scenario.table.depth = 48
Scenario.table.width = 72
Scenario.turn_limit = 12
Shooting.bases = 4
"""

STRICT = """
Declared Ground Kind LeaderEntry LeaderProfile Line Marks Objective Profile Replied ResultRow Roster
Scenario Side Situation Size UnitEntry _BaseRow _ClassRow _GradeRow _MarchRow _PointsRow _Row
"""


def test_a_field_left_out_means_an_ordinary_unit_to_which_nothing_has_happened() -> None:
    """Four bases of formed medium infantry in one line, in the first round of a melee.

    Every other number is 0 and every other question is answered no: no marker, no loss, no special rule.
    """
    assert supposed(eagle) == set(SUPPOSED.split("\n")[1:-1])


def test_a_key_that_a_file_misspells_is_refused() -> None:
    """The rows of the rulebook's tables, of the lists and of scenarios know their keys."""
    assert strict(eagle) == set(STRICT.split())
