"""What is supposed where a form, a scenario or a unit of Tricorn leaves a field out."""

from __future__ import annotations

from sandtable.systems import tricorn
from tests.systems.left_out import strict, supposed

SUPPOSED = """
Action.target = -1
Army.units = 14
Awaited.others = 7
Awaited.reshuffles = 2
Cards.commands = 9
Cards.reshuffles = 2
Fighter.front = True
FootCharge.horse.markers = 2
FootCharge.seat = 1
FootCharge.way_back = True
Handover.on_table = True
Initiative.in_command = True
Peril.gained = 1
Prospect.near = inf
Rally.disorder.markers = 1
RallyConditions.in_command = True
RallyConditions.nearest_screened = 99.0
RallyConditions.nearest_seen = 99.0
RallyConditions.passed = True
RallyConditions.removable = 1
Scenario.table.depth = 48
Scenario.table.width = 72
"""

STRICT = """
Arrival Bases Brigade Extra Fire Ground Kind LeaderEntry Line Marks Objective Profile Reach Roster
Scenario Side Situation UnitEntry _Level _Quality _Row _Values
"""


def test_a_field_left_out_means_an_ordinary_unit_to_which_nothing_has_happened() -> None:
    """Trained musketeers who are in command and fight to their front.

    Every other number is 0 and every other question is answered no: no marker, no loss, no special rule.
    """
    assert supposed(tricorn) == set(SUPPOSED.split("\n")[1:-1])


def test_a_key_that_a_file_misspells_is_refused() -> None:
    """The rows of the rulebook's tables, of the lists and of scenarios know their keys."""
    assert strict(tricorn) == set(STRICT.split())
