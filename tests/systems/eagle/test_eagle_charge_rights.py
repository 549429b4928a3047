"""Charge rights: who may charge whom, evade, counter-charge, hold back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.eagle.charge_rights import (
    Charged,
    Charger,
    bars,
    can_charge,
    can_counter_charge,
    can_evade,
    can_hold_back,
    objections,
)
from sandtable.systems.eagle.troops import Formation, Grade, TroopClass

Case = Callable[[str], dict[str, Any]]

LI, LC, MI, HI = TroopClass.LI, TroopClass.LC, TroopClass.MI, TroopClass.HI


def test_who_may_charge_whom(case: Case) -> None:
    """charge-eligible: charge.who.li, charge.who.lc, charge.who.others, charge.bars.all"""
    told = {
        "li_mi": can_charge(Charger(troop_class=LI), Charged(troop_class=MI)),
        "li_li": can_charge(Charger(troop_class=LI), Charged(troop_class=LI)),
        "lc_formed_mi": can_charge(Charger(troop_class=LC), Charged(troop_class=MI)),
        "lc_unformed_mi": can_charge(Charger(troop_class=LC), Charged(troop_class=MI, formed=False)),
        "lc_cav": can_charge(Charger(troop_class=LC), Charged(troop_class=TroopClass.CAV)),
        "shaken": can_charge(Charger(shaken=True), Charged()),
        "column": can_charge(Charger(troop_class=HI, formation=Formation.COLUMN), Charged()),
        "unformed_mi": can_charge(Charger(formed=False), Charged(troop_class=HI)),
    }
    assert told == case("charge-eligible")


def test_light_cavalry_behind_charging_chariots_may_charge_anything() -> None:
    """charge.who.lc, charge.lc.support"""
    assert can_charge(Charger(troop_class=LC, backs_chariots=True), Charged(troop_class=HI))
    assert can_charge(Charger(troop_class=LC), Charged(troop_class=LI))


@pytest.mark.parametrize("kind", list(TroopClass))
def test_the_four_bars_spare_light_troops_or_hold_for_everybody(kind: TroopClass) -> None:
    """charge.bars.all, charge.who.others"""
    barred = Charger(troop_class=kind, shaken=True, formation=Formation.COLUMN, halted=True, reformed=True)
    assert len(bars(barred)) == (0 if kind.is_light else 4)
    assert len(bars(replace(barred, lights_barred=True))) == 4


def test_nobody_charges_out_of_contact_or_out_of_a_rout() -> None:
    """charge.bars.all: not even light troops"""
    for changes in ({"engaged": True}, {"routing": True}):
        charger = replace(Charger(troop_class=LI), **changes)
        assert not can_charge(charger, Charged(troop_class=LI))


def test_routers_are_for_their_pursuers() -> None:
    """rout.state"""
    (refusal,) = objections(Charger(), Charged(routing=True))
    assert refusal.rule == "rout.state"


@pytest.mark.parametrize("kind", list(TroopClass))
def test_lights_and_chariots_evade_and_medium_infantry_counter_charges(kind: TroopClass) -> None:
    """charge.response.evade, charge.response.counter, charge.response.stand"""
    assert can_evade(Charger(troop_class=kind)) is (kind in (LI, LC, TroopClass.CH))
    assert can_counter_charge(Charger(troop_class=kind)) is (kind is MI)


def test_a_halted_or_shaken_unit_may_evade_but_not_counter_charge() -> None:
    """control.halt, morale.shaken.effects, charge.bars.all"""
    for changes in ({"halted": True}, {"shaken": True}):
        assert can_evade(replace(Charger(troop_class=LI), **changes))
        assert not can_counter_charge(replace(Charger(), **changes))
    assert not can_evade(Charger(troop_class=LI, engaged=True))


def test_formed_infantry_of_grades_a_and_b_may_hold_back_when_its_target_evades(case: Case) -> None:
    """charge-missed: charge.evaded.halt"""
    assert can_hold_back(Charger(troop_class=HI, grade=Grade.B))
    assert not can_hold_back(Charger(grade=Grade.C))
    assert not can_hold_back(Charger(grade=Grade.A, formed=False))
    assert not can_hold_back(Charger(troop_class=TroopClass.CAV, grade=Grade.A))
    assert len(case("charge-missed")["hi_options"]) == 2
