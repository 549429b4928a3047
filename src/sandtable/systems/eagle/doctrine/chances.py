"""The expected cost of a combat to two units, by the exact odds of the rules, cached."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.clashes import WATER
from sandtable.systems.eagle.doctrine.worth import value_of, wear
from sandtable.systems.eagle.melee_facts import Duel, Fighter, as_read
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.results import Ended, duel
from sandtable.systems.eagle.troops import Formation
from sandtable.table.measure import ground_at, level_at
from sandtable.table.space import Point, Side, centre, standing

MOST_INSPIRED: Final = 2
"""The most inspire actions that count (melee.mod.inspire)."""


class Balance(NamedTuple):
    """The cost of a combat to the first unit and to the second, in break values."""

    first: float
    second: float

    @property
    def net(self) -> float:
        """The value to the first."""
        return self.second - self.first


@lru_cache(maxsize=16384)
def _shares(facts: Duel) -> tuple[float, float]:
    """The cost of a round to each unit, as a share of its value."""
    first = second = 0.0
    for end, chance in odds(do(duel, facts)).items():
        first += float(chance) * _cost(facts.first, end.first, end.difference)
        second += float(chance) * _cost(facts.second, end.second, -end.difference)
    return first, second


def _cost(fighter: Fighter, ended: Ended, lead: int) -> float:
    move = ended.options[0] if ended.options else None
    return wear(fighter.order, ended.order, move, beaten=lead < 0)


# ----------------------------------------------------------------------- facts
def as_fighter(
    battle: EagleBattle,
    unit: EagleUnit,
    role: Role,
    touching: int,
    *,
    side: Side = "front",
    below: bool = False,
) -> Fighter:
    """A unit as it would fight its first round, struck on a side unless it is the striker."""
    leaders = battle.attached_to(unit.id)
    return Fighter(
        bases=unit.bases,
        lines=unit.lines,
        dp=unit.dp,
        shaken=unit.shaken,
        troop_class=unit.troop_class,
        grade=unit.grade,
        nation=unit.nation,
        formation=unit.formation,
        formed=unit.formed,
        role=role,
        touching=max(1, min(touching, unit.bases)),
        wedge_front=min(3, sum(unit.ranks[:2])),
        third_rank=unit.formation is Formation.WEDGE and len(unit.ranks) > 2,
        inspired=min(unit.inspired, MOST_INSPIRED) if leaders else 0,
        leader=any(not leader.crippled for leader in leaders),
        faced=side == "front",
        flank=side in ("left", "right"),
        rear=side == "rear",
        below=below,
    )


def onset(
    battle: EagleBattle,
    charger: EagleUnit,
    target: EagleUnit,
    side: Side = "front",
    answer: Role = Role.STAND,
) -> Balance:
    """The cost of a charge home to charger and charged, by the side struck and the role that answers."""
    ours, theirs = _bases_in_touch(charger, target, side)
    low, high = _lie_of_the_land(battle, charger, target)
    first = as_fighter(battle, charger, Role.CHARGE, ours, below=low)
    second = as_fighter(battle, target, answer, theirs, side=side, below=high)
    shares = _shares(Duel(first=first, second=second, read=as_read(battle.readings)))
    return Balance(shares[0] * value_of(charger), shares[1] * value_of(target))


def _bases_in_touch(charger: EagleUnit, target: EagleUnit, side: Side) -> tuple[int, int]:
    """The number of bases of each that touch when one comes squarely up to the other."""
    if side in ("front", "rear"):
        span = target.shape.width
        theirs = target.ranks[0] if side == "front" else target.ranks[-1]
    else:
        span, theirs = target.shape.depth, len(target.ranks)
    ours = min(charger.ranks[0], span // charger.troop_class.frontage + 2)
    across = charger.shape.width // target.troop_class.frontage + 2
    return ours, min(theirs, across) if side in ("front", "rear") else theirs


def _lie_of_the_land(battle: EagleBattle, one: EagleUnit, other: EagleUnit) -> tuple[bool, bool]:
    """Whether the other unit has the better ground, and whether the first has (terrain.advantage)."""
    here, there = height_at(battle, middle(one)), height_at(battle, middle(other))
    return there > here, here > there


def height_at(battle: EagleBattle, point: Point) -> int:
    """The height of a place; water counts as below all else (terrain.advantage)."""
    pieces = battle.field.pieces
    wet = any(pieces[piece].kind in WATER for piece in ground_at(battle.field, point))
    return -1 if wet else level_at(battle.field, point)


def middle(unit: EagleUnit) -> Point:
    """The middle of a unit."""
    return centre(standing(unit), unit.shape)
