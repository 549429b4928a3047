"""The results of a melee round: losses, commanders, the winner, the losers' moves; and whole melees.

A drawn round is fought again. On the table hits are marked and commanders placed between rounds;
`after_blows`, `verdict` and `result` serve both there and here.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.elan.troops import Formation
>>> columns = Duel(attacker=Fighter(formation=Formation.COLUMN))
>>> round(odds(do(fight, columns)).chance(lambda end: end.winner == 0), 6)
0.738453
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.leader_casualties import Danger, Exposed, Whereabouts, in_danger
from sandtable.systems.elan.melee import Both, dice, melee_round, telling_round, to_hit
from sandtable.systems.elan.melee_facts import Duel, Engaged, Fighter, Melee, Side, as_melee
from sandtable.systems.elan.shooting import by_sixes
from sandtable.systems.elan.troops import Arm, losses_of


class Result(StrEnum):
    """What a beaten unit does (melee.result.rout, melee.result.fall-back, melee.result.retreat)."""

    ROUT = "rout"
    FALL_BACK = "fall-back"
    RETREAT = "retreat"


# ---------------------------------------------------------------------- losses
def is_destroyed(fighter: Fighter, hits: int) -> bool:
    """Do these hits use up its strength? (troops.destroyed, melee.destroyed)"""
    return fighter.lost + hits >= fighter.strength


def after_blows(melee: Melee, hits: Both) -> Melee:
    """The melee after the hits of a round; destroyed units are in contact with no enemy.

    Units keep their indexes. A unit without an enemy in contact is out of the melee (melee.round,
    melee.destroyed, melee.draw-how).
    """
    gone = [
        [is_destroyed(fighter, more) for fighter, more in zip(melee.fighters(side), hits[side], strict=True)]
        for side in (0, 1)
    ]
    first, second = (_struck(melee.sides[side], hits[side], gone[side], gone[1 - side]) for side in (0, 1))
    return replace(melee, sides=(first, second))


def _struck(side: Side, hits: Sequence[int], gone: Sequence[bool], enemies_gone: Sequence[bool]) -> Side:
    units = []
    for unit, more, is_gone in zip(side.units, hits, gone, strict=True):
        left = tuple(one for one in unit.opponents if not is_gone and not enemies_gone[one.enemy])
        lost = unit.fighter.lost if is_gone else unit.fighter.lost + more
        units.append(Engaged(replace(unit.fighter, lost=lost), left))
    return replace(side, units=tuple(units))


# ---------------------------------------------------------------------- winner
class Verdict(StrEnum):
    """How a round of melee ended."""

    FIRST = "the first side wins"
    SECOND = "the second side wins"
    DRAW = "a draw"
    NOBODY = "nobody is left"

    @property
    def winner(self) -> int | None:
        """The side that won, if one did."""
        return {Verdict.FIRST: 0, Verdict.SECOND: 1}.get(self)


@lru_cache(maxsize=8192)
def verdict(melee: Melee, hits: Both) -> Verdict:
    """The winner of a round: the only side with units left, otherwise the side that caused more hits.

    melee.winner, melee.multiple-winner, melee.draw, melee.destroyed; units that were out of the melee before
    the round do not count
    """
    left = [
        any(
            unit.opponents and not is_destroyed(unit.fighter, more)
            for unit, more in zip(melee.sides[side].units, hits[side], strict=True)
        )
        for side in (0, 1)
    ]
    if not all(left):
        return Verdict.FIRST if left[0] else Verdict.SECOND if left[1] else Verdict.NOBODY
    caused = sum(hits[1]), sum(hits[0])
    if caused[0] == caused[1]:
        return Verdict.DRAW
    return Verdict.FIRST if caused[0] > caused[1] else Verdict.SECOND


# --------------------------------------------------------------------- results
def loses_to_cavalry(melee: Melee, side: int, place: int) -> bool:
    """Is one of the enemies in contact mounted cavalry? (melee.result.vs-cavalry)"""
    enemies = melee.fighters(1 - side)
    opponents = melee.sides[side].units[place].opponents
    return any(enemies[opponent.enemy].fights_as is Arm.CAVALRY for opponent in opponents)


class Reading(StrEnum):
    """The two readings of the lines about beaten units, the default first (melee.result.order)."""

    SKIRMISHERS_FALL_BACK = "skirmishers fall back from any enemy"
    ROUT_FIRST = "the rout line comes first"


def reading_of(*, rout_from_cavalry: bool) -> Reading:
    """The reading: whether skirmishing infantry routs from cavalry."""
    return Reading.ROUT_FIRST if rout_from_cavalry else Reading.SKIRMISHERS_FALL_BACK


def result(
    unit: Fighter, hits: int, reading: Reading = Reading.SKIRMISHERS_FALL_BACK, *, to_cavalry: bool
) -> Result:
    """The result of a beaten unit that took these hits: the first line of the table that applies.

    melee.result.rout, melee.result.fall-back, melee.result.retreat, melee.result.order; a Spent unit routs by
    either reading
    """
    loose = unit.formation.is_loose
    spared = loose and reading is Reading.SKIRMISHERS_FALL_BACK
    ridden_down = to_cavalry and unit.fights_as is not Arm.CAVALRY and not spared
    if ridden_down or losses_of(unit.lost + hits, unit.strength).is_spent:
        return Result.ROUT
    return Result.FALL_BACK if loose or unit.fights_as is Arm.CAVALRY else Result.RETREAT


# ---------------------------------------------------------------- a single round
class Round(Struct, frozen=True, cache_hash=True):
    """One round between two units: the hits each took, and how it ended."""

    attacker: int
    defender: int
    verdict: Verdict


async def duel_round(duel: Duel) -> Round:
    """One round of a melee between two units."""
    melee = as_melee(duel)
    hits = await do(melee_round, melee)
    return Round(hits[0][0], hits[1][0], verdict(melee, hits))


# ------------------------------------------------------------- a duel to its end
class Fate(StrEnum):
    """What becomes of a unit when a melee is over."""

    WINS = "wins"
    ROUTS = "routs"
    FALLS_BACK = "falls back"
    RETREATS = "retreats"
    DESTROYED = "is destroyed"


FATES: Final = {
    Result.ROUT: Fate.ROUTS,
    Result.FALL_BACK: Fate.FALLS_BACK,
    Result.RETREAT: Fate.RETREATS,
}


class Fought(Struct, frozen=True, cache_hash=True):
    """A duel fought to its end: the winning side, and what became of both units."""

    winner: int | None
    attacker: Fate
    defender: Fate


async def fight(duel: Duel) -> Fought:
    """A melee of two units, fought again while it is drawn (melee.draw-how)."""
    reading = reading_of(rout_from_cavalry=duel.rout_from_cavalry)
    return await do(fought_on, as_melee(duel), reading)


async def fought_on(melee: Melee, reading: Reading) -> Fought:
    """The rounds of a duel from here on, without those that score no hit (melee.sequence)."""
    hits = await do(telling_round, melee)
    ended = verdict(melee, hits)
    if ended is Verdict.DRAW:
        return await do(drawn, after_blows(melee, hits), reading)
    first, second = (_fate(melee, side, hits[side][0], ended.winner, reading) for side in (0, 1))
    return Fought(ended.winner, first, second)


async def drawn(melee: Melee, reading: Reading) -> Fought:
    """After a drawn round the commanders of both units are checked, and the melee is fought again.

    Both units took hits, as rounds without hits are skipped (leaders.hit-check, leaders.check-order,
    melee.draw).
    """
    first = await do(checked, melee.sides[0].units[0].fighter)
    second = await do(checked, melee.sides[1].units[0].fighter)
    sides = tuple(
        replace(side, units=(replace(side.units[0], fighter=fighter),))
        for side, fighter in zip(melee.sides, (first, second), strict=True)
    )
    return await do(fought_on, replace(melee, sides=sides), reading)


async def checked(fighter: Fighter) -> Fighter:
    """A unit that fights on, after its commander was checked.

    Only his death matters in the next round: it disorders the unit (leaders.casualty.killed,
    leaders.check-order). A unit already disordered needs no check.
    """
    if not fighter.commander or fighter.disordered:
        return replace(fighter, commander=False)
    end = await do(in_danger, Exposed(danger=Danger.MELEE))
    stays = end.where is Whereabouts.WITH_UNIT
    return replace(fighter, commander=stays, disordered=end.disorders_unit)


def _fate(melee: Melee, side: int, hits: int, won: int | None, reading: Reading) -> Fate:
    """What becomes of one of two units: destroyed, winner, or beaten by its type (melee.destroyed)."""
    (fighter,) = melee.fighters(side)
    if is_destroyed(fighter, hits):
        return Fate.DESTROYED
    if won == side:
        return Fate.WINS
    return FATES[result(fighter, hits, reading, to_cavalry=loses_to_cavalry(melee, side, 0))]


# ----------------------------------------------------------------------- figures and headings
def duel_tallies(duel: Duel) -> Mapping[str, Tally]:
    """The figures of the first round between two units."""
    melee = as_melee(duel)
    figures: dict[str, Tally] = {}
    for side, name in enumerate(("attacker", "defender")):
        number = to_hit(melee, side, 0, 0)
        figures[f"dice of the {name}"] = dice(melee.sides[side].units[0].fighter)
        figures[f"to hit for the {name}"] = number
        figures |= {f"{words}, {name}": tally for words, tally in by_sixes(number).items()}
    return figures


WON: Final = {0: "the attacker wins", 1: "the defender wins", None: "nobody is left"}


def duel_summary(duel: Duel, outcome: Fought) -> tuple[str, ...]:
    """The winner and the loser's result, in words."""
    del duel
    fates = (("attacker", outcome.attacker), ("defender", outcome.defender))
    return (WON[outcome.winner], *(f"the {name} {fate}" for name, fate in fates if fate is not Fate.WINS))


ROUNDS: Final = {
    Verdict.FIRST: "the attacker wins the round",
    Verdict.SECOND: "the defender wins the round",
    Verdict.DRAW: "the round is drawn and fought again",
    Verdict.NOBODY: "nobody is left",
}


def round_summary(duel: Duel, outcome: Round) -> tuple[str, ...]:
    """The end of a single round in words."""
    del duel
    return (ROUNDS[outcome.verdict],)
