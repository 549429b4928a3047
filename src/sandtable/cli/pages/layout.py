"""How pages are laid out: plain lists under headings, and chances as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.game.rules.house_rules import Plain, written

SIDE_STYLES = ("bold blue", "bold red", "bold magenta", "bold yellow")
"""The colours of the sides, by their numbers."""


def listing(*headings: str, title: str = "") -> Table:
    """A list under headings, without boxes around its rows."""
    table = Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False, title=title or None, title_justify="left")
    table.columns[0].no_wrap = True  # what it is about stays in one piece
    for column in table.columns[1:]:
        column.overflow = "fold"
    return table


def unbroken(words: str = "", style: str = "") -> Text:
    """A line that is left to the terminal to break: names of files and logs stay in one piece."""
    return Text(words, style=style, no_wrap=True, overflow="ignore")


def heading(words: str) -> Text:
    """A heading over what follows."""
    return Text(words, style="bold")


def house_rule_lines(house_rules: Mapping[str, Plain], unasked: Sequence[str] = ()) -> Iterator[Text]:
    """The figures that are not as printed; of one that nobody asked for it is said."""
    for key, value in house_rules.items():
        nobody = "; nothing asked for it, so it changed nothing" if key in unasked else ""
        yield unbroken(f"house rule: {key}={written(value)}{nobody}", style="yellow")


def percent(chance: float) -> str:
    """A chance as people say it, with enough digits to tell rare from never."""
    share = 100 * chance
    if share and share < 0.1:
        return f"{share:.2g} %"
    return f"{share:.1f} %"


def exactly(fraction: str) -> str:
    """An exact chance, shortened if it is longer than anybody can read."""
    if len(fraction) <= LONGEST_FRACTION:
        return fraction
    value = Fraction(fraction)
    return f"{len(str(value.numerator))} digits / {len(str(value.denominator))} digits"


LONGEST_FRACTION = 40
"""A longer fraction is told by its number of digits on a page; JSON has it whole."""
