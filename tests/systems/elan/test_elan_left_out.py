"""What is supposed where a form, a scenario or a unit of Elan leaves a field out."""

from __future__ import annotations

from sandtable.systems import elan
from tests.systems.left_out import strict, supposed

SUPPOSED = """
ArmyFacts.leadership = 1
ArmyFacts.lost = 7
ArmyFacts.total = 13
Bereft.leadership = 1
BrigadeFacts.commander = 1
Charged.can_fire = True
Charged.from_front = True
Charger.bases = 4
EvadeFacts.gap = 4
EvadeFacts.reach = 18
Exposed.leadership = 1
Fighter.bases = 6
Fighter.unit = -1
Fire.bases = 6
Fire.range = 3
Flight.homeward = True
Go.number = -1
Marks.bases = 6
MoraleFacts.bases = 6
MoraleFacts.hit = True
MoraleFacts.lost = 6
Rivals.first = 1
Rivals.second = 1
Scenario.turn_limit = 12
VolleyFacts.struck.hit = False
VolleyFacts.struck.lost = 0
_Cell.depth = 1
"""

STRICT = """
Against Arrival Brigade Ground LeaderEntry Marks Objective Profile Roster Scenario Side Situation Special
UnitEntry _BaseRow _CasualtyRow _ClassRow _DiceRow _EffectsRow _QualityRow _RatesRow _ReactionRow
_ResultRow _SightRow _Single _Three _TypesRow
"""


def test_a_field_left_out_means_an_ordinary_unit_to_which_nothing_has_happened() -> None:
    """Six bases of class C infantry in line, and commanders of leadership 1.

    Every other number is 0 and every other question is answered no: no marker, no loss, no special rule.
    """
    assert supposed(elan) == set(SUPPOSED.split("\n")[1:-1])


def test_a_key_that_a_file_misspells_is_refused() -> None:
    """The rows of the rulebook's tables, of the lists and of scenarios know their keys."""
    assert strict(elan) == set(STRICT.split())
