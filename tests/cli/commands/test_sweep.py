"""``sandtable odds --over``: sweeps over one fact and over two, and comma-separated values."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.cli.conftest import RunCommand

VOLLEY = ("odds", "liberty", "volley", "fire.bases=4")


def test_each_value_of_a_sweep_is_what_the_question_alone_gives(run: RunCommand) -> None:
    swept = json.loads(run(*VOLLEY, "--over", "fire.range=6..16:5", "--json").out)
    assert swept["axes"] == [{"key": "fire.range", "values": ["6", "11", "16"]}]
    for cell in swept["cells"]:
        alone = json.loads(run(*VOLLEY, f"fire.range={cell['at'][0]}", "--json").out)
        assert cell["mean"] == pytest.approx(alone["mean"], abs=1e-12)
        assert cell["chances"] == pytest.approx({row["words"]: row["chance"] for row in alone["headings"]})


def test_two_facts_make_a_map_of_every_pair(run: RunCommand) -> None:
    swept = json.loads(
        run(
            "odds", "liberty", "volley", "--over", "fire.bases=1..3", "--over", "fire.range=7,8", "--json"
        ).out
    )
    assert [cell["at"] for cell in swept["cells"]] == [[str(b), r] for b in (1, 2, 3) for r in ("7", "8")]
    means = {tuple(cell["at"]): cell["mean"] for cell in swept["cells"]}
    assert means["3", "7"] > means["3", "8"] > means["1", "8"]
    shown = run("odds", "liberty", "volley", "--over", "fire.bases=1..3", "--over", "fire.range=7,8").out
    assert "fire.bases downwards, fire.range across" in shown


def test_a_sweep_shows_what_was_asked_for(run: RunCommand) -> None:
    ran = run(*VOLLEY, "--over", "fire.range=7,14", "--show", "the target stands")
    assert "bars: the target stands, times in a hundred" in ran.out
    swept = json.loads(run(*VOLLEY, "--over", "fire.range=7,14", "--show", "some loss", "--json").out)
    assert swept["shown"] == "some loss"


def test_comma_separated_values_hold_the_same_figures(run: RunCommand) -> None:
    rows = list(csv.DictReader(io.StringIO(run(*VOLLEY, "--over", "fire.range=7,14", "--csv").out)))
    cells = json.loads(run(*VOLLEY, "--over", "fire.range=7,14", "--json").out)["cells"]
    assert [row["fire.range"] for row in rows] == ["7", "14"]
    for row, cell in zip(rows, cells, strict=True):
        assert float(row["mean"]) == pytest.approx(cell["mean"], rel=1e-5)
        assert float(row["some loss"]) == pytest.approx(cell["chances"]["some loss"], rel=1e-5)
    alone = list(csv.DictReader(io.StringIO(run(*VOLLEY, "fire.range=7", "--csv").out)))
    measured = [row for row in alone if row["what"] == "hits lost"]
    assert sum(float(row["chance"]) for row in measured) == pytest.approx(1)
    assert float(measured[0]["or more"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--over", "fire.range"), "write KEY=1..28"),
        (("--over", "fire.range=9..3"), "is empty"),
        (("--over", "fire.range=1..9:0"), "is empty"),
        (("--over", "fire.range=1..999999"), "take a larger step"),
        (("--over", "fire.bases=1..2"), "fire.bases is given twice"),
        (("--over", "fire.range=1..60", "--over", "target.hits=1..60"), "3,600 questions"),
        (
            ("--over", "fire.range=1..2", "--over", "target.hits=1..2", "--over", "a=1..2"),
            "at most two",
        ),
        (("--over", "fire.rage=1..2"), "there is no fact fire.rage"),
        (("--over", "fire.range=1..2", "--show", "victory"), '"victory" does not occur'),
        (("--over", "fire.range=1..2", "--exact"), "--exact cannot be used with --over"),
        (("fire.range=7", "--show", "mean"), "--show needs --over"),
    ],
)
def test_what_is_no_sweep_is_refused_with_what_would_be_one(
    run: RunCommand, arguments: tuple[str, ...], words: str
) -> None:
    ran = run(*VOLLEY, *arguments)
    assert ran.code == 2
    assert words in ran.err
