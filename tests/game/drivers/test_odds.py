"""The odds driver: exact distributions straight from rule procedures, decisions taken by a stated policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import Count, RandomHand, Rerollable, Single, Spread, Successes, cautious
from sandtable.game.ask.questions import Choose, Decision, Event, do, tell
from sandtable.game.battle.battle import Battle
from sandtable.game.drivers.odds import NoPolicy, OddsDriver, best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.table.space import Body, Field
from tests.dice.prospects import prospects

MILITIA = (0, 0, 0, 0, 1, 2)
REGULAR = (0, 0, 0, 1, 1, 2)
ELITE = (0, 0, 1, 1, 1, 2)


# ----------------------------------------------------------------------- a test with single rerolls
async def roll(dice: int, faces: tuple[int, ...], rerolls: int, aims: tuple[int, ...]) -> int:
    """The successes of a test whose dice may be thrown again one at a time."""
    spread = await Spread(dice, faces)
    return await do(again, Rerollable.of(spread, rerolls), faces, aims)


async def again(dice: Rerollable, faces: tuple[int, ...], aims: tuple[int, ...]) -> int:
    """One reroll after another."""
    options = dice.options()
    if options == (None,):
        return dice.total
    pick = await Choose("reroll", 0, options, about=(dice, aims), aims=aims)
    if pick is None:
        return dice.total
    return await do(again, dice.after(pick, await Successes(1, faces)), faces, aims)


def carefully(question: Decision[Any]) -> object:
    """Only dice without success are thrown again, and only until the need is met, if there is one."""
    assert isinstance(question, Choose)
    dice, aims = question.about
    assert isinstance(dice, Rerollable)
    assert isinstance(aims, tuple)
    return cautious(dice, need=aims[0] if len(aims) == 1 else None)


def chance(need: int, chances: dict[int, Fraction]) -> Fraction:
    """The chance of so many successes or more."""
    return sum((share for successes, share in chances.items() if successes >= need), Fraction(0))


def exact(
    dice: int, faces: tuple[int, ...], rerolls: int, aims: tuple[int, ...], policy: Any
) -> dict[int, Fraction]:
    """The exact odds of a test."""
    found = odds(do(roll, dice, faces, rerolls, aims), policy, exact=True)
    return {successes: Fraction(share) for successes, share in found.items()}


def test_four_regular_dice_with_two_cautious_rerolls_make_two_successes_in_59_of_64() -> None:
    """Worked case lib-008."""
    assert chance(2, exact(4, REGULAR, 2, (2,), carefully)) == Fraction(59, 64)


def test_five_elite_dice_with_three_cautious_rerolls_charge_as_the_worked_case_says() -> None:
    """Worked case lib-012: a CHARGE has no one need, so every die without success is thrown again."""
    chances = exact(5, ELITE, 3, (3, 2, 1), carefully)
    assert chances[0] == Fraction(1, 6561)
    assert chances[1] == Fraction(4, 2187)
    assert chances[2] == Fraction(67, 6561)
    assert chance(3, chances) == Fraction(6481, 6561)


def test_two_regular_dice_with_two_rerolls_make_three_successes_more_often_by_the_best_rerolls() -> None:
    """Worked case lib-022: the best rerolls give up a single success when that is the only hope."""
    assert chance(3, exact(2, REGULAR, 2, (3,), carefully)) == Fraction(5, 16)
    assert chance(3, exact(2, REGULAR, 2, (3,), best)) == Fraction(461, 1296)


def first_throws(dice: int, faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way the first throw may fall, as the number of dice for each worth."""
    for thrown in product(faces, repeat=dice):
        counts = Counter(thrown)
        yield tuple(counts[worth] for worth in range(max(faces) + 1))


