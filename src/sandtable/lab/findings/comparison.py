"""Compare two runs battle by battle with the same dice.

Battles with the same number have the same seed, so the luck they share cancels in their difference. The
interval is that of the paired differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.house_rules import Plain
from sandtable.lab.findings.estimates import Estimate, mean_of
from sandtable.lab.findings.findings import result_of
from sandtable.lab.runs.battle import FinishedBattle
from sandtable.lab.runs.plan import Plan

Measure = Callable[[FinishedBattle], float]


class Difference(Struct, frozen=True):
    """A figure in both runs, and the second less the first."""

    words: str
    first: Estimate
    second: Estimate
    difference: Estimate


class Comparison(Struct, frozen=True):
    """The differences between two runs, over the battles that both have."""

    first: str
    second: str
    first_house_rules: dict[str, Plain]
    second_house_rules: dict[str, Plain]
    pairs: int
    same_result: int
    differences: tuple[Difference, ...]


def compare(
    first: tuple[str, Plan, Sequence[FinishedBattle]], second: tuple[str, Plan, Sequence[FinishedBattle]]
) -> Comparison:
    """Compare two runs in pairs of battles; BadFile if they have no battle in common."""
    (one, plan, ours), (other, their_plan, theirs) = first, second
    if (plan.seed, plan.swap) != (their_plan.seed, their_plan.swap):
        raise BadFile(
            other,
            "",
            f"cannot be paired with {one}: its seed is {their_plan.seed} and swap {their_plan.swap},"
            f" not {plan.seed} and {plan.swap}; fight both with the same --seed and --swap",
        )
    known = {battle.number: battle for battle in theirs}
    pairs = [(battle, known[battle.number]) for battle in ours if battle.number in known]
    if not pairs:
        raise BadFile(other, "", f"has no battle in common with {one}: fight more of both")
    return Comparison(
        first=one,
        second=other,
        first_house_rules=plan.house_rules,
        second_house_rules=their_plan.house_rules,
        pairs=len(pairs),
        same_result=sum(before.winner == after.winner for before, after in pairs),
        differences=tuple(_difference(words, reading, pairs) for words, reading in MEASURES),
    )


def _difference(
    words: str, reading: Measure, pairs: Sequence[tuple[FinishedBattle, FinishedBattle]]
) -> Difference:
    before, after = [reading(one) for one, _ in pairs], [reading(other) for _, other in pairs]
    apart = [late - early for early, late in zip(before, after, strict=True)]
    return Difference(words, mean_of(before), mean_of(after), mean_of(apart))


MEASURES: tuple[tuple[str, Measure], ...] = (
    ("edge of side 1 (won less lost)", result_of),
    ("battles won by side 1", lambda battle: float(battle.winner == 0)),
    ("battles won by side 2", lambda battle: float(battle.winner == 1)),
    ("draws", lambda battle: float(battle.winner is None)),
    ("turns", lambda battle: float(battle.turns)),
    ("units lost by side 1", lambda battle: float(battle.worn[0])),
    ("units lost by side 2", lambda battle: float(battle.worn[1])),
    ("points of side 1", lambda battle: battle.scores[-1][0]),
    ("points of side 2", lambda battle: battle.scores[-1][1]),
)
"""The figures that are compared, each with how to read it off a battle."""
