"""Tries a mutant in a copy of the checkout, by the tests that reach it."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from tools.mutants.changes import SourceChange, python_changes, toml_changes

ROOT: Final = Path(__file__).parent.parent.parent
SOURCE: Final = Path("src/sandtable")
COMPILED: Final = ("src", "tests", "tools")
"""Folders that are copied with the caches of Python and numba."""
MOST_SECONDS: Final = 120
MOST_TESTS: Final = 400
MOST_NOTED: Final = 60.0
"""No more tests are run than took so many seconds of processor together when their reach was noted."""
MOST_NOTED_PLAIN: Final = 10.0
"""The same for kernels, which run as plain Python while they are mutated."""
NEAREST: Final = 60
"""The number of tests tried first: most faults are noticed by a test of the same package."""
EXTRAS: Final = {"lab/runs/cluster.py": "ray", "lab/runs/parquet.py": "pyarrow"}
"""Modules that need a library which may not be installed; without it their tests are skipped too."""
LEFT_OUT: Final = ("golden", "test_conformance_digests", "tests/browser", "tests/house", "tests/benchmarks")
"""Tests that notice any change, or cannot run in a copy."""


class Mutant(NamedTuple):
    """A change of one source file, named from the package on."""

    file: str
    change: SourceChange

    def __str__(self) -> str:
        return f"{self.file}:{self.change}"


class Reach(NamedTuple):
    """Which tests reach which functions, and how long each takes."""

    tests: dict[str, list[str]]
    seconds: dict[str, float]

    @classmethod
    def read(cls, folder: Path) -> Reach:
        """Read what the plugin noted."""
        tests: dict[str, list[str]] = {}
        seconds: dict[str, float] = {}
        for file in sorted(folder.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                noted = json.loads(line)
                if any(words in noted["test"] for words in LEFT_OUT):
                    continue
                seconds[noted["test"]] = noted["seconds"]
                for place in noted["reached"]:
                    tests.setdefault(place, []).append(noted["test"])
        return cls(tests, seconds)

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the nearest first and the quickest of them first.

        A fault outside of functions runs when its module is imported: any test that reaches the module or
        stands in the same room may notice it.
        """
        file, line = mutant.file, mutant.change.line
        firsts = sorted(int(place.rpartition(":")[2]) for place in self.tests if place.startswith(f"{file}:"))
        # A comprehension is noted by its own first line; the function around it is wanted.
        around = [first for first in firsts if first <= line and _is_inside(file, first, line)]
        places = [f"{file}:{first}" for first in around[-1:]]
        room = file.split("/")[1 if file.startswith("systems/") else 0]
        if places:
            found = {test for place in places for test in self.tests[place]}
        else:
            own = [f"{file}:{first}" for first in firsts] or self._beside(file)
            found = {test for place in own for test in self.tests[place]}
            found |= {test for test in self.seconds if _is_of(test, room)}
        ordered = sorted(found, key=lambda test: (*_distance(test, room, file), self.seconds[test], test))
        most = MOST_NOTED_PLAIN if _is_kernel(file) else MOST_NOTED
        before = accumulate((self.seconds[test] for test in ordered), initial=0.0)
        return [test for test, spent in zip(ordered, before, strict=False) if spent < most][:MOST_TESTS]

    def _beside(self, file: str) -> list[str]:
        """For a file of figures: everything that its package runs."""
        folder = file.rpartition("/")[0]
        return [place for place in self.tests if place.startswith(f"{folder}/")]


def _distance(test: str, room: str, file: str) -> tuple[bool, bool]:
    """Tests of the same room are near, those named after the module nearest."""
    stem = file.rpartition("/")[2].partition(".")[0]
    return not _is_of(test, room), stem not in test


def _is_of(test: str, room: str) -> bool:
    """Does a test stand in the folder of a room, or in a file named after it, as the situations do?"""
    return f"/{room}/" in test or f"_{room}.py" in test


def _is_kernel(file: str) -> bool:
    return "/kernels/" in file


def _is_inside(file: str, first: int, line: int) -> bool:
    """Does the function that begins at a line contain another line?"""
    return any(begins == first and line <= last for begins, last in _functions(file))


@cache
def _functions(file: str) -> tuple[tuple[int, int], ...]:
    """The first and the last line of each function in a file, its decorators included."""
    tree = ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8"))
    return tuple(
        (min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]), node.end_lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if node.end_lineno is not None
    )


def mutants(room: str) -> Iterator[Mutant]:
    """Every mutant of a package, in the order of its files; none of a module that cannot run here."""
    folder = ROOT / SOURCE / room
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        name = path.relative_to(ROOT / SOURCE).as_posix()
        if "/scenarios/" in name or (room == "systems" and name.count("/") > 1):
            continue
        if name in EXTRAS and find_spec(EXTRAS[name]) is None:
            continue
        text = path.read_text(encoding="utf-8")
        changes = python_changes(text) if path.suffix == ".py" else toml_changes(text)
        yield from (Mutant(name, change) for change in changes)


def _tracked() -> list[str]:
    """The tracked files of the checkout that exist."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


class Copy:
    """A copy of the checkout in which mutants are tried one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in COMPILED:
            shutil.copytree(ROOT / name, folder / name, copy_function=shutil.copy2)
        for name in _tracked():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        self._runner = self._start()

    def _start(self) -> subprocess.Popen[str]:
        """Start the process that runs pytest in forks."""
        environment = os.environ | {"PYTHONPATH": f"{self.folder / 'src'}{os.pathsep}{self.folder}"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        return subprocess.Popen(
            [sys.executable, "-m", "tools.mutants.runner"],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End the process that runs the tests."""
        assert self._runner.stdin is not None
        self._runner.stdin.close()
        self._runner.wait()

    def is_sound(self, tests: Sequence[str]) -> bool:
        """Do these tests pass without a fault? If not, every mutant would seem to be noticed."""
        return self._passes(tests, plain=False)

    def survives(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Do these tests pass with the fault? The nearest run first."""
        path = self.folder / SOURCE / mutant.file
        before, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutant.change.applied(before), encoding="utf-8")
        plain = _is_kernel(mutant.file)
        try:
            batches = [batch for batch in (tests[:NEAREST], tests[NEAREST:]) if batch]
            return all(self._passes(batch, plain=plain) for batch in batches)
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _passes(self, tests: Sequence[str], *, plain: bool) -> bool:
        plugins = ["-p", "tools.mutants.plain_kernels"] if plain else []
        request = {"arguments": ["-q", "-x", *plugins, *tests], "seconds": MOST_SECONDS}
        assert self._runner.stdin is not None
        assert self._runner.stdout is not None
        self._runner.stdin.write(json.dumps(request) + "\n")
        self._runner.stdin.flush()
        return self._runner.stdout.readline().strip() == "0"
