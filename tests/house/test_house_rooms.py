"""The layout of the house: packages of a size that fits in a head, and documents that lead to real places."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.walks import LINK, PAGE, Link, links, rewritten

SOURCE = Path(__file__).parents[2] / "src" / "sandtable"
ROOMS = ("table", "game", "server", "lab")
MOST_MODULES = 12
PACKAGES = sorted(
    folder
    for room in ROOMS
    for folder in (SOURCE / room, *(SOURCE / room).rglob("*"))
    if (folder / "__init__.py").is_file()
)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda folder: folder.relative_to(SOURCE).as_posix())
def test_a_package_holds_at_most_twelve_modules_and_says_which_question_it_answers(package: Path) -> None:
    modules = [file.stem for file in package.glob("*.py") if file.stem != "__init__"]
    assert len(modules) <= MOST_MODULES
    assert ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))


def test_the_walked_examples_lead_to_the_lines_they_name() -> None:
    wrong = [link for link in links(PAGE.read_text(encoding="utf-8")) if link.found() != link.line]
    assert not wrong, f"'python -m tools.walks' writes the lines of {PAGE.name} anew"


def test_a_link_that_leads_nowhere_is_told() -> None:
    with pytest.raises(LookupError, match=r"names Game\.fly"):
        Link("Game.fly", "../src/sandtable/game/drivers/play.py", 1).found()
    with pytest.raises(LookupError, match=r"nowhere\.py, which does not exist"):
        Link("fly", "../src/nowhere.py", 1).found()


def test_a_line_that_moved_is_written_anew() -> None:
    text = "See [`Game.answer`](../src/sandtable/game/drivers/play.py#L1)."
    assert LINK.search(rewritten(text))
    assert rewritten(text) != text
