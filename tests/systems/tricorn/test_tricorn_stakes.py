"""What hangs on each option: the resolution that it leads to, with its facts from the table."""

from __future__ import annotations

from sandtable.game.ask.faces import Stake
from sandtable.systems.tricorn.battle import Shot, Step
from sandtable.systems.tricorn.charging import BreakOffFromFoot
from sandtable.systems.tricorn.choices import STAND, Action, ActionKind
from sandtable.systems.tricorn.declaring import Declaration, DeclareFire, FireOrSupport, PickNearest
from sandtable.systems.tricorn.follow_up import FollowUp
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.melee_decisions import GiveSupport, PickFight, PickPrimary
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.melee_ground import Aid
from sandtable.systems.tricorn.movement_decisions import ChooseAction
from sandtable.systems.tricorn.moving import actions
from sandtable.systems.tricorn.shooting import Volley
from tests.systems.tricorn.parade_ground import CUIRASSIERS, HORSE, battle, unit


def told(stakes: tuple[Stake, ...]) -> list[tuple[int, int, str]]:
    assert all(isinstance(one.facts, one.resolution.facts) for one in stakes)
    return [(one.by, one.against, one.resolution.id) for one in stakes]


def test_an_attack_leads_to_a_melee() -> None:
    """movement.contact"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 24, 180, side=1))
    asked = ChooseAction(0, tuple(actions(fought, fought.units[0])), unit=0)
    assert told(asked.stakes(fought, Action(ActionKind.ATTACK, 1))) == [(0, 1, "melee")]
    assert asked.stakes(fought, STAND) == ()


def test_foot_that_attacks_horse_has_to_close_first() -> None:
    """movement.muskets-v-mounted.test"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=HORSE, markers=2))
    asked = ChooseAction(0, tuple(actions(fought, fought.units[0])), unit=0)
    found = told(asked.stakes(fought, Action(ActionKind.ATTACK, 1)))
    assert found == [(0, 1, "foot-charge"), (0, 1, "melee")]


def test_removing_disorder_leads_to_a_test() -> None:
    """rally.test"""
    fought = battle(unit(0, 20, 10, markers=1), unit(1, 20, 40, 180, side=1))
    asked = ChooseAction(0, tuple(actions(fought, fought.units[0])), unit=0)
    assert told(asked.stakes(fought, Action(ActionKind.REMOVE))) == [(0, 0, "rally")]


def test_horse_that_stays_before_foot_fights_it() -> None:
    """movement.muskets-v-mounted.break-off"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1, profile=HORSE, markers=2))
    asked = BreakOffFromFoot(1, tuple(Answer), unit=1)
    assert told(asked.stakes(fought, Answer.STAY)) == [(0, 1, "melee")]
    assert asked.stakes(fought, Answer.BREAK_OFF) == ()


def test_a_declared_shot_leads_to_a_volley_and_a_support_to_a_better_one() -> None:
    """shooting.target, shooting.cv.support"""
    foe = unit(2, 20, 23, 180, side=1)
    fought = battle(unit(0, 20, 20), unit(1, 22, 20), foe, step=Step.FIRE)
    asked = DeclareFire(0, (Declaration(0, 2), None))
    alone = asked.stakes(fought, Declaration(0, 2))
    assert told(alone) == [(0, 2, "volley")]
    assert asked.stakes(fought, None) == ()
    fired = battle(*fought.units, step=Step.FIRE, shots=(Shot(0, 2),))
    helped = FireOrSupport(0, (Declaration(1, 2, 0), None)).stakes(fired, Declaration(1, 2, 0))
    assert told(helped) == [(0, 2, "volley")]
    facts = alone[0].facts, helped[0].facts
    assert [one.fire.supporters for one in facts if isinstance(one, Volley)] == [0, 1]
    assert PickNearest(0, (2,), unit=0).stakes(fought, 2) == alone


def test_a_melee_is_told_for_each_unit_that_may_lead_it() -> None:
    """melee.order, melee.primary"""
    foe = unit(2, 20, 10, 180, side=1)
    fought = battle(unit(0, 18.5, 10), unit(1, 21.5, 10), foe, step=Step.MELEE)
    both = [(0, 2, "melee"), (1, 2, "melee")]
    assert told(PickFight(0, (2,)).stakes(fought, 2)) == both
    asked = PickPrimary(0, (0, 1), enemy=2)
    assert [*told(asked.stakes(fought, 0)), *told(asked.stakes(fought, 1))] == both


def test_a_support_that_is_saved_is_missing_in_the_melee() -> None:
    """melee.support-once"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1), unit(2, 23, 20), step=Step.MELEE)
    asked = GiveSupport(0, tuple(Aid), unit=2, primary=0, enemy=1)
    facts = [asked.stakes(fought, option)[0].facts for option in (Aid.GIVE, Aid.SAVE)]
    assert [one.one.overlaps for one in facts if isinstance(one, Melee)] == [1, 0]


def test_following_up_leads_to_another_melee() -> None:
    """movement.follow-up"""
    fought = battle(unit(0, 20, 10, profile=CUIRASSIERS), unit(1, 20, 14, 180, side=1), step=Step.MELEE)
    asked = FollowUp(0, (None, 1), unit=0)
    assert told(asked.stakes(fought, 1)) == [(0, 1, "melee")]
    assert asked.stakes(fought, None) == ()
