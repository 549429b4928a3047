"""Exact odds straight from the rule procedure, compared with icepool."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from benchmarks import icepool_volleys as icepool
from benchmarks.chances import alike
from benchmarks.icepool_volleys import by_cases, with_reroll_to_pool
from benchmarks.stopwatch import Effort, Loop, Peer, PreparedEachTime, Question, SelfTimed, Side
from benchmarks.volleys import CAUTIOUS, asked, cannonade, musketry, rows
from sandtable.dice import Odds
from sandtable.game.drivers.odds import OddsDriver
from sandtable.systems.liberty.shooting import Aftermath

ROOT: Final = Path(__file__).parents[1]
FLOATS, FRACTIONS = "floats", "fractions"
BY_CASES, OWN_WORDS = "icepool by cases", "icepool's own reroll"
TWELVE: Final = 12
DICE: Final = (6, TWELVE, 24, 36)


def questions(effort: Effort) -> Iterator[Question]:
    """Volleys of growing size, the large cannonade, a warm driver, and a cold process."""
    for dice in (TWELVE,) if effort.quick else DICE:
        yield volley(dice)
    yield chain()
    yield known()
    yield first_of_a_process()
    yield whole_process()


def volley(dice: int) -> Question:
    """A volley, saves and a MORALE test with an empty driver and warm tables of throws."""
    call, judged = musketry(dice), dice == TWELVE
    sides = (
        Side(
            name=FLOATS,
            way=Loop(asked(call)),
            reads=rows,
            under=1e-3 if judged else None,
            peers=(Peer(BY_CASES, 5.0 if judged else None), Peer(OWN_WORDS)),
        ),
        Side(name=FRACTIONS, way=Loop(asked(call, exact=True)), reads=rows, peers=(Peer(BY_CASES),)),
        *_of_icepool(lambda passes: icepool.musketry(dice, passes)),
    )
    return Question(words="volley, saves, test", size=dice, size_of="dice", sides=sides, agree=alike)


def chain() -> Question:
    """Twenty-four dice with exploding hits and a reroll."""
    call = cannonade()
    sides = (
        Side(name=FLOATS, way=Loop(asked(call)), reads=rows, under=2e-3, peers=(Peer(BY_CASES),)),
        Side(
            name=FRACTIONS,
            way=Loop(asked(call, exact=True)),
            reads=rows,
            under=10e-3,
            peers=(Peer(BY_CASES),),
        ),
        *_of_icepool(icepool.cannonade),
    )
    return Question(words="24-dice chain, exploding hits, reroll", sides=sides, agree=alike)


def _of_icepool(asked_with: Callable[..., object]) -> tuple[Side, Side]:
    """icepool's two ways, neither with a line of its own."""
    return (
        Side(name=BY_CASES, way=Loop(lambda: asked_with(by_cases)), reads=icepool.rows, shown=False),
        Side(
            name=OWN_WORDS, way=Loop(lambda: asked_with(with_reroll_to_pool)), reads=icepool.rows, shown=False
        ),
    )


def known() -> Question:
    """The twelve-dice volley asked of a driver that answered others, and of one that answered it."""
    call = musketry(TWELVE)

    def after_others() -> Callable[[], Odds[Aftermath]]:
        driver = OddsDriver(CAUTIOUS)
        for dice in DICE:
            if dice != TWELVE:
                driver.odds(musketry(dice))
        return lambda: driver.odds(call)

    knowing = OddsDriver(CAUTIOUS)
    sides = (
        Side(
            name="driver that answered others",
            way=PreparedEachTime(after_others),
            reads=rows,
            peers=(Peer("fresh driver"),),
        ),
        Side(name="driver that answered it", way=Loop(lambda: knowing.odds(call)), reads=rows),
        Side(name="fresh driver", way=Loop(asked(call)), reads=rows, shown=False),
    )
    return Question(words="12-dice volley again", sides=sides, agree=alike)


# ------------------------------------------------------------------ cold
def first_of_a_process() -> Question:
    """The twelve-dice volley as the first question of a new process, without imports."""
    sides = (
        Side(
            name="cold tables",
            way=SelfTimed(lambda: _asked_cold("sandtable")),
            peers=(Peer("icepool, cold"),),
        ),
        Side(name="icepool, cold", way=SelfTimed(lambda: _asked_cold("icepool")), shown=False),
    )
    return Question(words="12-dice volley, first question", sides=sides, agree=alike, most_rounds=7)


def whole_process() -> Question:
    """A new process from its start to the printed odds, imports included."""
    sides = (
        Side(
            name="whole process",
            way=SelfTimed(lambda: _started_cold("sandtable")),
            peers=(Peer("icepool, process"),),
        ),
        Side(name="icepool, process", way=SelfTimed(lambda: _started_cold("icepool")), shown=False),
    )
    return Question(words="12-dice volley, cold process", sides=sides, agree=alike, most_rounds=7)


def _asked_cold(who: str) -> tuple[float, object]:
    command = [sys.executable, "-m", "benchmarks.cold_volley", who]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    seconds, listed = msgspec.json.decode(told, type=tuple[float, list[tuple[tuple[int, str], float]]])
    return seconds, dict(listed)


def _started_cold(who: str) -> tuple[float, object]:
    start = perf_counter()
    _, found = _asked_cold(who)
    return perf_counter() - start, found
