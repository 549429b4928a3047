"""Prints the ten longest functions and the files longer than the limit."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SHOWN = 10
FUNCTION_LIMIT = 50
FILE_LIMIT = 600


class Stretch(NamedTuple):
    """A function or a file, with its number of lines."""

    lines: int
    where: str


def functions(path: Path) -> Iterator[Stretch]:
    """Every function of a module, methods and inner functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.end_lineno or node.lineno
            yield Stretch(last - node.lineno + 1, f"{path.as_posix()}:{node.lineno} {node.name}")


def is_sound(path: Path) -> bool:
    """Does a module parse? If not, say so and leave the error to the linter."""
    try:
        ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except SyntaxError as error:
        print(f"longest: {path.as_posix()}:{error.lineno} does not parse ({error.msg}); it is left out")
        return False
    return True


def longest_first(stretches: Iterator[Stretch]) -> list[Stretch]:
    """Sort by length, longest first, then by place."""
    return sorted(stretches, key=lambda stretch: (-stretch.lines, stretch.where))


def report(modules: Sequence[Path]) -> str:
    """The text to print: the longest functions, then the files over the limit."""
    tallest = longest_first(function for path in modules for function in functions(path))[:SHOWN]
    sizes = (Stretch(len(path.read_text(encoding="utf-8").splitlines()), path.as_posix()) for path in modules)
    big = longest_first(size for size in sizes if size.lines > FILE_LIMIT)
    lines = [f"longest: the {len(tallest)} longest functions (at {FUNCTION_LIMIT} lines we split)"]
    lines += [f"  {stretch.lines:4d}  {stretch.where}" for stretch in tallest]
    if big:
        lines += [f"longest: files over {FILE_LIMIT} lines"]
        lines += [f"  {stretch.lines:4d}  {stretch.where}" for stretch in big]
    return "\n".join(lines)


def main(roots: Sequence[str]) -> None:
    """Report on every module in the named folders."""
    modules = (path for root in roots for path in sorted(Path(root).rglob("*.py")))
    print(report([path for path in modules if is_sound(path)]))


if __name__ == "__main__":
    main(sys.argv[1:])