@given(
    st.integers(1, 3),
    st.sampled_from([MILITIA, REGULAR, ELITE]),
    st.integers(0, 2),
    st.sampled_from([(1,), (2,), (3,), (4,), (3, 2, 1), (4, 1)]),
)
@settings(deadline=None, max_examples=40)
def test_the_best_rerolls_are_those_of_the_exact_solver(
    dice: int, faces: tuple[int, ...], rerolls: int, aims: tuple[int, ...]
) -> None:
    chances = exact(dice, faces, rerolls, aims, best)
    throws = [prospects(Rerollable.of(spread, rerolls), faces, aims) for spread in first_throws(dice, faces)]
    for place, aim in enumerate(aims):
        assert chance(aim, chances) == sum(throw[place] for throw in throws) / len(throws)


# ----------------------------------------------------------------------- merging and remembering
async def volley(muskets: int) -> int:
    """Hits that are not saved."""
    hits = await Count(muskets, at_least=4)
    return hits - await Count(hits, at_least=5)


async def three_volleys(muskets: int) -> int:
    """The sum of three volleys."""
    return await do(volley, muskets) + await do(volley, muskets) + await do(volley, muskets)


def enumerated(muskets: int) -> dict[int, Fraction]:
    """A volley by listing all that may fall: each die misses, hits and is saved, or hits and is not."""
    ways = Counter[int]()
    for thrown in product(range(1, 7), range(1, 7), repeat=muskets):
        hits, saves = thrown[::2], thrown[1::2]
        ways[sum(hit >= 4 and save < 5 for hit, save in zip(hits, saves, strict=True))] += 1
    return {lost: Fraction(count, 36**muskets) for lost, count in ways.items()}


@pytest.mark.parametrize("muskets", [0, 1, 2, 3])
def test_the_odds_of_a_volley_are_those_of_all_dice_listed(muskets: int) -> None:
    assert dict(odds(do(volley, muskets), exact=True)) == enumerated(muskets)


def test_equal_outcomes_are_merged_so_that_many_dice_stay_few_outcomes() -> None:
    chances = odds(do(three_volleys, 20), exact=True)
    assert len(chances) == 61
    assert chances.mean() == 20
    assert chances[60] == Fraction(1, 3) ** 60


def test_a_procedure_asked_twice_with_the_same_facts_is_worked_out_once() -> None:
    started = Counter[int]()

    async def counted(muskets: int) -> int:
        started[muskets] += 1
        return await Count(muskets, at_least=4)

    async def both(muskets: int) -> int:
        return await do(counted, muskets) + await do(counted, muskets)

    driver = OddsDriver()
    first = driver.odds(do(both, 4))
    starts = started[4]
    assert driver.odds(do(both, 4)) == first
    driver.odds(do(both, 4))
    assert started == {4: starts}
    assert first.mean() == pytest.approx(4)
    assert starts == 5  # once for each of the five counts of one throw


@given(st.integers(0, 8))
@settings(deadline=None, max_examples=9)
def test_floats_agree_with_fractions(muskets: int) -> None:
    in_floats = odds(do(three_volleys, muskets))
    in_fractions = odds(do(three_volleys, muskets), exact=True)
    assert {type(chance) for chance in in_fractions.values()} == {Fraction}
    assert {type(chance) for chance in in_floats.values()} == {float}
    assert sum(in_fractions.values()) == 1
    assert in_floats.keys() == in_fractions.keys()
    for lost, share in in_fractions.items():
        assert in_floats[lost] == pytest.approx(float(share), abs=1e-12)


# ----------------------------------------------------------------------- decisions
async def gamble() -> int:
    """A die that may be thrown once more."""
    face = await Single()
    if await Choose("gamble", 0, ("keep", "again"), about=(face,), aims=(5, 4)) == "again":
        face = await Single()
    return face


def below_four(question: Decision[Any]) -> object:
    """Throw again what is below the average."""
    assert isinstance(question, Choose)
    face = question.about[0]
    assert isinstance(face, int)
    return "again" if face < 4 else "keep"


