"""Combat: base dice, every modifier, what hits, sides of several units, and the hits of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.melee import (
    Hits,
    automatic_hits,
    charge_bonus,
    clash_tallies,
    counted,
    deductions,
    dice,
    fight,
    grade_of,
    leaders_of,
    side_to_hit,
    support,
    to_hit,
)
from sandtable.systems.eagle.melee_facts import (
    PRINTED,
    AsRead,
    Backer,
    Clash,
    Fighter,
    Side,
    as_read,
    may_back,
    opponents_of,
)
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Role, Row
from sandtable.systems.eagle.results import row_of
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

COHORT = Fighter()
WARBAND = Fighter(nation=Nation.BRITISH, bases=8)
LEGION = Fighter(troop_class=TroopClass.HI, grade=Grade.B, formation=Formation.MULTI_LINE, bases=10, lines=3)
ALA = Fighter(troop_class=TroopClass.CAV, grade=Grade.B)
CHARIOTS = Fighter(troop_class=TroopClass.CH, grade=Grade.B, nation=Nation.BRITISH)
SLINGERS = Fighter(troop_class=TroopClass.LI, bases=3, touching=3)
WEDGE = Fighter(
    troop_class=TroopClass.HI,
    grade=Grade.A,
    formation=Formation.WEDGE,
    bases=10,
    touching=1,
    third_rank=True,
)


def charging(fighter: Fighter, **changes: Any) -> Fighter:
    return replace(fighter, role=Role.CHARGE, charged_in=True, **changes)


def pool(*fighters: Fighter, foes: tuple[Fighter, ...] = (COHORT,), read: AsRead = PRINTED) -> int:
    return dice(Side(fighters), Side(foes), read).whole


def rows(clash: Clash) -> dict[Row, Fraction]:
    known = odds(do(fight, clash), exact=True).map(lambda hits: row_of(hits.difference))
    return {row: Fraction(known.chance(row)) for row in Row}


def expected_rows(figures: dict[str, Any]) -> dict[Row, Fraction]:
    keys = ("p_victory", "p_success", "p_inconclusive", "p_setback", "p_defeat")
    return {row: Fraction(figures[key]) for row, key in zip(Row, keys, strict=True)}


# -------------------------------------------------------------------- the cases
def test_a_legion_charges_a_warband_that_counter_charges(case: Case) -> None:
    """melee-legion-v-warband: melee.dice.base, melee.mod.grade, melee.supported.legion, melee.mod.hi,
    melee.mod.mi-cav-charge, melee.mod.british-charge, melee.hit.normal, melee.compare"""
    expected = case("melee-legion-v-warband")
    clash = Clash(Side((charging(LEGION),)), Side((charging(WARBAND),)))
    assert dice(clash.first, clash.second).total == expected["legion_dice"]
    assert dice(clash.second, clash.first).total == expected["warband_dice"]
    assert rows(clash) == expected_rows(expected)


def test_an_attached_leader_gives_one_automatic_hit(case: Case) -> None:
    """melee-leader: melee.auto-hit, melee.auto-hit.detail"""
    expected = case("melee-leader")
    led = charging(LEGION, leader=True)
    clash = Clash(Side((led,)), Side((charging(WARBAND),)))
    assert dice(clash.first, clash.second).total == expected["legion_dice"]
    assert automatic_hits(clash.first).total == expected["automatic"]
    assert rows(clash) == expected_rows(expected)


def test_a_wedge_counts_two_ranks_charging_and_two_bases_standing(case: Case) -> None:
    """melee-wedge: melee.dice.wedge-charge, melee.dice.wedge-other, melee.supported.wedge,
    melee.mod.hi, melee.mod.dp"""
    wedge = replace(WEDGE, dp=1)
    told = {
        "charge": pool(charging(wedge)),
        "standing": pool(wedge),
        "warband_bases": counted(replace(WARBAND, touching=2)).total,
    }
    assert told == case("melee-wedge")


def test_britons_tire_in_their_second_round(case: Case) -> None:
    """melee-warband-round2: melee.mod.mi-cav-charge, melee.mod.british-continue, melee.mod.dp,
    melee.british.detail"""
    tired = replace(WARBAND, dp=2, role=Role.FOLLOW_UP, round=2)
    assert pool(tired) == case("melee-warband-round2")["dice"]


def test_a_shaken_unit_has_five_dice_less_and_always_one(case: Case) -> None:
    """melee-shaken: melee.mod.shaken, melee.shaken.instead, melee.dice.minimum"""
    assert pool(replace(COHORT, dp=5, shaken=True)) == case("melee-shaken")["dice"]


def test_disorder_costs_four_dice_at_most(case: Case) -> None:
    """melee-dp-max: melee.mod.dp, melee.supported.legion, melee.mod.hi"""
    assert pool(replace(LEGION, dp=6)) == case("melee-dp-max")["dice"]


def test_several_units_fight_with_the_best_bonus_and_the_worst_disorder(case: Case) -> None:
    """melee-multi: melee.multi.grade, melee.multi.highest, melee.multi.detail, melee.multi.hit"""
    expected = case("melee-multi")
    nobles = charging(WARBAND, grade=Grade.B, dp=1)
    levy = replace(WARBAND, grade=Grade.D, touching=3, dp=3)
    side = Side((nobles, levy))
    assert pool(nobles, levy) == expected["dice"]
    assert grade_of(side)[0] == expected["grade"]
    assert leaders_of(side) == (0,)


def test_the_mean_grade_is_rounded_up(case: Case) -> None:
    """melee-multi-roundup: melee.multi.grade, dice.rounding"""
    graded = {grade: replace(WARBAND, grade=grade) for grade in Grade}
    guards, poor = graded[Grade.A], graded[Grade.D]
    first, second = Side((guards, guards, poor)), Side((graded[Grade.C], poor))
    assert {"first": grade_of(first)[0], "second": grade_of(second)[0]} == case("melee-multi-roundup")


def test_no_more_than_ten_dice_are_for_bases(case: Case) -> None:
    """melee-max-bases: melee.dice.max, melee.multi.detail"""
    assert pool(charging(WARBAND), WARBAND, WARBAND) == case("melee-max-bases")["dice"]


def test_what_hits_on_a_six_only(case: Case) -> None:
    """melee-to-hit: melee.hit.unformed, melee.hit.ground, melee.hit.flank, melee.hit.flank.legion,
    melee.hit.charging-inf, charge.counter"""
    needs = {
        "charging_ch": to_hit(charging(CHARIOTS), (COHORT,)),
        "standing_ch": to_hit(CHARIOTS, (COHORT,)),
        "li": to_hit(SLINGERS, (SLINGERS,)),
        "uphill_mi": to_hit(replace(COHORT, below=True), (LEGION,)),
        "legion_flank": to_hit(replace(LEGION, flank=True), (WARBAND,)),
        "legion_rear": to_hit(replace(LEGION, rear=True), (WARBAND,)),
        "mi_countercharging": to_hit(charging(COHORT), (charging(ALA),)),
    }
    assert {key: tally.total for key, tally in needs.items()} == case("melee-to-hit")


def test_cavalry_has_six_dice_against_four_of_a_cohort(case: Case) -> None:
    """end-to-end-cav-charge: melee.mod.grade, melee.mod.mi-cav-charge, melee.compare"""
    expected = case("end-to-end-cav-charge")
    clash = Clash(Side((charging(ALA),)), Side((COHORT,)))
    assert dice(clash.first, clash.second).total == expected["cav_dice"]
    assert dice(clash.second, clash.first).total == expected["mi_dice"]
    assert rows(clash) == expected_rows(expected)


def test_an_inspired_unit_with_four_points_loses_three_dice(case: Case) -> None:
    """leader-steady-combat: melee.mod.dp, melee.mod.inspire, command.inspire"""
    expected = case("leader-steady-combat")
    led = replace(COHORT, bases=8, touching=6, dp=4, inspired=1, leader=True)
    assert pool(led) == 6 + expected["dp_modifier"] + expected["inspire"]
    assert automatic_hits(Side((led,))).total == expected["automatic_hits"]


def test_disorder_marked_at_once_counts_in_the_next_combat(case: Case) -> None:
    """turn-dp-at-once: melee.mod.dp"""
    expected = case("turn-dp-at-once")
    assert pool(replace(COHORT, dp=expected["dps"])) - pool(COHORT) == expected["modifier"]


# -------------------------------------------------------------------- base dice
def test_touching_bases_of_a_wedge_beyond_its_point_count_too() -> None:
    """melee.dice.other-base, melee.dice.wedge-charge, melee.dice.wedge-other"""
    assert counted(charging(WEDGE, touching=3, wedge_behind=2)).total == 3 + 2
    assert counted(replace(WEDGE, touching=3, wedge_behind=2)).total == 2 + 2
    assert counted(replace(WEDGE, touching=3, wedge_behind=0)).total == 2 + 1
    assert counted(replace(WEDGE, role=Role.FOLLOW_UP)).total == 3
    assert counted(replace(WEDGE, role=Role.PURSUE)).total == 2


def test_an_unformed_wedge_counts_what_touches_and_has_no_support() -> None:
    """melee.wedge.unformed, formation.unformed"""
    loose = charging(WEDGE, formed=False, supported=True)
    assert counted(loose).total == 1
    assert support(loose)[0] == 0


def test_no_more_bases_touch_than_there_are() -> None:
    """melee.dice.base"""
    assert counted(replace(COHORT, bases=2, touching=4)).total == 2


# ------------------------------------------------------------------- modifiers
@pytest.mark.parametrize(("grade", "value"), [(Grade.A, 2), (Grade.B, 1), (Grade.C, 0), (Grade.D, -1)])
def test_grade_adds_dice(grade: Grade, value: int) -> None:
    """melee.mod.grade"""
    assert pool(replace(COHORT, grade=grade)) == 4 + value


@pytest.mark.parametrize(("actions", "value"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_inspiring_adds_two_dice_at_most(actions: int, value: int) -> None:
    """melee.mod.inspire"""
    assert pool(replace(COHORT, inspired=actions)) == 4 + value


def test_inspire_actions_on_several_units_add_up_to_two() -> None:
    """melee.multi.detail, melee.mod.inspire"""
    assert pool(replace(COHORT, inspired=1), replace(COHORT, inspired=2)) == 8 + 2


@pytest.mark.parametrize(
    ("fighter", "role", "value"),
    [
        (COHORT, Role.CHARGE, 1),
        (COHORT, Role.PURSUE, 1),
        (COHORT, Role.FOLLOW_UP, 1),
        (COHORT, Role.STAND, 0),
        (ALA, Role.PURSUE, 1),
        (replace(COHORT, formed=False), Role.CHARGE, 1),
        (SLINGERS, Role.CHARGE, 0),
        (LEGION, Role.STAND, 1),
        (LEGION, Role.CHARGE, 2),
        (LEGION, Role.FOLLOW_UP, 2),
        (LEGION, Role.PURSUE, 1),
        (replace(LEGION, formed=False), Role.CHARGE, 0),
        (replace(LEGION, formed=False), Role.PURSUE, 0),
        (WARBAND, Role.CHARGE, 3),
        (WARBAND, Role.PURSUE, 1),
        (replace(WARBAND, round=2), Role.CHARGE, 0),
        (CHARIOTS, Role.CHARGE, 3),
        (replace(SLINGERS, nation=Nation.BRITISH), Role.CHARGE, 0),
    ],
)
def test_coming_on_adds_dice_by_class_and_nation(fighter: Fighter, role: Role, value: int) -> None:
    """melee.mod.mi-cav-charge, melee.mod.hi, melee.hi.unformed, melee.mod.british-charge,
    melee.british.detail, troops.warband, army.nations"""
    bonus = charge_bonus(replace(fighter, role=role, charged_in=role is Role.CHARGE))
    assert sum(step for step, _, _ in bonus) == value


def test_by_the_other_reading_charging_heavy_infantry_has_three() -> None:
    """melee.mod.hi"""
    read = AsRead(heavy_adds=True)
    assert sum(value for value, _, _ in charge_bonus(charging(LEGION), read)) == 3
    assert sum(value for value, _, _ in charge_bonus(LEGION, read)) == 1


def test_by_the_other_reading_only_britons_who_charged_tire() -> None:
    """melee.british.detail"""
    read, later = AsRead(only_chargers_tire=True), replace(WARBAND, round=2)
    assert (pool(later), pool(later, read=read)) == (3, 4)
    assert pool(replace(later, charged_in=True), read=read) == 3
    assert pool(replace(COHORT, round=2)) == 4


def test_cavalry_gains_a_die_once_against_unformed_infantry() -> None:
    """melee.mod.cav-unformed, melee.cav-unformed.detail"""
    unformed = replace(COHORT, formed=False)
    assert pool(ALA, foes=(COHORT,)) == 5
    assert pool(ALA, foes=(unformed, SLINGERS)) == 6
    assert pool(ALA, foes=(CHARIOTS,)) == 5
    assert pool(COHORT, foes=(unformed,)) == 4
    apart = replace(ALA, opponents=(0,))
    assert pool(apart, foes=(COHORT, unformed)) == 5


def test_by_the_other_reading_shaken_units_lose_dice_for_disorder_besides() -> None:
    """melee.shaken.instead"""
    shaken = replace(WARBAND, touching=8, dp=5, shaken=True)
    assert pool(replace(shaken, bases=12, touching=10)) == 5
    read = AsRead(shaken_and_dp=True)
    assert pool(replace(shaken, bases=12, touching=10), read=read) == 1
    assert sum(value for value, _, _ in deductions(shaken, read)) == -9


def test_by_the_other_reading_disorder_comes_from_the_unit_with_the_best_bonus() -> None:
    """melee.multi.highest"""
    eager, weary = charging(WARBAND, dp=1), replace(WARBAND, dp=4)
    assert pool(eager, weary) == 8 + 3 - 4
    assert pool(eager, weary, read=AsRead(from_one_unit=True)) == 8 + 3 - 1


# -------------------------------------------------------------------- supports
def test_own_lines_and_a_unit_behind_do_not_add_up() -> None:
    """melee.supported.max, melee.supported.legion, melee.mod.support"""
    assert support(replace(LEGION, supported=True))[0] == 2
    assert support(replace(LEGION, lines=2))[0] == 1
    assert support(replace(WEDGE, supported=True))[0] == 1
    assert support(replace(WEDGE, third_rank=False))[0] == 0
    assert support(replace(COHORT, supported=True))[0] == 1


def test_a_legion_struck_only_from_the_side_counts_no_lines() -> None:
    """melee.supported.max"""
    struck = replace(LEGION, faced=False, flank=True)
    assert support(struck)[0] == 0
    assert support(replace(struck, supported=True))[0] == 1
    assert support(replace(LEGION, flank=True))[0] == 2


def test_an_unformed_legion_counts_no_lines() -> None:
    """formation.unformed, morale.threshold.change"""
    loose = replace(LEGION, formed=False)
    assert (support(loose)[0], loose.threshold) == (0, 7)


def test_by_the_other_reading_rear_lines_give_one_die_in_all() -> None:
    """melee.supported.legion"""
    assert support(LEGION, AsRead(lines_once=True))[0] == 1


def test_the_largest_support_of_a_side_counts() -> None:
    """melee.multi.detail"""
    assert pool(LEGION, replace(COHORT, supported=True)) == 8 + 1 + 2 + 1


@pytest.mark.parametrize(
    ("backer", "fighter", "may"),
    [
        (Backer(), COHORT, True),
        (Backer(), LEGION, True),
        (Backer(troop_class=TroopClass.HI), COHORT, True),
        (Backer(troop_class=TroopClass.CAV), ALA, True),
        (Backer(troop_class=TroopClass.CAV), CHARIOTS, True),
        (Backer(troop_class=TroopClass.LC), CHARIOTS, True),
        (Backer(troop_class=TroopClass.LC), replace(ALA, troop_class=TroopClass.LC), True),
        (Backer(troop_class=TroopClass.LC), ALA, False),
        (Backer(troop_class=TroopClass.CH), CHARIOTS, False),
        (Backer(troop_class=TroopClass.LI), SLINGERS, False),
        (Backer(troop_class=TroopClass.CAV), COHORT, False),
        (Backer(formed=False), COHORT, False),
        (Backer(shaken=True), COHORT, False),
        (Backer(formation=Formation.COLUMN), COHORT, False),
        (Backer(), replace(COHORT, formed=False), False),
        (Backer(troop_class=TroopClass.CAV), replace(ALA, formed=False), False),
    ],
)
def test_who_may_support_whom(backer: Backer, fighter: Fighter, may: bool) -> None:  # noqa: FBT001
    """melee.supported, melee.supported.light, melee.supported.detail"""
    assert may_back(backer, fighter) is may


# ------------------------------------------------------------------- to hit
@pytest.mark.parametrize(
    ("fighter", "need", "rule"),
    [
        (COHORT, 5, "melee.hit.normal"),
        (replace(COHORT, formed=False), 6, "melee.hit.unformed"),
        (replace(COHORT, formation=Formation.COLUMN), 6, "melee.hit.column"),
        (replace(COHORT, below=True), 6, "melee.hit.ground"),
        (replace(COHORT, flank=True), 6, "melee.hit.flank"),
        (replace(COHORT, rear=True), 6, "melee.hit.flank"),
        (replace(LEGION, flank=True, formed=False), 6, "melee.hit.unformed"),
        (replace(CHARIOTS, role=Role.FOLLOW_UP), 5, "melee.hit.normal"),
        (replace(CHARIOTS, role=Role.PURSUE), 5, "melee.hit.normal"),
        (charging(CHARIOTS, flank=True), 6, "melee.hit.flank"),
        (charging(SLINGERS), 6, "melee.hit.unformed"),
    ],
)
def test_each_reason_to_hit_on_a_six(fighter: Fighter, need: int, rule: str) -> None:
    """melee.hit.unformed, melee.hit.column, melee.hit.ground, melee.hit.flank, melee.hit.flank.legion"""
    tally = to_hit(fighter, (COHORT,))
    assert (tally.total, tally.rules[-1]) == (need, rule)


def test_several_reasons_are_no_worse_than_a_six() -> None:
    """melee.ground.both"""
    beset = replace(COHORT, formed=False, formation=Formation.COLUMN, below=True, rear=True)
    assert to_hit(beset, (COHORT,)).total == 6


def test_infantry_that_stands_is_not_hindered_by_a_charge_of_cavalry() -> None:
    """melee.hit.charging-inf"""
    assert to_hit(COHORT, (charging(ALA),)).total == 5
    assert to_hit(charging(COHORT), (ALA,)).total == 5
    assert to_hit(charging(ALA), (charging(ALA),)).total == 5


def test_all_dice_of_a_side_hit_on_the_number_of_its_lead_unit() -> None:
    """melee.multi.hit: most bases, then the better grade, then the owner's choice"""
    many, few = replace(COHORT, formed=False), replace(COHORT, touching=3)
    side = Side((few, many), lead=1)
    assert leaders_of(side) == (1,)
    assert side_to_hit(side, Side((COHORT,))).total == 6
    assert leaders_of(Side((COHORT, replace(COHORT, grade=Grade.B)))) == (1,)
    assert leaders_of(Side((COHORT, COHORT))) == (0, 1)


