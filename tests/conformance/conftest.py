"""Soaks run for hours: they are left out unless it is said how long."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is marked as a soak, unless SANDTABLE_SOAK_MINUTES is set."""
    if os.environ.get("SANDTABLE_SOAK_MINUTES"):
        return
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="set SANDTABLE_SOAK_MINUTES, or say make soak"))
