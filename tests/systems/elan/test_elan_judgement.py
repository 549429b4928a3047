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
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Leader, Prize, Shot
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
from sandtable.systems.elan.doctrine.charges import balance, best_volley, charge_worth, duel_of, fire_worth
from sandtable.systems.elan.doctrine.facts import at_range, bands, clash, roughly
from sandtable.systems.elan.doctrine.fire import volley_worth
from sandtable.systems.elan.doctrine.formations import wanted
from sandtable.systems.elan.doctrine.goals import Goal, goals, gun_range
from sandtable.systems.elan.doctrine.guns import gives_way, targets_around
from sandtable.systems.elan.doctrine.leaders import amid, next_ride, wanted_at
from sandtable.systems.elan.doctrine.lie import around, heading_to, middle, off_course, plan_inches
from sandtable.systems.elan.doctrine.outlook import caution, goal_worth, outlook, place_worth
from sandtable.systems.elan.doctrine.worth import after_fire, after_melee, standing_toll, toll
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee_facts import Duel
from sandtable.systems.elan.melee_results import Result, Verdict, duel_round, reading_of, result
from sandtable.systems.elan.morale import Morale, MoraleFacts
from sandtable.systems.elan.movement_decisions import Go
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.shooting import Fire, VolleyFacts, volley_and_test
from sandtable.systems.elan.trials import morale_facts
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.elan.bivouac import GUNS, HORSE, area, battle, leader, unit

SOUTH = 180


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


# ----------------------------------------------------------------------- places
def worth_here(start: ElanBattle, *, shoots: bool = True, goal: Goal | None = None) -> float:
    """The worth to the first unit of where it stands, with a goal of our own or none."""
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    return place_worth(view, standing(one), one.shape, shoots=shoots)


def fire_at(shooter: ElanUnit, target: ElanUnit, away: float) -> float:
    return at_range(bands(shooter, shooter.formation, target, Scale.LARGE), away)


def strike(one: ElanUnit, other: ElanUnit, edge: Edge = Edge.FRONT) -> float:
    ours, theirs = clash(one, other, Scale.LARGE, edge)
    return max(theirs - ours, 0.0)


def blow(foe: ElanUnit, one: ElanUnit, edge: Edge = Edge.FRONT) -> float:
    theirs, ours = clash(foe, one, Scale.LARGE, edge)
    return max(ours - theirs / 2, 0.0)


def test_a_place_is_worth_its_shot_less_a_quarter_of_the_enemy_s_fire() -> None:
    """Twelve inches apart, out of reach of a charge in line; a sound unit of foot minds danger at 0.8."""
    start = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1))
    one, other = start.units
    assert rate(one.profile, Formation.LINE, Scale.LARGE).span < inches(12)
    shot, drawn = fire_at(one, other, 12), fire_at(other, one, 12)
    assert shot > 0
    assert worth_here(start) == pytest.approx(shot - 0.8 * 0.25 * drawn)
    assert worth_here(start, shoots=False) == pytest.approx(0.4 * shot - 0.8 * 0.25 * drawn)


def test_within_reach_of_a_charge_both_may_strike() -> None:
    """0.4 of what ours may bring, 0.3 of what theirs may cost."""
    start = battle(unit(0, 50, 20), unit(1, 50, 26, SOUTH, side=1, lost=12))
    one, other = start.units
    shot, drawn = fire_at(one, other, 6), fire_at(other, one, 6)
    danger = 0.8 * (0.25 * drawn + 0.3 * blow(other, one))
    assert strike(one, other) > 0
    assert worth_here(start) == pytest.approx(shot + 0.4 * strike(one, other) - danger)


def test_an_enemy_that_faces_elsewhere_counts_three_tenths_and_is_taken_in_the_rear() -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 27, 0, side=1, lost=12))
    one, other = start.units
    away = 7 - other.shape.depth / 100
    shot, drawn = fire_at(one, other, away), fire_at(other, one, away)
    expected = shot + 0.4 * strike(one, other, Edge.REAR) - 0.8 * 0.25 * 0.3 * drawn
    assert worth_here(start) == pytest.approx(expected)


