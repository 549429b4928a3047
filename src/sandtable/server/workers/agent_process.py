"""The process in which agents think: it reads tasks as lines of JSON and writes answers as lines of JSON.

A task holds the battle at the last mark and the steps since; the agent gets the position that its seat knows,
and no dice. The process is started with the house rules of the service.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from sandtable.agents import AGENTS
from sandtable.dice import TypedHand
from sandtable.game.ask.questions import plain
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import AnswerStep, Step, ThrowStep
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import HouseRules, Plain
from sandtable.game.rules.rulebook import putting_in_force
from sandtable.table import compiled


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision to be taken: the agent, its seed, and the battle and steps that lead to the question."""

    number: int
    module: str
    agent: str
    seed: int
    battle: Raw
    steps: tuple[Step, ...]
    throws: int


class Thought(Struct, frozen=True, forbid_unknown_fields=True):
    """An agent's answer as plain data; ``fault`` says what went wrong if it has none."""

    number: int
    answer: Raw = Raw(b"null")
    fault: str = ""


def game_of(task: Task) -> Game[Any]:
    """The game at the question that is to be answered."""
    system: System[Any] = import_module(task.module).SYSTEM
    battle = msgspec.json.decode(task.battle, type=system.battle_type)
    fallen = TypedHand(faces for step in task.steps if isinstance(step, ThrowStep) for faces in step.faces)
    game = Game(system, battle, fallen, throws=task.throws)
    for step in task.steps:
        if isinstance(step, AnswerStep):
            game.answer_raw(step.answer)
    return game


def think(task: Task) -> Thought:
    """Have the agent decide."""
    position = game_of(task).position()
    answer = AGENTS[task.agent](task.seed).decide(position)
    settled = position.question.judge(answer)
    if isinstance(settled, Refusal):
        return Thought(task.number, fault=f"its answer is refused: {settled}")
    return Thought(task.number, Raw(plain(answer)))


def _thought(line: bytes) -> Thought:
    """The answer to a task, or the fault if the agent raises one."""
    task = msgspec.json.decode(line, type=Task)
    try:
        return think(task)
    except Exception as fault:  # an agent's fault is reported, and a simpler one plays
        return Thought(task.number, fault=f"{type(fault).__name__}: {fault}"[:300])


def work(tasks: BinaryIO, thoughts: BinaryIO) -> None:
    """Think about one task after another until no more come."""
    for line in tasks:
        thoughts.write(msgspec.json.encode(_thought(line)) + b"\n")
        thoughts.flush()


@contextmanager
def playing_by(house_rules: str) -> Iterator[None]:
    """Put house rules in force: JSON with the figures of each system, by its package.

    No system may be loaded yet: its tables are read once, when its first task comes.
    """
    with ExitStack() as in_force:
        for package, figures in msgspec.json.decode(house_rules, type=dict[str, dict[str, Plain]]).items():
            assert f"{package}.system" not in sys.modules, "its tables were read before the figures are set"
            in_force.enter_context(putting_in_force(package, HouseRules.of(figures)))
        yield


def main(mode: str, house_rules: str) -> None:
    """Answer tasks by these house rules, with kernels compiled or plain."""
    compiled.use("plain" if mode == "plain" else "compiled")
    with playing_by(house_rules):
        work(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(*sys.argv[1:])
