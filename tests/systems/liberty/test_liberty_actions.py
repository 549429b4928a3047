"""Command Points and Command Actions, Veterans, and the policies that decide about them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy, best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.actions import (
    Buyer,
    Buying,
    CommandPoint,
    ConcentratedFacts,
    HeldFacts,
    Paid,
    affordable,
    buy,
    concentrated_volley,
    held_paid,
    held_test,
    hits_paid,
    offer,
)
from sandtable.systems.liberty.approach import Way
from sandtable.systems.liberty.charge_home import ChargeFacts, Charger, End, charge, stand_fire
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.command_points import (
    RULES,
    Action,
    BrigadeFacts,
    CommandPoints,
    Phase,
    Use,
    generate,
    generate_tallies,
    obstacles,
)
from sandtable.systems.liberty.melee_decisions import PickMelee
from sandtable.systems.liberty.morale import Cause, Nerve, Result
from sandtable.systems.liberty.policies import POLICIES, decide_cautiously
from sandtable.systems.liberty.rates import (
    MarchFacts,
    general_rates,
    haste,
    march,
    march_paid,
    march_rate,
    march_summary,
    march_tallies,
    rates,
)
from sandtable.systems.liberty.shooting import Aftermath, Arm, Fire, Volley, saves, volley_and_test
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality
from sandtable.systems.liberty.turn_events import PointSpent
from sandtable.systems.liberty.veterans import (
    Ranks,
    RecoveryFacts,
    can_be_ordered,
    recovery_paid,
    recovery_summary,
    recovery_tallies,
    veterans_need,
)

Case = Callable[[str], dict[str, Any]]
MUSKETS = Fire(bases=4, range=10)


# ------------------------------------------------------------------ Command Points
def test_an_army_of_three_brigades(case: Case) -> None:
    """lib-066: cp.generate"""
    chances = odds(do(generate, BrigadeFacts(brigades=3)), exact=True)
    assert sorted(chances) == case("lib-066")["cp"]
    assert set(chances.values()) == {Fraction(1, 3)}
    assert generate_tallies(BrigadeFacts(brigades=3))["without the die"].total == 3


def rules_against(use: Use, points: CommandPoints) -> list[str]:
    return [refusal.rule for refusal in obstacles(use, points)]


def test_a_point_is_spent_once() -> None:
    """cp.once, cp.display"""
    use = Use(action=Action.REINFORCE, unit=3, phase=Phase.COMMAND)
    points = CommandPoints(1)
    assert rules_against(use, points) == []
    assert points.after(use).left == 0
    other = Use(action=Action.REINFORCE, unit=4, phase=Phase.COMMAND)
    assert rules_against(other, points.after(use)) == ["cp.once"]
    assert rules_against(other, points.after(use).next_turn()) == ["cp.once"]


def test_the_same_action_serves_a_unit_once_a_turn() -> None:
    """cp.same-action, cp.detail"""
    use = Use(action=Action.HOLD_THE_LINE, unit=3, phase=Phase.MELEE)
    points = CommandPoints(5).after(use)
    assert rules_against(use, points) == ["cp.same-action"]
    assert rules_against(use, points.next_turn()) == []
    assert rules_against(Use(action=Action.LEAD_THE_FIGHT, unit=3, phase=Phase.MELEE), points) == []
    assert rules_against(Use(action=Action.HOLD_THE_LINE, unit=4, phase=Phase.MELEE), points) == []


def test_actions_are_for_the_own_army() -> None:
    """cp.own-army, cp.purpose"""
    use = Use(action=Action.HOLD_THE_LINE, unit=3, phase=Phase.MELEE, own_army=False)
    assert rules_against(use, CommandPoints(2)) == ["cp.own-army"]


def test_each_action_has_its_phase() -> None:
    """action.lead-the-fight, action.reinforce, action.hold-the-line, action.reform-the-ranks,
    action.direct-order, action.press-the-charge, action.concentrate-fire, action.double-time, turn.phases
    """
    used_in = {
        phase: [
            action.value
            for action in Action
            if not obstacles(Use(action=action, unit=0, phase=phase), CommandPoints(1))
        ]
        for phase in Phase
    }
    assert used_in[Phase.SHOOTING] == ["Hold The Line!", "Concentrate Fire!"]
    assert used_in[Phase.MELEE] == ["Lead The Fight!", "Hold The Line!"]
    assert len(used_in[Phase.COMMAND]) == 6


def test_what_may_be_used_in_the_enemys_turn() -> None:
    """cp.detail, action.double-time.charge"""
    barred = [
        action
        for action in Action
        for phase in Phase
        if rules_against(Use(action=action, unit=0, phase=phase, own_turn=False), CommandPoints(1))
        == ["cp.detail"]
    ]
    assert sorted(barred) == sorted(
        [
            Action.A_DIRECT_ORDER,
            Action.CONCENTRATE_FIRE,
            Action.DOUBLE_TIME,
            Action.PRESS_THE_CHARGE,
            Action.REFORM_THE_RANKS,
            Action.REINFORCE,
        ]
    )
    countering = Use(
        action=Action.PRESS_THE_CHARGE, unit=0, phase=Phase.COMMAND, own_turn=False, counter_charge=True
    )
    assert rules_against(countering, CommandPoints(1)) == []


# ------------------------------------------------------------------ policies
def test_actions_are_bought_as_the_facts_say() -> None:
    """dice.reroll.policies"""

    def bought(buying: Buying, *, needed: bool) -> object:
        return decide_cautiously(offer(Action.REINFORCE, Buyer(0, 1, buying), aims=(1,), needed=needed))

    assert bought(Buying.ALWAYS, needed=False) is CommandPoint.SPEND
    assert bought(Buying.WHEN_NEEDED, needed=True) is CommandPoint.SPEND
    assert bought(Buying.WHEN_NEEDED, needed=False) is CommandPoint.KEEP
    assert bought(Buying.ASKED, needed=True) is CommandPoint.KEEP


@pytest.mark.parametrize("action", Action)
def test_every_action_that_can_be_bought_is_a_decision_the_policy_knows(action: Action) -> None:
    """dice.reroll.policies, cp.purpose"""

    async def wanted(buyer: Buyer) -> tuple[Action, ...]:
        return await buy(action, buyer, aims=(1,))

    assert dict(odds(do(wanted, Buyer(0, 1, Buying.ALWAYS)), decide_cautiously)) == {(action,): 1}
    assert dict(odds(do(wanted, Buyer(0, 1, Buying.ASKED)), decide_cautiously)) == {(): 1}


def test_nobody_is_asked_about_an_action_that_cannot_be_paid() -> None:
    """cp.once: without a policy any question would be an error"""
    assert affordable(Buying.ASKED, 0) is Buying.NEVER
    assert affordable(Buying.ASKED, 1) is Buying.ASKED
    assert all(not paid.spent for paid in odds(do(hits_paid, MUSKETS, Buyer(0, 1, Buying.NEVER))))
    with pytest.raises(NoPolicy, match="concentrate-fire"):
        odds(do(hits_paid, MUSKETS, Buyer(0, 1, Buying.ASKED)))


def test_the_cautious_policy_says_what_it_cannot_decide() -> None:
    with pytest.raises(NoPolicy, match="does not say how melee-next"):
        decide_cautiously(PickMelee(0, ((0, 1), (2, 3))))


def test_the_cautious_policy_is_the_default() -> None:
    assert list(POLICIES) == ["cautious", "best"]


@pytest.mark.parametrize("action", Action)
def test_each_action_has_an_offer_of_its_own_with_its_rule_and_its_name(action: Action) -> None:
    question = offer(action, Buyer(0, 1, Buying.ASKED), aims=())
    assert (question.action, question.rule) == (action, RULES[action][0])
    assert question.title == f"{action.rstrip('!')}?"


# ------------------------------------------------------------------ Hold The Line!
def test_hold_the_line_is_a_new_test() -> None:
    """action.hold-the-line: a STEADY Regular unit without rerolls fails on 11/48"""
    facts = HeldFacts(hold_the_line=Buying.WHEN_NEEDED)
    chances = odds(do(held_test, facts), decide_cautiously, exact=True)
    assert chances[Result.DISORDERED] == Fraction(11, 48) ** 2
    never = odds(do(held_test, HeldFacts()), decide_cautiously, exact=True)
    assert never[Result.DISORDERED] == Fraction(11, 48)


def test_a_morale_test_says_whether_the_line_was_held() -> None:
    """action.hold-the-line: 37/48 pass at once and cost nothing"""
    held = odds(do(held_paid, HeldFacts(hold_the_line=Buying.ALWAYS)), decide_cautiously, exact=True)
    assert held == {
        Paid(Result.NONE): Fraction(37, 48),
        Paid(Result.NONE, (Action.HOLD_THE_LINE,)): Fraction(11, 48) * Fraction(37, 48),
        Paid(Result.DISORDERED, (Action.HOLD_THE_LINE,)): Fraction(11, 48) ** 2,
    }
    asked = odds(do(held_paid, HeldFacts(hold_the_line=Buying.ASKED)), decide_cautiously, exact=True)
    assert asked == {Paid(Result.NONE): Fraction(37, 48), Paid(Result.DISORDERED): Fraction(11, 48)}
    ahead = odds(do(held_paid, HeldFacts(hold_the_line=Buying.ASKED)), best, exact=True)
    assert ahead == held


def test_hold_the_line_keeps_the_rerolls_and_comes_after_stubborn() -> None:
    """special.stubborn.how, action.hold-the-line: lib-020 fails one roll on 5/18, and now three must fail"""
    guards = Nerve(quality=Quality.ELITE, stubborn=True, in_command=True)
    facts = HeldFacts(
        nerve=guards, state=State.WORN, cause=Cause.LOST_MELEE, hold_the_line=Buying.WHEN_NEEDED
    )
    chances = odds(do(held_test, facts), decide_cautiously, exact=True)
    assert chances[Result.ROUTE] == Fraction(5, 18) ** 3
    assert odds(do(held_test, facts), best, exact=True)[Result.ROUTE] <= Fraction(5, 18) ** 3


def test_a_shaken_unit_that_passes_after_a_melee_routs_and_is_not_held_again() -> None:
    """morale.result.shaken, action.hold-the-line: 31/36 fail once"""
    facts = HeldFacts(state=State.SHAKEN, cause=Cause.LOST_MELEE, hold_the_line=Buying.ALWAYS)
    chances = odds(do(held_test, facts), decide_cautiously, exact=True)
    assert chances == {Result.BROKEN: Fraction(31, 36) ** 2, Result.ROUTE: 1 - Fraction(31, 36) ** 2}


# ------------------------------------------------------------------ Concentrate Fire!
def test_concentrate_fire_rolls_all_misses_again(case: Case) -> None:
    """lib-072, its first half: action.concentrate-fire"""
    buyer = Buyer(0, -1, Buying.ALWAYS)
    cautious, looking_ahead = (
        odds(do(hits_paid, MUSKETS, buyer), policy, exact=True).map(lambda paid: paid.value).mean()
        for policy in (decide_cautiously, best)
    )
    assert cautious == looking_ahead == Fraction(15, 2)
    assert float(cautious) == case("lib-072")["mean_raw"]


@pytest.mark.parametrize(
    ("answer", "faces", "hits", "shot"),
    [
        (CommandPoint.KEEP, (1, 1, 1, 1, 2, 2, 3, 3, 5, 6, 3, 5), Paid(2), Volley(struck=True, lost=1)),
        (
            CommandPoint.SPEND,
            (1, 1, 1, 1, 2, 2, 3, 3, 5, 6, 2, 2, 2, 2, 2, 2, 2, 4, 3, 5, 6),
            Paid(3, (Action.CONCENTRATE_FIRE,)),
            Volley(struck=True, lost=1),
        ),
    ],
)
def test_the_player_is_asked_after_the_roll_and_the_saves_follow(
    answer: CommandPoint, faces: tuple[int, ...], hits: Paid[int], shot: Volley
) -> None:
    """action.concentrate-fire: ten dice, two hits; the eight misses are rolled again if a point is spent"""

    async def shoot(fire: Fire, buyer: Buyer) -> tuple[Paid[int], Volley]:
        scored = await do(hits_paid, fire, buyer)
        return scored, Volley(scored.value > 0, await saves(fire, scored.value))

    hand = PlannedHand(faces)
    call = do(shoot, MUSKETS, Buyer(0, 1, Buying.ASKED))
    run: ProcedureRun[Any] = ProcedureRun(call, lambda throw: throw.cast(hand), lambda battle, event: battle)
    assert run.pending is not None
    assert run.pending.decision == "concentrate-fire"
    run.answer(answer)
    hand.assert_used()
    assert run.result == (hits, shot)


def test_a_volley_without_a_miss_needs_no_point() -> None:
    """action.concentrate-fire: a single die that hits is not offered again"""
    one = Fire(arm=Arm.DISMOUNTED, bases=1, range=10, weapon="Carbine", state=State.SHAKEN)
    chances = odds(do(hits_paid, one, Buyer(0, 1, Buying.ALWAYS)), decide_cautiously, exact=True)
    spent = (Action.CONCENTRATE_FIRE,)
    assert chances == {
        Paid(1): Fraction(1, 2),
        Paid(1, spent): Fraction(1, 4),
        Paid(0, spent): Fraction(1, 4),
    }


def test_concentrate_fire_is_for_the_shooting_phase_only() -> None:
    """lib-072: action.concentrate-fire, charge.response.fire.detail"""
    use = Use(action=Action.CONCENTRATE_FIRE, unit=0, phase=Phase.COMMAND)
    assert rules_against(use, CommandPoints(3)) == ["action.concentrate-fire"]


def test_concentrate_fire_rolls_neither_explosions_nor_saves_again() -> None:
    """action.concentrate-fire.explode: 4 dice of a 6pdr hit on 3/4, each hit D3, each saved on 5+"""
    guns = Fire(arm=Arm.UNLIMBERED, weapon="6pdr Artillery", bases=2, range=25)
    facts = ConcentratedFacts(fire=guns, concentrate_fire=Buying.ALWAYS)
    lost = odds(do(concentrated_volley, facts), decide_cautiously, exact=True).map(lambda end: end.lost)
    assert lost.mean() == 4 * Fraction(3, 4) * 2 * Fraction(2, 3)


def test_a_volley_without_the_action_is_the_ordinary_volley() -> None:
    """action.concentrate-fire"""
    facts = ConcentratedFacts(fire=MUSKETS)
    plain = odds(do(volley_and_test, facts), decide_cautiously, exact=True)
    assert odds(do(concentrated_volley, facts), decide_cautiously, exact=True) == plain


# ------------------------------------------------------------------ Double Time!
def test_double_time_adds_a_d3_on_foot_and_a_d6_for_the_mounted() -> None:
    """action.double-time"""
    assert [haste(arm).name for arm in Arm] == ["D3", "D6", "D3", "D3", "D3", "D6"]
    assert haste("General").name == "D6"


def test_a_march_at_double_time() -> None:
    """action.double-time, movement.allowance, underfire.effect, special.stalwart"""
    infantry = MarchFacts(double_time=Buying.ALWAYS, under_fire=2)
    assert dict(odds(do(march, infantry), decide_cautiously, exact=True)) == {
        7: Fraction(1, 3),
        8: Fraction(1, 3),
        9: Fraction(1, 3),
    }
    assert march_rate(MarchFacts(under_fire=2, stalwart=True)).total == 8
    general = MarchFacts(general=True, double_time=Buying.ALWAYS)
    assert sorted(odds(do(march, general), decide_cautiously)) == [25, 26, 27, 28, 29, 30]


def test_markers_and_double_time_are_added_up_before_the_floor() -> None:
    """movement.allowance: 4 in less 6 for guns, and a D3, is never below nothing"""
    guns = MarchFacts(arm=Arm.UNLIMBERED, under_fire=6, double_time=Buying.ALWAYS)
    chances = odds(do(march, guns), decide_cautiously, exact=True)
    assert dict(chances) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_double_time_is_bought_only_where_the_rate_does_not_reach() -> None:
    """action.double-time"""
    near = MarchFacts(wanted=8, double_time=Buying.WHEN_NEEDED)
    assert dict(odds(do(march, near), decide_cautiously, exact=True)) == {8: 1}
    assert dict(odds(do(march, near), best, exact=True)) == {8: 1}
    far = MarchFacts(wanted=10, double_time=Buying.WHEN_NEEDED)
    assert odds(do(march, far), best, exact=True).at_least(10) == Fraction(2, 3)
    assert march_summary(far, 9) == ("it falls short",)
    assert march_tallies(far)["rate"].rules == ("movement.rates",)


def test_a_march_says_whether_it_was_hastened() -> None:
    """action.double-time: 8 in are enough, or a D3 is added for a point"""
    spent = (Action.DOUBLE_TIME,)
    near, far = (MarchFacts(wanted=wanted, double_time=Buying.WHEN_NEEDED) for wanted in (8, 10))
    assert dict(odds(do(march_paid, near), decide_cautiously)) == {Paid(8): 1}
    assert list(odds(do(march_paid, far), decide_cautiously)) == [
        Paid(9, spent),
        Paid(10, spent),
        Paid(11, spent),
    ]


def test_the_printed_rates() -> None:
    """movement.rates, movement.infantry, movement.cavalry.mounted, movement.cavalry.dismounted,
    movement.skirmishers, movement.artillery.limbered, movement.artillery.unlimbered, movement.generals
    """
    printed = {arm: (rates(arm).advance, rates(arm).run, rates(arm).charge_die.name) for arm in Arm}
    assert printed == {
        Arm.INFANTRY: (8, 12, "D3"),
        Arm.MOUNTED: (14, 21, "D6"),
        Arm.DISMOUNTED: (8, 12, "D3"),
        Arm.SKIRMISHERS: (10, 15, "D3"),
        Arm.UNLIMBERED: (4, 0, "D3"),
        Arm.LIMBERED: (12, 18, "D6"),
    }
    assert general_rates().advance == 24
    with pytest.raises(ValueError, match="no RUN rate"):
        MarchFacts(arm=Arm.UNLIMBERED, order="RUN")


# ------------------------------------------------------------------ Veterans and Reform The Ranks!
def orderly(facts: RecoveryFacts) -> Fraction:
    return Fraction(odds(do(can_be_ordered, facts), decide_cautiously, exact=True).chance(bool))


EXPERIENCED = Nerve(quality=Quality.ELITE, in_command=True, seat=0)


def test_veterans_who_may_also_reform_the_ranks(case: Case) -> None:
    """lib-071"""
    facts = RecoveryFacts(markers=2, veterans=True, nerve=EXPERIENCED, reform_the_ranks=Buying.WHEN_NEEDED)
    assert orderly(facts) == Fraction(955, 972)
    assert float(orderly(facts)) == pytest.approx(case("lib-071")["p"], abs=1e-6)


def test_no_die_is_rolled_for_a_single_marker() -> None:
    """special.veterans, special.veterans.skip, turn.command.b"""
    assert veterans_need(RecoveryFacts(markers=2, veterans=True)).total == 4
    assert veterans_need(RecoveryFacts(markers=1, veterans=True)).rules == ("special.veterans.skip",)
    assert veterans_need(RecoveryFacts(markers=2)).total == 0
    assert [orderly(RecoveryFacts(markers=markers)) for markers in (0, 1, 2)] == [1, 1, 0]


def test_the_veterans_die_comes_before_any_point_is_spent() -> None:
    """turn.command.start"""
    asked: list[str] = []

    def noting(question: Any) -> object:
        asked.append(question.decision)
        return CommandPoint.KEEP

    facts = RecoveryFacts(markers=2, veterans=True, reform_the_ranks=Buying.ALWAYS)
    assert odds(do(can_be_ordered, facts), noting, exact=True).chance(bool) == Fraction(1, 2)
    assert asked == ["reform-the-ranks"]


def test_reform_the_ranks_needs_two_successes_and_a_failure_does_nothing() -> None:
    """action.reform-the-ranks, action.reform-the-ranks.fail: SHAKEN Regulars pass on 5/12, none is broken"""
    facts = RecoveryFacts(markers=2, state=State.SHAKEN, reform_the_ranks=Buying.ALWAYS)
    assert orderly(facts) == Fraction(5, 12)
    figures = {name: tally.total for name, tally in recovery_tallies(facts).items()}
    assert figures == {"Veterans' die": 0, "dice of Reform The Ranks!": 2, "its rerolls": 0, "its need": 2}
    assert recovery_summary(facts, orderly=False) == ("it gets no order",)


def test_stubborn_and_hold_the_line_serve_the_test_of_reform_the_ranks() -> None:
    """action.reform-the-ranks.fail: three tests of a SHAKEN Regular unit, each failed on 7/12"""
    facts = RecoveryFacts(
        markers=2,
        state=State.SHAKEN,
        nerve=Nerve(stubborn=True, seat=0),
        reform_the_ranks=Buying.ALWAYS,
        hold_the_line=Buying.ALWAYS,
    )
    assert orderly(facts) == 1 - Fraction(7, 12) ** 3


def test_no_point_is_needed_for_a_unit_with_a_single_marker() -> None:
    """action.reform-the-ranks: it may be bought, and even a failure leaves step b"""
    wasted = RecoveryFacts(markers=1, reform_the_ranks=Buying.ALWAYS)
    assert orderly(wasted) == 1
    spent: list[object] = []

    def noting(question: Any) -> object:
        spent.append(decide_cautiously(question))
        return spent[-1]

    odds(do(can_be_ordered, RecoveryFacts(markers=1, reform_the_ranks=Buying.WHEN_NEEDED)), noting)
    assert spent == [CommandPoint.KEEP]


def test_a_recovery_says_how_the_ranks_were_reformed_and_what_was_paid() -> None:
    """action.reform-the-ranks, action.reform-the-ranks.fail, special.veterans, turn.command.b

    The Veterans' die succeeds in half of all cases; SHAKEN Regulars then pass the test on 5/12.
    """
    reform, hold = Action.REFORM_THE_RANKS, Action.HOLD_THE_LINE
    facts = RecoveryFacts(
        markers=2,
        veterans=True,
        state=State.SHAKEN,
        reform_the_ranks=Buying.ALWAYS,
        hold_the_line=Buying.ALWAYS,
    )
    assert odds(do(recovery_paid, facts), decide_cautiously, exact=True) == {
        Paid(Ranks.REFORMED): Fraction(1, 2),
        Paid(Ranks.REFORMED, (reform,)): Fraction(5, 24),
        Paid(Ranks.REFORMED, (reform, hold)): Fraction(7, 24) * Fraction(5, 12),
        Paid(Ranks.DISORDERED, (reform, hold)): Fraction(7, 24) * Fraction(7, 12),
    }


def test_the_last_point_reforms_the_ranks_and_cannot_hold_the_line() -> None:
    """cp.once, action.reform-the-ranks.fail"""
    facts = RecoveryFacts(
        state=State.SHAKEN, reform_the_ranks=Buying.ALWAYS, hold_the_line=Buying.ALWAYS, points=1
    )
    spent = (Action.REFORM_THE_RANKS,)
    assert odds(do(recovery_paid, facts), decide_cautiously, exact=True) == {
        Paid(Ranks.REFORMED, spent): Fraction(5, 12),
        Paid(Ranks.DISORDERED, spent): Fraction(7, 12),
    }


def test_a_single_marker_is_left_to_step_b() -> None:
    """turn.command.b, special.veterans.skip: looking ahead spends no point on what comes off anyway"""
    asked = RecoveryFacts(markers=1, veterans=True, reform_the_ranks=Buying.ASKED)
    for policy in (decide_cautiously, best):
        assert dict(odds(do(recovery_paid, asked), policy)) == {Paid(Ranks.LEFT_TO_STEP_B): 1}


# ------------------------------------------------------------------ the points of a whole charge
def contact(facts: ChargeFacts) -> Fraction:
    chances = odds(do(charge, facts), decide_cautiously, exact=True)
    return Fraction(chances.chance(lambda outcome: outcome.end is End.CONTACT))


def test_every_step_of_a_charge_is_paid_from_the_same_points() -> None:
    """cp.once: a point that ordered the charge anew can neither hold the line nor double the pace

    At 15 in a lone D3 reaches on a 3, and two unless both show 1; 1/16 of the tests fail, 37/48 succeed.
    """
    hasty = Way(distance=15, double_time=Buying.ALWAYS)
    home = Fraction(37, 48)
    reached = {
        points: contact(ChargeFacts(charger=Charger(direct_order=Buying.ALWAYS, points=points), way=hasty))
        for points in (0, 1, 2)
    }
    assert reached == {
        0: home * Fraction(1, 3),
        1: home * Fraction(8, 9) + Fraction(1, 16) * home * Fraction(1, 3),
        2: home * Fraction(17, 16) * Fraction(8, 9),
    }
    poor = Charger(hold_the_line=Buying.ALWAYS, points=0)
    tested = odds(do(stand_fire, poor, Grade.CHARGE, Volley(struck=True, lost=1)), exact=True)
    assert tested[Aftermath(1, Result.DISORDERED)] == Fraction(11, 48)


def test_the_point_that_held_the_line_hastens_no_charge() -> None:
    """cp.once, action.hold-the-line: one die that costs a hit in a third of all volleys"""
    one_die = Fire(arm=Arm.DISMOUNTED, bases=1, range=15, weapon="Carbine", state=State.SHAKEN)
    facts = ChargeFacts(
        charger=Charger(hold_the_line=Buying.ALWAYS, points=1),
        way=Way(distance=15, double_time=Buying.ALWAYS),
        response=Response.FIRE,
        fire=one_die,
    )
    tests = Fraction(1, 4) * Fraction(1, 3)
    held = tests * Fraction(11, 48) * Fraction(37, 48)
    unpaid = Fraction(37, 48) - tests * Fraction(11, 48)
    assert contact(facts) == unpaid * Fraction(8, 9) + held * Fraction(1, 3)


@pytest.mark.parametrize("action", Action)
def test_the_log_cites_the_rule_of_the_action_that_a_point_buys(action: Action) -> None:
    """cp.once: "Hold The Line!" by action.hold-the-line, "A Direct Order!" by action.direct-order."""
    words = action.value.lower().removeprefix("a ").rstrip("!").replace(" ", "-")
    assert PointSpent(0, action, 0).cites() == (f"action.{words}", "cp.once")
