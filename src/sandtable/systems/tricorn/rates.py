"""Rates: how far a unit goes, and how much of a move it has in this activation.

A move is counted in parts of a Full Move: an inch uses 1 / rate of it, so that the rest after a change of
formation does not depend on the rates of the two formations (movement.allowance).

>>> rate_of(TroopType.MUSKETS, Formation.LINE), rate_of(TroopType.LIGHT_INFANTRY, Formation.LINE).dearness
(Rate(good=6.0, bad=3.0), 1.3333333333333333)
>>> budget(rate_of(TroopType.FIELD_ARTILLERY, Formation.UNLIMBERED), HALF)
100
>>> used(rate_of(TroopType.MUSKETS, Formation.LINE), 200) * 3 == FULL_MOVE
True
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.battle import Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import share_of, table, values
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.troops import Formation, TroopType
from sandtable.table.space import hundredths, inches

FULL_MOVE: Final = 252_000
"""A Full Move in parts: at every rate of the table, and every whole rate up to 10 in, a hundredth of an inch
is a whole number of parts (movement.allowance, movement.rates)."""


def parts_of(rule: str) -> int:
    """The parts of a Full Move that a rule sets."""
    return round(share_of(rule) * FULL_MOVE)


HALF: Final = FULL_MOVE // 2
"""A Half Move is exactly half of a Full Move (movement.allowance)."""
FORCED: Final = parts_of("movement.forced-march")
"""The length of a Forced March in parts of a Full Move (movement.forced-march)."""
CHANGE: Final = parts_of("formation.change")
"""The parts of a Full Move that a change of formation uses (formation.change)."""
GARRISON: Final = parts_of("terrain.garrison")
"""The parts of a Full Move used to enter or leave a stronghold (terrain.garrison)."""
FOLLOW_UP: Final = parts_of("movement.follow-up.distance")
"""A follow-up is half a move at most (movement.follow-up.distance)."""


class Rate(NamedTuple):
    """Inches per activation over good and over bad going (movement.rates)."""

    good: float
    bad: float

    @property
    def dearness(self) -> float:
        """The price of an inch in bad going, in inches of the allowance (movement.bad-going-cost)."""
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
    """The rate of a type in a formation; a garrison comes out in Line (movement.rates)."""
    return _rates()[type, Formation.LINE if formation is Formation.GARRISON else formation]


def rate(unit: TricornUnit) -> Rate:
    """The rate of a unit in its present formation (movement.rates)."""
    return _rate_as(unit.profile_id, unit.formation)


@cache
def _rate_as(profile_id: str, formation: Formation) -> Rate:
    return rate_of(roster().profile(profile_id).type, formation)


def share_open(battle: TricornBattle, unit: TricornUnit) -> int:
    """The parts of a Full Move that a unit has left in this activation, out of all, half or none.

    Outside the Command Radius it acts as if the roll had failed (command.radius.effect).

    turn.initiative.pass, turn.initiative.fail.half-move, turn.passed-move, movement.allowance
    """
    activation = battle.activation
    if activation is None or activation.allowance is Allowance.NONE:
        return 0
    whole = FULL_MOVE if activation.allowance is Allowance.FULL and battle.is_in_command(unit) else HALF
    return max(0, whole - unit.spent)


def budget(rate: Rate, share: int) -> int:
    """The allowance for this many parts of a move, in hundredths of an inch (movement.allowance)."""
    return inches(rate.good) * share // FULL_MOVE


def used(rate: Rate, cost: float) -> int:
    """The parts of a move used by a price in hundredths of an inch.

    The price counts to the nearest hundredth of an inch (movement.allowance).
    """
    return hundredths(cost) * FULL_MOVE // inches(rate.good)


class _Multiplier(Struct, frozen=True):
    multiplier: float


@cache
def half_rate() -> float:
    """The price of an inch at half rate (movement.half-rate-cost)."""
    return values("movement.half-rate-cost", _Multiplier).multiplier


def allowance(battle: TricornBattle, unit: TricornUnit, share: int) -> Tally:
    """How much a unit may spend on its move, in inches, and why (movement.allowance)."""
    why = None if share == FULL_MOVE else _reason(battle, unit, share)
    return _allowance(unit.profile_id, unit.formation, share, why)


@lru_cache(maxsize=1024)
def _allowance(profile_id: str, formation: Formation, share: int, why: tuple[str, str] | None) -> Tally:
    troops = roster().profile(profile_id).type
    tally = Tally.of(rate_of(troops, formation).good, f"rate of {troops} in {formation}", "movement.rates")
    return tally if why is None else tally.times(share / FULL_MOVE, *why)


def _reason(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[str, str]:
    """Why a unit has less than a Full Move."""
    if share > FULL_MOVE:
        return "Forced March", "movement.forced-march"
    whole = battle.activation is not None and battle.activation.allowance is Allowance.FULL
    if whole and not battle.is_in_command(unit):
        return "outside the Command Radius", "command.radius.effect"
    if share == HALF and not whole and not unit.spent:
        return "Half Move", "turn.initiative.fail.half-move"
    return "what is left of its move", "movement.allowance"
