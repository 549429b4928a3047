"""The questions that a rule may ask besides a throw of dice: a decision, a call, an event.

A rule awaits these and throws, and nothing else. A driver answers them.

>>> async def march(tired: str) -> str:
...     pace = await Choose("pace", seat=0, options=("slow", "quick"))
...     return f"{pace}, {tired}"
>>> call = do(march, "weary")
>>> procedure = call.start()
>>> question = procedure.send(None)
>>> question.judge("slow")
'slow'
>>> print(question.judge("double"))
"double" is not offered here; choose one of: "slow", "quick" (pace)
>>> procedure.close()
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Generator
from typing import Any, ClassVar, Final, Generic, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

from sandtable.ask import Ask, Procedure, here
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import fingerprint

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741 - an option
B = TypeVar("B")
Args = TypeVarTuple("Args")

RandomIndex = Callable[[int], int]
"""Draws a random whole number from 0 up to, but not including, the given one."""

OPTIONS_NAMED = 12
LONGEST_SHOWN = 80


def plain(value: object) -> bytes:
    """A plain value as JSON, always the same text for the same value: for files and the wire."""
    return msgspec.json.encode(value, order="deterministic")


def _compared(value: object) -> bytes:
    """The text by which two answers are compared: keys are sorted, because a file yields dicts."""
    return msgspec.json.encode(value, order="sorted")


class Decision(Struct, Ask[T], frozen=True, gc=False):
    """A question to a player: its id in the rulebook and the seat that answers.

    Legality is decided here: ``judge`` checks every answer, from people, agents and files alike.
    """

    decision: str
    seat: int

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        driver = here.driver
        if driver is not None and driver.decide is not None:
            return driver.decide(self)  # type: ignore[no-any-return]  # the driver settles it with a T
        del driver  # a waiting question must not keep its run alive: closing it would close its caller too
        return (yield self)  # type: ignore[no-any-return]  # the same

    @abstractmethod
    def judge(self, answer: object) -> T | Refusal:
        """What the rule continues with if *answer* is legal, else why it is not."""

    @abstractmethod
    def read(self, raw: object) -> object:
        """The answer that *raw*, plain data of a file or a message, means; a Refusal if it means none."""

    @abstractmethod
    def sensible(self) -> tuple[object, ...]:
        """A bounded list of legal answers, for agents to weigh: all options, or candidate moves."""

    def any_answer(self, draw: RandomIndex) -> object:
        """A random legal answer; a subclass may find one without listing all."""
        answers = self.sensible()
        return answers[draw(len(answers))]

    @abstractmethod
    def essence(self) -> object:
        """What identifies this question, as plain data, for its digest."""

    def digest(self) -> str:
        """A short hash of the question, by which replay finds the first step that differs."""
        return fingerprint((type(self).__name__, self.essence()))


class Choose(Decision[O], frozen=True):
    """Choose one of a complete list of options.

    ``about`` names what the choice concerns (unit numbers, a charge, dice on the table). ``aims`` are
    desirable results of the asking procedure, the most wanted first, for the odds driver's *best* policy.
    ``grave`` are options that are never taken at random, such as resigning: they are legal but not sensible.
    """

    options: tuple[O, ...]
    about: tuple[object, ...] = ()
    aims: tuple[int, ...] = ()
    grave: tuple[O, ...] = ()

    def judge(self, answer: object) -> O | Refusal:
        """An offered option is legal; 1 is neither 1.0 nor true, because files distinguish them."""
        for option in self.options:
            if option is answer:
                return option
        for option in self.options:
            if option == answer and _compared(option) == _compared(answer):
                return option
        return self._not_offered(answer)

    def read(self, raw: object) -> object:
        """The option whose plain form is *raw*."""
        wanted = _text(raw)
        # Most options are tuples, which compare fast: those that equal the raw value are tried first.
        likely = tuple(raw) if isinstance(raw, list) else raw
        for option in (*(one for one in self.options if one == likely), *self.options):
            if _compared(option).decode() == wanted:
                return option
        return self._not_offered(raw)

    def sensible(self) -> tuple[object, ...]:
        """Every option that is not grave."""
        if not self.grave:
            return self.options
        return tuple([option for option in self.options if option not in self.grave])

    def essence(self) -> object:
        """The options and what they are about."""
        return self.decision, self.seat, self.options, self.about

    def _not_offered(self, answer: object) -> Refusal:
        text = _text(answer)
        if len(text) > LONGEST_SHOWN:
            text = f"{text[:LONGEST_SHOWN]}..."
        named = ", ".join(plain(option).decode() for option in self.options[:OPTIONS_NAMED])
        more = len(self.options) - OPTIONS_NAMED
        also = f" and {more} more" if more > 0 else ""
        return Refusal(f"{text} is not offered here; choose one of: {named}{also}", rule=self.decision)


def _text(answer: object) -> str:
    """The plain text of an answer, or its repr if it is no plain value."""
    try:
        return _compared(answer).decode()
    except (TypeError, UnicodeEncodeError, RecursionError):
        return ascii(answer)


IN_A_ROW: Final = 64
"""After this many direct calls the driver starts one on its own stack, so that nested calls cannot exhaust
Python's stack. Direct calls are counted without regard to depth, because a call does not know its depth."""


class Do(Struct, Ask[T], frozen=True, gc=False, cache_hash=True):
    """A call of another procedure, which a driver may log and cache.

    With an active driver the procedure runs directly in the caller's coroutine.
    """

    procedure: Callable[..., Coroutine[Any, Any, T]]
    args: tuple[Any, ...]

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        driver = here.driver
        if driver is None or driver.calls == IN_A_ROW:
            return Ask.__await__(self)
        driver.calls += 1
        return self.procedure(*self.args).__await__()

    def start(self) -> Procedure[T]:
        """A new coroutine of the procedure, not yet begun."""
        return self.procedure(*self.args)


def do(procedure: Callable[[*Args], Coroutine[Any, Any, T]], *args: *Args) -> Do[T]:
    """Ask the driver to run *procedure* with *args*, which are frozen values."""
    return Do(procedure, args)


class Event(Struct, Generic[B], frozen=True, gc=False):
    """A change of a battle, named in the past tense: a frozen value that makes the next battle.

    An event with ``reveals`` shows a player something that was hidden: nothing before it can be undone.
    """

    reveals: ClassVar[bool] = False

    @abstractmethod
    def apply(self, battle: B) -> B:
        """The battle after the event."""


class Tell(Struct, Ask[B], frozen=True, gc=False):
    """An event as a question to a driver that is not active; the answer is the battle after it."""

    battle: B
    event: Event[B]


async def tell(battle: B, event: Event[B]) -> B:
    """Apply an event to a battle: ``battle = await tell(battle, UnitMoved(...))``.

    Every change of a battle goes through here, so it is in the log, and the driver knows the current battle
    at every question.
    """
    driver = here.driver
    if driver is None:
        return await Tell(battle, event)
    return driver.tell(battle, event)  # type: ignore[no-any-return]  # the driver tells of a B
