"""The lead by turn, how likely it made each side's victory, and when battles were decided.

How likely a side wins that leads by so many points at the beginning of a turn is learnt from the battles
themselves, turn by turn, by logistic regression. From that follows when a battle was decided: at the turn
from which on its winner was never less than nine in ten likely to win.

>>> leads = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0]
>>> likely = logistic(leads, [0.0, 0.0, 1.0, 0.0, 1.0, 1.0])
>>> round(likely(0.0), 2), likely(3.0) > 0.8
(0.5, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp
from statistics import fmean, median
from typing import Final

from msgspec import Struct

from sandtable.lab.runs.battle import FinishedBattle

DECIDED: Final = 0.9
ROUNDS: Final = 50
SHRINKING: Final = 0.01
"""Ridge penalty towards even chances, so that a few battles with the same winner do not look certain."""
STEEPEST: Final = 30.0

Likely = Callable[[float], float]
"""Side 0's chance of winning as a function of its lead in points."""


class TurnLead(Struct, frozen=True):
    """The state at the beginning of a turn, over all battles that reached it.

    ``lead`` is the mean of side 0's points less side 1's; ``spread`` its 10th, 50th and 90th percentile.
    ``likely`` is side 0's mean chance of winning, ``told`` that of the eventual winner.
    """

    turn: int
    battles: int
    lead: float
    spread: tuple[float, float, float]
    likely: float
    told: float


class LeadHistory(Struct, frozen=True):
    """The lead by turn, how often it changed sides, and when battles were decided."""

    turns: tuple[TurnLead, ...]
    lead_changes: float
    decided: float | None
    never_in_doubt: int


def lead_history(battles: Sequence[FinishedBattle]) -> LeadHistory:
    """The lead history of many battles."""
    last = max((_turns(battle) for battle in battles), default=0)
    likely = [_learnt(battles, step) for step in range(last)]
    turns = tuple(_turn(battles, step, likely[step]) for step in range(last))
    decided = [step for battle in battles if (step := _decided(battle, likely)) is not None]
    return LeadHistory(
        turns=turns,
        lead_changes=fmean(map(_changes, battles)) if battles else 0.0,
        decided=float(median(decided)) + 1 if decided else None,
        never_in_doubt=sum(step == 0 for step in decided),
    )


def logistic(leads: Sequence[float], won: Sequence[float]) -> Likely:
    """Fit the chance of victory to leads and their results (1 won, 0 lost, 0.5 drawn)."""
    scale = max(1.0, fmean(map(abs, leads)) if leads else 1.0)
    base = slope = 0.0
    for _ in range(ROUNDS):
        g0, g1, h00, h01, h11 = -SHRINKING * base, -SHRINKING * slope, SHRINKING, 0.0, SHRINKING
        for lead, result in zip(leads, won, strict=True):
            x = lead / scale
            p = _sigmoid(base + slope * x)
            g0, g1, w = g0 + result - p, g1 + (result - p) * x, p * (1 - p)
            h00, h01, h11 = h00 + w, h01 + w * x, h11 + w * x * x
        inverse = 1 / (h00 * h11 - h01 * h01)
        step0, step1 = (h11 * g0 - h01 * g1) * inverse, (h00 * g1 - h01 * g0) * inverse
        base, slope = _held(base + step0), _held(slope + step1)
        if abs(step0) + abs(step1) < 1e-9:
            break
    return lambda lead: _sigmoid(base + slope * lead / scale)


def _held(value: float) -> float:
    return max(-STEEPEST, min(STEEPEST, value))


def _sigmoid(value: float) -> float:
    return 1 / (1 + exp(-_held(value)))


# --------------------------------------------------------------------- reading battles
def _turns(battle: FinishedBattle) -> int:
    """The number of turns begun; the last score is the final one."""
    return len(battle.scores) - 1


def _lead(battle: FinishedBattle, step: int) -> float:
    ours, theirs = battle.scores[step]
    return ours - theirs


def _result(battle: FinishedBattle) -> float:
    return 0.5 if battle.winner is None else 1.0 - battle.winner


def _at(battles: Sequence[FinishedBattle], step: int) -> list[FinishedBattle]:
    return [battle for battle in battles if _turns(battle) > step]


def _learnt(battles: Sequence[FinishedBattle], step: int) -> Likely:
    there = _at(battles, step)
    return logistic([_lead(battle, step) for battle in there], list(map(_result, there)))


def _turn(battles: Sequence[FinishedBattle], step: int, likely: Likely) -> TurnLead:
    there = _at(battles, step)
    leads = sorted(_lead(battle, step) for battle in there)
    chances = [likely(_lead(battle, step)) for battle in there]
    told = [
        chance if battle.winner == 0 else 1 - chance
        for battle, chance in zip(there, chances, strict=True)
        if battle.winner is not None
    ]
    return TurnLead(
        turn=step + 1,
        battles=len(there),
        lead=fmean(leads),
        spread=(_percentile(leads, 10), _percentile(leads, 50), _percentile(leads, 90)),
        likely=fmean(chances),
        told=fmean(told) if told else 0.5,
    )


def _percentile(ordered: Sequence[float], percent: int) -> float:
    return ordered[round((len(ordered) - 1) * percent / 100)]


def _changes(battle: FinishedBattle) -> int:
    """How often the lead changed sides."""
    signs = [lead > 0 for step in range(len(battle.scores)) if (lead := _lead(battle, step)) != 0]
    return sum(before != after for before, after in pairwise(signs))


def _decided(battle: FinishedBattle, likely: Sequence[Likely]) -> int | None:
    """The first step from which on the winner stayed at nine in ten or more; None for a draw or if never."""
    if battle.winner is None:
        return None
    found = None
    for step in range(_turns(battle)):
        chance = likely[step](_lead(battle, step))
        sure = (chance if battle.winner == 0 else 1 - chance) >= DECIDED
        found = (step if found is None else found) if sure else None
    return found
