"""Sweeps: which values an axis runs through, and how many cells there may be."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import systems
from sandtable.lab.paper.sampling import Method
from sandtable.lab.paper.sweep import Axis, Cell, Sweep, axis_of, figure, sweep
from sandtable.lab.paper.values import Unfit

LIBERTY = systems.load("liberty")
MORALE = next(one for one in LIBERTY.resolutions() if one.id == "morale")
EXACT = Method(exact=True)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("range=1..3", ("1", "2", "3")),
        ("range=-1..1", ("-1", "0", "1")),
        ("range=0..9:4", ("0", "4", "8")),
        ("range=0..8:4", ("0", "4", "8")),
        ("range=5..5", ("5",)),
        ("cover=no, yes", ("no", "yes")),
    ],
)
def test_an_axis_is_a_range_with_or_without_a_step_or_a_list(text: str, values: tuple[str, ...]) -> None:
    assert axis_of(text).values == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("range", "is not a range"),
        ("range=", "is not a range"),
        ("=1..2", "is not a range"),
        ("range=2..1", "is empty"),
        ("range=1..2:0", "is empty"),
        ("range=0..2500", "has more than 2,500 values"),
    ],
)
def test_what_is_no_axis_is_refused(text: str, words: str) -> None:
    with pytest.raises(Unfit, match=words):
        axis_of(text)


def test_an_axis_has_2500_values_at_most() -> None:
    assert len(axis_of("range=1..2500").values) == 2500
    assert len(axis_of("range=0..4999:2").values) == 2500


def refusal(given: dict[str, Any], *texts: str) -> str:
    """Why a sweep is not made."""
    with pytest.raises(Unfit) as refused:
        sweep(LIBERTY, MORALE, given, texts, policy=None, show=None)
    return str(refused.value)


def test_one_or_two_facts_vary_each_once_and_none_that_is_given() -> None:
    assert "no fact varies" in refusal({})
    assert "3 facts vary, but at most two can" in refusal({}, "a=1..2", "b=1..2", "c=1..2")
    assert "a is given twice" in refusal({}, "a=1..2", "a=3..4")
    assert "a is given twice" in refusal({"a": 1}, "a=1..2")
    assert "that makes 2,550 questions, more than 2,500" in refusal({}, "a=1..50", "b=1..51")


def test_a_figure_of_a_cell_is_its_mean_or_the_chance_of_a_heading() -> None:
    cell = Cell(("1",), 1.5, {"routed": 0.25}, EXACT)
    assert [figure(cell, shown) for shown in ("mean", "routed", "shaken")] == [1.5, 0.25, 0.0]
    assert figure(Cell(("1",), None, {"mean": 0.5}, EXACT), "mean") == 0.5


def test_the_cells_that_were_sampled_are_told() -> None:
    exact = Cell(("1",), None, {}, EXACT)
    sampled = Cell(("2",), None, {}, Method(exact=False, thrown=9))
    found = Sweep("toy", "fire", "Fire", None, (Axis("a", ("1", "2")),), "", (), "", (exact, sampled))
    assert found.thrown == (sampled,)
