"""Systems are found by their entry points, so a package of somebody else can bring one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandtable import systems


def published(folder: Path, entry: str, code: str = "") -> None:
    """A package *somebody* with an entry point, as an installer leaves it."""
    notes = folder / "somebody-1.0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
    (notes / "entry_points.txt").write_text(f"[sandtable.systems]\n{entry}\n")
    (folder / "somebody.py").write_text(code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "somebody", raising=False)
    monkeypatch.setattr(systems, "_known", {})
    return tmp_path


def test_the_five_of_the_house_are_found() -> None:
    assert systems.names() == ("coldsteel", "eagle", "elan", "liberty", "tricorn")


def test_a_package_of_somebody_else_brings_a_system(folder: Path) -> None:
    published(folder, "toy = tests.conformance.toy.system:SYSTEM")
    assert "toy" in systems.names()
    assert systems.load("toy").title == "Toy soldiers"


def test_a_name_of_the_house_stays_with_the_house(folder: Path) -> None:
    published(folder, "liberty = somebody:SYSTEM", "SYSTEM = None")
    assert systems.names().count("liberty") == 1
    assert systems.load("liberty").package == "sandtable.systems.liberty"


@pytest.mark.parametrize(
    ("entry", "code", "words"),
    [
        ("broken = somebody:SYSTEM", "", "cannot be loaded from somebody:SYSTEM"),
        ("broken = nobody.system:SYSTEM", "", "No module named 'nobody'"),
        ("broken = somebody:SYSTEM", "SYSTEM = 'rules'", "is no instance of System with the id 'broken'"),
        ("broken = tests.conformance.toy.system:SYSTEM", "", "with the id 'broken'"),
    ],
)
def test_a_package_that_cannot_be_used_says_why(folder: Path, entry: str, code: str, words: str) -> None:
    published(folder, entry, code)
    with pytest.raises(systems.UnknownSystem, match=words):
        systems.load("broken")
