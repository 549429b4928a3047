"""The suite can fail: odds that are not played by are caught, and facts are made from their types."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Count, Hand
from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.odds import odds
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.tally import Tally
from tests.conformance.bout import Broken
from tests.conformance.chances import check_agreement, check_resolution
from tests.conformance.duel.system import DUEL
from tests.conformance.facts import Unbounded, some_facts


# ----------------------------------------------------------------------- odds
class Loaded(Count, frozen=True):
    """Dice that fall otherwise than their odds say."""

    def cast(self, hand: Hand) -> int:
        """One success less than was thrown."""
        return max(super().cast(hand) - 1, 0)


class Pull(Struct, frozen=True):
    """The facts of nothing in particular."""

    dice: Annotated[int, Meta(ge=1, le=4)] = 3


async def loaded(facts: Pull) -> int:
    """Loaded dice."""
    return await Loaded(facts.dice, at_least=4)


async def honest(facts: Pull) -> int:
    """Honest dice."""
    return await Count(facts.dice, at_least=4)


def resolution(procedure: Any, **changes: Any) -> Resolution:
    """A resolution of the duel."""
    plain = Resolution(
        id="pull",
        title="Dice are pulled out",
        facts=Pull,
        procedure=procedure,
        tallies=lambda facts: {"dice": Tally.of(facts.dice, "dice", "duel.touch")},
        summary=lambda facts, touches: ("some" if touches else "none",),
    )
    return replace(plain, **changes)


def test_honest_odds_pass() -> None:
    check_resolution(DUEL, resolution(honest), Pull(3), 1000, 1)


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        (resolution(loaded), "plays, its chance is"),
        (
            resolution(honest, tallies=lambda facts: {"dice": Tally.of(3, "dice", "made.up")}),
            "'made.up', which is no rule",
        ),
        (resolution(honest, summary=lambda facts, touches: ()), "comes under no heading"),
        (resolution(honest, measure=float, measured="touches"), "no whole number"),
        (resolution(honest, measure=int), "nothing says what is measured"),
    ],
)
def test_a_faulty_resolution_is_caught(faulty: Resolution, words: str) -> None:
    with pytest.raises(Broken, match=words):
        check_resolution(DUEL, faulty, Pull(3), 1000, 1)


def test_a_resolution_that_asks_without_a_policy_is_caught() -> None:
    async def asks(facts: Pull) -> int:
        return await Choose("attack", 0, (1, 2))

    with pytest.raises(LookupError, match="name a policy"):
        check_resolution(DUEL, resolution(asks), Pull(3), 10, 1)


def test_an_outcome_that_the_odds_do_not_know_is_caught() -> None:
    chances = odds(do(honest, Pull(1)), exact=True)
    assert chances[1] == Fraction(1, 2)
    with pytest.raises(Broken, match="the odds do not know it"):
        check_agreement(chances, Counter({0: 5, 2: 5}), "here")


# ----------------------------------------------------------------------- facts
class Named(Struct, frozen=True, kw_only=True):
    """Facts of all sorts."""

    count: Annotated[int, Meta(ge=2, lt=5)]
    share: Annotated[float, Meta(ge=0, le=1, description="a share")]
    is_day: bool
    weapon: Annotated[str, Meta(examples=["sabre", "foil"])]
    unit: int = -1
    pull: Pull = Pull(2)
    both: tuple[bool, Annotated[int, Meta(ge=1, le=1)]] = (True, 1)
    maybe: Annotated[int, Meta(ge=0, le=1)] | None = None


def test_facts_are_made_from_their_type_within_its_bounds() -> None:
    random = Random(4)
    made = [some_facts(Named, random) for _ in range(300)]
    assert all(isinstance(facts, Named) for facts in made)
    named = [facts for facts in made if isinstance(facts, Named)]
    assert {facts.count for facts in named} == {2, 3, 4}
    assert {facts.is_day for facts in named} == {True, False}
    assert {facts.weapon for facts in named} == {"sabre", "foil"}
    assert {facts.unit for facts in named} == {-1}
    assert {facts.pull.dice for facts in named} == {1, 2, 3, 4}
    assert {facts.maybe for facts in named} == {None, 0, 1}
    assert all(0 <= facts.share <= 1 for facts in named)


class Boundless(Struct, frozen=True):
    """Facts of which nobody can say what they are."""

    anything: int


class Odd(Struct, frozen=True):
    """Facts that refuse every second number."""

    number: Annotated[int, Meta(ge=0, le=9)]

    def __post_init__(self) -> None:
        if self.number % 2 == 0:
            raise ValueError("even")


def test_facts_without_bounds_or_default_are_refused_by_name() -> None:
    with pytest.raises(Unbounded, match=r"Boundless.anything: a number without a lower and an upper bound"):
        some_facts(Boundless, Random(1))


def test_facts_that_their_type_refuses_are_drawn_again() -> None:
    random = Random(2)
    drawn = [some_facts(Odd, random) for _ in range(50)]
    assert all(isinstance(facts, Odd) and facts.number % 2 for facts in drawn)
