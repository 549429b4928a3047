"""Every benchmark runs, and its sides give the same answers; times are not tested."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from benchmarks import commands
from benchmarks.__main__ import arguments, main
from benchmarks.catalogue import BENCHMARKS, measure
from benchmarks.stopwatch import QUICK
from sandtable.table import compiled


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_runs_once_and_its_sides_agree(name: str) -> None:
    before = compiled.mode()
    figures = measure(name, QUICK)
    assert figures
    assert {figure.benchmark for figure in figures} == {name}
    assert {figure.rounds for figure in figures} == {1}
    assert compiled.mode() == before


def test_the_questions_of_a_benchmark_have_different_names() -> None:
    asked = [(question.words, question.size) for question in BENCHMARKS["geometry"](QUICK)]
    assert len(set(asked)) == len(asked)


def test_the_program_is_really_asked_for_its_help() -> None:
    (question,) = commands.questions(QUICK)
    told = question.sides[0].way.answer()
    assert isinstance(told, bytes)
    assert b"fight" in told


def test_the_figures_go_to_a_file_that_names_no_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new folder" / "bench.json"
    main(["--quick", "--only", "battle", "--json", str(file)])
    text = file.read_text(encoding="utf-8")
    written = json.loads(text)
    assert {figure["benchmark"] for figure in written["figures"]} == {"battle"}
    assert written["machine"]["python"] == platform.python_version()
    assert platform.node() not in text
    assert str(Path.home()) not in text
    assert str(tmp_path) not in text
    assert "changed unit" in capsys.readouterr().out


def test_a_benchmark_that_does_not_exist_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        arguments(["--only", "juggling"])
    assert refused.value.code == 2
    assert "juggling" in capsys.readouterr().err
