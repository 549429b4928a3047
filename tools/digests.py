"""Digests of battles: every question, option, answer, throw and event of the corpus, a line for each battle.

It is what perft is to a chess program. A refactoring leaves ``tests/digests/`` as it is; a corrected rule
rewrites it, in a commit of its own that says why.

    python -m tools.digests                        compare every battle with the files
    python -m tools.digests --system eagle         only those of one system
    python -m tools.digests --rewrite              rewrite the files
    python -m tools.digests --trace "eagle/river-43" --agents captain,captain --seed 1
                                                   print one battle step by step, to compare two versions
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, assert_never

from rich.console import Console
from rich.progress import Progress

from sandtable import systems
from sandtable.game.battle.battle import fingerprint
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.drivers.play import Game
from sandtable.lab.runs.corpus import Setting, fight, settings

FOLDER: Final = Path(__file__).parent.parent / "tests" / "digests"
MILITIA: Final = ("militia", "militia")
CAPTAINS: Final = ("captain", "captain")
BATTLES: Final = ((MILITIA, 1), (MILITIA, 2), (MILITIA, 3), (CAPTAINS, 1), (CAPTAINS, 2))
"""The agents of each setting, and the seeds."""


class BattleKey(NamedTuple):
    """A battle of the corpus by the name of its setting, so that it can be sent to a process."""

    system: str
    setting: str
    agents: tuple[str, str]
    seed: int

    def __str__(self) -> str:
        return f"{self.setting} | {','.join(self.agents)} | {self.seed}"


class BattleDigest(NamedTuple):
    """A battle and the digest of all its questions, answers, throws and events."""

    key: BattleKey
    entries: int
    digest: str

    def __str__(self) -> str:
        return f"{self.key} | {self.entries} entries | {self.digest}"


# ------------------------------------------------------------------ one battle
def battle_digest(key: BattleKey) -> BattleDigest:
    """Fight a battle and take its digest."""
    game = _fought(key)
    whole = blake2b(digest_size=12)
    for line in steps(game):
        whole.update(line.encode())
    return BattleDigest(key, len(game.log), whole.hexdigest())


def steps(game: Game[Any]) -> Iterator[str]:
    """A line for each entry of the log, and one for the final battle."""
    for entry in game.log:
        yield f"{_named(entry)} {_exactly(entry)}"
    yield f"end {fingerprint(game.battle)}"


def _named(entry: Entry) -> str:
    match entry:
        case Decided(question=question):
            return f"decision {question.decision} of seat {question.seat}"
        case Thrown(throw=throw, fell=fell):
            return f"throw {throw.purpose!r} {[list(cast.faces) for cast in fell]}"
        case Happened(event=event):
            return f"event {type(event).__name__}"
        case _:
            assert_never(entry)


def _exactly(entry: Entry) -> str:
    """The content of an entry, in short, without what follows from question and answer."""
    match entry:
        case Decided(question=question, answer=answer):
            return fingerprint((question.digest(), answer))
        case Thrown():
            return fingerprint(entry)
        case Happened(event=event):
            return fingerprint(event)
        case _:
            assert_never(entry)


def _fought(key: BattleKey) -> Game[Any]:
    return fight(_setting(key), key.agents, key.seed).game


def _setting(key: BattleKey) -> Setting:
    for setting in settings(systems.load(key.system)):
        if setting.name == key.setting:
            return setting
    raise SystemExit(f'digests: there is no battle "{key.setting}"; tests/digests/ names them all')


# ------------------------------------------------------------------ all of them
def battle_keys(system: str) -> Iterator[BattleKey]:
    """Every battle of a system whose digest is stored."""
    for setting in settings(systems.load(system)):
        for agents, seed in BATTLES:
            yield BattleKey(system, setting.name, agents, seed)


def stored_lines(system: str) -> dict[str, str]:
    """The lines of a system's file, by battle."""
    file = FOLDER / f"{system}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {" | ".join(line.split(" | ")[:3]): line for line in lines}


def _all(names: Sequence[str]) -> list[BattleDigest]:
    """Fight every battle of some systems, on all cores."""
    wanted = [key for name in names for key in battle_keys(name)]
    console = Console(stderr=True)
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count()) as pool, Progress(console=console, transient=True) as bar:
        task = bar.add_task("digests", total=len(wanted))
        found = []
        for one in pool.imap(battle_digest, wanted, chunksize=len(BATTLES)):
            found.append(one)
            bar.update(task, advance=1, description=one.key.setting)
    return found


def _rewrite(names: Sequence[str]) -> int:
    found = _all(names)
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        lines = [f"{one}\n" for one in found if one.key.system == name]
        (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    print(f"digests: {len(found)} battles written to tests/digests/; say in the commit why they changed")
    return 0


def _compare(names: Sequence[str]) -> int:
    """Print the battles that differ from the files; returns 1 if any does."""
    found = _all(names)
    known = {place: line for name in names for place, line in stored_lines(name).items()}
    lines = {str(one.key): str(one) for one in found}
    wrong = [line for place, line in lines.items() if known.get(place) != line]
    gone = [place for place in known if place not in lines]
    for line in wrong[:20]:
        print(f"digests: differs: {line}")
    for place in gone[:20]:
        print(f"digests: is no longer fought: {place}")
    print(f"digests: {len(found)} battles, {len(wrong)} differ from tests/digests/, {len(gone)} are gone")
    return 1 if wrong or gone else 0


def main(arguments: Sequence[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.digests", description="Digests of battles.")
    parser.add_argument("--system", action="append", choices=systems.names(), help="only battles of this one")
    parser.add_argument("--rewrite", action="store_true", help="rewrite the files")
    parser.add_argument("--trace", metavar="BATTLE", help='print the steps of one, such as "eagle/river-43"')
    parser.add_argument("--agents", default="militia,militia", help="who fights the traced battle")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the traced battle")
    options = parser.parse_args(arguments)
    if options.trace:
        first, _, second = options.agents.partition(",")
        system = options.trace.partition("/")[0]
        print(
            *steps(_fought(BattleKey(system, options.trace, (first, second or first), options.seed))),
            sep="\n",
        )
        return 0
    names = options.system or systems.names()
    return _rewrite(names) if options.rewrite else _compare(names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
