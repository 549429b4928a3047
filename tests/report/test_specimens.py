"""The drawings of a report look as they did when somebody last looked at them."""

from __future__ import annotations

import pytest

from sandtable.report.page.markup import Markup
from tests.report.specimens import kept, line, specimens

SHEET = kept()


@pytest.fixture(scope="module")
def drawings() -> dict[str, Markup]:
    """Every drawing as it is made now."""
    return specimens()


@pytest.mark.parametrize("name", SHEET)
def test_a_drawing_is_that_of_the_specimen_sheet(name: str, drawings: dict[str, Markup]) -> None:
    assert line(name, drawings[name]) == SHEET[name]


def test_the_specimen_sheet_shows_every_drawing(drawings: dict[str, Markup]) -> None:
    assert list(SHEET) == list(drawings)
