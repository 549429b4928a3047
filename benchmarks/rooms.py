"""Where the time of a battle goes: the share of each package, by sampling.

While battles are fought, a timer samples the running function every few milliseconds. The time counts for the
package of the innermost function of ours; that of a compiled kernel for the package that called it.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Final, NamedTuple

import sandtable
from benchmarks.armies import scenario as scenario_of
from benchmarks.fights import fight
from benchmarks.modes import COMPILED, in_mode
from benchmarks.stopwatch import Effort, Question, SelfTimed, Side
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM

INTERVAL: Final = 0.001
SCENARIO: Final = "guilford-1781"
BATTLES: Final = {"militia": 30, "captain": 3}
"""The number of battles of each agent."""
HOUSE: Final = str(Path(sandtable.__file__).parent)
SWITCH: Final = "running.py"
"""The module through which kernels run; its time counts for its caller."""
ROOMS: Final = ("dice", "game", "agents", "table, sight", "table, all else", "system", "elsewhere")


class Seen(NamedTuple):
    """Samples of some battles: the count of each package, and the seconds of one battle."""

    rooms: dict[str, int]
    seconds: float


def questions(effort: Effort) -> Iterator[Question]:
    """The seconds of each package in one battle of militia."""
    for agent in ("militia",) if effort.quick else tuple(BATTLES):
        battles = 1 if effort.quick else BATTLES[agent]
        quick = effort.quick
        yield Question(
            words=f"where the time goes, {agent}",
            sides=tuple(_room(room, agent, battles, quick=quick) for room in ROOMS),
            most_rounds=1,
        )


def _room(room: str, agent: str, battles: int, *, quick: bool) -> Side:
    def ask() -> tuple[float, object]:
        seen = watched(agent, battles, quick=quick)
        whole = sum(seen.rooms.values()) or 1
        return seen.seconds * seen.rooms.get(room, 0) / whole, None

    return Side(name=room, way=SelfTimed(ask), reads=None)


@cache
def watched(agent: str, battles: int, *, quick: bool) -> Seen:
    """Fight battles and sample them, once for all packages."""
    scenario: Scenario = scenario_of(10, 1) if quick else SYSTEM.scenario(SCENARIO)
    battle = SYSTEM.muster(scenario, Readings())
    rooms: Counter[str] = Counter()
    with in_mode(COMPILED)():
        fight(SYSTEM, battle, 1, agent)
        start = process_time()
        with looking_in(rooms):
            for seed in range(1, battles + 1):
                fight(SYSTEM, battle, seed, agent)
        return Seen(dict(rooms), (process_time() - start) / battles)


@contextmanager
def looking_in(rooms: Counter[str], room_of_file: Callable[[str], str] | None = None) -> Iterator[None]:
    """Count the running package every few milliseconds of processor time."""
    where = room_of_file or room_of

    def look(number: int, frame: FrameType | None) -> None:
        rooms[room_at_work(frame, where)] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def room_at_work(frame: FrameType | None, where: Callable[[str], str] | None = None) -> str:
    """The package of the innermost function of ours on a stack."""
    find = where or room_of
    while frame is not None:
        room = find(frame.f_code.co_filename)
        if room:
            return room
        frame = frame.f_back
    return "elsewhere"


@lru_cache(maxsize=1024)
def room_of(file: str) -> str:
    """The package that a file belongs to; empty if it is not ours or only runs kernels."""
    if not file.startswith(HOUSE) or file.endswith(SWITCH):
        return ""
    room, *within = Path(file).relative_to(HOUSE).parts
    match room:
        case "table":
            return "table, sight" if within[0] == "sight" else "table, all else"
        case "systems":
            return "system"
        case "ask.py":
            return "game"
        case _:
            return room if room in ROOMS else "elsewhere"
