"""Pages in the terminal read as they did when somebody last read them."""

from __future__ import annotations

import pytest
from rich.console import RenderableType

from tests.cli.pages.specimens import kept, specimens, text_of

PAGES = kept()


@pytest.fixture(scope="module")
def pages() -> dict[str, RenderableType]:
    """Every page as it is made now."""
    return specimens()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_that_of_the_specimens(name: str, pages: dict[str, RenderableType]) -> None:
    assert text_of(pages[name]).rstrip("\n") == PAGES[name].rstrip("\n")


def test_the_specimens_have_every_page(pages: dict[str, RenderableType]) -> None:
    assert list(PAGES) == list(pages)
