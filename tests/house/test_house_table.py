"""Outside ``table/`` the house imports what the packages of the table export, and none of their modules."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = "sandtable.table"
PACKAGES = sorted(
    folder.parent.name
    for folder in (ROOT / "src" / "sandtable" / "table").glob("*/__init__.py")
    if folder.parent.name != "compiled"
)
INSIDE = ("src/sandtable/table/", "tests/table/", "tests/twins/", "tests/benchmarks/")
"""The table itself, tests of its modules and their slow twins, and tests that sort a profile by its files."""
SWITCHES = {
    "benchmarks/modes.py",
    "src/sandtable/server/workers/agent_process.py",
    "src/sandtable/server/workers/agent_workers.py",
    "src/sandtable/server/workers/kernel_loading.py",
    "tests/conformance/test_conformance.py",
    "tests/conformance/test_conformance_replays.py",
    "tests/server/conftest.py",
    "tests/server/commands/test_views.py",
    "tests/server/toy_table.py",
    "tools/mutants/plain_kernels.py",
    "tools/replays.py",
}
"""Files that load the kernels or choose how they run, by ``table.compiled``."""


def _exports(package: str) -> list[str]:
    return list(importlib.import_module(f"{TABLE}.{package}").__all__)


def _sources() -> Iterator[tuple[str, ast.Module]]:
    """The sources of the house outside the table, by their paths."""
    for top in ("src", "tests", "tools", "benchmarks"):
        for file in sorted((ROOT / top).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            if not path.startswith(INSIDE):
                yield path, ast.parse(file.read_text(encoding="utf-8"))


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The imports of the table in a source: where from, and the name, which may be empty."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(TABLE):
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith(TABLE))


def _public(path: str) -> dict[str, list[str]]:
    """What a file may import of the table: its packages, and what each of these exports."""
    switch = ["compiled"] if path in SWITCHES else []
    packages = [*PACKAGES, *switch]
    return {TABLE: packages} | {f"{TABLE}.{package}": _exports(package) for package in packages}


def test_nothing_outside_the_table_imports_a_module_of_its_packages() -> None:
    inner = []
    for path, tree in _sources():
        public = _public(path)
        imports = [one for one in _imports(tree) if one[1] not in public.get(one[0], ())]
        inner += [f"{path}: from {module} import {name}" for module, name in imports]
    assert inner == []


def test_only_files_that_choose_how_kernels_run_are_listed_as_such() -> None:
    found = {
        path
        for path, tree in _sources()
        if any("compiled" in (*module.split("."), name) for module, name in _imports(tree))
    }
    assert found == SWITCHES


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_exports_what_it_defines(package: str) -> None:
    room = importlib.import_module(f"{TABLE}.{package}")
    for name in _exports(package):
        made_in = getattr(getattr(room, name), "__module__", None)
        assert made_in is None or not made_in.startswith(TABLE) or made_in.split(".")[2] == package, name
