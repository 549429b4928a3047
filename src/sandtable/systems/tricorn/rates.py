"""Rates: how far a unit goes, and what of a move it has in this activation.

A move is counted in shares: an inch uses up 1 / rate of it, so that what is left after a change of formation
is known whatever the rates of the two formations are (movement.allowance).

>>> rate_of(TroopType.MUSKETS, Formation.LINE), rate_of(TroopType.LIGHT_INFANTRY, Formation.LINE).dearness
(Rate(good=6.0, bad=3.0), 1.3333333333333333)
>>> hundredths(rate_of(TroopType.FIELD_ARTILLERY, Formation.UNLIMBERED), 0.5)
100
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.tally import Tally
from sandtable.systems.tricorn.battle import Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import share_of, table, values
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.troops import Formation, TroopType
from sandtable.table.measure import HAIR, INCH

HALF: Final = 0.5
"""A Half Move is exactly half of a Full Move (movement.allowance)."""
FORCED: Final = share_of("movement.forced-march")
"""How much of a Full Move a Forced March makes (movement.forced-march)."""
CHANGE: Final = share_of("formation.change")
"""The share of a Full Move that a change of formation uses (formation.change)."""
GARRISON: Final = share_of("terrain.garrison")
"""The share of a Full Move that it takes to go into a stronghold, or out of it (terrain.garrison)."""
FOLLOW_UP: Final = share_of("movement.follow-up.distance")
"""A follow-up is half a move at most (movement.follow-up.distance)."""


class Rate(NamedTuple):
    """Inches of an activation over good and over bad going (movement.rates)."""

    good: float
    bad: float

    @property
    def dearness(self) -> float:
        """What an inch in bad going costs in inches of the allowance (movement.bad-going-cost)."""
        return self.good / self.bad


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    type: TroopType
    formation: Formation
    good: float
    bad: float


@cache
def _rates() -> dict[tuple[TroopType, Formation], Rate]:
    return {(row.type, row.formation): Rate(row.good, row.bad) for row in table("movement.rates", _Row)}


def rate_of(type: TroopType, formation: Formation) -> Rate:
    """How far units of a type go in a formation; a garrison comes out in Line (movement.rates)."""
    return _rates()[type, Formation.LINE if formation is Formation.GARRISON else formation]


def rate(unit: TricornUnit) -> Rate:
    """How far a unit goes as it stands (movement.rates)."""
    return _rate_as(unit.profile_id, unit.formation)


@cache
def _rate_as(profile_id: str, formation: Formation) -> Rate:
    return rate_of(roster().profile(profile_id).type, formation)


def share_open(battle: TricornBattle, unit: TricornUnit) -> float:
    """What of a Full Move a unit has left in this activation, of all, half or nothing.

    turn.initiative.pass, turn.initiative.fail.half-move, turn.passed-move, movement.allowance; out of the
    Command Radius it acts as if the roll had failed (command.radius.effect)
    """
    activation = battle.activation
    if activation is None or activation.allowance is Allowance.NONE:
        return 0.0
    whole = 1.0 if activation.allowance is Allowance.FULL and battle.is_in_command(unit) else HALF
    return max(0.0, whole - unit.spent) if unit.spent else whole


def hundredths(rate: Rate, share: float) -> int:
    """How much allowance a share of a move is, in hundredths of an inch; fractions of an inch are kept.

    movement.allowance
    """
    return int(rate.good * INCH * share + HAIR)


def used(rate: Rate, cost: float) -> float:
    """The share of a move that is used by so many hundredths of allowance (movement.allowance)."""
    return cost / (rate.good * INCH)


class _Multiplier(Struct, frozen=True):
    multiplier: float


@cache
def half_rate() -> float:
    """What an inch at half rate costs (movement.half-rate-cost)."""
    return values("movement.half-rate-cost", _Multiplier).multiplier


def allowance(battle: TricornBattle, unit: TricornUnit, share: float) -> Tally:
    """What a unit may spend on its move, in inches, and why (movement.allowance)."""
    why = None if share == 1.0 else _reason(battle, unit, share)
    return _allowance(unit.profile_id, unit.formation, share, why)


@lru_cache(maxsize=1024)
def _allowance(profile_id: str, formation: Formation, share: float, why: tuple[str, str] | None) -> Tally:
    troops = roster().profile(profile_id).type
    tally = Tally.of(rate_of(troops, formation).good, f"rate of {troops} in {formation}", "movement.rates")
    return tally if why is None else tally.times(share, *why)


def _reason(battle: TricornBattle, unit: TricornUnit, share: float) -> tuple[str, str]:
    """Why a unit has not a whole move."""
    if share > 1.0:
        return "Forced March", "movement.forced-march"
    whole = battle.activation is not None and battle.activation.allowance is Allowance.FULL
    if whole and not battle.is_in_command(unit):
        return "outside the Command Radius", "command.radius.effect"
    if share == HALF and not whole and not unit.spent:
        return "Half Move", "turn.initiative.fail.half-move"
    return "what is left of its move", "movement.allowance"