def test_a_policy_takes_every_decision_in_the_way_it_states() -> None:
    chances = odds(do(gamble), below_four, exact=True)
    assert chances[6] == Fraction(1, 6) + Fraction(1, 12)
    assert chances[1] == Fraction(1, 12)


def test_the_best_policy_throws_again_whatever_falls_short_of_the_first_aim() -> None:
    chances = odds(do(gamble), best, exact=True)
    assert chances.at_least(5) == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3)
    assert chances[4] == Fraction(2, 3) * Fraction(1, 6)


def test_a_decision_without_a_policy_is_named() -> None:
    with pytest.raises(NoPolicy, match="the odds depend on the decision gamble: name a policy for it"):
        odds(do(gamble))


async def whim() -> int:
    """A choice that says nothing of what it is for."""
    return await Choose("whim", 0, (1, 2))


def test_the_best_choice_is_not_defined_where_nothing_is_aimed_at() -> None:
    with pytest.raises(NoPolicy, match="the best choice is not defined for the decision whim"):
        odds(do(whim), best)


def test_the_best_policy_decides_nothing_outside_the_odds_driver() -> None:
    with pytest.raises(NoPolicy, match="only the odds driver can decide whim"):
        best(Choose("whim", 0, (1, 2)))


def test_a_policy_that_breaks_the_rules_is_caught() -> None:
    with pytest.raises(AssertionError, match="the policy broke the rules"):
        odds(do(whim), lambda question: 3)


async def slowly(dice: int, worth: int) -> int:
    """Whether any of some dice shows 5 or more and is not saved, die by die."""
    lost = 0
    for _ in range(dice):
        hit = await Count(1, at_least=5)
        lost += hit - await Count(hit, at_least=5)
    return worth if lost else 0


async def at_once(dice: int, worth: int) -> int:
    """The same with all dice together: exactly as likely, but not to the last digit of a float."""
    hits = await Count(dice, at_least=5)
    return worth if hits - await Count(hits, at_least=5) else 0


async def either(dice: int, first: Any, second: Any) -> int:
    """Two ways that serve the aim equally well."""
    way = await Choose("way", 0, ("first", "second"), aims=(5,))
    return await do(first, dice, 5) if way == "first" else await do(second, dice, 6)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("ways", [(slowly, at_once), (at_once, slowly)])
def test_of_equally_good_options_the_earliest_is_taken_in_floats_as_in_fractions(
    dice: int, ways: Any
) -> None:
    for exact_numbers in (True, False):
        chances = odds(do(either, dice, *ways), best, exact=exact_numbers)
        assert list(chances) == [0, 5]


# ----------------------------------------------------------------------- events and play
class Struck(Event[Battle[Body]], frozen=True):
    """The clock has struck so often."""

    times: int

    def apply(self, battle: Battle[Body]) -> Battle[Body]:
        """That many turns on."""
        return Battle(battle.field, battle.units, battle.turn + self.times)


async def clock(battle: Battle[Body]) -> int:
    """A throw, an event, and what it led to."""
    battle = await tell(battle, Struck(await Single()))
    return battle.turn


def test_events_happen_in_the_odds_as_they_do_in_play() -> None:
    chances = odds(do(clock, Battle(Field(100, 100), ())), exact=True)
    assert dict(chances) == {turn: Fraction(1, 6) for turn in range(2, 8)}


def test_the_odds_agree_with_repeated_play() -> None:
    """With 4000 plays a gap of 5 in 100 comes by chance less than once in ten million times."""
    call, plays = do(roll, 4, REGULAR, 2, (2,)), 4000
    hand = RandomHand(7)
    played = Counter[int]()
    for _ in range(plays):
        run = ProcedureRun(call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle))
        while run.pending is not None:
            run.answer(carefully(run.pending))
        assert run.result is not None
        played[run.result] += 1
    chances = odds(call, carefully)
    assert played.keys() <= chances.keys()
    for successes, share in chances.items():
        assert abs(played[successes] / plays - share) < 0.05
