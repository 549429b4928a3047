"""Markup: elements and attributes as text, well-formed as HTML and as XML at once.

A plain text that becomes part of an element is escaped; only what is markup already is taken as it is, so a
name such as "Smith & <Sons>" cannot break a page.

>>> tag("p", "Smith & <Sons>", cls="name")
'<p class="name">Smith &amp; &lt;Sons&gt;</p>'
>>> tag("p", tag("b", "bold"), " words")
'<p><b>bold</b> words</p>'
>>> number(12.34), number(3.0), number(-0.04)
('12.3', '3', '0')
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

EMPTY: Final = frozenset(
    {"meta", "br", "col", "path", "use", "rect", "circle", "ellipse", "polygon", "polyline", "line"}
)
"""Elements without content, which close themselves."""


class Markup(str):
    """Text that is markup already and is not escaped."""

    __slots__ = ()


NOTHING: Final = Markup("")


def tag(name: str, /, *children: str, cls: str = "", **attributes: str | float | None) -> Markup:
    """An element with its attributes; underscores become hyphens, None is left out."""
    named = {"class": cls or None, **attributes}
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value if isinstance(value, str) else number(value))}"'
        for key, value in named.items()
        if value is not None
    )
    if name in EMPTY:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{joined(children)}</{name}>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Join parts; plain text is escaped."""
    return Markup(
        between.join(part if isinstance(part, Markup) else escape(part, quote=False) for part in parts)
    )


def number(value: float) -> str:
    """A length to the tenth, as short as possible."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def spots(points: Iterable[tuple[float, float]]) -> str:
    """Points for a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def pen(*strokes: str | float) -> str:
    """The strokes of a path: letters as they are, lengths to the tenth.

    >>> pen("M", 1.25, 2, "h", 10.0, "v", -0.54, "z")
    'M1.2 2h10v-0.5z'
    """
    parts: list[str] = []
    for stroke in strokes:
        if isinstance(stroke, str):
            parts.append(stroke)
        else:
            parts.append(f" {number(stroke)}" if parts and parts[-1][-1].isdigit() else number(stroke))
    return "".join(parts)


def path_through(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """A path through points."""
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{drawn}{'Z' if closed else ''}"