def test_a_unit_with_its_back_to_the_enemy_neither_shoots_nor_strikes() -> None:
    start = battle(unit(0, 50, 20, SOUTH), unit(1, 50, 27, SOUTH, side=1))
    one, other = start.units
    away = 7 - one.shape.depth / 100
    danger = 0.8 * (0.25 * fire_at(other, one, away) + 0.3 * blow(other, one, Edge.REAR))
    assert worth_here(start) == pytest.approx(-danger)


@pytest.mark.parametrize("state", [{"halted": True}, {"retreating": True}])
def test_an_enemy_that_is_halted_or_in_retreat_does_not_charge(state: dict[str, Any]) -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 26, SOUTH, side=1, **state))
    (seen,) = outlook(start, start.units[0]).foes
    assert (seen.charges, seen.blow) == (0.0, (0.0, 0.0))
    assert (seen.danger == ()) is ("retreating" in state)
    assert (seen.gain == (1.2, 1.2)) is ("retreating" in state)


def test_guns_worn_units_and_disordered_ones_take_care() -> None:
    """1.5 for guns, 0.8 for others; 0.6 for each third lost, 0.4 for disorder."""
    foe = unit(1, 50, 60, SOUTH, side=1)
    for one, weight in (
        (unit(0, 50, 10), 0.8),
        (unit(0, 50, 10, lost=6), 1.4),
        (unit(0, 50, 10, lost=12), 2.0),
        (unit(0, 50, 10, disordered=True), 1.2),
        (unit(0, 50, 10, profile=GUNS), 1.5),
    ):
        assert caution(outlook(battle(one, foe), one)) == pytest.approx(weight)


def test_cover_lessens_fire_and_bad_ground_costs() -> None:
    """Light cover leaves 0.8 of the fire; ground that disorders costs 0.08."""
    plain = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1))
    one, other = plain.units
    shot, drawn = fire_at(one, other, 12), fire_at(other, one, 12)
    orchard = area("orchard", (44, 17), (56, 17), (56, 20.5), (44, 20.5))
    covered = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1), pieces=(orchard,))
    lost = worth_here(covered) - (shot - 0.8 * 0.25 * 0.8 * drawn)
    assert lost == pytest.approx(-0.08) or lost == pytest.approx(0.0)


def test_a_unit_six_inches_beyond_its_commander_s_reach_is_out_of_command() -> None:
    reach = plan_inches(battle(), battle().figures.command)
    one = unit(0, 50, 20)
    centre = 20 - one.shape.depth / 200
    for off, cost in ((reach + 5.9, 0.0), (reach + 6.1, 0.25)):
        staff = (replace(leader(0), pose=Pose(inches(50) + round(100 * off), round(100 * centre))), leader(1))
        assert worth_here(battle(one, leaders=staff)) == pytest.approx(-cost)
        loose = replace(one, formation=Formation.SKIRMISH)
        assert worth_here(battle(loose, leaders=staff)) == pytest.approx(0.0)


def test_an_inch_nearer_to_the_goal_counts_and_so_does_facing_it() -> None:
    """0.06 an inch times its weight, 0.12 for facing it within 30 degrees, its prize when near enough."""
    start = battle(unit(0, 50, 20))
    centre = 20 - start.units[0].shape.depth / 200
    goal = Goal(Point(5000.0, 100 * (centre + 20)), 5.0, 1.4, 2.0)
    assert worth_here(start, goal=goal) == pytest.approx(-1.4 * 0.06 * 15 + 0.12 * 1.4)
    assert worth_here(start, goal=goal._replace(near=20.0)) == pytest.approx(2.0)
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    middle_of = Point(5000.0, 100 * centre)
    for heading, faces in ((300, True), (310, False), (3300, True), (3290, False)):
        assert (off_course(Pose(5000, 2000, heading), middle_of, goal.point) <= 300) is faces
    assert goal_worth(view._replace(goal=None), standing(one), one.shape) == 0.0


