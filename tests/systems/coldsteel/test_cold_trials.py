"""The Morale step on the table: who tests, what counts for it, and what becomes of a unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import Odds
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import aim, fighting, manoeuvres, movement_decisions
from sandtable.systems.coldsteel.arriving import arrive
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Removal, Reserve, Step
from sandtable.systems.coldsteel.events import (
    LuckyRerollUsed,
    MoraleTested,
    StepBegan,
    TurnBegan,
    UnitHeldBack,
    UnitRetreated,
    UnitShot,
    UnitsRemoved,
)
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.morale import Again, Result, Settled, Stance, modifiers, morale_test
from sandtable.systems.coldsteel.morale_events import SoldiersMutinied
from sandtable.systems.coldsteel.morale_facts import facts_of, stance_of
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.steps import Resolve
from sandtable.systems.coldsteel.trials import morale_step, take_test, untested
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Point, inches, standing
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GRENADIERS,
    HUSSARS,
    LIGHT,
    Played,
    battle,
    box,
    figures,
    garrison,
    house,
    play,
    readings_of,
    unit,
)

PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)
OFFICER = (Figure.OFFICER,)


def morale(*units: ColdSteelUnit, step: Step = Step.FIRST_MORALE, **state: Any) -> ColdSteelBattle:
    return battle(*units, step=step, **state)


def modifier(fought: ColdSteelBattle, unit: int = 0) -> int:
    """What is added to the dice of a unit as it stands on the table."""
    return modifiers(facts_of(fought, fought.units[unit])).whole


def chances(fought: ColdSteelBattle, unit: int = 0) -> Odds[Settled]:
    """What may become of a unit that tests, if it has failures thrown again."""
    return odds(do(morale_test, facts_of(fought, fought.units[unit])), decide_steadily, exact=True)


def chance(fought: ColdSteelBattle, *results: Result) -> object:
    return chances(fought).chance(lambda test: test.result in results)


def take(fought: ColdSteelBattle, *faces: int, unit: int = 0, answers: tuple[object, ...] = ()) -> Played:
    return play(take_test, fought, unit, faces=faces, answers=answers)


ENEMY = unit(1, 20, 40, 180, side=1)


# --------------------------------------------------------------------- the step
def test_every_unit_of_the_side_tests_once_in_the_order_its_owner_likes() -> None:
    """morale.pick-unit, morale.every-unit, turn.unit-order"""
    fought = morale(unit(0, 10, 10), unit(1, 30, 10), unit(2, 30, 40, 180, side=1))
    assert untested(fought) == (0, 1)
    played = play(morale_step, fought, answers=(1,), faces=(6, 6))
    assert played.asked == ("morale.pick-unit",)
    assert untested(played.battle) == (0,)
    last = play(morale_step, played.battle, faces=(4, 4))
    assert last.asked == ()
    assert [event.unit for event in last.events if isinstance(event, MoraleTested)] == [0]
    over = play(morale_step, last.battle, answers=PLAY_ON)
    assert over.events == (StepBegan(Step.FIRST_MANOEUVRES, 0),)


def test_a_unit_is_measured_as_it_stands_when_it_tests() -> None:
    """turn.unit-order, morale.when-measured: an enemy 5 in off that has fallen back frightens nobody."""
    light, foe = unit(0, 20, 10, profile=LIGHT), unit(1, 20, 15, 180, side=1)
    fought = morale(light, foe, active=1)
    assert modifier(fought) == -2
    retreated = take(fought, 2, 3, unit=1)
    assert retreated.told(UnitRetreated)
    assert modifier(retreated.battle) == 0
    shrunk = retreated.battle.with_unit(replace(light, models=8, command=OFFICER))
    assert modifier(shrunk) == 0
    assert modifier(shrunk.with_unit(replace(light, models=8))) == -1


def test_losses_cause_no_further_test() -> None:
    """morale.no-casualty-effect: a unit shot at in the turn has one test in the next, whatever it lost."""
    struck = replace(unit(0, 20, 10, models=6), named=True)
    fought = morale(struck, ENEMY)
    assert untested(fought) == ()
    assert play(morale_step, fought, answers=PLAY_ON).battle.step is Step.FIRST_MANOEUVRES


def test_a_unit_that_has_just_arrived_tests_in_the_next_turn() -> None:
    """turn-05: setup.reinforcements, formation.column"""
    expected = figures("turn-05")
    late = replace(unit(0, 0, 0, formation=Formation.COLUMN), pose=None)
    comes = Reserve(0, 4, "bottom", Point(1000.0, 0.0))
    fought = battle(late, ENEMY, turn=4, reserves=(comes,))
    came = play(arrive, fought, 0).battle
    pose = standing(came.units[0])
    assert (pose.x, pose.y, pose.heading) == (inches(expected["x"]), inches(expected["y"]), 0)
    assert expected["tests_turn4"] is False
    assert not came.units[0].failed
    shooting = StepBegan(Step.SECOND_SHOOTING, 0).apply(came)
    assert (0 in aim.shooters(shooting)) is expected["shoots_turn4"]
    later = StepBegan(Step.FIRST_MORALE, 0).apply(TurnBegan(5).apply(came))
    assert untested(later) == (0,)


# --------------------------------------------------------------------- what counts
def test_fire_of_the_turn_before_counts_whoever_is_player_1_now() -> None:
    """turn-03: turn.last-turn, morale.mod.fired, morale.fired-split"""
    fought = battle(ENEMY_OF_RED, unit(1, 20, 20, 180, side=1), turn=3, step=Step.SECOND_SHOOTING)
    shot = UnitShot(0, 1, 20, 0, artillery=False).apply(fought)
    assert modifier(shot, 1) == 0
    following = TurnBegan(4).apply(shot)
    assert modifier(following, 1) == figures("turn-03")["modifier"]
    assert modifier(TurnBegan(5).apply(following), 1) == 0


ENEMY_OF_RED = unit(0, 20, 8)


def test_in_the_first_turn_nobody_counts_as_fired_at_and_all_count_as_passed() -> None:
    """morale.first-turn"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1), step=Step.FIRST_SHOOTING, active=1)
    assert modifier(fought) == 0
    assert aim.shooters(fought) == (1,)


