"""What is supposed where a form, a scenario or a unit of Liberty leaves a field out."""

from __future__ import annotations

from sandtable.systems import liberty
from tests.systems.left_out import strict, supposed

SUPPOSED = """
Approach.distance = 10
Book.interval = 100
Book.lines = 1
BreakthroughFacts.unit = -1
BrigadeFacts.brigades = 2
Camp.points.left = 0
ChargeFacts.fire.range = 11
ChargeFacts.gives_ground = 14
ChargeTest.points = 2
Charged.armed = True
Charged.points = 2
Charged.seat = 1
Charger.points = 4
Charger.wear.broken = 24
Charger.wear.shaken = 16
Charger.wear.worn = 8
ConcentratedFacts.unit = -1
Contact.bases = 4
DefensiveFire.fire.range = 11
DiceTest.unit = -1
Discipline.unit = -1
Duel.attacker.charging = True
Fighter.bases = 4
Fighter.wear.broken = 24
Fighter.wear.shaken = 16
Fighter.wear.worn = 8
Fire.bases = 4
Fire.range = 12
MarchFacts.unit = -1
MarchFacts.wanted = 12
Marks.bases = 4
Nerve.seat = 1
Nerve.unit = -1
PursuitFacts.router.hits = 8
RallyFacts.hits = 9
RallyFacts.points = 2
RallyFacts.wear.broken = 24
RallyFacts.wear.shaken = 16
RallyFacts.wear.worn = 8
RecoveryFacts.markers = 2
RecoveryFacts.nerve.seat = 0
RecoveryFacts.points = 2
Scenario.table.depth = 48
Scenario.table.width = 72
Scenario.turn_limit = 10
Target.wear.broken = 24
Target.wear.shaken = 16
Target.wear.worn = 8
Use.own_army = True
Use.own_turn = True
Way.distance = 10
Way.room = 40
Way.unit = -1
"""

STRICT = """
Arrival Building CombatDice DiceByState Dismounted DismountedSize General GroundKind LeaderEntry Limbered
Marks Objective OrderRow Profile Rates Roster Scenario Side Situation Size Test UnitEntry _Dice _Faces
_Legal _Modifier _Need _Ranges _Row _ToHit
"""


def test_a_field_left_out_means_an_ordinary_unit_to_which_nothing_has_happened() -> None:
    """Four bases of regular infantry, which are WORN at 8 hits, SHAKEN at 16 and BROKEN at 24 (troops.sizes).

    Every other number is 0 and every other question is answered no: no marker, no loss, no special rule.
    """
    assert supposed(liberty) == set(SUPPOSED.split("\n")[1:-1])


def test_a_key_that_a_file_misspells_is_refused() -> None:
    """The rows of the rulebook's tables, of the lists and of scenarios know their keys."""
    assert strict(liberty) == set(STRICT.split())
