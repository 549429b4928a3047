"""Charge rights: which troops may charge which, and which may evade, counter-charge or hold back.

Only troops and their state count here; range and path are judged on the table.

>>> from sandtable.systems.eagle.troops import TroopClass
>>> can_charge(Charger(troop_class=TroopClass.LI), Charged(troop_class=TroopClass.MI))
False
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.troops import Formation, Grade, TroopClass


class Charger(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that would charge: what it is and how it stands."""

    troop_class: TroopClass = TroopClass.MI
    grade: Grade = Grade.C
    formed: bool = True
    formation: Formation = Formation.LINE
    shaken: bool = False
    routing: bool = False
    engaged: bool = False
    halted: bool = False
    reformed: bool = False
    backs_chariots: bool = False
    lights_barred: bool = False

    @property
    def is_formed(self) -> bool:
        """Is it formed? Troops unformed by nature never are (formation.unformed)."""
        return self.formed and self.troop_class.is_formed_kind


class Charged(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The unit that would be charged."""

    troop_class: TroopClass = TroopClass.MI
    formed: bool = True
    routing: bool = False

    @property
    def is_formed(self) -> bool:
        """Is it formed? Troops unformed by nature never are (formation.unformed)."""
        return self.formed and self.troop_class.is_formed_kind


# --------------------------------------------------------------------- charging
@lru_cache(maxsize=4096)
def bars(charger: Charger) -> tuple[Refusal, ...]:
    """The bars that keep a unit from charging at all.

    charge.who.others, charge.bars.all, formation.column, morale.shaken.effects, control.halt,
    movement.re-form; by the other reading the four bars hold for LI and LC too
    """
    return tuple(Refusal(words, rule=rule) for words, rule in _bars(charger))


def _bars(charger: Charger) -> Iterator[tuple[str, str]]:
    if charger.routing:
        yield "it is routing", "charge.bars.all"
    if charger.engaged:
        yield "it is in contact with the enemy", "charge.bars.all"
    if charger.troop_class.is_light and not charger.lights_barred:
        return
    rule = "charge.bars.all" if charger.troop_class.is_light else "charge.who.others"
    lines = (
        (charger.shaken, "it is shaken"),
        (charger.formation is Formation.COLUMN, "it is in column"),
        (charger.halted, "it is on a halt reaction"),
        (charger.reformed, "it re-formed this turn"),
    )
    yield from ((words, rule) for holds, words in lines if holds)


@lru_cache(maxsize=4096)
def objections(charger: Charger, target: Charged) -> tuple[Refusal, ...]:
    """The reasons why a unit may not charge another, by their troops and state.

    charge.who.li, charge.who.lc, charge.lc.support, charge.who.others, charge.bars.all, rout.state
    """
    return (*bars(charger), *(Refusal(words, rule=rule) for words, rule in _unfit(charger, target)))


def _unfit(charger: Charger, target: Charged) -> Iterator[tuple[str, str]]:
    if target.routing:
        yield "the target is routing, and only its pursuers strike it", "rout.state"
    if charger.troop_class is TroopClass.LI and target.troop_class is not TroopClass.LI:
        yield f"LI charge only LI, and the target is {target.troop_class}", "charge.who.li"
    alone = charger.troop_class is TroopClass.LC and not charger.backs_chariots
    if alone and target.is_formed and target.troop_class.is_infantry:
        yield "LC charge cavalry and unformed enemies; the target is formed infantry", "charge.who.lc"


def can_charge(charger: Charger, target: Charged) -> bool:
    """May it charge this target, if it can reach it?"""
    return not objections(charger, target)


# --------------------------------------------------------------------- answers
def can_evade(charged: Charger) -> bool:
    """May it evade: LI, LC or chariots that touch no enemy? (charge.response.evade, charge.evade)

    A halted or shaken one may too (control.halt, morale.shaken.effects).
    """
    return charged.troop_class.may_evade and not charged.engaged and not charged.routing


def can_counter_charge(charged: Charger) -> bool:
    """May it counter-charge: MI under no bar on charging? (charge.response.counter, charge.bars.all)"""
    return charged.troop_class.may_counter_charge and not bars(charged)


def can_hold_back(charger: Charger) -> bool:
    """May a charger stay where it is if its target evades: formed infantry of grade A or B?

    charge.evaded.halt, charge.missed
    """
    steady = charger.grade in (Grade.A, Grade.B)
    return charger.is_formed and charger.troop_class.is_infantry and steady