def test_enemy_cavalry_counts_once_at_exactly_12_inches_seen_or_not() -> None:
    """morale-05: morale.mod.cavalry, morale.cavalry-means, geometry.inclusive, morale.mod.all-add"""
    hussars = unit(1, 20, 22, 180, side=1, profile=HUSSARS)
    behind = unit(2, 40, 10, 270, side=1, profile=HUSSARS)
    wood = box("wood", 27, 0, 37, 20)
    line = unit(0, 20, 10)
    assert modifier(morale(line, hussars)) == figures("morale-05")["modifier"]
    assert modifier(morale(line, replace(hussars, pose=standing(hussars).shifted(0, -2)))) == 0
    both = morale(line, hussars, behind, pieces=(wood,))
    assert modifier(both) == figures("morale-05")["modifier"]


def test_own_cavalry_frightens_nobody() -> None:
    """morale.cavalry-means"""
    assert modifier(morale(unit(0, 20, 10), ENEMY, unit(2, 30, 10, profile=HUSSARS))) == 0


def charged_light(**state: Any) -> ColdSteelBattle:
    """Light infantry in skirmish, charged this turn by cavalry."""
    light = unit(0, 20, 20, profile=LIGHT, formation=Formation.SKIRMISH, command=FULL, charged_by=(1,))
    horse = unit(1, 20, 20, 180, side=1, profile=HUSSARS, charged=0)
    return morale(light, horse, step=Step.SECOND_MORALE, turn=3, links=(Link(1, 0, 3),), **state)


def test_light_infantry_charged_by_cavalry_takes_both_lines_and_the_cavalrys() -> None:
    """morale-08: troops.light.morale-near, troops.light.morale-melee, troops.light.melee-means"""
    expected = figures("morale-08")
    fought = replace(charged_light(), readings=readings_of("morale-08"))
    assert modifier(fought) == expected["modifier"]
    assert chance(fought, Result.PASSES) == Fraction(expected["passes"])
    assert chance(fought, Result.RETREATS) == Fraction(expected["retreat"])
    assert chance(fought, Result.ROUTS) == Fraction(expected["rout"])


def test_light_infantry_minds_any_enemy_at_exactly_6_inches() -> None:
    """troops.light.morale-near, geometry.inclusive"""
    light, foe = unit(0, 20, 20, profile=LIGHT), unit(1, 20, 26, 180, side=1)
    assert modifier(morale(light, foe)) == -2
    assert modifier(morale(light, replace(foe, pose=standing(foe).shifted(0, -1)))) == 0
    assert modifier(morale(light, unit(1, 20, 26, side=0))) == 0


