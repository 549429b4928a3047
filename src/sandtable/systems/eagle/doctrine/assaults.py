"""The expected result of a charge, by where it lands: bases that touch, friends in it, and the ground.

The combat is composed as the rules would compose it, and its exact odds are computed; the expected result
without the charger is subtracted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.charge_ways import ChargeWay, way_to
from sandtable.systems.eagle.clashes import fighter_of, has_advantage
from sandtable.systems.eagle.combats import components
from sandtable.systems.eagle.contact import Meeting, meeting
from sandtable.systems.eagle.doctrine.chances import as_fighter, height_at
from sandtable.systems.eagle.doctrine.stakes import leader_worth, risk_worth, stakes
from sandtable.systems.eagle.doctrine.worth import GONE, ripeness, state, value_of, wear
from sandtable.systems.eagle.melee import fight, leaders_of
from sandtable.systems.eagle.melee_facts import Clash, Fighter, Side, as_read
from sandtable.systems.eagle.records import AfterMove, Role
from sandtable.systems.eagle.results import outcome, row_of
from sandtable.table.space import Point, base_centre, standing


class Toll(NamedTuple):
    """The cost of a round to a unit: wear as a share of its value, and the chances of loss and retirement."""

    wear: float
    lost: float
    retires: float


class Assailant(NamedTuple):
    """A unit as it would fight, and the bases of its enemy that it would touch."""

    unit: EagleUnit
    fighter: Fighter
    touched: tuple[int, ...]


def assault(battle: EagleBattle, unit: EagleUnit, way: ChargeWay) -> float | None:
    """The gain of a charge over the battle without it, in break values; none if it has no room."""
    target = battle.units[way.target]
    charger = _charger(battle, unit, way)
    if charger is None:
        return None
    comrades = (*_in_combat(battle, target), *_on_their_way(battle, unit, target))
    worth = _worth(battle, (charger, *comrades), target, way)
    return worth - (_worth(battle, comrades, target, way) if comrades else 0.0)


# ----------------------------------------------------------------------- the assailants
def _charger(battle: EagleBattle, unit: EagleUnit, way: ChargeWay) -> Assailant | None:
    """A unit as it fights at the end of its way; none if it makes no contact."""
    target, laid = battle.units[way.target], landing(battle, unit, way)
    there = replace(unit, pose=laid.to)
    met = meeting(there, target) if laid.touches else None
    if met is None:
        return None
    below = _level(battle, there, met.mine) < _level(battle, target, met.theirs)
    return Assailant(unit, as_fighter(battle, unit, Role.CHARGE, len(met.mine), below=below), met.theirs)


def _in_combat(battle: EagleBattle, target: EagleUnit) -> tuple[Assailant, ...]:
    """The units that already fight a unit, as they enter their next round."""
    found: list[Assailant] = []
    for number in battle.foes_of(target.id):
        comrade = battle.units[number]
        met = meeting(comrade, target) or Meeting(0, (0,), (0,))
        fighter = replace(fighter_of(battle, number, (target.id,)), round=comrade.rounds + 1, opponents=())
        found.append(Assailant(comrade, fighter, met.theirs))
    return tuple(found)


def _on_their_way(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> tuple[Assailant, ...]:
    """Friends that have declared a charge at the same enemy."""
    others = [one.unit for one in battle.charges if one.target == target.id and one.unit != unit.id]
    ways = [(battle.units[other], way_to(battle, battle.units[other], target.id)) for other in others]
    found = [_charger(battle, comrade, way) for comrade, way in ways if way is not None]
    return tuple(one for one in found if one is not None)


def _level(battle: EagleBattle, unit: EagleUnit, places: tuple[int, ...]) -> float:
    """The mean height of the bases that touch."""
    pose = standing(unit)
    spots = [base_centre(pose, unit.shape.bases[place]) for place in places]
    return sum(height_at(battle, Point(*spot)) for spot in spots) / len(spots)


# ----------------------------------------------------------------------- what it comes to
def _worth(battle: EagleBattle, ours: tuple[Assailant, ...], target: EagleUnit, way: ChargeWay) -> float:
    """The value of a combat to the units that assail a unit."""
    theirs = _assailed(battle, ours, target, way)
    first = _side(tuple(one.fighter for one in ours))
    tolls = _tolls(Clash(first, _side((theirs,)), as_read(battle.readings)))
    cost = sum(_price(battle, one.unit, toll) for one, toll in zip(ours, tolls, strict=False))
    return _price(battle, target, tolls[-1]) - cost


def _price(battle: EagleBattle, unit: EagleUnit, toll: Toll) -> float:
    """The expected cost of a round to the side of a unit: its wear, and what else depends on it."""
    stake = stakes(battle)[unit.id]
    return toll.wear * value_of(unit) + toll.lost * stake.lost + toll.retires * stake.retires


def _assailed(battle: EagleBattle, ours: tuple[Assailant, ...], target: EagleUnit, way: ChargeWay) -> Fighter:
    """The assailed unit, with all its bases that would be touched."""
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
def _tolls(clash: Clash) -> tuple[Toll, ...]:
    """The cost of a round to each fighter of the first side, then of the second."""
    fighters = (*clash.first.fighters, *clash.second.fighters)
    sums = [[0.0, 0.0, 0.0] for _ in fighters]
    for hits, chance in odds(do(fight, clash)).items():
        for place, fighter in enumerate(fighters):
            ours = place < len(clash.first.fighters)
            lead = hits.difference if ours else -hits.difference
            foes = clash.second.fighters if ours else clash.first.fighters
            result = outcome(row_of(lead), fighter, foes, clash.read)
            move = result.options[0] if result.options else None
            condition = state if ours else ripeness
            cost = wear(fighter.order, result.order, move, beaten=lead < 0, condition=condition)
            weights = cost, float(cost == GONE), float(cost < GONE and lead < 0 and move is AfterMove.RETIRE)
            sums[place] = [one + float(chance) * more for one, more in zip(sums[place], weights, strict=True)]
    return tuple(Toll(*each) for each in sums)


# ----------------------------------------------------------------------- fights under way
@by_identity(most=4)
def fights(battle: EagleBattle) -> tuple[tuple[int, ...], ...]:
    """The units in combat, grouped by combat; cached by battle (turn.combat.component)."""
    return components(battle)


def led_worth(battle: EagleBattle, unit: EagleUnit, leader: Leader) -> float:
    """What a leader with a unit in combat adds to the value of its next round, less his own risk."""
    units = next(each for each in fights(battle) if unit.id in each)
    ours = tuple(one for one in units if battle.units[one].side == unit.side)
    theirs = tuple(one for one in units if battle.units[one].side != unit.side)
    led, unled = (_next_round(battle, ours, theirs, unit.id, led=led) for led in (True, False))
    danger = led[1] * leader_worth(battle, leader) + (1.0 - led[1]) * risk_worth(battle, leader)
    return led[0] - unled[0] - danger


def _next_round(
    battle: EagleBattle, ours: tuple[int, ...], theirs: tuple[int, ...], number: int, *, led: bool
) -> tuple[float, float]:
    """The value of the next round to a side, and the chance that it loses one of its units in it."""
    mine = [_as_it_fights(battle, one, ours, theirs) for one in ours]
    place = ours.index(number)
    mine[place] = replace(mine[place], leader=led, inspired=1 if led else 0)
    foes = [_as_it_fights(battle, one, theirs, ours) for one in theirs]
    clash = Clash(_side(tuple(mine)), _side(tuple(foes)), as_read(battle.readings))
    tolls = _tolls(clash)
    prices = [
        toll.wear * value_of(battle.units[one]) for one, toll in zip((*ours, *theirs), tolls, strict=True)
    ]
    return sum(prices[len(ours) :]) - sum(prices[: len(ours)]), tolls[place].lost


def _as_it_fights(
    battle: EagleBattle, number: int, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> Fighter:
    fighter = fighter_of(battle, number, theirs, below=has_advantage(battle, theirs, ours))
    return replace(fighter, round=battle.units[number].rounds + 1)