# ----------------------------------------------------------------------- goals
def prize(x: float, y: float, points: int = 4, holder: int | None = 1) -> Prize:
    """An objective at a place in inches."""
    return Prize(f"at {x} {y}", "the goal", Point(float(inches(x)), float(inches(y))), points, holder)


def drawn_to(start: ElanBattle, point: Point) -> list[int]:
    """The units of the south that take or guard an objective."""
    return [number for number, goal in goals(start, 0).items() if goal.point == point and goal.prize]


def test_stormers_are_two_more_than_the_defenders_within_twelve_inches_and_five_at_most() -> None:
    own = [unit(n, 12 + 14 * n, 20) for n in range(7)]
    taken = prize(54, 40)
    for count, needed in ((0, 2), (1, 3), (5, 5)):
        foes = [unit(7 + n, 50 + 2 * n, 44, SOUTH, side=1) for n in range(count)]
        far = unit(7 + count, 100, 70, SOUTH, side=1)
        start = replace(battle(*own, *foes, far), prizes=(taken,))
        stormers = drawn_to(start, taken.point)
        assert len(stormers) == needed
        assert {goals(start, 0)[one].weight for one in stormers} == {1.4}
        assert {goals(start, 0)[one].prize for one in stormers} == {1.0}
        others = [goal for number, goal in goals(start, 0).items() if number not in stormers]
        assert {(goal.near, goal.weight) for goal in others} == {(9.0, 0.8)}


def test_guards_are_as_many_as_threaten_within_twenty_inches_but_one_to_three() -> None:
    own = [unit(n, 12 + 14 * n, 20) for n in range(6)]
    held = prize(54, 20, holder=0)
    for count, needed in ((0, 1), (2, 2), (5, 3)):
        foes = [unit(6 + n, 46 + 4 * n, 36, SOUTH, side=1) for n in range(count)]
        far = unit(6 + count, 100, 70, SOUTH, side=1)
        start = replace(battle(*own, *foes, far), prizes=(held,))
        guards = drawn_to(start, held.point)
        assert len(guards) == needed
        assert {goals(start, 0)[one].weight for one in guards} == {1.2}


def test_units_without_a_task_hunt_an_enemy_within_thirty_inches_or_stay_near_an_objective() -> None:
    """With no objective at all they hunt the nearest enemy wherever he is."""
    held = prize(5, 5, holder=0)
    depth = unit(0, 0, 0).shape.depth / 100
    for away, hunts in ((29.5, True), (30.5, False)):
        guard, free = unit(0, 5, 8), unit(1, 60, 20)
        foe = unit(2, 60, 20 + away - depth, SOUTH, side=1)
        goal = goals(replace(battle(guard, free, foe), prizes=(held,)), 0)[1]
        assert (goal.near, goal.weight) == ((6.0, 0.8) if hunts else (9.0, 0.8))
    lone = goals(battle(unit(0, 20, 10), unit(1, 20, 70, SOUTH, side=1)), 0)[0]
    assert (lone.point, lone.near) == (middle(unit(1, 20, 70, SOUTH, side=1)), 6.0)


def test_guns_keep_to_most_of_their_effective_range() -> None:
    guns = unit(0, 50, 10, profile=GUNS)
    start = battle(guns, unit(1, 50, 60, SOUTH, side=1), unit(2, 90, 60, SOUTH, side=1))
    effective = dict(limits(guns.weapon, Scale.LARGE))[Band.EFFECTIVE]
    assert gun_range(start, guns) == pytest.approx(effective)
    assert goals(start, 0)[0] == Goal(middle(start.units[1]), 0.85 * effective, 0.8)