def test_locked_units_are_at_0_inches_even_if_losses_opened_a_gap() -> None:
    """geometry.engaged-zero: the horse is 13 in off and still counts as within 12 and within 6."""
    light = unit(0, 20, 20, profile=LIGHT)
    horse = unit(1, 20, 33, 180, side=1, profile=HUSSARS)
    assert modifier(morale(light, horse, turn=3)) == 0
    assert modifier(morale(light, horse, turn=3, links=(Link(1, 0, 3),))) == -5


def test_the_other_reading_of_light_infantry_in_melee() -> None:
    """reading-01 (b): troops.light.melee-means"""
    readings = Readings(((Reading.LIGHT_IN_MELEE, 1),))
    light, foe = unit(0, 20, 20, profile=LIGHT), unit(1, 20, 20, 180, side=1)
    fought = morale(light, foe, links=(Link(1, 0, 1),), readings=readings)
    assert modifier(fought) == figures("reading-01")["b"]
    assert modifier(replace(fought, readings=Readings())) == -4


@pytest.mark.parametrize(("reading", "expected"), [(0, -3), (1, -2), (2, -2)])
def test_the_readings_of_having_been_fired_at(reading: int, expected: int) -> None:
    """morale.fired-split"""
    line = unit(0, 20, 10, guns_before=True)
    assert modifier(morale(line, ENEMY, readings=Readings(((Reading.FIRED_SPLIT, reading),)))) == expected


def test_grenadiers_in_a_building_under_fire() -> None:
    """morale-09: troops.grenadiers.morale, morale.mod.building, morale.fired-split, morale.mod.half"""
    home = house(18, 10, 22, 14)
    held = garrison(
        0,
        home,
        models=9,
        profile=GRENADIERS,
        command=FULL,
        muskets_before=True,
        guns_before=True,
    )
    fought = morale(held, unit(1, 20, 26, 180, side=1, profile=HUSSARS), pieces=(home,))
    assert held.is_below_half
    assert modifier(fought) == figures("morale-09")["modifier"]


def test_fearsome_cavalry_counts_for_both_without_being_seen() -> None:
    """card-03: cards.fearsome-reputation, cards.fearsome-scope, morale.mod.cavalry"""
    line = unit(0, 20, 10, command=FULL)
    horse = unit(1, 20, 22, 180, side=1, profile=HUSSARS, trait=Trait.FEARSOME_REPUTATION)
    hidden = box("wood", 0, 12, 72, 20)
    assert modifier(morale(line, horse, pieces=(hidden,))) == figures("card-03")["modifier"]
    another = unit(2, 40, 10, 270, side=1, trait=Trait.FEARSOME_REPUTATION, failed=True)
    assert modifier(morale(line, horse, another)) == figures("card-03")["modifier"]
    assert modifier(morale(line, replace(horse, pose=standing(horse).shifted(0, -2)))) == 2


# --------------------------------------------------------------------- results
def test_fearsome_infantry_counts_by_itself_and_only_once_at_exactly_12_inches() -> None:
    """cards.fearsome-reputation, cards.fearsome-scope"""
    guards = unit(1, 20, 22, 180, side=1, trait=Trait.FEARSOME_REPUTATION)
    behind = unit(2, 20, 0.5, 0, side=1, models=2, trait=Trait.FEARSOME_REPUTATION, failed=True)
    line = unit(0, 20, 10)
    assert modifier(morale(line, guards)) == -2
    assert modifier(morale(line, guards, behind)) == -2
    assert modifier(morale(line, replace(behind, id=1))) == -2
    assert modifier(morale(line, replace(guards, pose=standing(guards).shifted(0, -2)))) == 0


def test_a_unit_that_passes_may_manoeuvre_and_shoot() -> None:
    """morale.passed-effect, morale-17: morale.status"""
    expected = figures("morale-17")
    red = unit(1, 20, 20, 180, side=1, failed=True)
    fought = morale(unit(0, 20, 10), red, turn=4, first=1, active=1)
    played = take(fought, 3, 4, unit=1)
    assert played.events == (MoraleTested(1, 7, passed=True, rerolled=False),)
    moving = StepBegan(Step.FIRST_MANOEUVRES, 1).apply(played.battle)
    assert (1 in manoeuvres.units_open(moving)) is expected["manoeuvre"]
    shooting = StepBegan(Step.SECOND_SHOOTING, 1).apply(played.battle)
    assert (1 in aim.shooters(shooting)) is expected["shoot"]