def test_the_lead_unit_is_hindered_by_its_own_opponents_alone() -> None:
    """melee.contact, melee.multi.hit"""
    lead = charging(COHORT, opponents=(1,))
    foes = Side((charging(ALA), COHORT))
    assert opponents_of(lead, foes) == (COHORT,)
    assert side_to_hit(Side((lead,)), foes).total == 5


# ----------------------------------------------------------------- automatic hits
def test_a_side_has_one_automatic_hit_or_one_for_each_led_unit() -> None:
    """melee.auto-hit.detail"""
    led = replace(COHORT, leader=True)
    side = Side((led, led, COHORT))
    assert automatic_hits(side).total == 1
    assert automatic_hits(side, AsRead(hit_each_leader=True)).total == 2
    assert automatic_hits(Side((COHORT,))).total == 0


# ---------------------------------------------------------------------- throws
def test_both_sides_roll_and_the_difference_counts() -> None:
    """melee.procedure, melee.compare"""
    clash = Clash(Side((replace(COHORT, leader=True),)), Side((replace(COHORT, formed=False),)))
    hits = carry_out(do(fight, clash), [5, 6, 4, 1, 5, 5, 6, 5])
    assert (hits, hits.difference) == (Hits(3, 1), 2)


def test_the_odds_of_a_combat_agree_with_all_throws() -> None:
    """melee.compare, melee.hit.normal"""
    small = replace(COHORT, bases=3, touching=3)
    clash = Clash(Side((small,)), Side((replace(small, formed=False),)))
    differences = Counter(
        sum(face >= 5 for face in faces[:3]) - faces[3:].count(6) for faces in product(range(1, 7), repeat=6)
    )
    known = odds(do(fight, clash), exact=True).map(lambda hits: hits.difference)
    assert {gap: known[gap] for gap in known} == {
        gap: Fraction(ways, 6**6) for gap, ways in differences.items()
    }


