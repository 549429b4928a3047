"""What a charge is expected to come to, by where it lands: bases that touch, comrades in it, and the ground.

The combat is put together as the rules would put it together, and its exact odds are asked; what comrades
would have come to without the charger is taken off again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.odds import odds
from sandtable.game.questions import do
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_ways import ChargeWay, way_to
from sandtable.systems.eagle.clashes import fighter_of
from sandtable.systems.eagle.contact import Meeting, meeting
from sandtable.systems.eagle.doctrine.chances import as_fighter, height_at
from sandtable.systems.eagle.doctrine.worth import value_of, wear
from sandtable.systems.eagle.melee import fight, leaders_of
from sandtable.systems.eagle.melee_facts import Clash, Fighter, Side, as_read
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.results import outcome, row_of
from sandtable.table.body import base_centre, standing
from sandtable.table.pose import Point


class Assailant(NamedTuple):
    """A unit as it would fight, and the bases of its enemy that it would touch."""

    unit: EagleUnit
    fighter: Fighter
    touched: tuple[int, ...]


def assault(battle: EagleBattle, unit: EagleUnit, way: ChargeWay) -> float | None:
    """What a charge brings beyond what comes to pass without it, in break values; none if it has no room."""
    target = battle.units[way.target]
    charger = _charger(battle, unit, way)
    if charger is None:
        return None
    comrades = (*_in_combat(battle, target), *_on_their_way(battle, unit, target))
    worth = _worth(battle, (charger, *comrades), target, way)
    return worth - (_worth(battle, comrades, target, way) if comrades else 0.0)


# ----------------------------------------------------------------------- who strikes
def _charger(battle: EagleBattle, unit: EagleUnit, way: ChargeWay) -> Assailant | None:
    """A unit as it fights at the end of its way; none if it does not come into contact."""
    target, laid = battle.units[way.target], landing(battle, unit, way)
    there = replace(unit, pose=laid.to)
    met = meeting(there, target) if laid.touches else None
    if met is None:
        return None
    below = _level(battle, there, met.mine) < _level(battle, target, met.theirs)
    return Assailant(unit, as_fighter(battle, unit, Role.CHARGE, len(met.mine), below=below), met.theirs)


def _in_combat(battle: EagleBattle, target: EagleUnit) -> tuple[Assailant, ...]:
    """Those who fight a unit already, as they go into their next round."""
    found: list[Assailant] = []
    for number in battle.foes_of(target.id):
        comrade = battle.units[number]
        met = meeting(comrade, target) or Meeting(0.0, (0,), (0,))
        fighter = replace(fighter_of(battle, number, (target.id,)), round=comrade.rounds + 1, opponents=())
        found.append(Assailant(comrade, fighter, met.theirs))
    return tuple(found)


def _on_their_way(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> tuple[Assailant, ...]:
    """Comrades who have declared a charge at the same enemy."""
    others = [one.unit for one in battle.charges if one.target == target.id and one.unit != unit.id]
    ways = [(battle.units[other], way_to(battle, battle.units[other], target.id)) for other in others]
    found = [_charger(battle, comrade, way) for comrade, way in ways if way is not None]
    return tuple(one for one in found if one is not None)


def _level(battle: EagleBattle, unit: EagleUnit, places: tuple[int, ...]) -> float:
    """How high the bases stand that touch, on the whole."""
    pose = standing(unit)
    spots = [base_centre(pose, unit.shape.bases[place]) for place in places]
    return sum(height_at(battle, Point(*spot)) for spot in spots) / len(spots)


# ----------------------------------------------------------------------- what it comes to
def _worth(battle: EagleBattle, ours: tuple[Assailant, ...], target: EagleUnit, way: ChargeWay) -> float:
    """What a combat is worth to those who assail a unit."""
    theirs = _assailed(battle, ours, target, way)
    first = _side(tuple(one.fighter for one in ours))
    shares = _shares(Clash(first, _side((theirs,)), as_read(battle.readings)))
    gain = shares[-1] * value_of(target)
    return gain - sum(share * value_of(one.unit) for share, one in zip(shares, ours, strict=False))


def _assailed(battle: EagleBattle, ours: tuple[Assailant, ...], target: EagleUnit, way: ChargeWay) -> Fighter:
    """The unit that is assailed, with all its bases that would be touched."""
    touched = {place for one in ours for place in one.touched}
    foes = battle.foes_of(target.id)
    fresh = any(one.unit.id not in foes for one in ours)
    side = way.side if fresh else "front"
    fighter = as_fighter(battle, target, target.role if foes else Role.STAND, len(touched), side=side)
    if not foes:
        return fighter
    now = fighter_of(battle, target.id, foes)
    return replace(
        fighter,
        round=target.rounds + 1,
        faced=now.faced or fighter.faced,
        flank=now.flank or fighter.flank,
        rear=now.rear or fighter.rear,
        below=now.below,
    )


def _side(fighters: tuple[Fighter, ...]) -> Side:
    side = Side(fighters)
    return Side(fighters, leaders_of(side)[0]) if len(fighters) > 1 else side


@lru_cache(maxsize=16384)
def _shares(clash: Clash) -> tuple[float, ...]:
    """What a round costs each fighter of the first side and then of the second, as shares of their values."""
    fighters = (*clash.first.fighters, *clash.second.fighters)
    shares = [0.0] * len(fighters)
    for hits, chance in odds(do(fight, clash)).items():
        for place, fighter in enumerate(fighters):
            ours = place < len(clash.first.fighters)
            lead = hits.difference if ours else -hits.difference
            foes = clash.second.fighters if ours else clash.first.fighters
            result = outcome(row_of(lead), fighter, foes, clash.read)
            move = result.options[0] if result.options else None
            shares[place] += float(chance) * wear(fighter.order, result.order, move)
    return tuple(shares)
