"""The stopwatch takes turns, and the figures follow from the times."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods

import pytest
from msgspec.structs import replace

from benchmarks.figures import Figure, Met, figures, in_unit, worded
from benchmarks.report import cells, chosen, lines
from benchmarks.stopwatch import (
    QUICK,
    Effort,
    Loop,
    Peer,
    PreparedEachTime,
    Question,
    SelfTimed,
    Side,
    SidesDisagree,
    require_agreement,
    time,
)

THREE_ROUNDS = Effort(rounds=3, seconds=0.0, sizes=(10,), quick=True)


def telling(name: str, *seconds: float, answer: object = None, less: str = "", per_run: float = 1) -> Side:
    """A side that reports its own times, round by round; the first is for the answer."""
    told = iter((0.0, *seconds))
    return Side(name=name, way=SelfTimed(lambda: (next(told), answer)), less=less, per_run=per_run)


def question(*sides: Side, size: int | None = None) -> Question:
    return Question(words="how long is a piece of string", sides=sides, size=size)


# ------------------------------------------------------------------ the stopwatch
def test_the_sides_take_turns_at_going_first() -> None:
    turns: list[str] = []

    def noting(name: str) -> Side:
        return Side(name=name, way=Loop(lambda: turns.append(name)), reads=None)

    time(question(noting("a"), noting("b")), THREE_ROUNDS)
    assert turns == ["a", "b", "b", "a", "a", "b"]


def test_sides_that_answer_differently_are_not_compared() -> None:
    with pytest.raises(SidesDisagree, match="mine answers 4, but theirs answers 5"):
        require_agreement(question(telling("mine", answer=4), telling("theirs", answer=5)))


def test_what_is_measured_apart_is_told_and_leaves_nothing_behind() -> None:
    ran: list[int] = []
    side = Side(name="mine", way=Loop(lambda: ran.append(os.getpid())))
    times = time(replace(question(side), apart=True), THREE_ROUNDS)
    assert len(times["mine"]) == 3
    assert ran == [] or "fork" not in get_all_start_methods()


def test_what_goes_wrong_apart_is_raised_here() -> None:
    sides = telling("mine", answer=4), telling("theirs", answer=5)
    with pytest.raises(SidesDisagree, match="mine answers 4, but theirs answers 5"):
        time(replace(question(*sides), apart=True), THREE_ROUNDS)


def test_answers_are_compared_as_they_are_read() -> None:
    one = Side(name="one", way=Loop(lambda: "IV"), reads=lambda numeral: {"IV": 4}[numeral])
    two = Side(name="two", way=Loop(lambda: 4))
    require_agreement(question(one, two))


def test_an_answer_that_is_not_read_is_not_compared() -> None:
    silent = Side(name="silent", way=Loop(lambda: "nothing to say"), reads=None)
    require_agreement(question(telling("mine", answer=4), silent))


def test_a_side_runs_in_the_state_it_needs_and_leaves_it_again() -> None:
    state: list[str] = ["outside"]

    @contextmanager
    def inside() -> Iterator[None]:
        state[0] = "inside"
        yield
        state[0] = "outside"

    side = Side(name="side", way=Loop(lambda: state[0]), during=inside)
    require_agreement(question(side, telling("other", answer="inside")))
    assert state == ["outside"]


def test_what_is_prepared_anew_is_prepared_for_every_run() -> None:
    prepared: list[list[str]] = []

    def prepare() -> Callable[[], object]:
        prepared.append([])
        return lambda: prepared[-1].append("ran")

    PreparedEachTime(prepare).seconds(3)
    assert prepared == [["ran"], ["ran"], ["ran"]]


def test_the_time_of_a_run_is_shared_among_its_questions() -> None:
    times = time(question(telling("three", 6, 9, 12, per_run=3), telling("one", 1, 1, 1)), THREE_ROUNDS)
    assert times == {"three": [2, 3, 4], "one": [1, 1, 1]}


def test_a_full_round_runs_a_quick_thing_often() -> None:
    runs: list[int] = []
    side = Side(name="side", way=Loop(lambda: runs.append(1)), reads=None)
    time(question(side), Effort(rounds=1, seconds=0.001, sizes=()))
    assert len(runs) > 100


def test_a_quick_effort_runs_a_thing_once_a_round() -> None:
    runs: list[int] = []
    time(question(Side(name="side", way=Loop(lambda: runs.append(1)), reads=None)), QUICK)
    assert len(runs) == 1


# ------------------------------------------------------------------ figures and targets
MINE = [1e-3, 2e-3, 3e-3]
THEIRS = [10e-3, 10e-3, 30e-3]


def side_with(under: float | None = None, *peers: Peer) -> Side:
    return Side(name="mine", way=Loop(lambda: None), under=under, peers=peers)


def told(side: Side) -> list[Figure]:
    theirs = Side(name="theirs", way=Loop(lambda: None), shown=False)
    return figures("bench", question(side, theirs), {"mine": MINE, "theirs": THEIRS})


def test_a_figure_is_the_median_and_the_best_of_its_rounds() -> None:
    (figure,) = told(side_with())
    assert (figure.median, figure.best, figure.rounds) == (2e-3, 1e-3, 3)


def test_the_ratio_is_the_median_of_the_ratios_of_the_rounds() -> None:
    (figure,) = told(side_with(None, Peer("theirs")))
    assert (figure.peer, figure.peer_median) == ("theirs", 10e-3)
    assert figure.ratio == pytest.approx(10)  # of 10, 5 and 10


def test_the_time_of_another_side_is_taken_off_round_by_round_and_the_best_from_the_best() -> None:
    whole, part = telling("whole", less="part"), telling("part")
    shown, _ = figures("bench", question(whole, part), {"whole": [5, 7, 9], "part": [4, 2, 3]})
    assert (shown.median, shown.best) == (5, 3)  # the median of 1, 5 and 6; 5 less 2


@pytest.mark.parametrize(("limit", "met"), [(2.5e-3, Met.YES), (1.5e-3, Met.AT_BEST), (0.5e-3, Met.NO)])
def test_a_limit_is_met_by_the_median_or_at_best_or_not(limit: float, met: Met) -> None:
    (figure,) = told(side_with(limit))
    assert figure.met is met


@pytest.mark.parametrize(("wanted", "met"), [(9, Met.YES), (10.5, Met.NO)])
def test_to_be_so_many_times_faster_is_met_by_the_median_ratio(wanted: float, met: Met) -> None:
    (figure,) = told(side_with(None, Peer("theirs", wanted)))
    assert (figure.met, figure.target) == (met, f"{wanted:g} times faster")


def test_a_round_in_which_the_peer_was_held_up_does_not_make_us_fast() -> None:
    side, peer = side_with(None, Peer("theirs", 5)), Side(name="theirs", way=Loop(lambda: None), shown=False)
    (held_up,) = figures("bench", question(side, peer), {"mine": [2, 2, 2], "theirs": [4, 4, 40]})
    (undisturbed,) = figures("bench", question(side, peer), {"mine": [1, 4, 4], "theirs": [8, 12, 12]})
    assert (held_up.met, undisturbed.met) == (Met.NO, Met.AT_BEST)


def test_two_targets_make_two_lines() -> None:
    first, second = told(side_with(1.5e-3, Peer("theirs", 5)))
    assert (first.target, first.met, first.peer) == ("under 1.5 ms", Met.AT_BEST, "")
    assert (second.target, second.met, second.peer) == ("5 times faster", Met.YES, "theirs")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(2.0, "2 s"), (0.25, "250 ms"), (0.00123, "1.23 ms"), (4.5e-6, "4.5 us"), (2e-8, "0.02 us")],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds: float, words: str) -> None:
    assert worded(seconds) == words


def test_the_best_is_told_in_the_unit_of_the_median() -> None:
    assert in_unit(0.0009, "ms") == ("0.9", "ms")


# ------------------------------------------------------------------ the tables
def line(size: int | None, *, target: str = "", median: float = 1.0, peer: str = "") -> Figure:
    return Figure(
        benchmark="bench",
        question="string",
        size=size,
        size_of="units",
        side="mine",
        median=median,
        best=median,
        rounds=1,
        target=target,
        met=Met.YES if target else None,
        peer=peer,
        peer_median=2 * median if peer else None,
        ratio=2.0 if peer else None,
    )


def test_the_first_table_shows_the_sizes_that_have_a_target() -> None:
    assert chosen([line(10), line(60, target="under 2 s"), line(80)]) == [line(60, target="under 2 s")]


def test_the_first_table_shows_the_usual_size_where_there_is_no_target() -> None:
    assert chosen([line(10), line(40), line(80)]) == [line(40)]


def test_growth_has_a_line_for_each_side_and_each_peer() -> None:
    grown = lines([line(10, peer="theirs"), line(20, median=3.0, peer="theirs")], "units")
    assert grown == {
        ("string", "mine"): {10: "1 s", 20: "3 s"},
        ("string", "theirs"): {10: "2 s", 20: "6 s"},
    }


def test_what_was_measured_at_one_size_does_not_grow() -> None:
    assert lines([line(10), line(None)], "units") == {}


def test_a_line_of_the_table_tells_size_peer_ratio_and_target() -> None:
    told = cells(line(10, target="under 2 s", peer="theirs"))
    assert told == ("bench", "string, 10 units", "mine", "1", "1", "s", "theirs 2 s", "2", "under 2 s", "yes")
