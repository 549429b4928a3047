"""Records: a militia battle saved, verified and replayed.

An answer is one step of the record: a throw or a decision. Figures are per thousand, since a battle may be
shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.armies import TEMPLATE
from benchmarks.armies import scenario as scenario_of
from benchmarks.modes import COMPILED, PLAIN, in_mode
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import fingerprint
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import replay, verify
from sandtable.game.files.record import Record, Seat, SeatKind, Seeded, record
from sandtable.game.files.record_files import load, save
from sandtable.game.files.scenario import Scenario
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM

THOUSAND: Final = 1_000
FEW: Final = 60
SEED: Final = 1
SMALL: Final = 10
"""The largest size for plain kernels; with more units they take minutes."""


def questions(effort: Effort) -> Iterator[Question]:
    """Replay of a real scenario, and of armies of growing size."""
    most = FEW if effort.quick else THOUSAND
    if not effort.quick:
        kept = fought(SYSTEM.scenario(TEMPLATE), most)
        yield replayed("1,000 answers of a scenario", kept, under=0.2)
    for units in effort.sizes:
        yield replayed("1,000 answers", fought(scenario_of(units), most), units)


def replayed(words: str, kept: Record, units: int | None = None, under: float | None = None) -> Question:
    """A record replayed, verified, and saved."""
    per_run = len(kept.entries) / THOUSAND
    played = Loop(lambda: replay(kept, SYSTEM))
    plain = Side(name="replay, plain", way=played, per_run=per_run, during=in_mode(PLAIN), reads=_end)
    peers = (Peer(plain.name),) if units == SMALL else ()
    sides = (
        Side(
            name="replay",
            way=played,
            per_run=per_run,
            during=in_mode(COMPILED),
            reads=_end,
            under=under,
            peers=peers,
        ),
        *((plain,) if units == SMALL else ()),
        Side(name="verify", way=Loop(lambda: verify(kept, SYSTEM)), per_run=per_run, reads=None),
        Side(name="save, load", way=Loop(lambda: kept_in_a_file(kept)), per_run=per_run, reads=None),
    )
    return Question(words=words, size=units, sides=sides, most_rounds=5)


def kept_in_a_file(kept: Record) -> Record:
    """The record as read back from a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bench.battle.json")
        save(kept, path)
        return load(path)


def fought(scenario: Scenario, most: int) -> Record:
    """The record of a militia battle, up to so many answers or to its end."""
    game = Game(SYSTEM, SYSTEM.muster(scenario, Readings()), RandomHand(SEED))
    agents = (Militia(SEED), Militia(SEED + 1))
    given = 0
    while game.question is not None and given + game.throws < most:
        game.answer(agents[game.question.seat].decide(game.position()))
        given += 1
    seats = tuple(Seat(f"militia {seat}", SeatKind.AGENT) for seat in (0, 1))
    return record(game, scenario=scenario, seats=seats, dice=Seeded(SEED))


def _end(game: Game[Any]) -> str:
    return fingerprint(game.battle)
