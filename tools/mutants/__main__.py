"""``python -m tools.mutants``: draw mutants, try them, list the survivors. See the package."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from random import Random
from typing import Final, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import Progress

from sandtable import systems
from tools.mutants.trial import ROOT, Copy, Mutant, Reach, mutants

WORK: Final = ROOT / "build" / "mutants"
NOTES: Final = WORK / "reach"
EQUIVALENTS: Final = Path(__file__).parent / "equivalents.toml"
ROOMS: Final = ("dice", "table", "game", "agents", "report", "lab", "server", "cli")
WANTED: Final = 95
"""The per cent of non-equivalent mutants that must be noticed in each package."""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant without a visible effect, and why."""

    mutant: str
    why: str


class _Equivalents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    equivalent: tuple[Equivalent, ...] = ()


class TrialResult(NamedTuple):
    """A mutant that was tried, and whether it survived."""

    room: str
    mutant: Mutant
    survived: bool


def equivalents() -> dict[str, str]:
    """The known equivalent mutants, by file and change without line numbers, which move."""
    found = msgspec.toml.decode(EQUIVALENTS.read_bytes(), type=_Equivalents)
    return {one.mutant: one.why for one in found.equivalent}


def key(mutant: Mutant) -> str:
    """The key of a mutant among the equivalent ones."""
    return f"{mutant.file}: {str(mutant.change).partition(': ')[2]}"


def note_reach(jobs: int) -> None:
    """Run the tests once and note what each of them reaches."""
    shutil.rmtree(NOTES, ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        str(jobs),
        "-m",
        "not soak",
        "-p",
        "tools.mutants.reach",
    ]
    left_out = ["--ignore=tests/browser", "--ignore=tests/house", "--ignore=tests/benchmarks"]
    ended = subprocess.run([*command, "--reach", str(NOTES), *left_out, "tests"], cwd=ROOT, check=False)
    if ended.returncode:
        raise SystemExit("mutants: the tests do not pass as they are")


def drawn(room: str, count: int, seed: int) -> list[Mutant]:
    """A sample of a package, the same for the same seed."""
    return (
        Random(f"{seed}, {room}").sample(found, min(count, len(found)))
        if (found := list(mutants(room)))
        else []
    )


def tried(sample: Sequence[tuple[str, Mutant]], reach: Reach, jobs: int) -> list[TrialResult]:
    """Try mutants in parallel, each in a copy of the checkout."""
    copies: Queue[Copy] = Queue()
    reached = [tests[:10] for _, mutant in sample if (tests := reach.of(mutant))]
    for number in range(jobs):
        copy = Copy(WORK / f"copy-{number}")
        if reached and not copy.is_sound([*dict.fromkeys(test for tests in reached for test in tests)][:100]):
            raise SystemExit(f"mutants: tests do not pass in {copy.folder}, a copy without any fault")
        copies.put(copy)
    with Progress(console=Console(stderr=True), transient=True) as bar, ThreadPoolExecutor(jobs) as pool:
        task = bar.add_task("mutants", total=len(sample))

        def one(room: str, mutant: Mutant) -> TrialResult:
            tests, copy = reach.of(mutant), copies.get()
            try:
                verdict = TrialResult(room, mutant, not tests or copy.survives(mutant, tests))
                if verdict.survived:
                    bar.console.print(f"survived: {mutant}", highlight=False, markup=False, soft_wrap=True)
                return verdict
            finally:
                copies.put(copy)
                bar.update(task, advance=1, description=str(mutant)[:60])

        found = list(pool.map(lambda each: one(*each), sample))
    while not copies.empty():
        copies.get().close()
    return found


def report(verdicts: Sequence[TrialResult]) -> int:
    """Print each package with its survivors; returns 1 if one is below the target."""
    known, below = equivalents(), False
    for room in dict.fromkeys(verdict.room for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.room == room]
        same = [one for one in own if one.survived and key(one.mutant) in known]
        holes = [one for one in own if one.survived and key(one.mutant) not in known]
        others = len(own) - len(same)
        print(f"{room}: {others - len(holes)} of {others} noticed, {len(same)} equivalent")
        for one in holes:
            print(f"  survived: {one.mutant}")
        for one in same:
            print(f"  equivalent: {one.mutant}: {known[key(one.mutant)]}")
        below = below or 100 * (others - len(holes)) < WANTED * others
    return 1 if below else 0


def main(arguments: Sequence[str]) -> int:
    """Run the command line."""
    rooms = (*ROOMS, *(f"systems/{name}" for name in systems.names()))
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants", description="Do the tests notice faults?"
    )
    parser.add_argument("--room", action="append", choices=rooms, help="only this room; may be named again")
    parser.add_argument("--count", type=int, default=20, help="how many mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried at a time")
    parser.add_argument("--keep-reach", action="store_true", help="use what the last run noted of the tests")
    options = parser.parse_args(arguments)
    if not (options.keep_reach and NOTES.exists()):
        note_reach(options.jobs)
    sample = [
        (room, mutant)
        for room in options.room or rooms
        for mutant in drawn(room, options.count, options.seed)
    ]
    return report(tried(sample, Reach.read(NOTES), options.jobs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
