"""The turn: which chapter each step belongs to, and what a new step, activation or turn forgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.game.battle.battle import Outcome
from sandtable.systems.tricorn.activation import card_step
from sandtable.systems.tricorn.battle import Activation, Allowance, Due, Shot, Step, TricornBattle
from sandtable.systems.tricorn.consulting import consult_step
from sandtable.systems.tricorn.declaring import fire_step
from sandtable.systems.tricorn.deployment import deploy_step
from sandtable.systems.tricorn.ending import end_step
from sandtable.systems.tricorn.events import ActivationBegan, ActivationEnded, StepBegan, TurnBegan
from sandtable.systems.tricorn.fighting import melee_step
from sandtable.systems.tricorn.moving import movement_step
from sandtable.systems.tricorn.rates import HALF
from sandtable.systems.tricorn.steps import step_done
from sandtable.systems.tricorn.turn import next_procedure
from sandtable.systems.tricorn.volleys import volley_step
from sandtable.table.room import Place
from sandtable.table.space import Pose
from tests.systems.tricorn.parade_ground import battle, play, unit

NEXT = ActivationBegan(Activation(1, 1, 1, Allowance.FULL))
"""The General of the other side becomes active."""


def met(step: Step = Step.MOVEMENT, **state: Any) -> TricornBattle:
    """Two units 3 in apart."""
    return battle(unit(0, 20, 10), unit(1, 20, 13, 180, side=1), step=step, **state)


# --------------------------------------------------------------------- the steps
@pytest.mark.parametrize(
    ("step", "chapter"),
    [
        (Step.DEPLOYMENT, deploy_step),
        (Step.CARD, card_step),
        (Step.MOVEMENT, movement_step),
        (Step.FIRE, fire_step),
        (Step.RETURN_FIRE, fire_step),
        (Step.VOLLEY, volley_step),
        (Step.CONSULT, consult_step),
        (Step.MELEE, melee_step),
        (Step.END, end_step),
    ],
)
def test_every_step_is_played_by_its_own_chapter(step: Step, chapter: Callable[..., Any]) -> None:
    """turn.sequence"""
    fought = met(step)
    asked = next_procedure(fought)
    assert asked is not None
    assert (asked.procedure, asked.args) == (chapter, (fought,))


def test_nothing_comes_after_the_end_of_a_battle() -> None:
    """turn.sequence, victory.break"""
    assert next_procedure(met(outcome=Outcome(0, "victory", "the other army breaks"))) is None


@pytest.mark.parametrize(
    ("step", "state", "then"),
    [
        (Step.MOVEMENT, {}, Step.FIRE),
        (Step.FIRE, {}, Step.RETURN_FIRE),
        (Step.RETURN_FIRE, {}, Step.MELEE),
        (Step.RETURN_FIRE, {"shots": (Shot(0, 1),)}, Step.VOLLEY),
        (Step.VOLLEY, {}, Step.MELEE),
        (Step.VOLLEY, {"dues": (Due(1, (0,), nearest=0),)}, Step.CONSULT),
        (Step.CONSULT, {}, Step.MELEE),
        (Step.MELEE, {}, Step.CARD),
    ],
)
def test_the_steps_of_an_activation_follow_in_fixed_order(
    step: Step, state: dict[str, Any], then: Step
) -> None:
    """turn.sequence: what there is nothing to settle in is passed over"""
    done = play(step_done, met(step, **state)).battle
    assert (done.step, done.phase) == (then, then.phase)
    assert (done.activation is None) is (then is Step.CARD)


# --------------------------------------------------------------------- what is forgotten
@pytest.mark.parametrize("flag", ["moved", "rallied", "broke_off", "passed", "named", "withdrew"])
def test_nobody_has_done_anything_in_a_new_activation(flag: str) -> None:
    """turn.one-action, movement.break-off.once, movement.pass-through.whole-move, withdraw.later"""
    did: dict[str, Any] = {flag: True}
    fresh, tired = unit(0, 20, 10), unit(0, 20, 10, **did)
    others = unit(1, 20, 13, 180, side=1)
    assert NEXT.apply(battle(tired, others)).units == (fresh, others)


def test_an_activation_spends_those_of_whoever_gave_it_up_and_whoever_has_it() -> None:
    """turn.once-each, cards.cc.transfer.cost, movement.follow-up.detail"""
    own = NEXT.apply(met(activated=(0,), followed=(0,)))
    assert (own.activated, own.followed, own.active) == ((0, 1), (), 1)
    handed = ActivationBegan(Activation(1, 1, 1, Allowance.FULL, by_chief=2)).apply(met())
    assert handed.activated == (2, 1)


def test_a_new_step_forgets_the_part_a_unit_had_in_the_last_and_keeps_that_it_moved() -> None:
    """turn.sequence, shooting.cv.moved.detail, movement.allowance, melee.primary, melee.support-once"""
    began = Place(Pose(2000, 700), unit(0, 20, 10).shape)
    went = unit(0, 20, 10, named=True, moved=True, spent=HALF, began=began)
    state: dict[str, Any] = {
        "fought": (0,),
        "supported": (0,),
        "recoiled": (0,),
        "blocked": (0,),
        "jostled": ((0, 1),),
    }
    done = StepBegan(Step.FIRE).apply(battle(went, unit(1, 20, 13, 180, side=1), **state))
    assert done.units[0] == unit(0, 20, 10, moved=True)
    assert [getattr(done, name) for name in state] == [()] * len(state)


def test_the_end_of_an_activation_leaves_no_fire_to_settle() -> None:
    """turn.draw"""
    done = ActivationEnded().apply(met(shots=(Shot(0, 1),), dues=(Due(1, (0,), nearest=0),), blocked=(1,)))
    assert (done.activation, done.shots, done.dues, done.blocked) == (None, (), (), ())


def test_in_a_new_turn_no_officer_has_been_active() -> None:
    """turn.once-each, turn.end.reshuffle"""
    old = met(activated=(0, 1), declined=(1,))
    done = TurnBegan(2, old.deck).apply(old)
    assert (done.turn, done.activated, done.declined, done.step) == (2, (), (), Step.CARD)
