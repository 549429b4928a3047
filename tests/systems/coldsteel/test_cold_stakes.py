"""What hangs on an option: the resolution that it leads to, with the facts of the table."""

from __future__ import annotations

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.present.bouts import Weigher
from sandtable.systems.coldsteel.aim import volley_at
from sandtable.systems.coldsteel.battle import Link, Step
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.charging import PickCharge
from sandtable.systems.coldsteel.melee_decisions import PickFight
from sandtable.systems.coldsteel.melee_facts import Duel
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.shooting import VolleyFacts, volley_and_losses
from sandtable.systems.coldsteel.shooting_decisions import PickTarget
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Formation
from tests.systems.coldsteel.parade_ground import battle, unit


def test_a_shot_stakes_its_volley_and_the_models_that_fall() -> None:
    """shooting.sequence"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 26, 180, side=1), step=Step.FIRST_SHOOTING)
    (stake,) = PickTarget(0, (1, None), unit=0).stakes(fought, 1)
    assert isinstance(stake.facts, VolleyFacts)
    assert stake.facts.fire == volley_at(fought, fought.units[0], fought.units[1])
    chances = OddsDriver(decide_steadily).odds(do(volley_and_losses, stake.facts))
    seen = Weigher(SYSTEM).weigh(stake)
    assert seen.expected == pytest.approx(float(chances.map(lambda one: one.fallen.models).mean()))
    assert PickTarget(0, (1, None), unit=0).stakes(fought, None) == ()


def test_a_charge_stakes_the_fire_it_meets_and_then_the_melee() -> None:
    """charge.defender-fire, charge.fights"""
    column = unit(0, 20, 20, formation=Formation.COLUMN, models=20)
    fought = battle(column, unit(1, 20, 25, 180, side=1), step=Step.FIRST_MANOEUVRES)
    fire, melee = PickCharge(0, (Charge(1, 0),), unit=0).stakes(fought, Charge(1, 0))
    assert (fire.by, fire.against, fire.resolution.id) == (1, 0, "volley")
    assert (melee.by, melee.against, melee.resolution.id) == (0, 1, "melee")
    assert isinstance(fire.facts, VolleyFacts)
    assert fire.facts.fire.distance == 0, "in contact (geometry.engaged-zero)"
    assert fire.facts.target.models == 20


def test_a_fight_of_two_units_stakes_their_melee_and_a_larger_one_nothing() -> None:
    """melee.order, melee.continued.who"""
    units = unit(0, 20, 20), unit(1, 20, 20, 180, side=1), unit(2, 30, 20, 180, side=1)
    fought = battle(*units, links=(Link(1, 0, 4),), step=Step.MELEE, turn=5)
    (stake,) = PickFight(0, ((0, 1),)).stakes(fought, (0, 1))
    assert (stake.by, stake.against) == (1, 0), "the charger strikes first"
    assert isinstance(stake.facts, Duel)
    assert stake.facts.continued
    assert PickFight(0, ((0, 1, 2),)).stakes(fought, (0, 1, 2)) == ()
