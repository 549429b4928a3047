"""Fights and shots between two units as they might stand: the facts, as far as they are known beforehand."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import asdict

from sandtable.systems.tricorn.aim import target_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contacts_made import objection
from sandtable.systems.tricorn.doctrine.chances import Balance, fight_cost, shot_cost
from sandtable.systems.tricorn.melee_facts import Fighter, Melee
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.shooting import Fire, Target
from sandtable.systems.tricorn.troops import Band


class Marksman(NamedTuple):
    """A unit as one that shoots and is shot at."""

    unit: TricornUnit
    target: Target


def marksman(battle: TricornBattle, unit: TricornUnit) -> Marksman:
    """How a unit shoots and is shot at."""
    return Marksman(unit, target_of(battle, unit.id))


class Lie(NamedTuple):
    """How a target lies to a shooter: range, flank, and whether the target is above him."""

    band: Band
    flank: bool = False
    uphill: bool = False


def shot(shooter: Marksman, struck: Marksman, lie: Lie, *, moved: bool) -> float:
    """What a shot would cost its target; nothing if the shooter has none."""
    unit = shooter.unit
    if unit.value.fire is None or unit.is_column:
        return 0.0
    fire = Fire(
        troops=unit.type,
        quality=unit.quality,
        markers=min(unit.markers, 3),
        moved=moved,
        band=lie.band,
        flank=lie.flank,
        cover=struck.unit.is_garrison,
        uphill=lie.uphill,
    )
    return shot_cost(fire, struck.target)


# --------------------------------------------------------------------- melees
def duel(battle: TricornBattle, attacker: TricornUnit, attacked: TricornUnit, *, flank: bool) -> Balance:
    """What a melee of two units would cost both, by themselves on open ground; nobody else helps them."""
    if attacker.value.melee is None or attacked.value.melee is None:
        return Balance(0.0, 0.0)
    aside = flank and not attacked.is_garrison
    one = _fighter(battle, attacker)
    other = _fighter(battle, attacked, front=not aside, left=aside)
    return fight_cost(Melee(one=one, other=other))


def _fighter(battle: TricornBattle, unit: TricornUnit, *, front: bool = True, left: bool = False) -> Fighter:
    return Fighter(
        **asdict(nerve_of(battle, unit)),
        two_four=unit.profile.is_two_four,
        column=unit.is_column,
        cover=unit.is_garrison,
        front=front,
        left=left,
    )


def may_close(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit) -> bool:
    """Might a unit start a melee with an enemy, if it reached him? (movement.contact.who)"""
    if unit.is_artillery or unit.is_garrison or unit.is_column:
        return False
    return objection(battle, unit, enemy) is None
