"""The quick-reference sheet of a system: every table of its rulebook on a page or two, made for print.

It shows the rows that the engine reads, so sheet and play cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sandtable import __version__
from sandtable.game.rules.rulebook import Rule, Rulebook
from sandtable.report.page.markup import NOTHING, Markup, joined, tag

STYLE: Final = """
@page{size:A4;margin:11mm}
:root{--ink:#1d1a16;--ink-2:#5a4e3f;--rule:#b9ab90;--paper:#f4ecdb;
  --serif:"EB Garamond",Garamond,Georgia,"Times New Roman",serif;
  --sans:"Source Sans 3","Segoe UI",system-ui,"Helvetica Neue",Arial,sans-serif}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:18px;color:var(--ink);background:#fff;
  font:11.5px/1.32 var(--sans);
  font-variant-numeric:tabular-nums lining-nums}
header{display:flex;justify-content:space-between;align-items:baseline;border-bottom:2px solid var(--ink);
  margin-bottom:10px}
h1{font:500 25px/1.2 var(--serif);margin:0}
header p{margin:0;color:var(--ink-2)}
main{columns:2;column-gap:18px}
section{break-inside:avoid;margin:0 0 12px}
section.wide{column-span:all}
h2{font:600 15px/1.2 var(--serif);margin:0 0 2px;border-bottom:1px solid var(--rule)}
h2 small{font:10px var(--sans);color:var(--ink-2);font-weight:400;float:right;padding-top:4px}
p.text{margin:0 0 3px;color:var(--ink-2)}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:600;border-bottom:1px solid var(--ink);padding:1px 6px 1px 0;
  vertical-align:bottom}
td{padding:1px 6px 1px 0;border-bottom:1px solid #e3dac6;vertical-align:top}
td.figure,th.figure{text-align:right;padding-right:16px}
tr:nth-child(even) td{background:var(--paper)}
footer{margin-top:8px;color:var(--ink-2);font-size:10px}
@media print{body{padding:0;max-width:none}tr:nth-child(even) td{print-color-adjust:exact}}
@media (max-width:760px){main{columns:1}}
"""
WIDE: Final = 7
"""Tables with more columns than this span the page."""


def reference(rulebook: Rulebook) -> str:
    """The sheet as HTML text."""
    tables = [rule for rule in rulebook.rules if rule.rows]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{rulebook.title}: quick reference"),
        tag("style", Markup(STYLE)),
    )
    banner = tag("header", tag("h1", rulebook.title), tag("p", f"{rulebook.period}. Quick reference"))
    foot = tag("footer", tag("p", f"Sandtable {__version__}: the same tables that the umpire reads."))
    body = tag("body", banner, tag("main", *map(_section, tables)), foot)
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _section(rule: Rule) -> Markup:
    columns = list(dict.fromkeys(key for row in rule.rows for key in row))
    wide = "wide" if len(columns) > WIDE else ""
    title = tag("h2", tag("small", rule.id), _title(rule))
    return tag("section", title, tag("p", rule.text, cls="text"), _table(rule.rows, columns), cls=wide)


def _title(rule: Rule) -> str:
    """The name of a rule without words that only say that it is a table."""
    words = [part for part in rule.name.split(", ") if part not in ("data", "table")]
    return ", ".join(words)


def _table(rows: Iterable[Mapping[str, Any]], columns: list[str]) -> Markup:
    lines = list(rows)
    figures = {key for key in columns if all(_is_figure(row.get(key)) for row in lines)}
    ranges = {key for key in columns if all(_is_range(row.get(key)) for row in lines)}
    head = tag("tr", *(tag("th", heading_of(key), cls="figure" if key in figures else "") for key in columns))
    body = joined(
        tag(
            "tr",
            *(
                tag(
                    "td",
                    (_range if key in ranges else shown)(row.get(key)),
                    cls="figure" if key in figures else "",
                )
                for key in columns
            ),
        )
        for row in lines
    )
    return tag("table", tag("thead", head), tag("tbody", body)) if lines else NOTHING


def _is_figure(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _is_range(value: object) -> bool:
    """Is it a pair of whole numbers, the lower first?"""
    match value:
        case [int(low), int(high)]:
            return low <= high
        case _:
            return False


def _range(value: Any) -> str:
    low, high = value
    return f"{low}\N{EN DASH}{high}"


def heading_of(key: str) -> str:
    """The heading of a column.

    >>> heading_of("charge_difficult")
    'charge difficult'
    """
    return key.replace("_", " ").replace("-", " ")


def shown(value: object) -> str:
    """A figure or a word of a table as people write it.

    >>> shown(True), shown([2, 4]), shown(-0.5), shown(None), shown({"a": 1})
    ('yes', '2, 4', '\N{MINUS SIGN}0.5', '', 'a 1')
    """
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return f"{value:g}".replace("-", "\N{MINUS SIGN}")
        case list() | tuple():
            return ", ".join(map(shown, value))
        case Mapping():
            return ", ".join(_pairs(value))
        case _:
            return str(value)


def _pairs(value: Mapping[Any, Any]) -> Iterator[str]:
    return (f"{heading_of(str(key))} {shown(part)}" for key, part in value.items())
