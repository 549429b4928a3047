"""The questions a rule may ask besides a throw of dice: a decision, another procedure, "this happened".

A rule procedure awaits these and throws, and nothing else. Who answers them is the driver's affair.

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

Draw = Callable[[int], int]
"""Draws one of so many by chance: a whole number from 0 up to, but not as far as, the one given."""

OPTIONS_NAMED = 12
LONGEST_SHOWN = 80


def plain(value: object) -> bytes:
    """The one JSON text of a plain value: what files and the wire carry."""
    return msgspec.json.encode(value, order="deterministic")


def _compared(value: object) -> bytes:
    """The text by which two answers are compared: keys sorted, as what comes from a file is a dict."""
    return msgspec.json.encode(value, order="sorted")


class Decision(Struct, Ask[T], frozen=True, gc=False):
    """A question to a player: the catalogue's id for it and the seat that answers.

    Legality lives here: ``judge`` is the only judge of an answer, for people, agents and files alike.
    """

    decision: str
    seat: int

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        driver = here.driver
        if driver is not None and driver.decide is not None:
            return driver.decide(self)  # type: ignore[no-any-return]  # the driver settles it with a T
        del driver  # a question that waits must not keep its run: closing it would close its caller with it
        return (yield self)  # type: ignore[no-any-return]  # the same

    @abstractmethod
    def judge(self, answer: object) -> T | Refusal:
        """What the rule goes on with if *answer* stands, or why it does not."""

    @abstractmethod
    def read(self, raw: object) -> object:
        """The answer that a file or a message means by *raw*, plain data; a Refusal if by nothing."""

    @abstractmethod
    def sensible(self) -> tuple[object, ...]:
        """A bounded list of answers that stand, for agents to weigh: all options, or candidate moves."""

    def any_answer(self, draw: Draw) -> object:
        """One answer that stands, drawn by chance: cheaper than a list of which all but one are dropped."""
        answers = self.sensible()
        return answers[draw(len(answers))]

    @abstractmethod
    def essence(self) -> object:
        """What makes this question this question, as plain data, for its digest."""

    def digest(self) -> str:
        """A short hash of the question: replay tells by it where a battle begins to differ."""
        return fingerprint((type(self).__name__, self.essence()))


class Choose(Decision[O], frozen=True):
    """Choose one of a complete list of options.

    ``about`` names what the choice concerns (unit numbers, a charge, dice on the table). ``aims`` are
    results of
    the asking procedure worth reaching, the most wanted first: the odds driver's *best* policy goes by them.
    ``grave`` are options that nobody takes by chance, such as giving a battle up: they stand like the others
    but are not among the sensible ones.
    """

    options: tuple[O, ...]
    about: tuple[object, ...] = ()
    aims: tuple[int, ...] = ()
    grave: tuple[O, ...] = ()

    def judge(self, answer: object) -> O | Refusal:
        """An option stands if it is offered; 1 is neither 1.0 nor true, since files tell them apart."""
        for option in self.options:
            if option is answer:
                return option
        for option in self.options:
            if option == answer and _compared(option) == _compared(answer):
                return option
        return self._not_offered(answer)

    def read(self, raw: object) -> object:
        """Find the option whose plain form is *raw*."""
        wanted = _text(raw)
        # Most options are tuples, which compare at once: those that look right are tried first.
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
        """Everything in a choice is plain."""
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
    """The plain text of an answer; of one that is no plain value, what Python calls it."""
    try:
        return _compared(answer).decode()
    except (TypeError, UnicodeEncodeError, RecursionError):
        return ascii(answer)


IN_A_ROW: Final = 64
"""So many calls are carried out on the spot before a driver takes one on a stack of its own: whoever calls
and calls again from within goes deep, and nobody can tell him from one who calls often."""


class Do(Struct, Ask[T], frozen=True, gc=False, cache_hash=True):
    """Call another procedure through the driver, so that it can be logged and remembered.

    Where a driver is present it need know no more of the call: whoever asked carries it out.
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
        """A fresh run of the procedure, not yet begun."""
        return self.procedure(*self.args)


def do(procedure: Callable[[*Args], Coroutine[Any, Any, T]], *args: *Args) -> Do[T]:
    """Ask for *procedure* to be carried out with *args*, frozen values given by position."""
    return Do(procedure, args)


class Event(Struct, Generic[B], frozen=True, gc=False):
    """Something that happened, named in the past tense: a frozen value that makes the next battle.

    An event that ``reveals`` shows a player something that was hidden: nothing before it can be undone.
    """

    reveals: ClassVar[bool] = False

    @abstractmethod
    def apply(self, battle: B) -> B:
        """The battle after it."""


class Tell(Struct, Ask[B], frozen=True, gc=False):
    """What happened, told to a driver who is not present; the answer is the battle after it."""

    battle: B
    event: Event[B]


async def tell(battle: B, event: Event[B]) -> B:
    """Let an event happen to a battle: ``battle = await tell(battle, UnitMoved(...))``.

    So every change of a battle is an event in the log, and the driver knows the battle at every question.
    """
    driver = here.driver
    if driver is None:
        return await Tell(battle, event)
    return driver.tell(battle, event)  # type: ignore[no-any-return]  # the driver tells of a B
