"""A bout: one seeded battle between two agents, which the conformance suite fights and watches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, assert_never

from msgspec import Struct

from sandtable import systems
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY

B = TypeVar("B", bound=Battle[Any])

SEATS = (0, 1)
SPECTATOR = None
WATCHERS = (*SEATS, SPECTATOR)
MOST_REMEMBERED = 100_000


class Broken(AssertionError):
    """A system does not keep the contract: what should be, where, and what was found."""


def require(holds: object, words: str) -> None:
    """Fail with these words unless something holds."""
    if not holds:
        raise Broken(words)


class Bout(Struct, frozen=True):
    """What is fought: a scenario of a system, by two agents, with all dice from one seed.

    Every question is looked at; one in *every* is gone into with forks, views, undo and the rest (0: the
    fewer units, the more often). After *stamina* answers militia relieves both agents, who may be slow.
    *options* are the variants chosen other than by default, with the number of the choice.
    """

    system: str
    scenario: str
    agents: tuple[str, str]
    seed: int
    every: int = 0
    stamina: int = 12
    options: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f"-{option}-{number}" for option, number in self.options)
        return f"{self.system}-{self.scenario}-{'-'.join(self.agents)}-{self.seed}{chosen}"

    def readings(self, system: System[Any]) -> Readings:
        """The options as the battle is mustered with them."""
        return system.rulebook().choose(dict(self.options))


OWN: Mapping[str, System[Any]] = {system.id: system for system in (TOY, DUEL)}
"""The systems that live in the tests: one with everything, and one without geometry."""


def system_names() -> tuple[str, ...]:
    """Every registered system, and those of the tests."""
    return (*systems.names(), *OWN)


def system_named(name: str) -> System[Any]:
    """The system that a bout is fought by."""
    return OWN[name] if name in OWN else systems.load(name)


def trace(log: Iterable[Entry]) -> tuple[str, ...]:
    """What a log says, entry by entry, so that the logs of two games can be compared."""
    return tuple(_traced(entry) for entry in log)


_known: dict[int, tuple[Entry, str]] = {}


def _traced(entry: Entry) -> str:
    """The trace of an entry, remembered by the object itself: the same logs are compared over and over."""
    known = _known.get(id(entry))
    if known is None:
        if len(_known) > MOST_REMEMBERED:
            _known.clear()
        known = _known[id(entry)] = (entry, _entry(entry))
    return known[1]


def _entry(entry: Entry) -> str:
    match entry:
        case Decided():
            return fingerprint((entry.question.digest(), entry.answer, entry.settled))
        case Thrown():
            return fingerprint(entry)
        case Happened():
            return fingerprint((type(entry.event).__name__, entry.event))
        case _:
            assert_never(entry)


class Standing(Struct, frozen=True):
    """All that two games have in common when they stand at the same point of the same battle."""

    battle: str
    question: str | None
    log: tuple[str, ...]
    outcome: object


def standing(game: Game[B]) -> Standing:
    """Where a game stands, as a value to compare."""
    question = game.question
    return Standing(
        fingerprint(game.battle),
        None if question is None else question.digest(),
        trace(game.log),
        game.battle.outcome,
    )
