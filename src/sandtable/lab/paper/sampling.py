"""Odds by sampling, for resolutions whose tree is too large for an exact search.

The dice are seeded, so the same question gives the same figures. Each sampled chance comes with its standard
error.

>>> round(standard_error(0.5, 10_000), 6)
0.005
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum, sqrt
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.ask import Alone, Ask
from sandtable.dice import Chance, Odds, RandomHand, Throw
from sandtable.game.ask.questions import Choose, Decision, Do, Tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.odds import NoPolicy, OddsDriver, TreeTooLarge, best
from sandtable.game.kit.system import Policy
from sandtable.lab.paper.effort import Effort
from sandtable.lab.paper.values import Unfit

T = TypeVar("T")


class Method(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How odds were found: exactly, or by so many throws with the dice of a seed.

    ``error`` is the largest standard error of any chance, ``mean_error`` that of the mean, if there is one.
    """

    exact: bool
    thrown: int = 0
    seed: int | None = None
    error: float = 0.0
    mean_error: float | None = None

    def __str__(self) -> str:
        """The method in words."""
        return "exact" if self.exact else f"thrown {self.thrown:,} times with seed {self.seed}"


class FoundOdds(Struct, frozen=True):
    """The odds of a resolution, and the number of throws sampled; 0 if they are exact."""

    odds: Odds[Any]
    throws: int

    def method(self, effort: Effort, chances: Iterable[float], mean_error: float | None = None) -> Method:
        """The method, with the standard error for these *chances*."""
        if not self.throws:
            return Method(exact=True)
        error = max(standard_error(chance, self.throws) for chance in chances)
        return Method(exact=False, thrown=self.throws, seed=effort.seed, error=error, mean_error=mean_error)

    def mean_error(self, measured: Odds[int]) -> float | None:
        """The standard error of the mean; None if it is exact."""
        if not self.throws:
            return None
        mean = float(measured.mean())
        spread = fsum(float(chance) * (value - mean) ** 2 for value, chance in measured.items())
        return sqrt(spread / self.throws)


def find_odds(driver: OddsDriver, call: Do[Any], policy: Policy | None, effort: Effort) -> FoundOdds:
    """The exact odds of *call* if its tree is small enough for *driver*, else sampled odds."""
    try:
        return FoundOdds(driver.odds(call), 0)
    except TreeTooLarge:
        return FoundOdds(sampled_odds(call, policy, effort), effort.throws)


def sampled_odds(call: Do[T], policy: Policy | None, effort: Effort) -> Odds[T]:
    """The share of throws in which each outcome came up."""
    caster = _Sampler(policy, effort)
    with Alone():
        seen = Counter(caster.outcome(call) for _ in range(effort.throws))
    return Odds.from_ways(seen)


def standard_error(chance: Chance, throws: int) -> float:
    """The standard error of a chance that was counted in so many throws."""
    share = min(1.0, max(0.0, float(chance)))
    return sqrt(share * (1 - share) / throws)


class _Sampler:
    """Runs a procedure with random dice and a policy."""

    def __init__(self, policy: Policy | None, effort: Effort) -> None:
        self._policy = policy
        self._hand = RandomHand(effort.seed)
        self._ahead = OddsDriver(policy, most=effort.steps)
        self._preferred: dict[object, object] = {}

    def outcome(self, call: Do[T]) -> T:
        """Run *call* once."""
        procedure = call.start()
        answers: tuple[Any, ...] = ()
        settled: Any = None
        while True:
            try:
                ask = procedure.send(settled)
            except StopIteration as end:
                result: T = end.value
                return result
            settled = self._answer(call, answers, ask)
            answers = (*answers, settled)

    def _answer(self, call: Do[Any], answers: tuple[Any, ...], ask: Ask[Any]) -> Any:
        if isinstance(ask, Throw):
            return ask.cast(self._hand)
        if isinstance(ask, Do):
            return self.outcome(ask)
        if isinstance(ask, Tell):
            return ask.event.apply(ask.battle)
        assert isinstance(ask, Decision), f"a rule asked {ask!r}, which has no answer"
        if self._policy is best and isinstance(ask, Choose):
            return self._best(call, answers, ask)
        return self._decided(ask)

    def _decided(self, question: Decision[Any]) -> object:
        if self._policy is None:
            raise NoPolicy(f"the odds depend on the decision {question.decision}: name a policy for it")
        settled = question.judge(self._policy(question))
        assert not isinstance(settled, Refusal), f"the policy broke the rules: {settled}"
        return settled

    def _best(self, call: Do[Any], answers: tuple[Any, ...], question: Choose[Any]) -> object:
        """The choice of the best policy. Cached: looking ahead takes many times longer than a throw."""
        where = (call, answers)
        if where not in self._preferred:
            try:
                self._preferred[where] = self._ahead.preferred(call, answers, question)
            except TreeTooLarge:
                raise Unfit(
                    f"the best choice for {question.decision} cannot be found: its consequences are too many;"
                    " name a policy that does not look ahead"
                ) from None
        return self._preferred[where]