def test_a_failure_binds_until_the_next_test_across_the_turn() -> None:
    """morale-16: morale.status, morale.fail"""
    expected = figures("morale-16")
    fought = morale(unit(0, 20, 10), unit(1, 20, 20, 180, side=1), turn=3)
    failed = take(fought, 2, 3).battle
    assert failed.units[0].failed
    assert 0 not in manoeuvres.units_open(StepBegan(Step.FIRST_MANOEUVRES, 0).apply(failed))
    late = StepBegan(Step.SECOND_SHOOTING, 0).apply(failed)
    assert (0 in aim.shooters(late)) is expected["shoot_turn3"]
    following = StepBegan(Step.FIRST_SHOOTING, 0).apply(TurnBegan(4).apply(failed))
    assert (0 in aim.shooters(following)) is expected["shoot_turn4"]
    assert untested(StepBegan(Step.SECOND_MORALE, 0).apply(following)) == (0,)
    freed = replace(failed, readings=Readings(((Reading.FAILURE_BINDS, 1),)))
    assert 0 in aim.shooters(StepBegan(Step.FIRST_SHOOTING, 0).apply(TurnBegan(4).apply(freed)))


def test_a_unit_that_routs_is_off_the_table_for_good() -> None:
    """morale.rout"""
    played = take(morale(unit(0, 20, 10), ENEMY), 1, 1)
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.ROUTED),)
    assert played.battle.units[0].pose is None


def locked(turn: int = 4, since: int = 3, **state: Any) -> ColdSteelBattle:
    line = unit(0, 20, 20, command=(Figure.SERGEANT,))
    foe = unit(1, 20, 20, 180, side=1)
    return morale(line, foe, turn=turn, links=(Link(1, 0, since),), **state)


def test_a_unit_locked_since_an_earlier_turn_that_fails_is_overrun_at_once() -> None:
    """morale-14: morale.overrun, morale.overrun-when, morale.overrun-no-save"""
    fought = locked()
    assert stance_of(fought, 0) is Stance.LOCKED
    played = take(fought, 2, 4)
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.OVERRUN),)
    assert figures("morale-14")["result"] == "destroyed"
    assert played.battle.units[1].pose == fought.units[1].pose
    assert played.battle.links == ()


def test_by_the_other_reading_a_unit_charged_this_turn_retreats_and_the_charger_stays() -> None:
    """morale-15: morale.retreat.still-engaged, leaders.sergeant, charge.target-gone"""
    fought = locked(since=4, readings=readings_of("morale-15"))
    played = take(fought, 2, 3)
    before, after = standing(fought.units[0]), standing(played.battle.units[0])
    assert before.y - after.y == inches(figures("morale-15")["retreat"])
    assert played.battle.units[1].pose == fought.units[1].pose
    melee = replace(played.battle, step=Step.MELEE)
    over = play(fighting.melee_step, melee)
    assert bool(over.told(UnitStruck)) is figures("morale-15")["melee"]


def test_a_unit_charged_this_turn_that_fails_is_overrun() -> None:
    """reading-01 (d): morale.retreat.still-engaged, morale.overrun"""
    fought = locked(since=4)
    assert stance_of(fought, 0) is Stance.JUST_CHARGED
    played = take(fought, 2, 3)
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.OVERRUN),)
    assert figures("reading-01")["d"] == "destroyed"


def test_a_failed_unit_that_is_charged_still_strikes_back() -> None:
    """morale.failed-defends"""
    failed = unit(0, 20, 20, models=2, failed=True, charged_by=(1,))
    charger = unit(1, 20, 20, 180, side=1, models=2, charged=0)
    fought = battle(failed, charger, step=Step.MELEE, links=(Link(1, 0, 1),))
    played = play(fighting.melee_step, fought, faces=(1, 1, 4, 4))
    assert [event.unit for event in played.events if isinstance(event, UnitStruck)] == [1, 0]
    assert played.battle.units[1].models == 0


