"""Charges: grades, range, distance, responses, counter-charges, and the whole of a charge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import Choose, Do, do
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.actions import Buying, Paid
from sandtable.systems.liberty.approach import (
    EDGES,
    Contact,
    Way,
    charge_die,
    contact,
    contact_paid,
    facings,
    falter,
    falter_move,
    inches_rolled,
    is_in_range,
    potential,
    rate,
    short_move,
)
from sandtable.systems.liberty.charge_home import (
    Charge,
    ChargeFacts,
    Charger,
    End,
    charge,
    charge_summary,
    charge_tallies,
    response_of,
    stand_fire,
    stand_fire_paid,
)
from sandtable.systems.liberty.charges import (
    Approach,
    Charged,
    ChargeTest,
    Counter,
    Grade,
    Response,
    charge_test,
    charge_test_paid,
    charge_test_summary,
    charge_test_tallies,
    counter_charge,
    counter_charge_summary,
    counter_paid,
    dice,
    grade,
    meeting,
    objections,
    responses,
    split_hits,
)
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.morale import Result
from sandtable.systems.liberty.orders import rerolls
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.shooting import Aftermath, Arm, Fire, Volley
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality, RerollDie

Case = Callable[[str], dict[str, Any]]
HUSSARS = Charged(arm=Arm.MOUNTED)


def grades(facts: ChargeTest) -> list[Fraction]:
    chances = odds(do(charge_test, facts), decide_cautiously, exact=True)
    return [Fraction(chances.get(one, 0)) for one in Grade]


def ends(facts: ChargeFacts) -> dict[End, Fraction]:
    chances = odds(do(charge, facts), decide_cautiously, exact=True).map(lambda outcome: outcome.end)
    return {end: Fraction(chance) for end, chance in chances.items()}


def played(call: Do[Any], *faces: int) -> Any:
    """What comes of a procedure without decisions when the dice show these faces, every one used."""
    hand = PlannedHand(faces)
    run: ProcedureRun[Any] = ProcedureRun(call, lambda throw: throw.cast(hand), lambda battle, event: battle)
    assert run.pending is None
    hand.assert_used()
    return run.result


# ------------------------------------------------------------------ the test
def test_a_steady_regular_unit_charges(case: Case) -> None:
    """lib-011"""
    chances = grades(ChargeTest(state=State.STEADY))
    assert chances == [Fraction(1, 16), Fraction(1, 6), Fraction(1, 4), Fraction(25, 48)]
    assert [float(chance) for chance in chances] == pytest.approx(case("lib-011")["p"], abs=1e-6)


def test_the_guards_charge(case: Case) -> None:
    """lib-012"""
    guards = ChargeTest(quality=Quality.ELITE, drilled=True, reliable=True, in_command=True, supported=True)
    assert dice(guards).total == case("lib-012")["dice"]
    assert rerolls(guards).total == case("lib-012")["rerolls"]
    whole = 6561
    assert grades(guards) == [Fraction(part, whole) for part in (1, 12, 67, 6481)]


def test_press_the_charge_makes_one_success_enough(case: Case) -> None:
    """lib-013: action.press-the-charge"""
    militia = ChargeTest(
        quality=Quality.MILITIA, state=State.WORN, in_command=True, press_the_charge=Buying.ALWAYS
    )
    failed, falters, plain, determined = grades(militia)
    assert (failed, determined) == (Fraction(16, 81), Fraction(65, 81))
    assert falters == plain == 0
    assert float(determined) == pytest.approx(case("lib-013")["p_determined"], abs=1e-6)


def test_green_militia_charges(case: Case) -> None:
    """lib-014: special.unreliable"""
    green = ChargeTest(quality=Quality.MILITIA, unreliable=True)
    chances = grades(green)
    assert chances == [Fraction(16, 81), Fraction(32, 81), Fraction(8, 27), Fraction(1, 9)]
    assert [float(chance) for chance in chances] == pytest.approx(case("lib-014")["p"], abs=1e-6)


def test_the_grades_by_successes() -> None:
    """charge.result.0, charge.result.1, charge.result.2, charge.result.3, charge.test"""
    assert [grade(successes) for successes in range(5)] == [
        Grade.FAILED,
        Grade.FALTERS,
        Grade.CHARGE,
        Grade.DETERMINED,
        Grade.DETERMINED,
    ]
    assert grade(0, pressed=True) is Grade.FAILED
    assert grade(1, pressed=True) is Grade.DETERMINED
    with pytest.raises(ValueError, match="SHAKEN"):
        ChargeTest(state=State.SHAKEN)


def test_a_pressed_charge_that_failed_may_be_ordered_anew_and_is_still_pressed() -> None:
    """cp.detail, action.direct-order.charge: 1/16 fail twice; no grade but the highest is left."""
    both = ChargeTest(press_the_charge=Buying.ALWAYS, direct_order=Buying.WHEN_NEEDED)
    assert grades(both) == [Fraction(1, 256), 0, 0, Fraction(255, 256)]


def test_the_best_policy_presses_a_charge_that_may_be_pressed() -> None:
    """dice.reroll.policies: what makes a Determined Charge! most likely"""
    facts = ChargeTest(press_the_charge=Buying.WHEN_NEEDED)
    assert odds(do(charge_test, facts), best, exact=True)[Grade.DETERMINED] == Fraction(15, 16)


def test_a_pressed_charge_is_content_with_one_success() -> None:
    """action.press-the-charge, dice.reroll.policies: no reroll is asked for once a success lies there"""
    lying: list[int] = []

    def noting(question: Any) -> object:
        if isinstance(question, RerollDie):
            lying.append(question.dice.total)
        return decide_cautiously(question)

    pressed = ChargeTest(press_the_charge=Buying.ALWAYS, in_command=True)
    assert odds(do(charge_test, pressed), noting, exact=True)[Grade.FAILED] == Fraction(1, 32)
    assert lying == [0]


def test_a_charge_says_which_actions_were_bought_for_it() -> None:
    """action.press-the-charge, action.direct-order.charge, cp.once: 1/16 of the tests fail at first"""
    press, anew = Action.PRESS_THE_CHARGE, Action.A_DIRECT_ORDER
    both = ChargeTest(press_the_charge=Buying.ALWAYS, direct_order=Buying.WHEN_NEEDED)
    assert odds(do(charge_test_paid, both), decide_cautiously, exact=True) == {
        Paid(Grade.DETERMINED, (press,)): Fraction(15, 16),
        Paid(Grade.DETERMINED, (press, anew)): Fraction(15, 256),
        Paid(Grade.FAILED, (press, anew)): Fraction(1, 256),
    }
    neither = odds(do(charge_test_paid, ChargeTest()), decide_cautiously)
    assert {paid.spent for paid in neither} == {()}


def test_the_last_point_buys_one_action_for_a_charge_and_not_two() -> None:
    """cp.once: the charge is pressed, so nothing is left to order it anew"""
    eager = ChargeTest(press_the_charge=Buying.ALWAYS, direct_order=Buying.ALWAYS, points=1)
    assert odds(do(charge_test_paid, eager), decide_cautiously, exact=True) == {
        Paid(Grade.DETERMINED, (Action.PRESS_THE_CHARGE,)): Fraction(15, 16),
        Paid(Grade.FAILED, (Action.PRESS_THE_CHARGE,)): Fraction(1, 16),
    }
    penniless = ChargeTest(press_the_charge=Buying.ALWAYS, direct_order=Buying.ALWAYS, points=0)
    assert grades(penniless) == grades(ChargeTest())
    saving = ChargeTest(press_the_charge=Buying.ASKED, direct_order=Buying.ALWAYS, points=1)
    kept = odds(do(charge_test_paid, saving), decide_cautiously, exact=True)
    assert kept.chance(lambda paid: paid.spent == (Action.A_DIRECT_ORDER,)) == Fraction(1, 16)


# ------------------------------------------------------------------ range and distance
def test_the_greatest_charge_distance(case: Case) -> None:
    """lib-031"""
    ways = (
        Way(),
        Way(difficult=True),
        Way(arm=Arm.SKIRMISHERS, difficult=True),
        Way(arm=Arm.MOUNTED),
        Way(under_fire=2),
    )
    assert [potential(way).total for way in ways] == case("lib-031")["max"]


def test_what_changes_the_charge_range() -> None:
    """charge.range.potential, special.stalwart, special.scouts.charge, movement.obstacle.sign"""
    assert potential(Way(under_fire=2, stalwart=True)).total == 15
    assert potential(Way(arm=Arm.DISMOUNTED)).total == 15
    assert potential(Way(obstacles=2)).total == 11
    assert potential(Way(obstacles=2, low_obstacles=True)).total == 15
    assert potential(Way(scouts=True, difficult=True)).total == 15
    assert potential(Way(arm=Arm.SKIRMISHERS, difficult=True, printed_rates=True)).total == 13
    assert potential(Way(double_time=Buying.ALWAYS)).total == 15
    assert rate(Way(difficult=True)).rules == ("terrain.difficult.charge",)


def test_a_target_is_in_range_up_to_the_farthest_charge_and_no_more() -> None:
    """charge.may.range, charge.distance"""
    assert is_in_range(Way(distance=15))
    assert not is_in_range(Way(distance=15.1))
    with pytest.raises(ValueError, match="out of range; the charge can go 15 in"):
        ChargeFacts(way=Way(distance=15.1))


def test_half_of_the_bases_decide_which_side_is_charged(case: Case) -> None:
    """lib-036: charge.facing.half, charge.facing.count"""
    words = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}
    tie = facings({"front": 2, "left": 2, "right": 0, "rear": 0})
    assert [words[side] for side in tie] == case("lib-036")["choice"]
    assert facings({"front": 1, "left": 0, "right": 3, "rear": 0}) == ("right",)
    assert facings({"front": 0, "left": 1, "right": 1, "rear": 1}) == ("front",)
    assert [EDGES[side] for side in tie] == [Edge.FRONT, Edge.FLANK]


def test_markers_never_take_a_rate_below_nothing() -> None:
    """underfire.detail"""
    assert rate(Way(difficult=True, under_fire=9)).total == 0
    assert potential(Way(difficult=True, under_fire=9)).total == 3


def test_guns_cannot_charge() -> None:
    """charge.may.types"""
    with pytest.raises(ValueError, match=r"charge\.may\.types"):
        Way(arm=Arm.LIMBERED)


def test_a_faltering_charge_goes_half_way(case: Case) -> None:
    """lib-032: charge.falters.distance, orders.charge.falters"""
    moved = [played(do(falter, Way(distance=distance))) for distance in (9.5, 7)]
    assert moved == case("lib-032")["moved"]
    assert falter_move(Way(distance=7), 7).rules[-1] == "movement.proximity"


def test_a_faltering_charge_stops_at_other_enemies_and_never_goes_back() -> None:
    """movement.proximity, movement.proximity.detail, charge.result.1"""
    assert played(do(falter, Way(distance=12, room=2.5))) == 2.5
    assert played(do(falter, Way(distance=3))) == 0
    assert played(do(falter, Way(distance=12, under_fire=6))) == 6


def test_by_the_other_reading_a_faltering_charge_goes_half_its_move() -> None:
    """charge.falters.distance: 12 in and a D3 of 2 make 14, half of it 7; a 3 makes 7.5, rounded up 8."""
    way = Way(distance=15, falters_by_rate=True)
    assert played(do(falter, way), 2) == 7
    assert played(do(falter, way), 3) == 8


def test_infantry_charges_over_fourteen_inches(case: Case) -> None:
    """lib-033: charge.rate, charge.short"""
    expected = case("lib-033")
    chances = odds(do(contact, Way(distance=14)), exact=True)
    assert chances[Contact(made=True, moved=14)] == Fraction(2, 3)
    assert chances[Contact(made=False, moved=expected["moved_if_short"])] == Fraction(1, 3)


def test_a_distance_exactly_equal_makes_contact() -> None:
    """charge.short"""
    assert played(do(contact, Way(distance=14)), 2).made
    assert not played(do(contact, Way(distance=14.1)), 2).made
    assert short_move(Way(distance=14.1), 14).total == 10.1


def test_cavalry_rolls_a_whole_die_for_its_charge() -> None:
    """charge.rate, movement.cavalry.mounted: 21 in and D6 reach 25 in on a 4"""
    assert charge_die(Way(arm=Arm.MOUNTED)).name == "D6"
    chances = odds(do(contact, Way(arm=Arm.MOUNTED, distance=25)), exact=True)
    assert chances.chance(lambda one: one.made) == Fraction(1, 2)


def test_an_obstacle_takes_two_to_four_inches_off_a_charge() -> None:
    """movement.obstacle, movement.obstacle.when: 12 + D3 - (D3 + 1), counted out by hand"""
    chances = odds(do(inches_rolled, Way(obstacles=1)), exact=True).map(lambda paid: paid.value)
    counted = [12 + one - (other + 1) for one, other in product((1, 2, 3), repeat=2)]
    assert chances == {total: Fraction(counted.count(total), 9) for total in sorted(set(counted))}


def test_double_time_is_declared_before_the_distance_die() -> None:
    """action.double-time.charge, action.double-time: 12 + D3 reach 15 on a 3, two D3 unless both show 1"""
    plain, hastened = (Way(distance=15, double_time=buying) for buying in (Buying.NEVER, Buying.WHEN_NEEDED))
    made = [
        odds(do(contact, way), decide_cautiously, exact=True).chance(lambda one: one.made)
        for way in (plain, hastened)
    ]
    assert made == [Fraction(1, 3), Fraction(8, 9)]


def test_a_charge_move_says_whether_it_was_hastened() -> None:
    """action.double-time.charge: at 15 in it is needed, at 13 in it is not"""
    spent = {
        distance: {
            paid.spent
            for paid in odds(
                do(contact_paid, Way(distance=distance, double_time=Buying.WHEN_NEEDED)), decide_cautiously
            )
        }
        for distance in (13, 15)
    }
    assert spent == {13: {()}, 15: {(Action.DOUBLE_TIME,)}}


def test_double_time_is_not_bought_for_a_charge_that_reaches_anyway() -> None:
    """action.double-time.charge: at 13 in the lowest die is enough"""
    near = Way(distance=13, double_time=Buying.WHEN_NEEDED)
    for policy in (decide_cautiously, best):
        rolled = odds(do(inches_rolled, near), policy, exact=True)
        assert rolled == {Paid(13): Fraction(1, 3), Paid(14): Fraction(1, 3), Paid(15): Fraction(1, 3)}
    hastened = odds(do(inches_rolled, Way(distance=13, double_time=Buying.ALWAYS)), decide_cautiously)
    assert Paid(18, (Action.DOUBLE_TIME,)) in hastened


@pytest.mark.parametrize(
    ("distance", "obstacles", "low", "needed"),
    [
        (9, 1, False, False),
        (9.01, 1, False, True),
        (10, 1, False, True),
        (5, 2, False, False),
        (5.01, 2, False, True),
        (11, 1, True, False),
        (11.01, 1, True, True),
    ],
)
def test_double_time_is_needed_where_the_worst_dice_at_obstacles_fall_short(
    distance: float, obstacles: int, *, low: bool, needed: bool
) -> None:
    """action.double-time.charge, movement.obstacle.sign: 12 + 1 in, less 4 for each obstacle, or 2."""
    way = Way(distance=distance, obstacles=obstacles, low_obstacles=low, double_time=Buying.WHEN_NEEDED)
    bought = {paid.spent for paid in odds(do(inches_rolled, way), decide_cautiously)}
    assert bought == {(Action.DOUBLE_TIME,) if needed else ()}


@settings(max_examples=60, deadline=None)
@given(distance=st.integers(0, 4000), room=st.integers(0, 4000), rolled=st.integers(0, 30))
def test_a_charge_that_falls_short_keeps_four_inches_off(distance: int, room: int, rolled: int) -> None:
    """charge.short, movement.proximity"""
    moved = short_move(Way(distance=distance / 100, room=room / 100), rolled).total
    assert 0 <= moved <= rolled
    assert moved <= room / 100
    assert distance / 100 - moved >= min(4, distance / 100) - 1e-9


# ------------------------------------------------------------------ responses
def test_the_responses_of_musketeers(case: Case) -> None:
    """lib-034"""
    words = {Response.HOLD: "hold", Response.FIRE: "fire"}
    approaches = (Approach(6.0), Approach(6.1), Approach(10, Edge.FLANK))
    offered = [responses(Charged(), (approach,)) for approach in approaches]
    assert [", ".join(words[one] for one in open_ones) for open_ones in offered] == case("lib-034")["options"]


def test_mounted_cavalry_may_answer_in_every_way() -> None:
    """charge.response.options, charge.response.retire, charge.response.retire.detail,
    charge.response.counter
    """
    assert responses(HUSSARS, (Approach(12),)) == tuple(Response)
    on_foot = Charged(arm=Arm.DISMOUNTED)
    assert responses(on_foot, (Approach(12),)) == (Response.HOLD, Response.FIRE)


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (Charged(arm=Arm.MOUNTED, disordered=True), "disorder.response"),
        (Charged(arm=Arm.MOUNTED, routing=True), "charge.response.distance"),
        (Charged(arm=Arm.MOUNTED, engaged=True), "charge.response.distance"),
    ],
)
def test_disordered_routing_and_engaged_units_can_only_hold(unit: Charged, rule: str) -> None:
    """disorder.response, charge.response.distance"""
    assert responses(unit, (Approach(12),)) == (Response.HOLD,)
    assert all(objections(one, unit, (Approach(12),))[0].rule == rule for one in tuple(Response)[1:])


def test_the_rear_and_six_inches_leave_only_hold() -> None:
    """charge.response.hold-only"""
    assert responses(HUSSARS, (Approach(12, Edge.REAR),)) == (Response.HOLD,)
    refusal = objections(Response.FIRE, HUSSARS, (Approach(5.5),))[0]
    assert refusal.rule == "charge.response.hold-only"
    assert "5.5 in" in refusal.words


def test_who_cannot_fire_at_chargers() -> None:
    """charge.response.fire, charge.response.fire.detail"""
    for unit in (Charged(armed=False), Charged(arm=Arm.LIMBERED), Charged(has_fired=True)):
        assert responses(unit, (Approach(9),)) == (Response.HOLD,)
    assert Response.FIRE in responses(Charged(arm=Arm.UNLIMBERED), (Approach(9),))


def test_who_cannot_counter_charge() -> None:
    """charge.response.counter.detail"""
    for unit in (Charged(arm=Arm.MOUNTED, state=State.SHAKEN), Charged(arm=Arm.MOUNTED, hemmed_in=True)):
        assert responses(unit, (Approach(9),)) == (Response.HOLD, Response.FIRE, Response.RETIRE)


def test_against_several_chargers_fire_needs_one_in_front_and_riding_off_needs_all() -> None:
    """charge.response.several, charge.response.fire.detail"""
    mixed = (Approach(9), Approach(5))
    assert responses(HUSSARS, mixed) == (Response.HOLD, Response.FIRE)
    assert objections(Response.COUNTER, HUSSARS, mixed)[0].rule == "charge.response.several"
    assert responses(HUSSARS, (Approach(9), Approach(8))) == tuple(Response)


def test_odd_hits_of_defensive_fire_are_placed_by_the_shooter() -> None:
    """charge.response.fire, charge.response.fire.detail"""
    asked: list[Choose[Any]] = []

    def last(question: Any) -> object:
        asked.append(question)
        return question.options[-1]

    assert dict(odds(do(split_hits, 8, (4, 6, 9), 1), last, exact=True)) == {(2, 3, 3): 1}
    assert [(one.decision, one.seat, one.options) for one in asked] == [
        ("defensive-fire-odd-hits", 1, (4, 6, 9)),
        ("defensive-fire-odd-hits", 1, (4, 6)),
    ]
    assert dict(odds(do(split_hits, 6, (4, 6, 9), 1), exact=True)) == {(2, 2, 2): 1}


def test_light_dragoons_counter_charge(case: Case) -> None:
    """lib-037: charge.response.counter, charge.response.counter.detail"""
    chances = odds(do(counter_charge, ChargeTest(in_command=True, seat=1)), decide_cautiously, exact=True)
    assert chances == {
        Counter.CHARGES: Fraction(83, 96),
        Counter.STANDS: Fraction(5, 48),
        Counter.DISORDERED: Fraction(1, 32),
    }
    assert meeting(12).total == case("lib-037")["meet_at"]


def test_a_counter_charge_says_which_actions_were_bought_for_it() -> None:
    """cp.detail, charge.response.counter: 1/16 have no success and are ordered anew, 1/6 have one"""
    facts = ChargeTest(direct_order=Buying.ALWAYS, seat=1)
    chances = odds(do(counter_paid, facts), decide_cautiously, exact=True)
    assert chances[Paid(Counter.STANDS)] == Fraction(1, 6)
    assert chances[Paid(Counter.STANDS, (Action.A_DIRECT_ORDER,))] == Fraction(1, 96)
    assert chances[Paid(Counter.DISORDERED, (Action.A_DIRECT_ORDER,))] == Fraction(1, 256)
    assert Paid(Counter.DISORDERED) not in chances


# ------------------------------------------------------------------ the whole of a charge
def test_a_charge_against_a_unit_that_holds() -> None:
    """charge.sequence, orders.charge.failed, orders.charge.charge: the grades of lib-011, then lib-033"""
    assert ends(ChargeFacts(way=Way(distance=14))) == {
        End.DISORDERED: Fraction(1, 16),
        End.FALTERS: Fraction(1, 6),
        End.SHORT: Fraction(37, 48) * Fraction(1, 3),
        End.CONTACT: Fraction(37, 48) * Fraction(2, 3),
    }


def test_a_response_that_is_not_open_is_a_hold() -> None:
    """charge.response.hold-only"""
    assert response_of(ChargeFacts(way=Way(distance=6), response=Response.FIRE)) is Response.HOLD
    assert response_of(ChargeFacts(way=Way(distance=7), response=Response.FIRE)) is Response.FIRE
    assert response_of(ChargeFacts(response=Response.RETIRE)) is Response.HOLD


def test_defensive_fire_stops_a_charge_and_not_a_determined_one() -> None:
    """charge.response.fire.test, charge.result.2, orders.charge.determined, charge.result.3

    One die that hits on 4+ and is saved on 5+ costs a hit in a third of all volleys; a STEADY Regular unit
    then fails its test on 11/48.
    """
    one_die = Fire(arm=Arm.DISMOUNTED, bases=1, range=10, weapon="Carbine", state=State.SHAKEN)
    facts = ChargeFacts(way=Way(distance=10), response=Response.FIRE, fire=one_die)
    assert charge_tallies(facts)["dice of defensive fire"].total == 1
    stopped = Fraction(1, 4) * Fraction(1, 3) * Fraction(11, 48)
    assert ends(facts)[End.STOPPED] == stopped
    assert ends(facts)[End.CONTACT] == Fraction(37, 48) - stopped
    pressed = ChargeFacts(
        charger=Charger(press_the_charge=Buying.ALWAYS),
        way=Way(distance=10),
        response=Response.FIRE,
        fire=one_die,
    )
    assert ends(pressed) == {End.DISORDERED: Fraction(1, 16), End.CONTACT: Fraction(15, 16)}


def test_hold_the_line_keeps_a_charge_going() -> None:
    """action.hold-the-line, charge.response.fire.test"""
    charger = Charger(hold_the_line=Buying.WHEN_NEEDED)
    chances = odds(
        do(stand_fire, charger, Grade.CHARGE, Volley(struck=True, lost=1)), decide_cautiously, exact=True
    )
    assert chances[Aftermath(1, Result.DISORDERED)] == Fraction(11, 48) ** 2


def test_a_charger_under_fire_says_whether_the_line_was_held() -> None:
    """action.hold-the-line, charge.result.3: a determined charger takes no test, so none can be bought"""
    charger, shot = Charger(hold_the_line=Buying.ALWAYS), Volley(struck=True, lost=1)
    tested = odds(do(stand_fire_paid, charger, Grade.CHARGE, shot), decide_cautiously, exact=True)
    assert tested[Paid(Aftermath(1, Result.NONE))] == Fraction(37, 48)
    assert tested[Paid(Aftermath(1, Result.NONE), (Action.HOLD_THE_LINE,))] == (
        Fraction(11, 48) * Fraction(37, 48)
    )
    spared = odds(do(stand_fire_paid, charger, Grade.DETERMINED, shot), decide_cautiously)
    assert dict(spared) == {Paid(Aftermath(1, Result.NONE)): 1}


def test_a_charger_made_shaken_by_fire_goes_on_and_one_shot_to_pieces_does_not() -> None:
    """charge.response.fire.shaken"""
    tired = Charger(hits=15, wear=Wear(8, 16, 24))
    determined = Grade.DETERMINED
    assert played(do(stand_fire, tired, determined, Volley(struck=True, lost=1))).result is Result.NONE
    assert played(do(stand_fire, tired, determined, Volley(struck=True, lost=9))).result is Result.BROKEN
    # Two dice now, as it is SHAKEN: a 6 passes the test, a 4 alone breaks it.
    assert (
        played(do(stand_fire, tired, Grade.CHARGE, Volley(struck=True, lost=1)), 6, 1).result is Result.NONE
    )
    assert (
        played(do(stand_fire, tired, Grade.CHARGE, Volley(struck=True, lost=1)), 4, 1).result is Result.BROKEN
    )


def test_saved_hits_cause_no_test_unless_that_reading_is_chosen() -> None:
    """morale.trigger.unsaved"""
    saved = Volley(struck=True, lost=0)
    assert played(do(stand_fire, Charger(), Grade.CHARGE, saved)).result is Result.NONE
    strict = Charger(tests_when_struck=True)
    assert played(do(stand_fire, strict, Grade.CHARGE, saved), 1, 1, 2, 4).result is Result.DISORDERED


def test_defensive_fire_is_never_concentrated() -> None:
    """lib-072, its second half: charge.response.fire.detail"""
    asked: list[str] = []

    def noting(question: Any) -> object:
        asked.append(question.decision)
        return decide_cautiously(question)

    eager = Charger(press_the_charge=Buying.ALWAYS, direct_order=Buying.ALWAYS, hold_the_line=Buying.ALWAYS)
    odds(do(charge, ChargeFacts(charger=eager, response=Response.FIRE)), noting)
    assert sorted(set(asked)) == ["direct-order", "press-the-charge"]


def test_cavalry_that_retires_makes_the_charge_longer() -> None:
    """charge.response.retire, charge.response.retire.detail: 10 in and 14 are too many for men on foot"""
    facts = ChargeFacts(way=Way(distance=10), target=HUSSARS, response=Response.RETIRE)
    assert ends(facts)[End.SHORT] == Fraction(37, 48)
    blocked = ChargeFacts(way=Way(distance=10), target=HUSSARS, response=Response.RETIRE, gives_ground=4)
    assert ends(blocked)[End.CONTACT] == Fraction(37, 48) * Fraction(2, 3)


def test_a_counter_charge_meets_the_charger_half_way_or_receives_it() -> None:
    """charge.response.counter: the counter-charge of a STEADY Regular unit succeeds on 37/48"""
    facts = ChargeFacts(way=Way(distance=12), target=HUSSARS, response=Response.COUNTER)
    chances = odds(do(charge, facts), decide_cautiously, exact=True)
    charges = Fraction(37, 48)
    assert chances[Charge(End.MEETING, moved=6, counter=Counter.CHARGES)] == charges**2
    assert chances[Charge(End.CONTACT, moved=12, counter=Counter.STANDS)] == charges * Fraction(1, 6)
    assert chances[Charge(End.CONTACT, moved=12, counter=Counter.DISORDERED)] == charges * Fraction(1, 16)


def test_a_shaken_router_that_is_reached_is_broken() -> None:
    """charge.routing-target"""
    shaken = Charged(routing=True, state=State.SHAKEN)
    assert ends(ChargeFacts(target=shaken))[End.RUNS_DOWN] == Fraction(37, 48)
    assert End.RUNS_DOWN not in ends(ChargeFacts(target=Charged(routing=True, state=State.WORN)))


def test_the_figures_and_headings_of_a_charge() -> None:
    """charge.when: what people are told of it"""
    facts = ChargeFacts(response=Response.FIRE)
    assert charge_tallies(facts)["farthest charge"].total == 15
    stopped = Charge(End.STOPPED, lost=3, result=Result.RETIRE)
    assert charge_summary(facts, stopped) == (
        "the charge is stopped by fire",
        "under fire the charger retires",
        "some loss to fire",
    )
    assert charge_summary(ChargeFacts(), Charge(End.DISORDERED)) == ("the charger is disordered",)
    assert charge_test_tallies(ChargeTest())["dice"].total == 4
    assert charge_test_summary(ChargeTest(), Grade.FALTERS) == ("Falters", "it does not charge")
    assert counter_charge_summary(ChargeTest(), Counter.STANDS) == ("the unit stands to receive",)


def test_a_charger_that_is_shaken_is_refused() -> None:
    """charge.may.not-shaken"""
    with pytest.raises(ValueError, match="give it at most 15"):
        Charger(hits=16)
