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
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

from sandtable.ask import Ask, Procedure, here
from sandtable.game.ask.faces import Face, Missing, Prompt, Stake
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


class Kind(StrEnum):
    """What kind of decision it is; a screen folds, batches and stands in for decisions by that."""

    ACT = "act"
    """It does something on the table."""
    ORDER = "order"
    """It puts equals into an order: who tests first, which fight is next."""
    OFFER = "offer"
    """It spends something, or not."""
    REROLL = "reroll"
    """It throws dice again, or not."""
    FORMALITY = "formality"
    """It has an answer that nearly everybody gives."""


class Decision(Struct, Ask[T], frozen=True, gc=False):
    """A question to a player: its id in the rulebook and the seat that answers.

    Legality is decided here: ``judge`` checks every answer, from people, agents and files alike. A decision
    is described once, by its class: its words and rule, a label and a face for each option, the units it is
    about, and what is missing and why. A subclass gives its id as the default of ``decision``.
    """

    rule: ClassVar[str] = ""
    """The rule that the question cites."""
    title: ClassVar[str] = ""
    """A heading of a few words."""
    kind: ClassVar[Kind] = Kind.ACT
    form: ClassVar[str] = ""
    """How it is answered, for records and the wire; if empty, the name of the class."""

    decision: str
    seat: int

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        driver = here.driver
        if driver is not None and driver.decide is not None:
            return driver.decide(self)  # type: ignore[no-any-return]  # the driver settles it with a T
        del driver  # a waiting question must not keep its run alive: closing it would close its caller too
        return (yield self)  # type: ignore[no-any-return]  # the same

    # ------------------------------------------------------------------ what it accepts
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
        return fingerprint((self.form or type(self).__name__, self.essence()))

    # ------------------------------------------------------------------ how it is put to a person
    def offered(self) -> tuple[object, ...]:
        """The answers that a person chooses among, in order; none if he plans or points instead."""
        return self.sensible()

    def words(self, battle: Any) -> str:
        """The question in a sentence."""
        raise NotImplementedError(f"{self.decision} has no words")

    def label(self, battle: Any, option: Any) -> str:
        """An option in words."""
        del battle
        return str(option)

    def face(self, battle: Any, option: Any) -> Face:
        """The button of an option; by default its label, on the first unit that the question is about."""
        return Face(self.label(battle, option), subject=next(iter(self.parties()), None))

    def heading(self, battle: Any) -> str:
        """A short heading."""
        return self.title or self.words(battle)

    def missing(self, battle: Any) -> tuple[Missing, ...]:
        """The options that a player might expect but that are not offered, with the reasons."""
        del battle
        return ()

    def stakes(self, battle: Any, option: Any) -> tuple[Stake, ...]:
        """What hangs on an option: the resolutions that it leads to, in order."""
        del battle, option
        return ()

    def parties(self) -> tuple[int | str, ...]:
        """The bodies (by number) and tokens (by id) that the question is about."""
        return ()

    def waiting_units(self) -> tuple[int, ...]:
        """The bodies that wait to be named by an answer."""
        return ()

    def prompt(self, battle: Any) -> Prompt:
        """The question in words, with a label for each option."""
        labels = [self.label(battle, option) for option in self.offered()]
        return Prompt(self.words(battle), self.rule, tuple([f"{one[:1].upper()}{one[1:]}" for one in labels]))


class Choose(Decision[O], frozen=True):
    """Choose one of a complete list of options.

    A subclass declares what the choice is about as fields of its own. Without a subclass ``about`` names it.
    ``aims`` are desirable results of the asking procedure, the most wanted first, for the odds driver's
    *best* policy. ``grave`` are options that are never taken at random, such as resigning: they are legal
    but not sensible.
    """

    form: ClassVar[str] = "Choose"

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

    def offered(self) -> tuple[object, ...]:
        """All options, the grave ones too."""
        return self.options

    def subject(self) -> tuple[object, ...]:
        """What the choice is about, as plain data: the fields of the subclass."""
        own = [name for name in self.__struct_fields__ if name not in Choose.__struct_fields__]
        return tuple([getattr(self, name) for name in own]) if own else self.about

    def essence(self) -> object:
        """The options and what they are about."""
        return self.decision, self.seat, self.options, self.subject()

    def parties(self) -> tuple[int | str, ...]:
        """The units that the choice names."""
        named = {one for one in self.subject() if isinstance(one, int) and not isinstance(one, bool)}
        return tuple(sorted(named))

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
        if self.procedure in driver.noted:
            return driver.note(self)
        return self.procedure(*self.args).__await__()

    def start(self) -> Procedure[T]:
        """A new coroutine of the procedure, not yet begun."""
        return self.procedure(*self.args)


def do(procedure: Callable[[*Args], Coroutine[Any, Any, T]], *args: *Args) -> Do[T]:
    """Ask the driver to run *procedure* with *args*, which are frozen values."""
    return Do(procedure, args)


class Event(Struct, Generic[B], frozen=True, gc=False):
    """A change of a battle, named in the past tense: a frozen value that makes the next battle.

    An event is described once, by its class: what it changes, its sentence, the rules that caused it and the
    units it concerns. An event with ``reveals`` shows a player something that was hidden: nothing before it
    can be undone.
    """

    reveals: ClassVar[bool] = False
    rules: ClassVar[tuple[str, ...]] = ()
    """The rules that cause events of this class."""
    is_detail: ClassVar[bool] = False
    """Is it only a detail of another event? A detail that concerns no unit is left out of the log."""

    @abstractmethod
    def apply(self, battle: B) -> B:
        """The battle after the event."""

    def sentence(self, before: B, after: B) -> str:
        """The event in a sentence, for the log, by the battles before and after it."""
        raise NotImplementedError(f"{type(self).__name__} has no sentence")

    def cites(self) -> tuple[str, ...]:
        """The rules that caused this event."""
        return self.rules

    def parties(self) -> tuple[int, ...]:
        """The units that the event concerns, the acting one first."""
        return ()

    def seen_by(self, seat: int | None) -> Event[B] | None:
        """The event as a seat sees it (None: a spectator); None if the seat does not see it."""
        del seat
        return self


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
