"""Estimated fights and shots between two units at assumed positions."""

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
    """The facts of a unit as shooter and as target."""

    unit: TricornUnit
    target: Target


def marksman(battle: TricornBattle, unit: TricornUnit) -> Marksman:
    """The facts of this unit as shooter and as target."""
    return Marksman(unit, target_of(battle, unit.id))


class Lie(NamedTuple):
    """How a target lies to a shooter: range, flank, and whether the target is uphill."""

    band: Band
    flank: bool = False
    uphill: bool = False


def shot(shooter: Marksman, struck: Marksman, lie: Lie, *, moved: bool) -> float:
    """The expected cost of a shot to its target; 0 if the shooter cannot fire."""
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
    """The expected cost of a melee to two units alone on open ground."""
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
    """Could a unit start a melee with an enemy if it reached it? (movement.contact.who)"""
    if unit.is_artillery or unit.is_garrison or unit.is_column:
        return False
    return objection(battle, unit, enemy) is None
