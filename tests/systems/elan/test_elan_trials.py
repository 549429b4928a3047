"""The Rally and Morale phases on the table: who tests, in which order, and what passing and failing do."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan import events
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Rank, Removal, Step
from sandtable.systems.elan.command_events import MoraleTested, RallyTested
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, Rally, rally
from sandtable.systems.elan.events import UnitHit, UnitMoved, UnitsEngaged
from sandtable.systems.elan.morale import Morale, morale_test, must_test
from sandtable.systems.elan.rallying import rally_step
from sandtable.systems.elan.removing import remove
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.trials import is_sheltered, morale_facts, morale_step
from sandtable.systems.elan.troops import Formation
from sandtable.table.movement import Turn
from sandtable.table.space import Pose
from tests.systems.elan.bivouac import GUNS, area, battle, leader, line, on_hexes, unit
from tests.systems.elan.playing import play

ON = (Resolve.GO_ON, Resolve.GO_ON)
ENEMY = unit(1, 50, 60, 180, side=1)


def hit(number: int = 0, x: float = 50, lost: int = 6, **state: object) -> ElanUnit:
    return unit(number, x, 40, lost=lost, hit=True, **state)  # type: ignore[arg-type] # the state of a unit


def in_morale(*units: ElanUnit, **more: object) -> ElanBattle:
    fought = battle(*(units or (hit(), ENEMY)), **more)  # type: ignore[arg-type] # as a battle has it
    return replace(fought, step=Step.MORALE)


def on_list(fought: ElanBattle) -> tuple[int, ...]:
    """Who has to test in the Morale phase; nobody does if the phase ends at once."""
    told = play(morale_step, fought, answers=() if any_due(fought) else ON).events
    return next((event.units for event in told if isinstance(event, events.TestsFixed)), ())


def any_due(fought: ElanBattle) -> bool:
    return any(must_test(morale_facts(fought, one)) for one in fought.units if one.pose is not None)


# --------------------------------------------------------------------- who tests his morale
def test_a_unit_tests_at_a_third_of_losses_if_fire_hit_it() -> None:
    """morale-01: morale.trigger, morale.threshold"""
    assert on_list(in_morale(hit(lost=6), ENEMY)) == (0,)
    assert on_list(in_morale(hit(lost=5), ENEMY)) == ()
    assert on_list(in_morale(unit(0, 50, 40, lost=6), ENEMY)) == ()


def test_fatigue_and_melee_call_for_no_test() -> None:
    """morale-04: morale.trigger, shooting.fatigue-scope"""
    battery = unit(0, 50, 40, profile=GUNS, lost=1)
    tired = UnitHit(0, 1, by_fire=False).apply(in_morale(battery, ENEMY))
    assert on_list(tired) == ()
    shot = UnitHit(0, 1, by_fire=True).apply(in_morale(battery, ENEMY))
    assert on_list(shot) == (0,)


def test_a_unit_in_contact_does_not_test() -> None:
    """morale.trigger"""
    fought = in_morale(hit(), unit(1, 50, 40, 180, side=1))
    assert on_list(UnitsEngaged(Engagement(pair=(0, 1))).apply(fought)) == ()


HOUSES = area("built-up", (44, 34), (50, 34), (50, 40), (44, 40), id="houses")


@pytest.mark.parametrize(("lost", "must"), [(11, False), (12, True)])
def test_a_garrison_tests_once_it_is_spent(lost: int, must: bool) -> None:  # noqa: FBT001 - of a table
    """morale-02: morale.garrison, troops.spent; failing, it routs (morale.fail-spent)"""
    inside = replace(
        hit(x=47, lost=lost, formation=Formation.GARRISON, sector="houses"), shape=solid(600, 600)
    )
    fought = in_morale(inside, ENEMY, pieces=(HOUSES,))
    assert bool(on_list(fought)) is must
    if must:
        results = odds(do(morale_test, morale_facts(fought, fought.units[0])), exact=True)
        assert results[Morale.ROUTS] == Fraction(5, 12)


def test_who_holds_fortifications_is_as_safe_as_a_garrison() -> None:
    """morale.after-fortification: a work within 1 in before it, not a wall"""
    for kind, sheltered in (("breastwork", True), ("wall", False)):
        work = line(kind, (40, 40.5), (60, 40.5), front=0 if sheltered else None)
        fought = in_morale(hit(), ENEMY, pieces=(work,))
        assert is_sheltered(fought, fought.units[0]) is sheltered


# --------------------------------------------------------------------- what comes of a morale test
def test_passed_nothing_happens() -> None:
    """morale.pass, morale.test"""
    fixed = play(morale_step, in_morale()).battle
    played = play(morale_step, fixed, faces=(3, 4))
    assert played.events == (MoraleTested(0, Morale.STANDS),)
    assert played.battle.units == fixed.units


def test_failed_it_retreats_in_disorder() -> None:
    """morale-01 (b): morale.fail-other, morale.compulsory: 10 in on a 1"""
    fixed = play(morale_step, in_morale()).battle
    after = play(morale_step, fixed, faces=(3, 3, 1)).battle.units[0]
    assert (after.retreating, after.disordered, after.pose) == (True, True, Pose(5000, 2900, 1800))


def test_a_spent_unit_that_fails_routs() -> None:
    """morale.fail-spent"""
    fixed = play(morale_step, in_morale(hit(lost=12), ENEMY)).battle
    assert play(morale_step, fixed, faces=(3, 3, 1)).battle.units[0].removed is Removal.ROUTED


def test_the_best_commander_with_a_unit_is_added_to_its_tests() -> None:
    """morale-05: leaders.elan-bonus, leaders.elan-best, elan.test: class B needs 4 with +2"""
    veteran = hit(profile="us-veteran-1863")
    people = (
        leader(0, 1, attached_to=0),
        leader(1),
        leader(0, 2, rank=Rank.ARMY, brigade=None, attached_to=0),
    )
    fought = in_morale(veteran, ENEMY, leaders=people)
    facts = morale_facts(fought, fought.units[0])
    assert odds(do(morale_test, facts), exact=True)[Morale.STANDS] == Fraction(11, 12)
    fixed = play(morale_step, fought).battle
    assert not play(morale_step, fixed, faces=(1, 3)).battle.units[0].retreating
    fleeing = replace(fought, step=Step.RALLYING).with_unit(replace(veteran, retreating=True))
    listed = play(rally_step, fleeing).battle
    rallied = play(rally_step, listed, faces=(1, 3), answers=((),)).battle
    assert not rallied.units[0].retreating


# --------------------------------------------------------------------- order and fixed lists
def test_the_first_side_tests_before_the_second_each_in_its_own_order() -> None:
    """morale.order, turn.fixed-lists, turn.morale, turn.side-order"""
    enemy = replace(hit(1, 90), side=1, brigade=1)
    fought = play(morale_step, in_morale(hit(0, 20), enemy, hit(2, 50))).battle
    assert fought.due == (0, 1, 2)
    first = play(morale_step, fought, answers=(2,), faces=(6, 6))
    assert (first.asked, first.battle.due) == (("morale.order",), (0, 1))
    second = play(morale_step, first.battle, faces=(6, 6))
    assert second.asked == ()
    over = play(morale_step, second.battle).battle
    assert (over.active, over.due) == (1, (1,))
    done = play(morale_step, over, faces=(6, 6)).battle
    assert play(morale_step, done, answers=ON).battle.step is Step.MELEES


def test_nobody_tests_twice_though_he_is_still_worn() -> None:
    """turn.fixed-lists: the only one who tests is of the 1st side, and the phase goes on"""
    fixed = play(morale_step, in_morale()).battle
    passed = play(morale_step, fixed, faces=(6, 6)).battle
    over = play(morale_step, passed).battle
    assert (over.active, over.step) == (1, Step.MORALE)
    assert play(morale_step, over, answers=ON).battle.step is Step.MELEES


def test_a_unit_removed_in_the_meantime_no_longer_tests() -> None:
    """turn.fixed-lists"""
    fixed = play(morale_step, in_morale(hit(0, 20), ENEMY, hit(2, 50))).battle
    gone = play(remove, fixed, 2, Removal.ROUTED).battle
    assert gone.due == (0,)
    assert play(morale_step, gone, faces=(6, 6)).asked == ()


def test_a_phase_in_which_nobody_tests_ends_at_once() -> None:
    """turn.rally, turn.morale"""
    calm = battle(unit(0, 50, 40), ENEMY)
    assert play(morale_step, replace(calm, step=Step.MORALE), answers=ON).battle.step is Step.MELEES
    assert play(rally_step, replace(calm, step=Step.RALLYING), answers=ON).battle.step is Step.MOVING


# --------------------------------------------------------------------- rallying
def fleeing(*more: ElanUnit, profile: str = "landwehr-1815") -> ElanBattle:
    """A class D unit in retreat, facing home; the list of the phase is fixed."""
    one = unit(0, 50, 40, 180, profile=profile, retreating=True, disordered=True)
    return play(rally_step, replace(battle(one, ENEMY, *more), step=Step.RALLYING)).battle


def test_a_unit_that_rallies_is_disordered_halted_and_may_face_anywhere() -> None:
    """rally-01: rally.pass, rally.face, rally.test"""
    played = play(rally_step, fleeing(), faces=(4, 4), answers=((Turn(1800),),))
    after = played.battle.units[0]
    assert (after.retreating, after.disordered, after.halted) == (False, True, True)
    assert (after.pose, played.asked) == (Pose(5000, 4100, 0), ("rally.face",))
    assert after.fled is False
    kept = play(rally_step, fleeing(), faces=(4, 4), answers=((),))
    assert kept.battle.units[0].pose == Pose(5000, 4000, 1800)
    assert not [event for event in kept.events if isinstance(event, UnitMoved)]


def test_a_unit_that_does_not_rally_routs() -> None:
    """rally-01: rally.fail, rally.compulsory, troops.rout-state"""
    played = play(rally_step, fleeing(), faces=(3, 4, 2))
    assert played.battle.units[0].removed is Removal.ROUTED
    assert [event.to for event in played.events if isinstance(event, UnitMoved)] == [Pose(5000, 2900, 1800)]


def test_a_class_d_unit_rallies_on_eight() -> None:
    """rally-01: elan.test; every roll on the table against the odds of the test"""
    passed = 0
    for one, two in product(range(1, 7), repeat=2):
        faces, answers = ((one, two), ((),)) if one + two >= 8 else ((one, two, 1), ())
        after = play(rally_step, fleeing(), faces=faces, answers=answers)
        result = next(event.result for event in after.events if isinstance(event, RallyTested))
        passed += result is Rally.RALLIES
    assert Fraction(passed, 36) == Fraction(5, 12)
    test = ElanTest(quality=fleeing().units[0].quality, purpose=Purpose.RALLY)
    assert odds(do(rally, test), exact=True)[Rally.RALLIES] == Fraction(5, 12)


def test_the_owner_chooses_who_tries_to_rally_first() -> None:
    """rally.order, turn.fixed-lists"""
    fought = fleeing(unit(2, 80, 40, 180, retreating=True, disordered=True))
    played = play(rally_step, fought, answers=(2, ()), faces=(6, 6))
    assert (played.asked, played.battle.due) == (("rally.order", "rally.face"), (0,))


def test_morale_and_then_rally_take_a_unit_off_the_table() -> None:
    """morale-03: a class C unit fails both on 6 or less"""
    fixed = play(morale_step, in_morale()).battle
    beaten = play(morale_step, fixed, faces=(3, 3, 1)).battle
    next_turn = replace(beaten, step=Step.RALLYING, due=(), done=())
    listed = play(rally_step, next_turn).battle
    assert listed.due == (0,)
    assert play(rally_step, listed, faces=(2, 4, 1)).battle.units[0].removed is Removal.ROUTED


def test_on_hexes_a_unit_that_rallies_faces_any_corner() -> None:
    """rally.face, hex.turns"""
    one = unit(0, 50, 40, 180, retreating=True, disordered=True)
    fought = on_hexes(battle(one, ENEMY), (5, 3, 180), (9, 9, 180))
    fixed = play(rally_step, replace(fought, step=Step.RALLYING)).battle
    stayed = play(rally_step, fixed, faces=(6, 6), answers=((),)).battle.units[0]
    assert (stayed.retreating, stayed.halted, stayed.pose) == (False, True, fought.units[0].pose)
