"""The result table: who takes what, and who does what after a combat."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.melee import dice
from sandtable.systems.eagle.melee_facts import PRINTED, AsRead, Duel, Fighter, Side, behind
from sandtable.systems.eagle.rallying import relieved
from sandtable.systems.eagle.records import AfterMove, Role, Row
from sandtable.systems.eagle.results import (
    CONDITIONS,
    Result,
    duel,
    duel_summary,
    following,
    fought,
    marked,
    outcome,
    passed_through,
    row_of,
)
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

HALT, RETIRE, ROUT, PURSUE = AfterMove.HALT, AfterMove.RETIRE, AfterMove.ROUT, AfterMove.PURSUE
FOLLOW = AfterMove.FOLLOW_UP_OR_PURSUE
BACK, PASS = AfterMove.FALL_BACK, AfterMove.PASS_THROUGH

COHORT = Fighter()
WARBAND = Fighter(nation=Nation.BRITISH, bases=8)
HEAVY = Fighter(troop_class=TroopClass.HI, grade=Grade.B, bases=8, formation=Formation.MULTI_LINE, lines=2)
LEGION = replace(HEAVY, bases=10, lines=3)
ALA = Fighter(troop_class=TroopClass.CAV, grade=Grade.B)
CHARIOTS = Fighter(troop_class=TroopClass.CH, nation=Nation.BRITISH)
SLINGERS = Fighter(troop_class=TroopClass.LI)
HORSE = Fighter(troop_class=TroopClass.LC)


def charging(fighter: Fighter) -> Fighter:
    return replace(fighter, role=Role.CHARGE)


def after(
    difference: int, fighter: Fighter, *opponents: Fighter, read: AsRead = PRINTED, supporter: bool = False
) -> Result:
    return outcome(row_of(difference), fighter, opponents or (WARBAND,), read, supporter=supporter)


# -------------------------------------------------------------------- the cases
def test_cavalry_that_wins_against_formed_infantry_still_retires(case: Case) -> None:
    """result-cav-success: result.success, result.success.cav-v-inf, result.setback.inf-v-cav"""
    expected, cavalry = case("result-cav-success"), charging(ALA)
    assert dice(Side((cavalry,)), Side((COHORT,))).total == expected["cav_dice"]
    assert dice(Side((COHORT,)), Side((cavalry,))).total == expected["mi_dice"]
    won, lost = after(2, cavalry, COHORT), after(-2, COHORT, cavalry)
    assert (won.order.dp, *won.options) == (expected["cav_dp"], expected["cav_move"])
    assert (lost.order.dp, *lost.options) == (expected["mi_dp"], expected["mi_move"])


def test_cavalry_passes_through_light_infantry_and_disorders_it_further(case: Case) -> None:
    """result-pass-through: result.inconclusive, result.inconclusive.pass, result.inconclusive.li"""
    expected, told = case("result-pass-through"), fought(Duel(first=charging(ALA), second=SLINGERS), 0)
    assert (told.first.order.dp, told.first.options) == (expected["cav_dp"], (PASS,))
    assert (told.second.order.dp, *told.second.options) == (expected["li_dp"], expected["li_move"])


def test_a_set_back_that_shakes_routs(case: Case) -> None:
    """result-setback-shaken: result.setback, result.shaken-when, result.setback.others"""
    expected = case("result-setback-shaken")
    assert after(-2, replace(COHORT, dp=3)).options == (expected["with3"],)
    assert after(-2, replace(COHORT, dp=2)).options == (expected["with2"],)


def test_losers_retire_from_their_second_round_on(case: Case) -> None:
    """result-second-round: result.setback.retire, result.second-round, result.setback.others"""
    expected, unit = case("result-second-round"), replace(HEAVY, dp=1)
    second, first = after(-1, replace(unit, round=2)), after(-1, unit)
    assert (*second.options, *first.options) == (expected["round2"], expected["round1"])
    assert (first.order.dp, second.order.dp) == (expected["dps"], expected["dps"])


def test_a_defeated_legion_loses_a_base_and_retires(case: Case) -> None:
    """result-defeat-legion: result.defeat, result.defeat.order, morale.threshold"""
    expected, told = case("result-defeat-legion"), after(-5, replace(LEGION, dp=4))
    assert (told.order.dp, told.order.bases, *told.options) == (
        expected["dps"],
        expected["bases"],
        expected["move"],
    )
    assert told.order.lines == len(expected["lines"])


def test_a_legion_set_back_may_relieve_its_ranks_in_place(case: Case) -> None:
    """after-relief: result.setback, after.fall-back.legion, after.relieve"""
    told = after(-1, replace(LEGION, dp=3))
    assert told.options == (BACK,)
    assert relieved(told.order).dp == case("after-relief")["dps"]


def test_who_may_halt_after_a_victory(case: Case) -> None:
    """result-victory-halt: result.victory"""
    expected = case("result-victory-halt")
    winners = {
        "a": after(4, HEAVY, COHORT),
        "b": after(4, replace(COHORT, grade=Grade.B), COHORT),
        "c": after(4, WARBAND, SLINGERS),
        "d": after(4, replace(ALA, grade=Grade.A), COHORT),
    }
    words = {(HALT, PURSUE): "may-halt", (PURSUE,): "pursue"}
    assert {key: words[told.options] for key, told in winners.items()} == expected
    assert all(told.order.dp == 0 for told in winners.values())


def test_a_supporter_shares_the_result_but_not_the_casualty(case: Case) -> None:
    """result-supporter: result.supporters, result.supporters.move, result.defeat"""
    expected, front = case("result-supporter"), replace(HEAVY, dp=2)
    told = after(-6, front, COHORT)
    backer = after(-6, behind(HEAVY, front), COHORT, supporter=True)
    assert (told.order.dp, HEAVY.bases - told.order.bases) == (
        expected["front_dps"],
        expected["front_casualties"],
    )
    assert (backer.order.dp, HEAVY.bases - backer.order.bases, *backer.options) == (
        expected["supporter_dps"],
        expected["supporter_casualties"],
        expected["supporter_move"],
    )


def test_unformed_units_rout_on_defeat_and_retire_on_a_set_back(case: Case) -> None:
    """result-unformed-defeat: result.defeat, result.setback.retire"""
    expected = case("result-unformed-defeat")
    heavy = after(-4, replace(HEAVY, formed=False))
    warband = after(-3, replace(WARBAND, formed=False))
    assert (*heavy.options, *warband.options) == (expected["hi"], expected["warband"])
    assert (heavy.order.dp, heavy.order.bases, warband.order.dp) == (2, 7, 2)


def test_a_legion_pushed_to_its_threshold_routs(case: Case) -> None:
    """morale-three-line: result.setback, result.shaken-when"""
    told = after(-2, replace(LEGION, dp=5))
    expected = case("morale-three-line")
    assert (told.order.dp, told.order.is_shaken, *told.options) == (
        expected["dps"],
        expected["shaken"],
        expected["move"],
    )


def test_cavalry_that_charges_formed_infantry_retires_almost_always(case: Case) -> None:
    """end-to-end-cav-charge: result.table, result.inconclusive.cav-v-inf"""
    known = odds(do(duel, Duel(first=charging(ALA), second=COHORT)), exact=True)
    retires = known.chance(lambda told: told.first.options == (RETIRE,))
    assert retires == Fraction(case("end-to-end-cav-charge")["p_retire"])


# --------------------------------------------------------------------- the rows
def test_the_rows_go_by_the_difference_in_hits() -> None:
    """melee.compare"""
    told = [row_of(difference) for difference in (9, 4, 3, 1, 0, -1, -3, -4, -12)]
    assert told == [
        Row.VICTORY,
        Row.VICTORY,
        Row.SUCCESS,
        Row.SUCCESS,
        Row.INCONCLUSIVE,
        Row.SET_BACK,
        Row.SET_BACK,
        Row.DEFEAT,
        Row.DEFEAT,
    ]


@pytest.mark.parametrize(
    ("row", "dp", "bases"),
    [
        (Row.VICTORY, 0, 4),
        (Row.SUCCESS, 1, 4),
        (Row.INCONCLUSIVE, 1, 4),
        (Row.SET_BACK, 2, 4),
        (Row.DEFEAT, 2, 3),
    ],
)
def test_each_row_has_its_disorder_and_casualties(row: Row, dp: int, bases: int) -> None:
    """result.victory, result.success, result.inconclusive, result.setback, result.defeat"""
    assert marked(row, COHORT) == Order(bases=bases, dp=dp)


def test_in_a_defeat_points_come_before_the_casualty() -> None:
    """result.defeat.order: with four points a unit is shaken by the first, and loses a base to the second"""
    assert marked(Row.DEFEAT, replace(COHORT, dp=4)) == Order(bases=2, dp=5, shaken=True)
    shaken = replace(COHORT, dp=5, shaken=True)
    assert marked(Row.DEFEAT, shaken).bases == 1
    assert marked(Row.DEFEAT, shaken, AsRead(one_base_an_event=True)).bases == 2
    assert marked(Row.DEFEAT, shaken, supporter=True).bases == 2


@pytest.mark.parametrize(
    ("difference", "fighter", "opponents", "options"),
    [
        # victory
        (5, COHORT, (WARBAND,), (PURSUE,)),
        (5, replace(HEAVY, formed=False), (WARBAND,), (PURSUE,)),
        (5, replace(ALA, grade=Grade.B), (HORSE, SLINGERS), (HALT, PURSUE)),
        (5, COHORT, (SLINGERS, WARBAND), (PURSUE,)),
        # success
        (2, COHORT, (charging(ALA),), (HALT,)),
        (2, COHORT, (replace(ALA, role=Role.PURSUE),), (HALT,)),
        (2, COHORT, (ALA,), (FOLLOW,)),
        (2, replace(COHORT, formed=False), (charging(ALA),), (FOLLOW,)),
        (2, charging(COHORT), (charging(ALA),), (HALT,)),
        (2, COHORT, (WARBAND, charging(ALA)), (HALT,)),
        (2, charging(ALA), (COHORT,), (RETIRE,)),
        (2, replace(ALA, role=Role.PURSUE), (COHORT,), (RETIRE,)),
        (2, replace(ALA, role=Role.FOLLOW_UP), (COHORT,), (FOLLOW,)),
        (2, charging(ALA), (replace(COHORT, formed=False),), (FOLLOW,)),
        (2, replace(COHORT, grade=Grade.A), (WARBAND,), (HALT, FOLLOW)),
        (2, replace(SLINGERS, grade=Grade.A), (WARBAND,), (HALT, FOLLOW)),
        (2, replace(ALA, grade=Grade.A), (CHARIOTS,), (FOLLOW,)),
        (2, WARBAND, (SLINGERS,), (HALT, FOLLOW)),
        (2, WARBAND, (COHORT,), (FOLLOW,)),
        # inconclusive
        (0, ALA, (COHORT,), (RETIRE,)),
        (0, charging(CHARIOTS), (COHORT, SLINGERS), (RETIRE,)),
        (0, charging(ALA), (SLINGERS, HORSE), (PASS,)),
        (0, charging(ALA), (replace(COHORT, formed=False),), (HALT,)),
        (0, ALA, (HORSE,), (HALT,)),
        (0, COHORT, (charging(ALA),), (HALT,)),
        # set-back
        (-2, replace(COHORT, dp=3), (charging(ALA),), (ROUT,)),
        (-2, replace(COHORT, round=2), (charging(ALA),), (HALT,)),
        (-2, replace(COHORT, formed=False), (charging(ALA),), (RETIRE,)),
        (-2, SLINGERS, (WARBAND,), (RETIRE,)),
        (-2, ALA, (COHORT,), (RETIRE,)),
        (-2, ALA, (HORSE,), (BACK,)),
        (-2, COHORT, (WARBAND,), (BACK,)),
        (-2, replace(COHORT, round=2), (WARBAND,), (RETIRE,)),
        # defeat
        (-4, replace(COHORT, dp=3), (WARBAND,), (ROUT,)),
        (-4, CHARIOTS, (COHORT,), (ROUT,)),
        (-4, COHORT, (charging(ALA),), (RETIRE,)),
    ],
)
def test_what_a_unit_does_by_row_class_grade_and_state(
    difference: int, fighter: Fighter, opponents: tuple[Fighter, ...], options: tuple[AfterMove, ...]
) -> None:
    """result.table, result.conditions, result.success.inf-v-cav, result.success.cav-v-inf,
    result.success.others, result.inconclusive.cav-v-inf, result.inconclusive.pass,
    result.inconclusive.others, result.setback.inf-v-cav, result.setback.retire, result.setback.others,
    result.cavalry-charge.lasting, result.infantry-and-cavalry-charge, result.multi.each"""
    assert after(difference, fighter, *opponents).options == options


def test_every_condition_of_the_table_is_told_in_the_rulebook() -> None:
    """result.conditions"""
    named = [row["condition"] for row in rulebook()["result.conditions"].rows]
    assert set(named) == set(CONDITIONS)


# -------------------------------------------------------------------- readings
def test_by_the_other_reading_a_unit_must_have_been_shaken_before_to_rout() -> None:
    """result.shaken-when"""
    read = AsRead(shaken_before=True)
    assert after(-2, replace(COHORT, dp=3), read=read).options == (BACK,)
    assert after(-2, replace(COHORT, dp=5, shaken=True), read=read).options == (ROUT,)


def test_by_the_other_reading_losers_retire_from_their_third_round_on() -> None:
    """result.second-round"""
    read = AsRead(from_third_round=True)
    assert after(-1, replace(COHORT, round=2), read=read).options == (BACK,)
    assert after(-1, replace(COHORT, round=3), read=read).options == (RETIRE,)


# ------------------------------------------------------------------- supporters
def test_a_fresh_supporter_of_a_shaken_unit_does_not_rout_with_it() -> None:
    """result.supporters.move"""
    front = replace(COHORT, dp=5, shaken=True, round=2)
    assert after(-1, front).options == (ROUT,)
    assert after(-1, behind(COHORT, front), supporter=True).options == (RETIRE,)


# ---------------------------------------------------------------- whom to follow
def test_those_who_stay_are_followed_up_and_those_who_flee_pursued() -> None:
    """after.follow-up.which"""
    assert following((BACK,)) == following((HALT,)) == (AfterMove.FOLLOW_UP,)
    assert following((RETIRE,)) == following((ROUT,)) == (PURSUE,)
    assert following((ROUT, HALT)) == (PURSUE, AfterMove.FOLLOW_UP)
    assert following((None, None)) == (PURSUE,)
    assert following((None, BACK)) == (AfterMove.FOLLOW_UP,)


def test_light_infantry_passed_through_takes_a_point_more() -> None:
    """result.inconclusive.li"""
    assert passed_through(Order(dp=1)).dp == 2
    assert passed_through(Order(bases=3, dp=5, shaken=True)).bases == 2


# ------------------------------------------------------------------------ a duel
def test_a_duel_tells_what_both_do() -> None:
    """melee.procedure, after.follow-up.which"""
    facts = Duel(first=replace(COHORT, bases=2, touching=2), second=replace(WARBAND, touching=1))
    told = carry_out(do(duel, facts), [6, 6, 1])
    assert (told.difference, told.row) == (2, Row.SUCCESS)
    assert (told.first.options, told.second.options) == ((AfterMove.FOLLOW_UP,), (BACK,))
    assert duel_summary(facts, told) == (
        "the first follows up",
        "the first is disordered further",
        "the second falls back",
        "the second is disordered further",
    )


def test_a_unit_destroyed_in_a_duel_does_nothing_and_its_enemy_pursues() -> None:
    """after.follow-up.which, result.defeat"""
    facts = Duel(first=replace(COHORT, grade=Grade.A), second=replace(COHORT, bases=1, dp=5, shaken=True))
    told = fought(facts, 2)
    assert told.second.order.is_destroyed
    assert (told.first.options, told.second.options) == ((HALT, PURSUE), ())
    assert "the second is destroyed" in duel_summary(facts, told)
