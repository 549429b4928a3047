"""The worked cases of the rules of eagle, by id."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.game.files.typed_files import read_toml


class _Case(Struct, frozen=True):
    id: str
    figures: dict[str, Any]


class _Cases(Struct, frozen=True):
    case: tuple[_Case, ...]


@cache
def _cases() -> dict[str, dict[str, Any]]:
    read = read_toml(Path(__file__).with_name("cases.toml"), _Cases)
    return {one.id: one.figures for one in read.case}


def figures(case: str) -> dict[str, Any]:
    """The figures that a worked case expects, by its id."""
    return _cases()[case]
