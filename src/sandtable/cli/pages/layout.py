"""The layout that pages share: lists under headings, and chances in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.game.rules.house_rules import Plain, written

SIDE_STYLES = ("bold blue", "bold red", "bold magenta", "bold yellow")
"""The colours of the sides, by number."""


def listing(*headings: str, title: str = "") -> Table:
    """A table with headings and no borders."""
    table = Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False, title=title or None, title_justify="left")
    table.columns[0].no_wrap = True  # the first column is not wrapped
    for column in table.columns[1:]:
        column.overflow = "fold"
    return table


def unbroken(words: str = "", style: str = "") -> Text:
    """A line that only the terminal wraps, so that file names and logs stay in one piece."""
    return Text(words, style=style, no_wrap=True, overflow="ignore")


def heading(words: str) -> Text:
    """A heading."""
    return Text(words, style="bold")


def house_rule_lines(house_rules: Mapping[str, Plain], unasked: Sequence[str] = ()) -> Iterator[Text]:
    """The house rules in force, with a remark on those that nothing used."""
    for key, value in house_rules.items():
        remark = "; it was never used, so it changed nothing" if key in unasked else ""
        yield unbroken(f"house rule: {key}={written(value)}{remark}", style="yellow")


def percent(chance: float) -> str:
    """A chance in per cent, with enough digits to tell rare from never."""
    share = 100 * chance
    if share and share < 0.1:
        return f"{share:.2g} %"
    return f"{share:.1f} %"


def exactly(fraction: str) -> str:
    """An exact chance, shortened if it is too long to read."""
    if len(fraction) <= LONGEST_FRACTION:
        return fraction
    value = Fraction(fraction)
    return f"{len(str(value.numerator))} digits / {len(str(value.denominator))} digits"


LONGEST_FRACTION = 40
"""A longer fraction is shown by its number of digits; JSON has it in full."""
