"""The printed figures of the sheet, typed from it by hand and compared with what the system plays with.

Nothing here is read from the rulebook: a figure that is changed there by mistake fails here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.eagle.book import part_of, points_of, reach_of, turn_of
from sandtable.systems.eagle.charge_ways import RANGE
from sandtable.systems.eagle.control import ControlTest, Verdict, added, die, leader_choices, verdict
from sandtable.systems.eagle.dice import AVERAGE, D6
from sandtable.systems.eagle.disorder import (
    Fate,
    FriendsFate,
    Order,
    is_great_legion,
    morale_dp,
    take,
    threshold,
)
from sandtable.systems.eagle.flight import (
    DiceMove,
    Rolled,
    Run,
    bonus,
    distance_dice,
    fatigue,
    optional_dice,
)
from sandtable.systems.eagle.hacking import need as hack_need
from sandtable.systems.eagle.leader_decisions import FREE_REACH, REACH
from sandtable.systems.eagle.leader_risk import (
    AtRisk,
    Harm,
    actions_after,
    actions_of_second,
    harm,
    replacement_turn,
    risk,
)
from sandtable.systems.eagle.melee import automatic_hits, dice, to_hit
from sandtable.systems.eagle.melee_facts import Fighter, Side
from sandtable.systems.eagle.movement import march_distance
from sandtable.systems.eagle.rallying import Redress, redressed, relieved, steadied
from sandtable.systems.eagle.records import AfterMove, Cause, Flight, Record, Role, Row
from sandtable.systems.eagle.results import marked, outcome, passed_through, row_of
from sandtable.systems.eagle.shooting import Shooting
from sandtable.systems.eagle.shooting import dice as shooting_dice
from sandtable.systems.eagle.shooting import need as shooting_need
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass
from tests.systems.throwing import carry_out

HI, MI, LI = TroopClass.HI, TroopClass.MI, TroopClass.LI
CAV, LC, CH = TroopClass.CAV, TroopClass.LC, TroopClass.CH


# --------------------------------------------------------------------- dice
def test_an_average_die_has_the_faces_two_three_three_four_four_five() -> None:
    """dice.average, dice.d6"""
    assert Counter(AVERAGE.faces) == {2: 1, 3: 2, 4: 2, 5: 1}
    assert D6.faces == (1, 2, 3, 4, 5, 6)


# --------------------------------------------------------------------- distances
FOUR_INCHES = (
    "turn.command.who-tests",
    "control.result.low",
    "morale.dp.hi-retiring",
    "morale.dp.mi-retiring",
    "morale.dp.legion-lost",
    "morale.dp.unit-lost",
    "morale.dp.leader-lost",
    "rally.redress.conditions",
    "movement.stop-at-4",
    "shooting.range",
    "charge.range",
    "after.pass-through",
)
EIGHT_INCHES = (
    "rally.shaken.redress",
    "movement.march.limits",
    "movement.change-formation",
    "movement.wheel.hi",
    "movement.passage",
)


@pytest.mark.parametrize(
    ("rules", "inches"),
    [
        (FOUR_INCHES, 4),
        (EIGHT_INCHES, 8),
        (("command.move",), 12),
        (("movement.side-step",), 2),
        (("after.fall-back", "melee.supported"), 1),
    ],
    ids=str,
)
def test_a_distance_is_as_printed(rules: tuple[str, ...], inches: int) -> None:
    """turn.command.who-tests, shooting.range, charge.range, command.move, movement.march.limits,
    movement.side-step, after.fall-back, after.pass-through, melee.supported"""
    assert {rule: reach_of(rule) for rule in rules} == dict.fromkeys(rules, inches * 100)


def test_leaders_chargers_and_marches_go_as_far_as_printed() -> None:
    """command.move, command.move.again, charge.range, movement.march"""
    assert (REACH, FREE_REACH, RANGE) == (1200, 1200, 400)
    assert (march_distance(mounted=False), march_distance(mounted=True)) == (800, 1200)


def test_a_formed_unit_deviates_by_twenty_two_and_a_half_degrees() -> None:
    """movement.deviation"""
    assert turn_of("movement.deviation") == 225


# --------------------------------------------------------------------- morale and redressing
@pytest.mark.parametrize(
    ("friend", "points"),
    [
        (FriendsFate(fate=Fate.RETIRES, troop_class=HI), 2),
        (FriendsFate(fate=Fate.RETIRES, troop_class=MI), 1),
        (FriendsFate(fate=Fate.LOST, troop_class=HI, legion=True, began=7), 3),
        (FriendsFate(fate=Fate.LOST, troop_class=HI, legion=True, began=6), 2),
        (FriendsFate(fate=Fate.LOST, troop_class=CAV), 2),
        (FriendsFate(fate=Fate.LOST, troop_class=LI), 0),
        (FriendsFate(fate=Fate.LEADER_LOST), 1),
        (FriendsFate(fate=Fate.LEADER_LOST, general=True), 2),
    ],
    ids=str,
)
def test_morale_points_are_as_printed(friend: FriendsFate, points: int) -> None:
    """morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.legion-lost, morale.dp.unit-lost,
    morale.dp.leader-lost"""
    assert morale_dp(friend).total == points
    assert (is_great_legion(legion=True, began=7), is_great_legion(legion=True, began=6)) == (True, False)


def test_three_points_end_fatigue_and_five_six_or_seven_shake() -> None:
    """morale.dp.three-cap, morale.shaken.five, morale.shaken.multi-line"""
    assert [take(Order(bases=8, dp=dp), 2, Cause.FATIGUE).dp for dp in (0, 1, 2, 3, 4)] == [2, 3, 3, 3, 4]
    assert [threshold(lines).total for lines in (1, 2, 3)] == [5, 6, 7]
    assert [take(Order(bases=8, dp=3), points, Cause.COMBAT).shaken for points in (1, 2)] == [False, True]


@pytest.mark.parametrize(
    ("grade", "near", "far"), [(Grade.A, 1, 2), (Grade.B, 1, 1), (Grade.C, 0, 1), (Grade.D, 0, 1)]
)
def test_a_grade_redresses_as_printed(grade: Grade, near: int, far: int) -> None:
    """rally.redress.a, rally.redress.b, rally.redress.cd, rally.redress.table"""
    told = [3 - redressed(Redress(bases=4, dp=3, grade=grade, distance=inches)).dp for inches in (4, 4.02)]
    assert told == [near, far]


def test_a_shaken_unit_rallies_beyond_eight_inches_with_four_points() -> None:
    """rally.shaken.redress, rally.shaken.leader, command.steady, after.relieve"""
    shaken = Redress(bases=4, dp=5, shaken=True, grade=Grade.C, distance=8.02)
    assert (redressed(shaken).dp, redressed(shaken).shaken) == (4, False)
    assert redressed(replace(shaken, distance=8.0)).shaken
    assert (steadied(Order(bases=4, dp=5, shaken=True)).dp, steadied(Order(bases=4, dp=3)).dp) == (4, 2)
    assert relieved(Order(bases=10, lines=3, dp=3)).dp == 2


# --------------------------------------------------------------------- control and leaders
@pytest.mark.parametrize(
    ("grade", "kind", "average"),
    [
        (Grade.A, HI, True),
        (Grade.A, LC, True),
        (Grade.B, HI, False),
        (Grade.B, LI, True),
        (Grade.C, LC, True),
        (Grade.C, MI, False),
        (Grade.D, LI, False),
    ],
)
def test_the_die_of_a_control_test_is_as_printed(grade: Grade, kind: TroopClass, *, average: bool) -> None:
    """control.die.average, control.die.d6"""
    assert die(ControlTest(grade=grade, troop_class=kind)) is (AVERAGE if average else D6)


def test_the_scores_of_a_control_test_are_as_printed() -> None:
    """control.result.low, control.result.middle, control.result.high"""
    told = [verdict(ControlTest(), score) for score in (1, 2, 3, 4, 5, 6)]
    assert told == [Verdict.HALT] * 2 + [Verdict.FREE] * 2 + [Verdict.REPEAT] * 2
    eagle = [verdict(ControlTest(troop_class=HI, near_eagle=True), score) for score in (2, 3, 4, 5)]
    assert [one is Verdict.FREE for one in eagle] == [False, True, True, False]
    assert eagle[0] is eagle[3] is not Verdict.HALT


def test_what_changes_a_control_die_is_as_printed() -> None:
    """control.mod.impetus, control.mod.leader"""
    for record, points in ((Record.CHARGE, 1), (Record.RETIRE, 1), (Record.PURSUE, 1), (Record.LOOT, 1)):
        assert added(ControlTest(record=record)).total == points
    assert added(ControlTest(record=Record.ADVANCE)).total == 0
    assert sorted(leader_choices()) == [-1, 0, 1]


def test_the_risk_to_leaders_is_as_printed() -> None:
    """leaders.risk.one, leaders.risk.table, leaders.wound, leaders.zero, leaders.second-in-command"""
    able = AtRisk(start=3, actions=3)
    assert [harm(able, face) for face in (1, 2, 3, 4, 5, 6)] == [
        Harm.KILLED,
        *[Harm.WOUNDED] * 3,
        *[Harm.NONE] * 2,
    ]
    assert carry_out(do(risk, able), (1, 1)) is Harm.KILLED
    assert [carry_out(do(risk, able), (face,)) for face in (2, 3, 4, 5, 6)] == [Harm.NONE] * 5
    assert actions_after(able, Harm.WOUNDED) == 2
    assert harm(AtRisk(start=2, actions=1), 3) is Harm.KILLED
    assert (replacement_turn(4, Nation.ROMAN), replacement_turn(4, Nation.BRITISH)) == (6, None)
    assert actions_of_second() == 1


# --------------------------------------------------------------------- shooting and movement
def test_shooting_dice_are_as_printed() -> None:
    """shooting.dice, shooting.half, shooting.dp, shooting.minimum, shooting.hit"""
    fire = Shooting(bases=4)
    halved = (replace(fire, target=LI), replace(fire, cover=True), replace(fire, target=HI))
    assert (shooting_dice(fire).total, [shooting_dice(one).total for one in halved]) == (4, [2, 2, 2])
    assert shooting_dice(replace(fire, target=HI, rear=True)).total == 4
    assert [shooting_dice(replace(fire, dp=dp)).total for dp in (1, 3, 4, 5)] == [3, 1, 1, 1]
    assert shooting_need().total == 6


def test_dice_of_movement_are_as_printed() -> None:
    """movement.within8, movement.within8.cavalry, movement.fatigue, movement.fatigue.exempt"""
    foot, horse = DiceMove(), DiceMove(mounted=True)
    assert [optional_dice(one).total for one in (foot, horse, replace(horse, moved_before=True))] == [1, 1, 2]
    tired = [fatigue(foot, Rolled(3, (face,))).total for face in (5, 6)]
    assert tired == [0, 1]
    for excused in (replace(foot, formed=False), replace(foot, formation=Formation.COLUMN)):
        assert fatigue(excused, Rolled(3, (6,))).total == 0


@pytest.mark.parametrize("flight", list(Flight))
@pytest.mark.parametrize("first", [True, False])
def test_an_unformed_move_has_all_dice_and_at_first_an_inch_for_each(flight: Flight, *, first: bool) -> None:
    """movement.unformed-move, movement.unformed-move.bonus, movement.unformed-move.dice"""
    for mounted, d6s in ((False, 1), (True, 2)):
        runner = Run(mounted=mounted, flight=flight, first=first)
        thrown = {cup.die.name: cup.count for cup in distance_dice(runner).cups}
        assert thrown == {"AvD": 1, "D6": d6s}
        runs = first and flight is not Flight.PURSUE
        assert bonus(runner).total == (1 + d6s if runs else 0)


def test_points_of_ground_and_manoeuvre_are_as_printed() -> None:
    """terrain.rough.mi, terrain.rough.hi, movement.change-formation, movement.about-face, movement.wheel.hi,
    movement.passage"""
    assert (points_of("terrain.rough.mi"), points_of("terrain.rough.hi")) == (1, 2)
    paid = ("movement.change-formation", "movement.about-face", "movement.wheel.hi", "movement.passage")
    assert [points_of(rule) for rule in paid] == [1, 1, 1, 1]
    assert part_of("movement.change-formation") == 0.5


# --------------------------------------------------------------------- combat
PLAIN = Fighter(grade=Grade.C, bases=12, touching=4)
"""Medium infantry of grade C with four bases that touch, to which nothing is added."""

MODIFIERS: tuple[tuple[dict[str, Any], int], ...] = (
    ({"grade": Grade.A}, 2),
    ({"grade": Grade.B}, 1),
    ({"grade": Grade.D}, -1),
    ({"inspired": 1}, 1),
    ({"inspired": 2}, 2),
    ({"inspired": 3}, 2),
    ({"supported": True}, 1),
    ({"role": Role.CHARGE}, 1),
    ({"role": Role.PURSUE}, 1),
    ({"role": Role.FOLLOW_UP}, 1),
    ({"troop_class": CAV, "role": Role.CHARGE}, 1),
    ({"troop_class": CAV, "role": Role.PURSUE}, 1),
    ({"troop_class": CAV, "role": Role.FOLLOW_UP}, 1),
    ({"troop_class": HI}, 1),
    ({"troop_class": HI, "role": Role.CHARGE}, 2),
    ({"troop_class": HI, "role": Role.FOLLOW_UP}, 2),
    ({"troop_class": HI, "formed": False}, 0),
    ({"nation": Nation.BRITISH, "role": Role.CHARGE}, 1 + 2),
    ({"nation": Nation.BRITISH, "round": 2}, -1),
    ({"dp": 1}, -1),
    ({"dp": 4}, -4),
    ({"bases": 12, "lines": 3, "troop_class": HI, "formation": Formation.MULTI_LINE, "dp": 6}, 1 + 2 - 4),
    ({"bases": 8, "lines": 2, "troop_class": HI, "formation": Formation.MULTI_LINE}, 1 + 1),
)


@pytest.mark.parametrize(("changes", "dice_more"), MODIFIERS, ids=str)
def test_a_modifier_of_combat_is_as_printed(changes: dict[str, Any], dice_more: int) -> None:
    """melee.mod.grade, melee.mod.inspire, melee.mod.support, melee.mod.mi-cav-charge, melee.mod.hi,
    melee.mod.british-charge, melee.mod.british-continue, melee.mod.dp, melee.supported.legion"""
    pool = dice(Side((replace(PLAIN, touching=8, **{"bases": 12, **changes}),)), Side((Fighter(),)))
    assert pool.total == 8 + dice_more


def test_cavalry_has_a_die_more_against_unformed_infantry_and_shaken_units_five_fewer() -> None:
    """melee.mod.cav-unformed, melee.mod.shaken"""
    horse, loose = replace(PLAIN, troop_class=CAV), Side((Fighter(formed=False),))
    assert dice(Side((horse,)), loose).total == 4 + 1
    shaken = replace(PLAIN, touching=8, dp=5, shaken=True)
    assert dice(Side((shaken,)), Side((Fighter(),))).total == 8 - 5


def test_ten_dice_for_bases_are_the_most_and_one_die_is_the_least() -> None:
    """melee.dice.max, melee.dice.minimum, melee.dice.base"""
    pools = [
        dice(Side((replace(PLAIN, touching=count),)), Side((PLAIN,))).total for count in (1, 9, 10, 11, 12)
    ]
    assert pools == [1, 9, 10, 10, 10]
    assert dice(Side((replace(PLAIN, touching=2, dp=4),)), Side((PLAIN,))).total == 1


def test_a_wedge_counts_two_ranks_in_a_charge_and_two_bases_otherwise() -> None:
    """melee.dice.wedge-charge, melee.dice.wedge-other, melee.supported.wedge"""
    wedge = Fighter(grade=Grade.C, formation=Formation.WEDGE, bases=10, touching=1)
    foes = Side((PLAIN,))
    pools = [dice(Side((replace(wedge, role=role),)), foes).total for role in (Role.CHARGE, Role.STAND)]
    assert pools == [3 + 1, 2]
    assert dice(Side((replace(wedge, third_rank=True),)), foes).total == 2 + 1


@pytest.mark.parametrize(
    ("fighter", "foe", "need"),
    [
        (PLAIN, PLAIN, 5),
        (replace(PLAIN, formed=False), PLAIN, 6),
        (replace(PLAIN, troop_class=CH, role=Role.CHARGE), PLAIN, 5),
        (replace(PLAIN, troop_class=CH, role=Role.FOLLOW_UP), PLAIN, 5),
        (replace(PLAIN, troop_class=CH, role=Role.PURSUE), PLAIN, 5),
        (replace(PLAIN, troop_class=CH), PLAIN, 6),
        (replace(PLAIN, formation=Formation.COLUMN), PLAIN, 6),
        (replace(PLAIN, below=True), PLAIN, 6),
        (replace(PLAIN, flank=True), PLAIN, 6),
        (replace(PLAIN, rear=True), PLAIN, 6),
        (Fighter(troop_class=HI, formation=Formation.MULTI_LINE, lines=2, bases=8, flank=True), PLAIN, 5),
        (Fighter(troop_class=HI, formation=Formation.MULTI_LINE, lines=2, bases=8, rear=True), PLAIN, 6),
        (replace(PLAIN, role=Role.CHARGE), replace(PLAIN, troop_class=CAV, role=Role.CHARGE), 6),
        (replace(PLAIN, role=Role.CHARGE), PLAIN, 5),
    ],
    ids=str,
)
def test_what_hits_is_as_printed(fighter: Fighter, foe: Fighter, need: int) -> None:
    """melee.hit.normal, melee.hit.unformed, melee.hit.column, melee.hit.ground, melee.hit.flank,
    melee.hit.flank.legion, melee.hit.charging-inf"""
    assert to_hit(fighter, (foe,)).total == need


def test_an_attached_leader_is_worth_one_hit_and_a_free_hack_hits_on_four() -> None:
    """melee.auto-hit, after.free-hack"""
    assert automatic_hits(Side((replace(PLAIN, leader=True),))).total == 1
    assert hack_need().total == 4


def test_grades_of_several_units_are_averaged_and_rounded_up() -> None:
    """melee.multi.grade: A and D are (2 - 1) / 2, half a die, which counts as one"""
    units = tuple(replace(PLAIN, touching=2, grade=grade) for grade in (Grade.A, Grade.D))
    assert dice(Side(units), Side((PLAIN,))).total == 4 + 1


# --------------------------------------------------------------------- results
ROWS = (
    (range(4, 12), Row.VICTORY, 0, 0),
    (range(1, 4), Row.SUCCESS, 1, 0),
    (range(1), Row.INCONCLUSIVE, 1, 0),
    (range(-3, 0), Row.SET_BACK, 2, 0),
    (range(-12, -3), Row.DEFEAT, 2, 1),
)


@pytest.mark.parametrize(("differences", "row", "points", "casualties"), ROWS, ids=str)
def test_a_row_of_the_result_table_is_as_printed(
    differences: range, row: Row, points: int, casualties: int
) -> None:
    """melee.compare, result.victory, result.success, result.inconclusive, result.setback, result.defeat"""
    assert {row_of(difference) for difference in differences} == {row}
    after = marked(row, PLAIN)
    assert (after.dp, PLAIN.bases - after.bases) == (points, casualties)
    behind = marked(row, PLAIN, supporter=True)
    assert (behind.dp, PLAIN.bases - behind.bases) == (points, 0)


HALT, PURSUE, RETIRE, ROUT = AfterMove.HALT, AfterMove.PURSUE, AfterMove.RETIRE, AfterMove.ROUT
BACK, PASS, PRESS = AfterMove.FALL_BACK, AfterMove.PASS_THROUGH, AfterMove.FOLLOW_UP_OR_PURSUE
FOOT, HEAVY = Fighter(grade=Grade.C, bases=8), Fighter(grade=Grade.B, troop_class=HI, bases=8)
HORSE, SLINGERS = Fighter(grade=Grade.C, troop_class=CAV, bases=4), Fighter(troop_class=LI, bases=4)
RIDERS, FIRST = replace(HORSE, role=Role.CHARGE), Grade.A

MOVES = (
    (Row.VICTORY, replace(FOOT, grade=FIRST), FOOT, {HALT, PURSUE}),
    (Row.VICTORY, replace(HORSE, grade=FIRST), FOOT, {HALT, PURSUE}),
    (Row.VICTORY, HEAVY, FOOT, {HALT, PURSUE}),
    (Row.VICTORY, replace(HEAVY, formed=False), FOOT, {PURSUE}),
    (Row.VICTORY, replace(HEAVY, grade=Grade.C), FOOT, {PURSUE}),
    (Row.VICTORY, FOOT, SLINGERS, {HALT, PURSUE}),
    (Row.VICTORY, FOOT, FOOT, {PURSUE}),
    (Row.SUCCESS, FOOT, RIDERS, {HALT}),
    (Row.SUCCESS, RIDERS, FOOT, {RETIRE}),
    (Row.SUCCESS, replace(FOOT, grade=FIRST), FOOT, {HALT, PRESS}),
    (Row.SUCCESS, replace(HORSE, grade=FIRST), HORSE, {PRESS}),
    (Row.SUCCESS, FOOT, SLINGERS, {HALT, PRESS}),
    (Row.SUCCESS, FOOT, FOOT, {PRESS}),
    (Row.INCONCLUSIVE, HORSE, FOOT, {RETIRE}),
    (Row.INCONCLUSIVE, RIDERS, SLINGERS, {PASS}),
    (Row.INCONCLUSIVE, RIDERS, HORSE, {PASS}),
    (Row.INCONCLUSIVE, HORSE, HORSE, {HALT}),
    (Row.INCONCLUSIVE, FOOT, FOOT, {HALT}),
    (Row.SET_BACK, replace(FOOT, dp=3), FOOT, {ROUT}),
    (Row.SET_BACK, FOOT, RIDERS, {HALT}),
    (Row.SET_BACK, replace(FOOT, formed=False), FOOT, {RETIRE}),
    (Row.SET_BACK, HORSE, FOOT, {RETIRE}),
    (Row.SET_BACK, replace(FOOT, round=2), FOOT, {RETIRE}),
    (Row.SET_BACK, FOOT, FOOT, {BACK}),
    (Row.DEFEAT, replace(FOOT, dp=3), FOOT, {ROUT}),
    (Row.DEFEAT, replace(FOOT, formed=False), FOOT, {ROUT}),
    (Row.DEFEAT, FOOT, FOOT, {RETIRE}),
)


@pytest.mark.parametrize(("row", "fighter", "foe", "moves"), MOVES, ids=range(len(MOVES)))
def test_what_a_unit_does_after_combat_is_as_printed(
    row: Row, fighter: Fighter, foe: Fighter, moves: set[AfterMove]
) -> None:
    """result.table, result.victory, result.success.others, result.success.inf-v-cav,
    result.success.cav-v-inf, result.inconclusive.cav-v-inf, result.inconclusive.pass,
    result.inconclusive.others,
    result.setback.inf-v-cav, result.setback.retire, result.setback.others, result.defeat"""
    assert set(outcome(row, fighter, (foe,)).options) == moves


def test_light_infantry_that_cavalry_passes_through_takes_a_point_more() -> None:
    """result.inconclusive.li"""
    assert passed_through(Order(bases=4, dp=1)).dp == 2
