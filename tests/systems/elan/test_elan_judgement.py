"""What the doctrine of Elan reckons with: the worth of losses, volleys, charges, places and goals.

All worth is in victory points; a lost unit costs 2.2. Each case states its sum.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import Charge, ElanBattle, Prize, Shot
from sandtable.systems.elan.charge_facts import open_reactions
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.charges import (
    ChargeFacts,
    Charger,
    ChargeResult,
    EvadeFacts,
    Receiving,
    charge,
    evade,
)
from sandtable.systems.elan.doctrine.chances import (
    caught,
    charge_balance,
    charge_ways,
    mean_hits,
    melee_balance,
    volley_gain,
)
from sandtable.systems.elan.doctrine.charges import (
    balance,
    best_volley,
    charge_worth,
    duel_of,
    fire_worth,
)
from sandtable.systems.elan.doctrine.facts import at_range, bands, roughly
from sandtable.systems.elan.doctrine.fire import volley_worth
from sandtable.systems.elan.doctrine.worth import after_fire, after_melee, standing_toll, toll
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee_facts import Duel
from sandtable.systems.elan.melee_results import Result, Verdict, duel_round, reading_of, result
from sandtable.systems.elan.morale import Morale, MoraleFacts
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.shooting import Fire, VolleyFacts, volley_and_test
from sandtable.systems.elan.trials import morale_facts
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import limits
from sandtable.table.space import Point, inches
from tests.systems.elan.bivouac import GUNS, HORSE, battle, unit

SOUTH = 180


def prize(x: float, y: float, points: int = 4, holder: int | None = 1) -> Prize:
    """An objective at a place in inches."""
    return Prize(f"at {x} {y}", "the goal", Point(float(inches(x)), float(inches(y))), points, holder)


# ----------------------------------------------------------------------- losses
@pytest.mark.parametrize(
    ("lost", "cost"), [(0, 0.0), (3, 0.35), (6, 0.7), (9, 1.1), (12, 1.5), (15, 1.85), (18, 2.2)]
)
def test_losses_cost_by_the_thirds_of_the_strength(lost: int, cost: float) -> None:
    """Six bases have a strength of 18: a third costs 0.7, two thirds 1.5, all 2.2."""
    assert toll(lost, 18) == pytest.approx(cost)


def test_flight_costs_more_than_the_hits() -> None:
    """A retreat 0.9; a rout or removal the unit, and nothing costs more than that."""
    assert after_fire(6, 18, Morale.RETREATS) == pytest.approx(0.7 + 0.9)
    assert after_fire(15, 18, Morale.RETREATS) == pytest.approx(2.2)
    assert after_fire(6, 18, Morale.ROUTS) == after_fire(6, 18, Morale.REMOVED) == 2.2
    assert after_fire(18, 18, Morale.STANDS) == 2.2
    assert after_melee(6, 18, None) == pytest.approx(0.7)
    assert after_melee(6, 18, Result.FALL_BACK) == pytest.approx(0.7 + 0.35)
    assert after_melee(6, 18, Result.RETREAT) == pytest.approx(0.7 + 0.9)
    assert after_melee(0, 18, Result.ROUT) == 2.2


def test_a_unit_in_retreat_has_lost_more_than_its_hits() -> None:
    assert standing_toll(unit(0, 50, 20, lost=6)) == pytest.approx(0.7)
    assert standing_toll(unit(0, 50, 20, lost=6, retreating=True)) == pytest.approx(1.6)


def test_losses_are_rounded_down_to_half_of_a_third_but_not_below_a_third_that_is_reached() -> None:
    """Six bases: thirds at 6 and 12, halves of them at 3 and 9."""
    assert [roughly(lost, 6) for lost in (0, 2, 3, 5, 6, 8, 9, 13)] == [0, 0, 3, 3, 6, 6, 9, 12]
    assert [roughly(lost, 1) for lost in (0, 1, 2)] == [0, 1, 2]


# ----------------------------------------------------------------------- fire
def test_a_volley_is_worth_the_target_s_loss_by_hits_and_test() -> None:
    fire, struck = Fire(), MoraleFacts(lost=5, hit=False)
    expected = sum(
        float(chance) * (after_fire(5 + end.hits, 18, end.result) - toll(5, 18))
        for end, chance in odds(do(volley_and_test, VolleyFacts(fire=fire, struck=struck))).items()
    )
    assert volley_gain(fire, struck) == pytest.approx(expected)
    assert expected > 0


def test_fatigue_of_the_guns_is_taken_off_their_volley() -> None:
    """Guns have a strength of three for each base."""
    start = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 30, SOUTH, side=1))
    fire, struck = fire_facts(start, 0, 1), morale_facts(start, start.units[1])
    expected = 0.0
    strength = 3 * fire.bases
    for end, chance in odds(do(volley_and_test, VolleyFacts(fire=fire, struck=struck))).items():
        expected += float(chance) * after_fire(end.hits, struck.strength, end.result)
        expected -= float(chance) * toll(min(fire.lost + end.fatigue, strength), strength)
    assert volley_gain(fire, struck) == pytest.approx(expected)
    assert fire_worth(start, 0, 1) == pytest.approx(expected)


def test_a_volley_after_others_is_reckoned_with_their_average() -> None:
    """What they are likely to hit is counted as lost, and the unit tests anyway."""
    start = battle(unit(0, 44, 20), unit(1, 56, 20), unit(2, 50, 26, SOUTH, side=1))
    named = replace(start, shots=(Shot(1, 2),))
    fire, struck = fire_facts(start, 0, 2), morale_facts(start, start.units[2])
    alone = replace(struck, hit=False)
    assert volley_worth(start, 0, 2) == pytest.approx(volley_gain(fire, alone))
    hits = round(mean_hits(fire_facts(named, 1, 2)))
    assert hits >= 1
    after = replace(struck, lost=struck.lost + hits, hit=True)
    assert volley_worth(named, 0, 2) == pytest.approx(volley_gain(fire, after))
    assert volley_worth(replace(start, shots=(Shot(0, 2),)), 0, 2) == pytest.approx(volley_gain(fire, alone))
    dying = named.with_unit(replace(named.units[2], lost=17))
    left = replace(morale_facts(dying, dying.units[2]), lost=17, hit=True)
    assert volley_worth(dying, 0, 2) == pytest.approx(volley_gain(fire_facts(dying, 0, 2), left))


def test_fire_counts_to_the_last_inch_of_each_band() -> None:
    one, foe = unit(0, 50, 20), unit(1, 50, 40, SOUTH, side=1)
    found = bands(one, Formation.LINE, foe, Scale.LARGE)
    assert [limit for limit, _ in found] == [limit for _, limit in limits(one.weapon, Scale.LARGE)]
    far, gain = found[-1]
    assert at_range(found, far) == gain > 0
    assert at_range(found, far + 0.1) == 0.0
    assert bands(one, Formation.MARCH_COLUMN, foe, Scale.LARGE) == bands(
        one, Formation.COLUMN, foe, Scale.LARGE
    )


# ----------------------------------------------------------------------- melees and charges
def test_a_melee_costs_both_what_a_decided_round_costs() -> None:
    """A draw is fought again, so that its chance is shared out; the beaten suffers his result as well."""
    duel = Duel(defender=replace(Duel().defender, lost=4))
    costs, decided = [0.0, 0.0], 0.0
    for end, chance in odds(do(duel_round, duel)).items():
        if end.verdict is Verdict.DRAW:
            continue
        decided += float(chance)
        for side, (one, hits) in enumerate(((duel.attacker, end.attacker), (duel.defender, end.defender))):
            beaten = end.verdict.winner == 1 - side
            how = result(one, hits, reading_of(rout_from_cavalry=False), to_cavalry=False) if beaten else None
            costs[side] += float(chance) * (
                after_melee(min(one.lost + hits, 18), 18, how) - toll(one.lost, 18)
            )
    found = melee_balance(duel)
    assert 0 < decided < 1
    assert found == pytest.approx((costs[0] / decided, costs[1] / decided))


def test_the_ways_a_charge_may_end_add_up() -> None:
    facts = ChargeFacts(charger=Charger(lost=11))
    ways = charge_ways(facts)
    sums = dict.fromkeys(ChargeResult, 0.0)
    hits = 0.0
    for end, chance in odds(do(charge, facts)).items():
        sums[end.result] += float(chance)
        hits += float(chance) * end.hits
    assert ways.home == pytest.approx(sums[ChargeResult.CONTACT])
    assert ways.short == pytest.approx(sums[ChargeResult.STOPPED])
    assert ways.home + ways.short + ways.destroyed == pytest.approx(1)
    assert ways.hits == pytest.approx(hits)
    assert ways.squared == 0.0


def test_a_charge_costs_the_charger_fire_a_halt_and_the_melee() -> None:
    """Stopped short it is disordered (0.25) and halted (0.15); destroyed it costs all that is left of it."""
    facts = ChargeFacts(charger=Charger(lost=4))
    ways, strength = charge_ways(facts), Charger().strength
    lost = min(round(4 + ways.hits), strength - 1)
    ours, theirs = melee_balance(Duel(attacker=replace(Duel().attacker, lost=lost)))
    before = toll(4, strength)
    own = ways.destroyed * (2.2 - before) + ways.short * 0.4
    own += (ways.home + ways.short) * (toll(lost, strength) - before) + ways.home * ours
    found = charge_balance(facts, Duel())
    assert found.attacker == pytest.approx(own)
    assert found.defender == pytest.approx(ways.home * theirs)


def test_a_unit_that_tries_to_form_square_stands_in_one_or_is_disordered() -> None:
    facts = ChargeFacts(reaction=Receiving.FORM_SQUARE)
    ways = charge_ways(facts)
    assert 0 < ways.squared < 1
    lost = min(round(ways.hits), Charger().strength - 1)
    duel = Duel(attacker=replace(Duel().attacker, lost=lost))
    failed = melee_balance(replace(duel, defender=replace(duel.defender, disordered=True)))
    square = melee_balance(replace(duel, defender=replace(duel.defender, formation=Formation.SQUARE)))
    theirs = ways.home * ((1 - ways.squared) * failed.defender + ways.squared * square.defender)
    assert charge_balance(facts, Duel()).defender == pytest.approx(theirs)


def test_an_evader_is_caught_by_its_odds() -> None:
    facts = EvadeFacts(gap=6, reach=18)
    chance = sum(float(one) for end, one in odds(do(evade, facts)).items() if end.caught)
    assert caught(facts) == pytest.approx(chance)
    assert 0 < chance < 1


def charging(**state: Any) -> ElanBattle:
    """Horse a short way south of a line of foot."""
    return battle(unit(0, 50, 20, profile=HORSE), unit(1, 50, 29, SOUTH, side=1, **state))


def test_a_charge_is_worth_the_worst_answer_and_the_average_one() -> None:
    """0.4 of the worst for the charger, 0.6 of the mean of all that are open."""
    start = charging()
    onset = way_to(start, 0, 1)
    assert onset is not None
    nets = []
    for reaction in open_reactions(start, onset):
        ours, theirs = balance(start, onset, reaction)
        nets.append(theirs - ours)
    expected = 0.4 * min(nets) + 0.6 * sum(nets) / len(nets)
    assert charge_worth(start, 0, 1) == pytest.approx(expected)
    joined = replace(start, charges=(Charge(5, 1),))
    assert charge_worth(joined, 0, 1) == pytest.approx(expected + 0.35)


def test_the_defender_of_an_objective_is_worth_more_to_drive_off() -> None:
    """0.15 for each point, unless the charge is madness."""
    start = charging(lost=12)
    plain = charge_worth(start, 0, 1)
    assert plain > -0.4
    held = replace(start, prizes=(prize(50, 29, points=4),))
    assert charge_worth(held, 0, 1) == pytest.approx(plain + 0.6)
    elsewhere = replace(start, prizes=(prize(5, 5, points=4),))
    assert charge_worth(elsewhere, 0, 1) == pytest.approx(plain)


def test_who_evades_gives_up_ground_and_may_be_caught() -> None:
    """The charger is halted (0.15), the evader loses ground (0.15) or is taken in the rear."""
    start = battle(
        unit(0, 50, 20, profile=HORSE), unit(1, 50, 29, SOUTH, side=1, formation=Formation.SKIRMISH)
    )
    onset = way_to(start, 0, 1)
    assert onset is not None
    gap = 9.0
    facts = EvadeFacts(mounted=False, gap=gap, reach=min(onset.reach / 100 - onset.wheel / 100, 40.0))
    taken = caught(facts)
    ours, theirs = melee_balance(replace(duel_of(start, onset), edge=Edge.REAR))
    found = balance(start, onset, Reaction.EVADE)
    assert found == pytest.approx((taken * ours + 0.15, taken * theirs + (1 - taken) * 0.15))
    fled = balance(start, onset, Reaction.FLEE)
    assert fled == pytest.approx((0.15, taken * 2.2 + 0.15))


def test_a_unit_that_may_not_fire_forgoes_no_volley() -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 26, SOUTH, side=1))
    assert best_volley(start, 0) == fire_worth(start, 0, 1) > 0
    alone = battle(unit(0, 50, 20), unit(1, 50, 70, SOUTH, side=1))
    assert best_volley(alone, 0) == 0.0
