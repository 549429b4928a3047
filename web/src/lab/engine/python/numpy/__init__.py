"""Stands in for numpy where there is no table: rules are imported, and whoever measures is told so.

Odds on paper need no geometry. The modules of the table name two types of number when they are imported, so
these are here; everything else fails at once and says why.
"""

from __future__ import annotations

from typing import Final, NoReturn


class NoTable(RuntimeError):
    """Raised where geometry is asked for on a page that has no table."""


class _Named:
    """A type of number by its name, and no more."""

    def __init__(self, name: str) -> None:
        self.name = name


float64: Final = _Named("float64")
int64: Final = _Named("int64")


def dtype(kind: _Named) -> _Named:
    """The type itself: nothing is laid out by it here."""
    return kind


def __getattr__(name: str) -> NoReturn:
    if name.startswith("__"):  # what Python asks a module about itself
        raise AttributeError(name)
    raise NoTable(
        f"there is no table on this page, so numpy.{name} cannot be used; ask the service about the table"
    )
