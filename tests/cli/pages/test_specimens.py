"""Pages in the terminal read as they did when somebody last read them."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

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


def coloured(page: RenderableType) -> str:
    """A page on a terminal with all colours."""
    stream = io.StringIO()
    console = Console(file=stream, width=90, force_terminal=True, color_system="truecolor", highlight=False)
    console.print(page)
    return stream.getvalue()


def test_the_first_side_is_blue_and_the_second_red(pages: dict[str, RenderableType]) -> None:
    drawn = coloured(pages["opening"])
    assert "\x1b[1;34m  Red: " in drawn
    assert "\x1b[1;31m  Blue: " in drawn


def test_a_heat_map_runs_from_cold_to_hot_and_dark_squares_have_light_letters(
    pages: dict[str, RenderableType],
) -> None:
    """The chances are 0, 20, 40, 60, 80 and 100 in a hundred; from 60 on the square is dark."""
    drawn = coloured(pages["sweep of two facts"])
    ink, paper = "38;2;43;38;32", "38;2;251;247;238"
    assert (drawn.count(ink), drawn.count(paper)) == (3, 3)
    assert drawn.index(f"{ink};48;2;244;236;219m") < drawn.index(f"{paper};48;2;156;52;40m")
