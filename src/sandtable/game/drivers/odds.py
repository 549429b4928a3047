"""The odds driver: the exact distribution of any outcome, straight from the rule procedure.

Every result of every throw is followed with its exact chance; decisions are taken by a stated policy. The
outcomes of a procedure called with ``do`` are computed once and cached, and equal outcomes are merged before
the caller continues. So write a rule as small procedures, and ask for counts instead of faces. The number of
steps can be limited.

>>> from sandtable.dice import Count
>>> from sandtable.game.ask.questions import do
>>> async def volley(muskets: int) -> int:
...     hits = await Count(muskets, at_least=4)
...     return hits - await Count(hits, at_least=5)
>>> chances = odds(do(volley, 2), exact=True)
>>> chances[2], sum(chances.values())
(Fraction(1, 9), Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import inf
from typing import Any, TypeVar

from sandtable.ask import Alone, Ask, Procedure
from sandtable.dice import Odds, Throw
from sandtable.game.ask.questions import Choose, Decision, Do, Tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.kit.system import Policy

T = TypeVar("T")
Chance = float | Fraction
Distribution = dict[Any, Any]
AnswerPath = tuple[Any, ...]

REMEMBERED = 50_000
PLACES = 12


class NoPolicy(LookupError):
    """The odds depend on a decision for which no policy is given."""


class TreeTooLarge(ArithmeticError):
    """The odds of a procedure take more steps than allowed."""


def best(question: Decision[Any]) -> object:
    """The policy that tries every option and takes the one that makes the question's aims most likely.

    It is only a name for the odds driver, which implements it by looking ahead; nothing may call it.
    """
    raise NoPolicy(f"only the odds driver can decide {question.decision} by looking ahead")


def odds(call: Do[T], policy: Policy | None = None, *, exact: bool = False) -> Odds[T]:
    """The distribution of what *call* returns, as floats or, on request, as exact fractions."""
    return OddsDriver(policy, exact=exact).odds(call)


class OddsDriver:
    """Computes outcomes and caches them, for one policy and one kind of number.

    With *most*, a question that takes more steps raises `TreeTooLarge`. A step is one answer sent to a
    procedure, also when a path is repeated to reach another branch; cached outcomes cost no step.
    """

    def __init__(self, policy: Policy | None = None, *, exact: bool = False, most: int | None = None) -> None:
        self._policy = policy
        self._exact = exact
        self._most: float = inf if most is None else most
        self._left = self._most
        self._one: Chance = Fraction(1) if exact else 1.0
        self._memory: dict[Do[Any], Distribution] = {}

    def odds(self, call: Do[T]) -> Odds[T]:
        """The distribution of what *call* returns."""
        self._left = self._most
        with Alone():
            return Odds(self._outcomes(call))

    def preferred(self, call: Do[Any], answers: AnswerPath, question: Choose[Any]) -> object:
        """The option that `best` takes where *call* asks *question* after *answers*."""
        self._left = self._most
        with Alone():
            return self._best(call, answers, question)[0]

    def _outcomes(self, call: Do[Any]) -> Distribution:
        known = self._memory.get(call)
        if known is None:
            known = self._given(call, ())
            if len(self._memory) >= REMEMBERED:
                self._memory.clear()
            self._memory[call] = known
        return known

    def _given(self, call: Do[Any], path: AnswerPath) -> Distribution:
        """The outcomes of *call* after the answers in *path*."""
        outcomes: Distribution = {}
        procedure = call.start()
        try:
            ask = procedure.send(None)
            for answer in path:
                ask = procedure.send(answer)
        except StopIteration as end:
            return {end.value: self._one}
        self._explore(call, path, procedure, ask, self._one, outcomes)
        return outcomes

    def _explore(
        self,
        call: Do[Any],
        path: AnswerPath,
        procedure: Procedure[Any] | None,
        ask: Ask[Any],
        chance: Any,
        into: Distribution,
    ) -> None:
        """Follow every answer to *ask*, which *procedure* asked at the end of *path*.

        A coroutine cannot be copied: the first answer goes to *procedure*, every other answer to a new
        coroutine that is sent the path again.
        """
        if self._policy is best and isinstance(ask, Choose):
            _add(into, self._best(call, path, ask)[1], chance)
            return
        start, args = call.procedure, call.args
        branches = self._branches(ask)
        self._left -= len(branches) + (len(branches) - 1) * len(path)
        if self._left < 0:
            raise TreeTooLarge(f"the odds take more than {self._most:,} steps")
        for answer, share in branches:
            try:
                if procedure is not None:
                    at, procedure = procedure, None
                    then = at.send(answer)
                else:
                    at = start(*args)
                    then = at.send(None)
                    for given in path:
                        then = at.send(given)
                    then = at.send(answer)
            except StopIteration as end:
                known = into.get(end.value)
                into[end.value] = chance * share if known is None else known + chance * share
            else:
                self._explore(call, (*path, answer), at, then, chance * share, into)

    def _branches(self, ask: Ask[Any]) -> Collection[tuple[Any, Any]]:
        """Every possible answer to a question, with its chance."""
        if isinstance(ask, Throw):
            return ask.odds(exact=self._exact).items()
        if isinstance(ask, Do):
            return self._outcomes(ask).items()
        if isinstance(ask, Tell):
            return ((ask.event.apply(ask.battle), 1),)
        assert isinstance(ask, Decision), f"a rule asked {ask!r}, which no driver can answer"
        return ((self._decide(ask), 1),)

    def _decide(self, question: Decision[Any]) -> object:
        if self._policy is None:
            raise NoPolicy(f"the odds depend on the decision {question.decision}: name a policy for it")
        settled = question.judge(self._policy(question))
        assert not isinstance(settled, Refusal), f"the policy broke the rules: {settled}"
        return settled

    def _best(self, call: Do[Any], answers: AnswerPath, question: Choose[Any]) -> tuple[object, Distribution]:
        """The option that makes the aims most likely (the first among equals), and its outcomes."""
        if not question.aims:
            raise NoPolicy(f"the best choice is not defined for the decision {question.decision}")
        tried = ((option, self._given(call, (*answers, option))) for option in question.options)
        return max(tried, key=lambda one: _reached(one[1], question.aims))


def _add(into: Distribution, outcomes: Distribution, chance: Any) -> None:
    """Add *outcomes*, which happen with *chance*, to those already found."""
    for result, share in outcomes.items():
        into[result] = into[result] + chance * share if result in into else chance * share


def _reached(outcomes: Mapping[Any, Any], aims: tuple[int, ...]) -> tuple[Any, ...]:
    """The chance that each aim is reached, the most wanted first.

    Floats are rounded, so that equal chances compare equal and floats pick the same option as fractions.
    """
    shares = (sum(share for result, share in outcomes.items() if result >= aim) for aim in aims)
    return tuple(round(share, PLACES) if isinstance(share, float) else share for share in shares)
