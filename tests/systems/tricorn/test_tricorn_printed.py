"""Every figure that is printed on the sheet, typed from it by hand, against what the system plays with.

Nothing here reads the rulebook: figures come out of the procedures and of moves on a table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.battle import Allowance
from sandtable.systems.tricorn.break_off import ways_back
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.deck import Cards, Handover, can_hand_over
from sandtable.systems.tricorn.foot_charge import objections as charge_objections
from sandtable.systems.tricorn.initiative import Initiative, freedom, initiative
from sandtable.systems.tricorn.melee import clash, fight, has_claim, lose
from sandtable.systems.tricorn.melee import markers as melee_markers
from sandtable.systems.tricorn.melee import value as melee_value
from sandtable.systems.tricorn.melee_facts import Fighter, Melee, Side
from sandtable.systems.tricorn.morale import (
    Consulted,
    Effect,
    Occasion,
    Trial,
    consult,
    failure,
    is_tested,
    morale_test,
    target,
    withdrawal,
)
from sandtable.systems.tricorn.muster import deck_of
from sandtable.systems.tricorn.paths import path_of
from sandtable.systems.tricorn.rally import RallyConditions, objections
from sandtable.systems.tricorn.rates import FOLLOW_UP, FULL_MOVE, HALF, share_open
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.shooting import Fire, Target, shaken_at_long_range, shot
from sandtable.systems.tricorn.shooting import markers as fire_markers
from sandtable.systems.tricorn.shooting import value as fire_value
from sandtable.systems.tricorn.troops import Band, Category, Formation, Quality, TroopType
from sandtable.systems.tricorn.zones import in_zone
from sandtable.table.movement import AboutFace, Leg, Oblique, Retire, Shift, Wheel
from tests.systems.tricorn.parade_ground import GUNS, HORSE, HUSSARS, LIGHTS, MUSKETS, battle, unit
from tests.systems.tricorn.worked import chance, exact

FOOT = Fighter()
HEAVY = Fighter(troops=TroopType.HEAVY_CAVALRY)
SHOCK = Fighter(troops=TroopType.HEAVY_CAVALRY, two_four=True)
LIGHT_HORSE = Fighter(troops=TroopType.LIGHT_CAVALRY)
LIGHT_FOOT = Fighter(troops=TroopType.LIGHT_INFANTRY)
BATTERY = Fighter(troops=TroopType.FIELD_ARTILLERY)
ONE, OTHER = Side.ONE, Side.OTHER


# --------------------------------------------------------------------- turn sequence and ratings
def test_the_initiative_roll_is_one_die_for_a_full_move_or_half() -> None:
    """turn.initiative.roll, turn.initiative.pass, turn.initiative.fail.half-move, movement.allowance"""
    assert sum(exact(do(initiative, Initiative(rating=Rating.AVERAGE))).values()) == 1
    for allowance, share in ((Allowance.FULL, 1), (Allowance.HALF, Fraction(1, 2)), (Allowance.NONE, 0)):
        here = battle(unit(0, 36, 24), allowance=allowance)
        assert Fraction(share_open(here, here.units[0]), FULL_MOVE) == share


@pytest.mark.parametrize(
    ("far", "screened", "allowed"), [(4.0, 99, 0), (4.01, 99, 1), (99, 2.0, 0), (99, 2.01, 1)]
)
def test_disorder_is_removed_over_four_inches_away_or_two_out_of_sight(
    far: float, screened: float, allowed: int
) -> None:
    """turn.removal.distance, turn.removal.distance.screened"""
    assert bool(objections(RallyConditions(nearest_seen=far, nearest_screened=screened))) is not bool(allowed)


def test_there_are_two_re_shuffle_cards() -> None:
    """cards.reshuffle.count"""
    assert len(deck_of(["A", "B", "C"]).left) == 3 + 2
    assert Cards(commands=9).size == 11


@pytest.mark.parametrize(
    ("rating", "need", "radius", "hands_over", "no_melee"),
    [
        (Rating.EXCELLENT, 2, 12, True, False),
        (Rating.GOOD, 2, 10, True, False),
        (Rating.AVERAGE, 3, 8, False, False),
        (Rating.POOR, 3, 6, False, True),
    ],
)
def test_commander_ratings(
    rating: Rating, need: int, radius: int, *, hands_over: bool, no_melee: bool
) -> None:
    """command.rating, command.rating.excellent, command.rating.good, command.rating.average,
    command.rating.poor, cards.cc.transfer, command.poor.no-melee"""
    assert chance(do(initiative, Initiative(rating=rating)), bool) == Fraction(7 - need, 6)
    assert rating.radius == radius
    assert can_hand_over(Handover(chief=rating)) is hands_over
    assert freedom(rating, passed=False, in_command=True).may_start_melee is not no_melee


# --------------------------------------------------------------------- movement notes
def price(profile: str, leg: Leg, *, formation: Formation | None = None) -> float | None:
    """What a leg costs a unit on open ground, in inches; none if it may not be made."""
    mover = unit(0, 36, 24, profile=profile, formation=formation)
    verdict = path_of(battle(mover), mover, FULL_MOVE).judge((leg,))
    return None if isinstance(verdict, Refusal) else verdict.cost / 100


@pytest.mark.parametrize(
    ("leg", "foot", "mounted"),
    [
        (Wheel("left", 10), 1, 1),
        (Wheel("right", 450), 1, 1),
        (Wheel("right", 451), 2, 2),
        (Wheel("left", 900), 2, 2),
        (Wheel("left", 901), None, None),
        (AboutFace(), 1, 2),
        (Oblique("left", 220, 200), 2, 2),
        (Oblique("left", 221, 200), None, None),
        (Retire(100), 2, 2),
        (Shift("left", 100), 2, 2),
    ],
)
def test_manoeuvres_and_their_prices(leg: Leg, foot: float | None, mounted: float | None) -> None:
    """movement.wheel.45, movement.wheel.90, movement.about-face.foot, movement.about-face.mounted,
    movement.oblique, movement.retrograde, movement.sidestep"""
    assert (price(MUSKETS, leg), price(LIGHTS, leg)) == (foot, foot)
    assert (price(HORSE, leg), price(HUSSARS, leg)) == (mounted, mounted)


def test_artillery_retires_at_its_full_rate_and_never_steps_aside() -> None:
    """movement.retrograde.artillery, movement.sidestep.artillery"""
    for formation in (Formation.UNLIMBERED, Formation.LIMBERED):
        assert price(GUNS, Retire(100), formation=formation) == 1
        assert price(GUNS, Shift("left", 50), formation=formation) is None


@pytest.mark.parametrize(
    ("aside", "ahead", "inside"), [(-3.0, 4.0, 1), (-3.0, 4.01, 0), (0.58, 2.0, 1), (0.59, 2.0, 0)]
)
def test_a_zone_of_control_is_a_cone_of_four_inches_and_22_degrees(
    aside: float, ahead: float, inside: int
) -> None:
    """movement.zoc, movement.zoc.shape

    An enemy beside the unit, 2 to 3 in ahead, is in the cone up to 3 in times the tangent of 11: 0.583 in.
    """
    enemy = unit(1, 20 + 3 + aside, 20 + ahead, 180, side=1)
    here = battle(unit(0, 20, 20), enemy)
    assert in_zone(here, here.units[0], enemy) is bool(inside)


def test_muskets_attack_mounted_with_two_markers_or_more() -> None:
    """movement.muskets-v-mounted"""
    assert [bool(charge_objections(markers)) for markers in range(4)] == [True, True, False, False]


def test_a_follow_up_and_a_half_rate_are_half() -> None:
    """movement.follow-up.distance, movement.muskets-v-mounted.break-off.pass, movement.half-rate-cost"""
    assert Fraction(FOLLOW_UP, FULL_MOVE) == Fraction(HALF, FULL_MOVE) == Fraction(1, 2)
    horse = unit(0, 36, 24, profile=HUSSARS)
    touched = battle(horse, unit(1, 36, 24, 180, side=1))
    (back,) = ways_back(touched, horse, FULL_MOVE)[0]
    ahead = path_of(battle(horse), horse, FULL_MOVE).terms.allowance
    assert back == Retire(ahead // 2)


# --------------------------------------------------------------------- Step One
def firing(fire: dict[str, Any], at: dict[str, Any]) -> float:
    """What facts change in the value of a shot by Muskets at Muskets."""
    return fire_value(Fire(**fire), Target(**at)).total - fire_value(Fire(), Target()).total


LIGHTS_SHOT_AT = {"troops": TroopType.LIGHT_INFANTRY}


@pytest.mark.parametrize(
    ("fire", "at", "change"),
    [
        ({"supporters": 1}, {}, 1),
        ({"supporters": 3}, {}, 3),
        ({"flank": True}, {}, 1),
        ({}, {"column": True}, 2),
        ({"moved": True}, {}, -1),
        ({"cover": True}, {}, -1),
        ({"markers": 1}, {}, 0),
        ({"markers": 2}, {}, -1),
        ({"markers": 3}, {}, -1),
        ({}, LIGHTS_SHOT_AT, -1),
        ({}, {"bad_going": True}, -1),
        ({"moved": True, "cover": True, "markers": 2}, LIGHTS_SHOT_AT, -2),
    ],
)
def test_modifiers_of_firing(fire: dict[str, Any], at: dict[str, Any], change: int) -> None:
    """combat.modifiers, combat.minimum: Muskets of 3 never fall below 1"""
    assert firing(fire, at) == change


@pytest.mark.parametrize(
    "troops", [TroopType.LIGHT_ARTILLERY, TroopType.FIELD_ARTILLERY, TroopType.HEAVY_ARTILLERY]
)
def test_artillery_fires_at_lights_and_into_bad_going_at_one_less_each(troops: TroopType) -> None:
    """shooting.cv.at-light-infantry, shooting.cv.into-bad-going"""
    gun = Fire(troops=troops)
    hidden = Target(troops=TroopType.LIGHT_INFANTRY, bad_going=True)
    assert fire_value(gun, Target()).total - fire_value(gun, hidden).total == 2


@pytest.mark.parametrize(
    ("one", "other", "change"),
    [
        ({"attached": Attached.GENERAL}, {}, 1),
        ({"overlaps": 1}, {}, 1),
        ({"overlaps": 2}, {}, 2),
        ({}, {"left": True}, 2),
        ({}, {"left": True, "right": True}, 4),
        ({}, {"rear": True}, 2),
        ({}, {"column": True}, 2),
        ({}, {"cover": True}, -1),
        ({"markers": 1}, {}, 0),
        ({"markers": 2}, {}, -1),
        ({"bad_going": True}, {}, -1),
    ],
)
def test_modifiers_of_melee(one: dict[str, Any], other: dict[str, Any], change: int) -> None:
    """combat.modifiers"""
    plain, told = Melee(one=FOOT), Melee(one=replace(FOOT, **one), other=replace(FOOT, **other))
    assert melee_value(told, ONE).total - melee_value(plain, ONE).total == change


def test_bad_going_costs_mounted_two_and_light_infantry_nothing() -> None:
    """melee.cv.mounted-bad-going, melee.cv.muskets-bad-going"""
    for fighter, change in ((SHOCK, -2), (LIGHT_FOOT, 0), (BATTERY, 0)):
        told = Melee(one=replace(fighter, bad_going=True))
        assert melee_value(told, ONE).total - melee_value(Melee(one=fighter), ONE).total == change


# --------------------------------------------------------------------- Steps Two to Four
@pytest.mark.parametrize(("supporters", "hit"), [(0, Fraction(3, 6)), (1, Fraction(4, 6)), (3, Fraction(1))])
def test_a_hit_is_one_die_equal_to_or_less_than_the_value(supporters: int, hit: Fraction) -> None:
    """combat.hit, shooting.cv.support"""
    assert chance(do(shot, Fire(supporters=supporters), Target()), bool) == hit


def test_above_six_one_hit_is_certain_and_a_die_is_thrown_for_a_second() -> None:
    """combat.over-six"""
    six, seven = (exact(do(shot, Fire(supporters=count), Target())) for count in (3, 4))
    assert (set(six), set(seven)) == ({1}, {1, 2})


def test_ties_without_hits_are_won_by_elites_uphill_units_and_guns_at_their_front() -> None:
    """melee.tie.no-hits, melee.tie.roll, melee.mounted-must-recoil"""
    claims = (Fighter(quality=Quality.ELITE), replace(FOOT, uphill=True), BATTERY)
    assert [has_claim(Melee(one=one), ONE) for one in claims] == [True] * 3
    assert not has_claim(Melee(one=replace(BATTERY, front=False, left=True)), ONE)
    dice = exact(do(lose, Melee(), (0, 0)))
    assert (dice[ONE], dice[OTHER]) == (Fraction(15, 36), Fraction(15, 36))
    assert exact(do(lose, Melee(one=HEAVY), (0, 0))) == {ONE: 1}


def test_each_hit_gives_one_marker_and_the_side_that_inflicts_the_least_recoils() -> None:
    """shooting.hit, melee.hit, melee.result.fewest-recoils, melee.artillery-no-recoil"""
    assert fire_markers(Fire(), Target(), 1).total == melee_markers(Melee(), ONE, 1).total == 1
    for met in exact(do(clash, Melee())):
        if met.scored[0] != met.scored[1]:
            assert met.loser is (ONE if met.scored[0] < met.scored[1] else OTHER)
    assert not [one for one in exact(do(fight, Melee(other=BATTERY))) if one.other.recoiled]


def test_long_range_artillery_costs_a_marker_only_if_a_test_is_failed() -> None:
    """shooting.hit.long-artillery"""
    gun, at = Fire(troops=TroopType.FIELD_ARTILLERY, band=Band.LONG), Target()
    assert exact(do(shaken_at_long_range, gun, at, 0, 1)) == {0: Fraction(14, 20), 1: Fraction(6, 20)}


ASIDE = {"front": False, "left": True}


@pytest.mark.parametrize(
    ("victim", "by", "extra"),
    [
        (FOOT, FOOT, 0),
        (replace(LIGHT_HORSE, bad_going=True), FOOT, 1),
        (HEAVY, FOOT, 1),
        (HEAVY, replace(FOOT, **ASIDE), 0),
        (LIGHT_HORSE, FOOT, 0),
        (FOOT, BATTERY, 1),
        (LIGHT_HORSE, BATTERY, 1),
        (FOOT, replace(BATTERY, **ASIDE), 0),
        (LIGHT_FOOT, LIGHT_HORSE, 1),
        (replace(LIGHT_FOOT, bad_going=True), LIGHT_HORSE, 0),
        (FOOT, LIGHT_HORSE, 0),
        (replace(FOOT, **ASIDE), FOOT, 1),
        (replace(FOOT, front=False, rear=True), FOOT, 1),
        (FOOT, HEAVY, 1),
        (LIGHT_FOOT, HEAVY, 1),
        (BATTERY, HEAVY, 1),
        (replace(FOOT, bad_going=True), HEAVY, 0),
        (FOOT, SHOCK, 2),
        (LIGHT_FOOT, SHOCK, 2),
        (BATTERY, SHOCK, 2),
        (replace(FOOT, bad_going=True), SHOCK, 0),
        (LIGHT_HORSE, SHOCK, 0),
    ],
)
def test_additional_markers_in_melee(victim: Fighter, by: Fighter, extra: int) -> None:
    """disorder.extra.table"""
    assert melee_markers(Melee(one=victim, other=by), ONE, 1).total == 1 + extra


def test_artillery_that_loses_a_melee_gets_one_marker_more() -> None:
    """disorder.extra.artillery-loses"""
    lost = [
        met for met in exact(do(clash, Melee(other=BATTERY))) if met.loser is OTHER and met.scored == (1, 0)
    ]
    assert [met.gained[OTHER] for met in lost] == [2]


def test_additional_markers_under_fire() -> None:
    """disorder.extra.flank, disorder.extra.mounted-bad-going"""
    assert fire_markers(Fire(flank=True), Target(), 1).total == 2
    assert fire_markers(Fire(), Target(troops=TroopType.LIGHT_CAVALRY, bad_going=True), 1).total == 2


# --------------------------------------------------------------------- morale
@pytest.mark.parametrize(
    ("markers", "recruits", "others", "failed"),
    [
        (1, True, False, Effect.RECOIL),
        (2, True, True, Effect.WITHDRAW),
        (3, True, True, Effect.ELIMINATED),
        (4, False, False, Effect.ELIMINATED),
    ],
)
def test_the_morale_table(markers: int, failed: Effect, *, recruits: bool, others: bool) -> None:
    """morale.table, morale.row.1, morale.row.2, morale.row.3, morale.row.4"""
    assert is_tested(Trial(quality=Quality.RECRUIT, markers=markers)) is recruits
    assert [is_tested(Trial(quality=one, markers=markers)) for one in tuple(Quality)[1:]] == [others] * 4
    assert failure(Trial(markers=markers)) is failed


def test_four_markers_eliminate_without_a_test_and_guns_are_abandoned_at_two() -> None:
    """morale.row.4, morale.row.2.artillery"""
    assert exact(do(consult, Trial(markers=4))) == {Consulted(Effect.ELIMINATED): 1}
    assert failure(Trial(troops=TroopType.FIELD_ARTILLERY, markers=2)) is Effect.ABANDON


def test_foot_withdraws_one_die_and_mounted_two() -> None:
    """morale.row.2.distance"""
    foot, mounted = (exact(do(withdrawal, one)) for one in (Category.FOOT, Category.MOUNTED))
    assert ((min(foot), max(foot), foot.mean()), (min(mounted), max(mounted), mounted.mean())) == (
        (1, 6, Fraction(7, 2)),
        (2, 12, 7),
    )


def test_a_morale_test_is_one_die_of_twenty_equal_to_or_less() -> None:
    """morale.test"""
    assert chance(do(morale_test, Trial(quality=Quality.TRAINED)), bool) == Fraction(14, 20)


AFTER, BREAK_OFF, REMOVAL = Occasion.CONSULTATION, Occasion.BREAK_OFF, Occasion.REMOVAL


@pytest.mark.parametrize(
    ("occasion", "facts", "change"),
    [
        (AFTER, {"attached": Attached.CHIEF}, 3),
        (AFTER, {"attached": Attached.GENERAL}, 2),
        (AFTER, {"cover": True}, 2),
        (AFTER, {"uphill": True}, 2),
        (AFTER, {"stream": True}, 2),
        (REMOVAL, {"chief_near": True}, 1),
        (AFTER, {"chief_near": True}, 0),
        (AFTER, {"troops": TroopType.LIGHT_INFANTRY, "bad_going": True}, 1),
        (AFTER, {"bad_going": True}, 0),
        (AFTER, {"markers": 1}, -1),
        (AFTER, {"markers": 2}, -1 - 2),
        (AFTER, {"markers": 3}, -1 - 2 - 2),
        (AFTER, {"guns": True}, -2),
        (AFTER, {"demoralized": True}, -2),
        (AFTER, {"flank_fire": True}, -3),
        (AFTER, {"forced_march": True}, -5),
        (AFTER, {"left": True, "right": True}, -6),
        (AFTER, {"rear": True}, -6),
        (AFTER, {"left": True, "right": True, "rear": True}, -6),
        (AFTER, {"left": True}, 0),
    ],
)
def test_morale_modifiers(occasion: Occasion, facts: dict[str, Any], change: int) -> None:
    """morale.mod.table"""
    plain = Trial(occasion=occasion)
    assert target(replace(plain, **facts)).total - target(plain).total == change


def test_an_attempt_to_break_off_costs_one() -> None:
    """morale.mod.break-off"""
    assert target(Trial(occasion=BREAK_OFF)).total - target(Trial()).total == -1
