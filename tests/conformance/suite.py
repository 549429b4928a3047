"""The conformance suite: agents fight seeded battles of any system while everything it promised is checked.

Nothing here knows a system. What is checked is in the modules beside this one: ``asking`` (questions and
answers), ``footing`` (bodies on the table), ``keeping`` (forks, undo, records), ``seeing`` (views and
secrets), ``chances`` (odds). A battle that breaks is dumped, with the command that fights it again::

    python -m tests.conformance.suite tests/crashes/NAME.crash.json
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from sandtable.agents import AGENTS, Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import plain
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided
from sandtable.game.drivers.play import Game
from sandtable.game.files.record_files import save
from sandtable.game.kit.system import System
from tests.conformance import asking, footing, keeping, seeing
from tests.conformance.bout import SEATS, Bout, Broken, require, standing, system_named

B = TypeVar("B", bound=Battle[Any])

CRASHES = Path(__file__).parents[1] / "crashes"
ANSWERS_PER_UNIT_AND_TURN = 20
STALE = 6
SMALL = 6
"""A battle of no more units than this is gone into at every question."""


def fight(system: System[B], bout: Bout) -> Game[B]:
    """Fight a bout to its end and check everything on the way; a failure is dumped and named."""
    watch = Watch(system, bout)
    try:
        watch.fight()
    except Exception as fault:
        path = dump(watch, fault)
        command = f"python -m tests.conformance.suite {path}"
        raise Broken(
            f"{bout} broke after {watch.answers} answers: {fault}\nit is fought again by: {command}"
        ) from fault
    return watch.game


def fight_unwatched(system: System[B], bout: Bout, answers: int) -> Game[B]:
    """Fight a bout without any check, up to so many answers."""
    watch = Watch(system, bout)
    while watch.game.question is not None and watch.answers < answers:
        watch.answer()
    return watch.game


class Watch(Generic[B]):
    """A bout being fought under observation."""

    def __init__(self, system: System[B], bout: Bout) -> None:
        self.bout = bout
        self.random = Random(bout.seed)
        self.answers = 0
        self.scenario = scenario = system.scenario(bout.scenario)
        self.start = system.muster(scenario, bout.readings(system))
        self.game = Game(system, self.start, RandomHand(bout.seed))
        self._agents = [AGENTS[name](bout.seed + seat) for seat, name in enumerate(bout.agents)]
        self._relief = Militia(bout.seed)
        self._limit = scenario.turn_limit
        self._every = bout.every or max(1, 6 * (len(self.start.units) - SMALL))
        self._looked_at = 0
        self._readers = seeing.Readers(self.game, scenario)
        self._stale: list[object] = []

    def fight(self) -> None:
        """Ask, check, answer, until the battle is over."""
        footing.check_bodies(self.game.system, self.start)
        while self.game.question is not None:
            self._ask()
        self._end()

    def _ask(self) -> None:
        game = self.game
        is_thorough = self.answers % self._every == 0
        asking.check_question(game)
        footing.check_bodies(game.system, game.battle)
        if is_thorough:
            self._go_into()
        before = standing(game) if is_thorough else None
        self.answer()
        if before is not None:
            keeping.check_undo(game, before)
        units = len(self.start.units)
        most = ANSWERS_PER_UNIT_AND_TURN * max(units, 1) * self._limit
        require(self.answers <= most, f"an endless battle: {self.answers} answers in {self._limit} turns")
        words = f"turn {game.battle.turn} is played after the last, {self._limit}"
        require(game.battle.turn <= self._limit + 1, words)

    def answer(self) -> None:
        """Let the agent answer whose turn it is."""
        game, question = self.game, asking.asked(self.game)
        agent = self._agents[question.seat] if self.answers < self.bout.stamina else self._relief
        answer = agent.decide(game.position())
        game.answer(answer)
        self.answers += 1
        self._stale = [answer, *self._stale][:STALE]

    def _go_into(self) -> None:
        """All that is too slow for every question."""
        game, random = self.game, self.random
        asking.check_answers(game, random)
        asking.check_refusals(game, tuple(self._stale))
        keeping.check_document(game.system, game.battle)
        keeping.check_fork(game, random)
        keeping.check_same_dice(game, random)
        self._look()
        seeing.check_position(game)

    def _look(self) -> None:
        game = self.game
        seeing.check_views(game)
        seeing.check_pictures(game, self.scenario, self._readers)
        seeing.check_hidden(game, self.scenario, self.random)
        seeing.check_spectators(game, game.log[self._looked_at :])
        self._looked_at = len(game.log)
        for side in SEATS:
            require(isfinite(game.system.score(game.battle, side)), f"the score of side {side} is no number")

    def _end(self) -> None:
        """The battle has an outcome, its record holds, and no secret of it could be told."""
        game, bout = self.game, self.bout
        require(game.battle.outcome is not None, "the battle stopped without an outcome: nothing comes next")
        footing.check_bodies(game.system, game.battle)
        keeping.check_document(game.system, game.battle)
        self._look()
        with tempfile.TemporaryDirectory() as folder:
            keeping.check_record(game, bout, Path(folder))
        for seat in SEATS:
            seeing.check_open_draws(game, self.start, seat, self.random)
            if seeing.has_secrets(game, seat):
                seeing.check_other_secrets(game, self.scenario, self.start, seat, self.random)


# ----------------------------------------------------------------------- crashes
class Crash(Struct, frozen=True):
    """A bout that broke: what was fought, what went wrong, and every answer up to then."""

    bout: Bout
    fault: str
    where: str
    record: str | None
    answers: tuple[Any, ...]


def dump(watch: Watch[B], fault: Exception) -> Path:
    """Write a broken bout down, its record beside it where one can be made; say where."""
    CRASHES.mkdir(exist_ok=True)
    path = CRASHES / f"{watch.bout}.crash.json"
    crash = Crash(
        bout=watch.bout,
        fault=f"{type(fault).__name__}: {fault}",
        where="".join(traceback.format_exception(fault)),
        record=_record_of(watch),
        answers=tuple(
            msgspec.json.decode(plain(entry.answer)) for entry in watch.game.log if isinstance(entry, Decided)
        ),
    )
    path.write_bytes(msgspec.json.format(msgspec.json.encode(crash), indent=1))
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _record_of(watch: Watch[B]) -> str | None:
    """The record of a broken bout; a game in which a rule broke down may have none."""
    path = CRASHES / f"{watch.bout}.battle.json"
    try:
        save(keeping.recorded(watch.game, watch.bout), path)
    except Exception:  # the game is broken: whatever keeps it from being recorded is in the crash already
        return None
    return path.name


def again(path: Path, say: Callable[[str], object]) -> None:
    """Fight the bout of a crash once more."""
    crash = msgspec.json.decode(path.read_bytes(), type=Crash)
    say(f"{crash.bout}: {crash.fault}\n")
    game = fight(system_named(crash.bout.system), crash.bout)
    say(f"it does not break any more: {game.battle.outcome}\n")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        again(Path(argument), sys.stdout.write)
