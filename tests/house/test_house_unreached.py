"""Nothing in src serves tests alone, and no module of the table or the game serves one system alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.unreached import ENTRIES, ROOT, House

WHAT_TO_DO = (
    "only tests refer to these. Delete them, and the tests of nothing else; a slow twin or a builder of tests"
    " goes to tests/. What a library calls by its name is listed in ENTRIES of tools/unreached.py."
)


@pytest.fixture(scope="module")
def house() -> House:
    return House(ROOT)


def test_nothing_in_src_is_reached_by_tests_alone(house: House) -> None:
    assert house.unreached() == [], WHAT_TO_DO


def test_every_entry_is_needed(house: House) -> None:
    for entry in ENTRIES:
        assert house.unreached(ENTRIES.keys() - {entry}), f"{entry} is reached without being listed"


ONE_SYSTEM = {"sandtable.table.hexes": "the table as a hex grid, on which one system plays so far"}
"""Packages of which modules may serve one system alone, each with its reason."""


def test_no_module_of_the_table_or_the_game_serves_one_system_alone(house: House) -> None:
    for module, users in house.users().items():
        if module.startswith(("sandtable.table.", "sandtable.game.")) and not module.startswith(
            tuple(ONE_SYSTEM)
        ):
            systems = {".".join(user.split(".")[:3]) for user in users}
            alone = len(systems) == 1 and min(systems).startswith("sandtable.systems.")
            assert not alone, f"{module} serves {min(systems)} alone: move it there, or into a general module"


def tree(root: Path, **modules: str) -> Path:
    """A small program in a folder, by the names of its modules."""
    folder = root / "src" / "sandtable"
    folder.mkdir(parents=True)
    for name, text in {"__init__": "", **modules}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return root


def lost(root: Path) -> list[str]:
    """The names that are not reached from sandtable.cli.main."""
    found = House(root).unreached(["sandtable.cli.main"])
    return [line.split(" ")[1].removeprefix("sandtable.") for line in found]


def test_what_is_not_reached_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    root = tree(tmp_path, cli="def main(): ...\n\n\ndef march(): ...\n")
    assert House(root).unreached(["sandtable.cli.main"]) == ["src/sandtable/cli.py:4 sandtable.cli.march"]


@pytest.mark.parametrize(
    "main",
    [
        "from sandtable.drill import march\ndef main(): march()",
        "from sandtable import drill\ndef main(): drill.march()",
        "from sandtable.drill import march as go\ndef main(): go()",
        "def main():\n    from sandtable.drill import march\n    march()",
        "from sandtable import drill\ndef main(): return [step.march for step in (drill,)]",
    ],
)
def test_a_function_is_reached_by_any_import(main: str, tmp_path: Path) -> None:
    assert lost(tree(tmp_path, cli=main, drill="def march(): ...")) == []


@pytest.mark.parametrize(
    "main",
    [
        "from sandtable.drill import march\ndef main(): ...",
        "from sandtable.drill import march\n__all__ = ['march']\ndef main(): ...",
        "from sandtable.drill import march\ndef main(march): march()",
        "from sandtable.drill import march\ndef main(): return [march for march in 'abc']",
        "from sandtable.drill import march\ndef main(unit): unit.march()",
        "from sandtable.drill import march\ndef main(): ...\ndef dead(): march()",
    ],
)
def test_a_function_is_not_reached_by_a_namesake_an_export_or_dead_code(main: str, tmp_path: Path) -> None:
    assert "drill.march" in lost(tree(tmp_path, cli=main, drill="def march(): ..."))


def test_the_users_of_a_module_are_those_that_refer_to_it(tmp_path: Path) -> None:
    cli = "from sandtable.drill import march\ndef main(): march()"
    house = House(tree(tmp_path, cli=cli, idle="from sandtable.drill import march", drill="def march(): ..."))
    assert house.users()["sandtable.drill"] == {"sandtable.cli"}


def test_a_method_is_reached_by_its_name_if_its_class_is_reached(tmp_path: Path) -> None:
    drill = "class Unit:\n    def __str__(self): ...\n    def march(self): ...\n    def halt(self): ..."
    used = "from sandtable.drill import Unit\ndef main(unit: Unit): unit.march()"
    assert lost(tree(tmp_path / "used", cli=used, drill=drill)) == ["drill.Unit.halt"]
    unused = "def main(unit): unit.march()"
    found = lost(tree(tmp_path / "unused", cli=unused, drill=drill))
    assert found == ["drill.Unit", "drill.Unit.march", "drill.Unit.halt"]
