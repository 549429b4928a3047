"""The worked cases of the catalogue, by id."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]

Values = dict[str, Any]


@pytest.fixture
def case() -> Callable[[str], Values]:
    """The figures that a worked case expects."""

    def values(case_id: str) -> Values:
        found: Values = next(case["values"] for case in CASES if case["id"] == case_id)
        return found

    return values
