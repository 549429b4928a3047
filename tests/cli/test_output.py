"""Output of commands: texts are printed as they are, and progress is told in tenths."""

from __future__ import annotations

import pytest

from sandtable.cli.output import progress_bar, results, write_json, write_json_line


def test_brackets_and_colons_in_a_rule_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    results().print("fire [bold] at :red_heart: [fire.range]")
    assert capsys.readouterr().out == "fire [bold] at :red_heart: [fire.range]\n"


def test_json_is_indented_or_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    write_json({"a": [1]})
    write_json_line({"a": [1]})
    assert capsys.readouterr().out == '{\n  "a": [\n    1\n  ]\n}\n{"a":[1]}\n'


@pytest.mark.parametrize(("total", "told"), [(20, list(range(2, 21, 2))), (5, [1, 2, 3, 4, 5])])
def test_without_a_terminal_every_tenth_is_told_on_a_line(
    total: int, told: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar("battles", total) as done:
        for count in range(1, total + 1):
            done(count)
    heard = capsys.readouterr()
    assert heard.err.splitlines() == [f"{count} of {total} battles" for count in told]
    assert heard.out == ""