# --------------------------------------------------------------------- officers and cards
def test_an_officer_has_a_failed_test_taken_again_once_a_turn() -> None:
    """leaders.officer-reroll, morale.officer-reroll"""
    fought = morale(unit(0, 20, 10, command=OFFICER), ENEMY)
    again = take(fought, 1, 2, 5, 5, answers=(Again.BOTH,))
    assert again.asked == ("morale.officer-reroll",)
    assert again.events == (MoraleTested(0, 11, passed=True, rerolled=True),)
    assert again.battle.units[0].rerolled
    kept = take(fought, 1, 3, answers=(Again.KEEP,))
    assert isinstance(kept.events[0], MoraleTested)
    assert (kept.events[0].total, kept.events[0].rerolled) == (5, False)


def test_a_lucky_officer_has_one_die_thrown_again_instead() -> None:
    """cards.lucky-reroll, cards.lucky-scope"""
    lucky = unit(0, 20, 10, command=OFFICER, trait=Trait.LUCKY_OFFICER)
    played = take(morale(lucky, ENEMY), 1, 4, 6, answers=(Again.KEEP, 1))
    assert played.asked == ("morale.officer-reroll", "cards.lucky-reroll")
    assert played.events == (MoraleTested(0, 11, passed=True, rerolled=False), LuckyRerollUsed(0))
    assert played.battle.units[0].lucky_used


def test_re_rolls_already_had_this_turn_are_not_offered_again() -> None:
    """cards.lucky-scope, leaders.officer-reroll"""
    lucky = unit(0, 20, 10, command=OFFICER, trait=Trait.LUCKY_OFFICER)
    spent = morale(replace(lucky, lucky_used=True), ENEMY)
    assert take(spent, 1, 4, answers=(Again.KEEP,)).asked == ("morale.officer-reroll",)
    taken = morale(replace(lucky, rerolled=True), ENEMY)
    assert take(taken, 1, 4, answers=(None,)).asked == ("cards.lucky-reroll",)


def test_a_cowardly_officer_keeps_his_unit_from_advancing_on_four_or_more() -> None:
    """card-01: cards.cowardly-officer, cards.cowardly-scope"""
    coward = unit(0, 20, 10, command=FULL, trait=Trait.COWARDLY_OFFICER)
    fought = morale(coward, ENEMY)
    assert chance(fought, Result.PASSES) == Fraction(figures("card-01")["p"])
    held = take(fought, 6, 6, 4)
    assert held.told(UnitHeldBack) == (UnitHeldBack(0),)
    assert held.battle.units[0].held_back
    kinds = {option.kind for option in manoeuvres.manoeuvres(held.battle, held.battle.units[0])}
    assert kinds == {movement_decisions.ManoeuvreKind.STAND, movement_decisions.ManoeuvreKind.REFORM}
    assert not take(fought, 6, 6, 3).told(UnitHeldBack)
    following = replace(held.battle, turn=2)
    assert not take(following, 6, 6, 1).battle.units[0].held_back


def test_dead_mens_cards_do_nothing() -> None:
    """card-09: cards.person-alive, leaders.alive-only"""
    expected = figures("card-09")
    lucky = morale(unit(0, 20, 10, trait=Trait.LUCKY_OFFICER), ENEMY)
    assert bool(take(lucky, 2, 3).asked) is expected["a"]
    assert modifier(lucky) == 0
    coward = take(morale(unit(0, 20, 10, trait=Trait.COWARDLY_OFFICER), ENEMY), 6, 6)
    assert coward.battle.units[0].held_back is expected["b_restricted"]


def test_flogged_soldiers_that_fail_murder_their_officer_and_rout() -> None:
    """card-02: cards.flogged-soldiers, cards.flogged-scope"""
    flogged = unit(0, 20, 10, command=OFFICER, trait=Trait.FLOGGED_SOLDIERS)
    fought = morale(flogged, ENEMY)
    gone = chances(fought).chance(lambda test: test.result is Result.ROUTS)
    assert gone == Fraction(figures("card-02")["p"])
    played = take(fought, 2, 2, 2, 2, answers=(Again.BOTH,))
    assert played.events[1:] == (SoldiersMutinied(0, officer=True), UnitsRemoved((0,), Removal.ROUTED))
    assert not played.battle.units[0].has(Figure.OFFICER)


def test_flogged_soldiers_rout_instead_of_being_overrun_and_without_an_officer_too() -> None:
    """cards.flogged-scope"""
    fought = locked()
    leaderless = replace(fought.units[0], trait=Trait.FLOGGED_SOLDIERS)
    played = take(fought.with_unit(leaderless), 2, 4)
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.ROUTED),)
    assert played.battle.units[0].models == 24
