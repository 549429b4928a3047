"""The worked cases of the rules, by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.eagle.worked_cases import figures


@pytest.fixture
def case() -> Callable[[str], dict[str, Any]]:
    """The figures that a worked case expects."""
    return figures
