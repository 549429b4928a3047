"""The arena: load a battle in progress, play one procedure with planned dice and answers, ask its odds.

To check a rule, write a lesson or ask "what if", write a situation in the format of a scenario file and load
it. Two units on bare ground are enough. A unit that touches an enemy is put against it; shapes, contacts and
the active side follow from the text. A contradiction is refused.

>>> from sandtable import arena
>>> melee = arena.load("coldsteel", '''
... situation = { turn = 3, step = "melee" }
...
... [[units]]
... id = "guard"
... side = "a"
... profile = "guard-battalion"
... models = 3
... command = []
... x = 36
... y = 20
...
... [[units]]
... id = "line"
... side = "b"
... profile = "line-battalion"
... models = 2
... command = []
... touches = ["guard"]
... ''')
>>> melee.unit("line").pose, melee.battle.foes_of(melee.number("guard"))
(Pose(x=3600, y=2000, heading=1800), (1,))

``play`` runs one procedure: the next of the battle, or any whose first argument is the battle. All planned
dice and answers must be used, and an answer passes the same check as a player's.

>>> played = melee.play(dice=[6, 1, 3, 1])
>>> for sentence in played.story:
...     print(sentence)
line strikes guard with 2 dice: 1 wound
guard loses 1 model; 2 models left
guard strikes line with 2 dice: 1 wound
line loses 1 model; 1 model left
guard and line have fought
>>> melee.after(played).unit("guard").models
2

``odds`` follows every result of the dice instead. *of* is a function of the battle afterwards; a policy takes
the decisions.

>>> print(melee.odds(of=lambda after: after.units[1].models, exact=True)[0])
11/27

A contradiction is refused with its key, what is wrong and what would be right.

>>> from sandtable.game.files.typed_files import BadFile
>>> try:
...     arena.load("coldsteel", '''
... units = [
...     { id = "guard", side = "a", profile = "guard-battalion", x = 36, y = 20, models = 30 },
...     { id = "line", side = "b", profile = "line-battalion", x = 36, y = 30, facing = 180 },
... ]
... ''')
... except BadFile as fault:
...     print(fault.problem.key, fault.problem.words, sep=": ")
units[0].models: guard has 30 models, but guard-battalion begins with 24
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar, overload

from msgspec import Struct

from sandtable import systems
from sandtable.dice import Hand, Odds, PlannedHand
from sandtable.game.ask.questions import Decision, Do, Event, do
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.battle import Battle
from sandtable.game.drivers.odds import NoPolicy, OddsDriver
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.run import ProcedureRun, Teller
from sandtable.game.kit.system import Policy, System
from sandtable.game.rules.rulebook import Readings

__all__ = ["Arena", "Carried", "Happening", "Played", "Unplanned", "carry_out", "load"]

B = TypeVar("B", bound=Battle[Any])
T = TypeVar("T")
E = TypeVar("E", bound=Event[Any])
P = ParamSpec("P")
Table = Callable[Concatenate[B, P], Coroutine[Any, Any, T]]
"""A table procedure: its first argument is the battle."""

DEFAULTS: Final = Readings()
"""Every rule by its default reading."""


class Unplanned(AssertionError):
    """The answers of a procedure are not as planned: one is missing, or one is left over."""


# --------------------------------------------------------------------- results
class Carried(Struct, Generic[T], frozen=True):
    """The result of a procedure, and the decisions that it asked for."""

    result: T
    questions: tuple[Decision[Any], ...]


class Happening(Struct, frozen=True):
    """An event with its sentence, its rules and the units that it concerns."""

    event: Event[Any]
    words: str
    rules: tuple[str, ...]
    units: tuple[int, ...]


class Played(Struct, Generic[B], frozen=True):
    """A procedure that was played: the battle after it, its events, and the decisions that it asked for."""

    battle: B
    happenings: tuple[Happening, ...]
    questions: tuple[Decision[Any], ...]

    @property
    def events(self) -> tuple[Event[Any], ...]:
        """The events, in order."""
        return tuple(one.event for one in self.happenings)

    @property
    def story(self) -> tuple[str, ...]:
        """The events in words."""
        return tuple(one.words for one in self.happenings)

    @property
    def asked(self) -> tuple[str, ...]:
        """The ids of the decisions."""
        return tuple(question.decision for question in self.questions)

    def told(self, kind: type[E]) -> tuple[E, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if isinstance(event, kind))


# --------------------------------------------------------------------- the arena
class Arena(Generic[B]):
    """A battle of a system, at a point between two procedures."""

    __slots__ = ("_ids", "battle", "system")

    def __init__(self, system: System[B], battle: B, ids: Iterable[str] = ()) -> None:
        """*ids* are the ids of the scenario's units, in its order."""
        self.system = system
        self.battle = battle
        self._ids = tuple(ids)

    def number(self, id: str) -> int:
        """The number of a unit in the battle, by its id in the scenario."""
        if id not in self._ids:
            raise LookupError(f'there is no unit "{id}"; there are {", ".join(self._ids)}')
        return self._ids.index(id)

    def unit(self, id: str) -> Any:
        """A unit of the battle, of the system's own type, by its id in the scenario."""
        return self.battle.units[self.number(id)]

    def play(
        self,
        procedure: Table[B, P, B] | None = None,
        /,
        *args: Any,
        dice: Iterable[int] = (),
        answers: Iterable[object] = (),
    ) -> Played[B]:
        """Play a procedure on the battle (default: the next one) with these dice and answers.

        `Unplanned` if an answer is missing or left over, `AssertionError` for dice, `Refused` for an answer
        that breaks a rule. The arena does not change: continue with ``Arena.after(played)``.
        """
        stage = _Stage(self.system, self.battle)
        call = self._next() if procedure is None else do(procedure, self.battle, *args)
        carried = _carried_out(call, PlannedHand(dice), answers, stage.tell, stage.words)
        return Played(carried.result, tuple(stage.happened), carried.questions)

    def after(self, played: Played[B]) -> Arena[B]:
        """The arena after a procedure."""
        return Arena(self.system, played.battle, self._ids)

    def odds(
        self,
        procedure: Table[B, P, Any] | None = None,
        /,
        *args: Any,
        of: Callable[[Any], T],
        policy: str | Policy | Mapping[str, object] | None = None,
        exact: bool = False,
    ) -> Odds[T]:
        """The exact odds of *of*, a function of the result of a procedure, such as of the battle after it.

        *policy* is a policy of the system by name, a policy function, or answers by the ids of decisions;
        by default it is the system's first one. `NoPolicy` for a decision that it does not cover.
        """
        call = self._next() if procedure is None else do(procedure, self.battle, *args)

        async def reading() -> T:
            return of(await call.procedure(*call.args))

        return OddsDriver(self._policy(policy), exact=exact).odds(do(reading))

    def game(self, hand: Hand) -> Game[B]:
        """A game that continues the battle with a hand of dice."""
        return Game(self.system, self.battle, hand)

    def _next(self) -> Do[B]:
        call = self.system.next(self.battle)
        if call is None:
            raise Unplanned("the battle is over: no procedure comes next")
        return call

    def _policy(self, policy: str | Policy | Mapping[str, object] | None) -> Policy | None:
        known = self.system.policies()
        if policy is None:
            return next(iter(known.values()), None)
        if isinstance(policy, Mapping):
            return _by_decision(policy)
        if not isinstance(policy, str):
            return policy
        if policy not in known:
            raise LookupError(f'there is no policy "{policy}"; there are {", ".join(known)}')
        return known[policy]


