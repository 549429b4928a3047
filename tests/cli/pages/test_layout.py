"""The layout of pages: what is wrapped, what is not, and how chances are written."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, Group, RenderableType

from sandtable.cli.pages.layout import exactly, house_rule_lines, listing, percent, unbroken


def printed(page: RenderableType, width: int) -> list[str]:
    """A page on a terminal of so many columns."""
    stream = io.StringIO()
    Console(file=stream, width=width, highlight=False).print(page, crop=False)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_only_the_terminal_wraps_the_line_of_a_file() -> None:
    assert printed(Group(unbroken("x" * 30)), 20) == ["x" * 30]


def test_the_first_column_is_kept_whole_and_the_others_are_folded() -> None:
    table = listing("key", "second", "third")
    table.add_row("a-long-key", "q" * 12, "w" * 12)
    lines = printed(table, 32)
    assert any(line.strip().startswith("a-long-key") for line in lines)
    assert sum(line.count("q") for line in lines) == 12
    assert sum(line.count("w") for line in lines) == 12
    assert not any("…" in line for line in lines)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "0.0 %"),
        (0.000042, "0.0042 %"),
        (0.00099, "0.099 %"),
        (0.001, "0.1 %"),
        (0.5, "50.0 %"),
        (1.0, "100.0 %"),
    ],
)
def test_a_chance_has_enough_digits_to_tell_rare_from_never(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_a_fraction_of_more_than_forty_letters_is_told_by_its_digits() -> None:
    whole, long = f"1/{'7' * 38}", f"1/{'7' * 39}"
    assert exactly(whole) == whole
    assert exactly(long) == "1 digits / 39 digits"


def test_a_house_rule_that_nothing_used_is_remarked_on() -> None:
    lines = [str(line) for line in house_rule_lines({"fire.range": 8, "fire.cover": True}, ["fire.cover"])]
    assert lines == [
        "house rule: fire.range=8",
        "house rule: fire.cover=yes; it was never used, so it changed nothing",
    ]
