"""Fights battles of captains, who look ahead, and verifies each record in another process.

The other process never looked ahead, so nothing that looking ahead leaves behind can hide a fault. On request
a record is also verified with the plain kernels.

    python -m tools.replays --battles 2000 --plain 100
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from itertools import islice
from typing import Final, NamedTuple, cast

from rich.console import Console
from rich.progress import Progress

from sandtable import systems
from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import text_of
from sandtable.game.files.record_files import parse
from sandtable.lab.runs.corpus import drawn, fight
from sandtable.table import compiled

AGENTS: Final = ("captain", "captain")


class ReplayBattle(NamedTuple):
    """A battle of the corpus: its system, its number in the draw, and the seed of the draw."""

    system: str
    number: int
    seed: int


class FoughtRecord(NamedTuple):
    """The text of a record, its setting, and the error that ended the battle, if any."""

    name: str
    text: bytes
    broken: str = ""


def fight_record(battle: ReplayBattle) -> FoughtRecord:
    """Fight a battle of captains and write its record."""
    found = drawn(systems.load(battle.system), battle.number + 1, battle.seed)
    setting, seed = next(islice(found, battle.number, None))
    name = f"{setting} seed {seed}"
    try:
        return FoughtRecord(name, text_of(fight(setting, AGENTS, seed).record()))
    except Exception as fault:  # any error is reported; the other battles go on
        return FoughtRecord(name, b"", f"broke off: {type(fault).__name__}: {fault}")


def check_record(text: bytes, mode: compiled.Mode) -> str:
    """The findings against a record with these kernels, in words; empty if it holds."""
    compiled.use(mode)
    record = parse(text, "a record of the corpus")
    found = verify(record, systems.load(record.system))
    return "; ".join(finding.words for finding in found.findings)


def replay_battles(battles: int, seed: int) -> Iterator[ReplayBattle]:
    """So many battles, the systems in turn."""
    names = systems.names()
    for number in range(battles):
        yield ReplayBattle(names[number % len(names)], number // len(names), seed)


def run(battles: int, plain: int, seed: int, jobs: int) -> list[str]:
    """Fight and verify them; returns the findings of each bad record."""
    context = multiprocessing.get_context("spawn")
    faults: list[str] = []
    with ExitStack() as stack:
        fighters = stack.enter_context(ProcessPoolExecutor(jobs, mp_context=context))
        provers = stack.enter_context(ProcessPoolExecutor(jobs, mp_context=context))
        bar = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        task = bar.add_task("records", total=battles)
        waiting: list[tuple[FoughtRecord, list[Future[str]]]] = []
        for number, one in enumerate(fighters.map(fight_record, replay_battles(battles, seed))):
            modes = ("compiled", "plain") if number < plain else ("compiled",)
            if one.broken:
                faults.append(f"{one.name}: {one.broken}")
                continue
            proofs = [provers.submit(check_record, one.text, cast(compiled.Mode, mode)) for mode in modes]
            waiting.append((one, proofs))
            faults += _told(waiting[:-jobs])
            del waiting[:-jobs]
            bar.update(task, advance=1, description=one.name)
        return faults + _told(waiting)


def _told(proofs: Sequence[tuple[FoughtRecord, list[Future[str]]]]) -> list[str]:
    found = [(one.name, proof.result()) for one, each in proofs for proof in each]
    return [f"{name}: {words}" for name, words in found if words]


def main(arguments: Sequence[str]) -> int:
    """Run the command line; returns 1 if a record does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tools.replays", description="Replays of new records.")
    parser.add_argument("--battles", type=int, default=400, help="how many battles of captains")
    parser.add_argument("--plain", type=int, default=20, help="how many are proved by plain kernels too")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; another fights other battles")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes fight and prove")
    options = parser.parse_args(arguments)
    faults = run(options.battles, options.plain, options.seed, options.jobs)
    for words in faults:
        print(f"replays: {words}")
    print(f"replays: {options.battles} battles of captains, {len(faults)} do not hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