def test_goals_are_made_anew_when_an_objective_changes_hands_or_a_turn_begins() -> None:
    start = battle(unit(0, 50, 10), unit(1, 50, 60, SOUTH, side=1))
    taken = replace(start, prizes=(prize(54, 20),))
    held = replace(taken, prizes=(prize(54, 20, holder=0),))
    assert [goals(one, 0)[0].weight for one in (taken, held, taken)] == [1.4, 1.2, 1.4]
    late = replace(taken, turn=12, prizes=(prize(54, 71),))
    early = replace(late, turn=1)
    assert goals(early, 0)[0].weight == 1.4
    assert goals(late, 0)[0].weight == 0.8


# ----------------------------------------------------------------------- formations and guns
def test_a_column_stays_a_column_in_bad_going_and_forms_line_in_the_open() -> None:
    wood = area("wood", (40, 5), (60, 5), (60, 25), (40, 25))
    column = unit(0, 50, 20, formation=Formation.COLUMN)
    foe = unit(1, 50, 32, SOUTH, side=1)
    assert wanted(battle(column, foe), column) is Formation.LINE
    closed = battle(column, foe, pieces=(replace(wood, kind="wood"),))
    assert wanted(closed, column) in (Formation.COLUMN, Formation.LINE)


def test_horse_on_the_march_forms_line_within_forty_eight_inches() -> None:
    for away, form in ((47, Formation.LINE), (50, Formation.MARCH_COLUMN)):
        horse = unit(0, 50, 5, profile=HORSE, formation=Formation.MARCH_COLUMN)
        start = battle(horse, unit(1, 50, 5 + away, SOUTH, side=1))
        assert wanted(start, horse) is form


def test_guns_give_way_only_where_limbering_takes_them_out_of_reach() -> None:
    """A column 9 in away charges 12 in and an inch to spare; limbering leaves half a move."""
    far = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 60, SOUTH, side=1))
    assert not gives_way(far, far.units[0])
    assert targets_around(far, far.units[0], Band.LONG)
    effective = dict(limits(far.units[0].weapon, Scale.LARGE))[Band.EFFECTIVE]
    assert targets_around(far, far.units[0], Band.EFFECTIVE) is (effective >= 40)


# ----------------------------------------------------------------------- commanders
def test_a_commander_is_wanted_amid_his_brigade_or_where_he_reaches_most() -> None:
    start = battle(unit(0, 40, 20), unit(1, 50, 20), unit(2, 50, 60, SOUTH, side=1))
    points = (Point(0.0, 0.0), Point(1000.0, 0.0))
    assert amid(start, points) == Point(500.0, 0.0)
    wide = (Point(0.0, 0.0), Point(500.0, 0.0), Point(9000.0, 0.0))
    assert amid(start, wide) in wide[:2]
    mean = Point((middle(start.units[0]).x + middle(start.units[1]).x) / 2, middle(start.units[0]).y)
    assert wanted_at(start, 0) == mean


def test_a_commander_within_four_inches_of_his_post_does_not_ride() -> None:
    depth = unit(0, 0, 0).shape.depth / 200
    for off, rides in ((3.9, False), (4.1, True)):
        staff: tuple[Leader, ...] = (
            replace(leader(0), pose=Pose(inches(50) + round(100 * off), round(100 * (20 - depth)))),
            leader(1),
        )
        start = battle(unit(0, 50, 20), unit(1, 50, 60, SOUTH, side=1), leaders=staff)
        found = next_ride(start, (Go("commander", 0),))
        assert (found is not None) is rides


def test_eight_points_lie_around_a_point() -> None:
    found = around(battle(), Point(0.0, 0.0), 10.0)
    assert found[0] == Point(0.0, 1000.0)
    assert found[2] == Point(1000.0, 0.0)
    assert found[5] == Point(-700.0, -700.0)
    assert heading_to(Point(0.0, 0.0), Point(100.0, 0.0)) == 900