def test_the_figures_of_a_combat_are_told_for_both_sides() -> None:
    told = clash_tallies(Clash(Side((replace(COHORT, leader=True),)), Side((COHORT,))))
    assert list(told) == [
        "dice of the first",
        "to hit for the first",
        "automatic hits of the first",
        "dice of the second",
        "to hit for the second",
    ]


# -------------------------------------------------------------------- readings
def test_every_reading_of_combat_has_its_switch() -> None:
    assert as_read(Readings()) == PRINTED
    switches = {
        Reading.HEAVY_CHARGE: AsRead(heavy_adds=True),
        Reading.REAR_LINES: AsRead(lines_once=True),
        Reading.SEVERAL_UNITS: AsRead(from_one_unit=True),
        Reading.TIRING_BRITONS: AsRead(only_chargers_tire=True),
        Reading.SHAKEN_DICE: AsRead(shaken_and_dp=True),
        Reading.SEVERAL_LEADERS: AsRead(hit_each_leader=True),
        Reading.SHAKEN_WHEN: AsRead(shaken_before=True),
        Reading.SECOND_ROUND: AsRead(from_third_round=True),
        Reading.FURTHER_DISORDER: AsRead(one_base_an_event=True),
    }
    for reading, switched in switches.items():
        assert as_read(Readings(((reading, 1),))) == switched