def _by_decision(answers: Mapping[str, object]) -> Policy:
    def policy(question: Decision[Any]) -> object:
        if question.decision not in answers:
            raise NoPolicy(f"the odds depend on the decision {question.decision}: give an answer for it")
        return answers[question.decision]

    return policy


# --------------------------------------------------------------------- loading
@overload
def load(system: System[B], text: str, readings: Readings = DEFAULTS) -> Arena[B]: ...
@overload
def load(system: str, text: str, readings: Readings = DEFAULTS) -> Arena[Any]: ...
def load(system: System[Any] | str, text: str, readings: Readings = DEFAULTS) -> Arena[Any]:
    """The battle at the start of a scenario, given as text; `BadFile` if it cannot be fought."""
    owner = systems.load(system) if isinstance(system, str) else system
    scenario = owner.parse_scenario(text)
    return Arena(owner, owner.muster(scenario, readings), [unit.id for unit in scenario.units])


# --------------------------------------------------------------------- carrying out
def carry_out(call: Do[T], *, dice: Iterable[int] = (), answers: Iterable[object] = ()) -> Carried[T]:
    """Run any procedure with these dice and answers, all of which must be used.

    >>> from sandtable.dice import Count
    >>> async def volley(muskets: int) -> int:
    ...     return await Count(muskets, at_least=4)
    >>> carry_out(do(volley, 3), dice=[4, 1, 6]).result
    2
    >>> carry_out(do(volley, 3), dice=[4, 1])
    Traceback (most recent call last):
    sandtable.dice.hand.PlanSpent: 3D6 are thrown, but only 2 of the 2 planned faces are left.
    """
    return _carried_out(call, PlannedHand(dice), answers, lambda battle, event: event.apply(battle), str)


def _carried_out(
    call: Do[T],
    hand: PlannedHand,
    answers: Iterable[object],
    tell: Teller,
    words: Callable[[Decision[Any]], str],
) -> Carried[T]:
    planned, asked = list(answers), list[Decision[Any]]()
    run: ProcedureRun[T] = ProcedureRun(call, lambda throw: throw.cast(hand), tell)
    while run.pending is not None:
        question = run.pending
        asked.append(question)
        asking = words(question)
        if not planned:
            raise Unplanned(f"{question.decision} was asked, and no answer was planned: {asking}")
        settled = question.judge(planned.pop(0))
        if isinstance(settled, Refusal):
            raise Refused(settled)
        run.answer(settled)
    hand.assert_used()
    if planned:
        raise Unplanned(f"these answers were planned and not asked for: {planned}")
    result: T = run.result  # type: ignore[assignment]  # a run that has ended has a result
    return Carried(result, tuple(asked))


class _Stage(Generic[B]):
    """The battle while a procedure is played, and its events so far in words."""

    def __init__(self, system: System[B], battle: B) -> None:
        self._system, self._battle = system, battle
        self.happened: list[Happening] = []

    def tell(self, battle: B, event: Event[B]) -> B:
        self._battle = event.apply(battle)
        words = event.sentence(battle, self._battle)
        assert words, f"{event} has no words"
        self.happened.append(Happening(event, words, event.cites(), event.parties()))
        return self._battle

    def words(self, question: Decision[Any]) -> str:
        prompt = question.prompt(self._battle)
        assert prompt.words, f"{question} has no words"
        return f"{prompt.words} {', '.join(prompt.labels) or question}"
