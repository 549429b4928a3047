"""Which rules apply when battles are fought, and which never do.

A rule counts as used when the log of a battle names it: in an event, a decision, a step of a figure or the
cost of a leg. It also counts when a line that names it runs, or a function whose docstring names it. The
exception is a rule in a table of the code, such as a modifier: the function reads the whole table, whichever
rows apply, so only the log proves such a rule.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from msgspec import Struct

from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Basis
from sandtable.lab.findings.study import rules_at_work
from sandtable.lab.runs.corpus import drawn, fight

AGENTS: Final = (
    ("militia", "militia"),
    ("captain", "captain"),
    ("militia", "militia"),
    ("captain", "militia"),
    ("militia", "captain"),
)
"""The agents by turns: militia tries every option, captains come to close quarters."""

_WORD: Final = re.compile(r"[a-z0-9][\w-]*(?:\.[\w-]+)+")


class UnusedRule(Struct, frozen=True):
    """A rule that never applied; ``where`` says what would have shown it."""

    id: str
    basis: Basis
    where: str
    text: str


class RuleCoverage(Struct, frozen=True):
    """How often the logs name each rule, and the rules that neither log nor code reached."""

    system: str
    battles: int
    rules: int
    named: dict[str, int]
    never: tuple[UnusedRule, ...]


def rule_coverage(
    system: System[Any],
    files: Iterable[Path],
    *,
    battles: int,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> RuleCoverage:
    """Fight battles of the corpus and list the rules of a system that never applied."""
    book = system.rulebook()
    cited = rule_mentions(frozenset(book.ids), files)
    tracer, named = LineTracer(cited), Counter[str]()
    for number, (setting, own_seed) in enumerate(drawn(system, battles, seed)):
        with tracer.tracing():
            game = fight(setting, AGENTS[number % len(AGENTS)], own_seed).game
            named.update(rules_at_work(game))
        progress(number + 1)
    reached = tracer.reached_rules()
    never = [
        UnusedRule(rule.id, rule.basis, cited.where(rule.id), rule.text)
        for rule in book.rules
        if not named[rule.id] and rule.id not in reached
    ]
    counts = {id: named[id] for id in sorted(book.ids) if named[id]}
    return RuleCoverage(system.id, battles, len(book.rules), counts, tuple(never))


class CodeLine(NamedTuple):
    """A line of a source file."""

    file: str
    line: int


class RuleMentions(NamedTuple):
    """Where the code names rules: on lines of functions, in docstrings, and in tables."""

    lines: dict[CodeLine, frozenset[str]]
    docstrings: dict[CodeLine, frozenset[str]]
    tables: frozenset[str]

    def where(self, rule: str) -> str:
        """Why a rule counts as unused."""
        if rule in self.tables:
            return "stands in a table: the log never named it"
        if any(rule in named for named in (*self.lines.values(), *self.docstrings.values())):
            return "the code that names it never ran"
        return "no function names it"


def rule_mentions(ids: frozenset[str], files: Iterable[Path]) -> RuleMentions:
    """Find every place at which Python files name one of these rules."""
    read = {str(file): ast.parse(file.read_bytes()) for file in files}
    found = _Reader(ids, _constants(ids, read.values()))
    for name, tree in read.items():
        found.read(tree, name)
    return RuleMentions(found.lines, found.docstrings, frozenset(found.tables))


def _constants(ids: frozenset[str], trees: Iterable[ast.Module]) -> dict[str, str]:
    """Constants that hold a rule id, such as ``ZONE = "movement.zoc"``."""
    return {
        target.id: value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and (value := node.value.value) in ids
    }


class _Reader:
    """Collects rule ids function by function; *constants* are names that hold an id."""

    def __init__(self, ids: frozenset[str], constants: dict[str, str]) -> None:
        self.lines: dict[CodeLine, frozenset[str]] = {}
        self.docstrings: dict[CodeLine, frozenset[str]] = {}
        self.tables: set[str] = set()
        self._ids = ids
        self._names = constants

    def read(self, tree: ast.Module, file: str) -> None:
        """Collect the ids in one file."""
        self._body(tree, file, None)

    def _body(self, node: ast.AST, file: str, function: CodeLine | None) -> None:
        """Collect the ids in a node; *function* is the innermost function around it."""
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._function(child, file)
                case ast.ClassDef():
                    self._class(child, file)
                case ast.Expr(value=ast.Constant()):
                    pass  # a docstring
                case ast.Assign(value=ast.Constant()) | ast.AnnAssign(value=ast.Constant()) if (
                    function is None
                ):
                    pass  # counted where the name is used
                case ast.Name(id=name) | ast.Attribute(attr=name) if name in self._names:
                    self._constant(self._names[name], CodeLine(file, child.lineno), function)
                case ast.Constant(value=str(text)):
                    self._constant(text, CodeLine(file, child.lineno), function)
                case _:
                    self._body(child, file, function)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, file: str) -> None:
        place = CodeLine(file, min([node.lineno, *(one.lineno for one in node.decorator_list)]))
        self._add(self.docstrings, place, ast.get_docstring(node) or "")
        for default in filter(None, (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list)):
            self._body(ast.Expression(default), file, None)
        for statement in node.body:
            self._body(ast.Module([statement], []), file, place)

    def _class(self, node: ast.ClassDef, file: str) -> None:
        """Collect a class; its docstring counts for each of its methods."""
        text = ast.get_docstring(node) or ""
        for child in node.body:
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = [child.lineno, *(one.lineno for one in child.decorator_list)]
                self._add(self.docstrings, CodeLine(file, min(lines)), text)
        self._body(node, file, None)

    def _constant(self, text: str, place: CodeLine, function: CodeLine | None) -> None:
        named = self._ids.intersection(_WORD.findall(text))
        if not named:
            return
        if function is None:
            self.tables |= named
        else:
            self.lines[place] = self.lines.get(place, frozenset()) | named

    def _add(self, places: dict[CodeLine, frozenset[str]], place: CodeLine, text: str) -> None:
        if named := self._ids.intersection(_WORD.findall(text)):
            places[place] = places.get(place, frozenset()) | named


class LineTracer:
    """Traces which of the lines and functions that name rules run."""

    def __init__(self, cited: RuleMentions) -> None:
        self._cited = cited
        self._awaited: dict[str, set[int]] = {}
        for place in (*cited.lines, *cited.docstrings):
            self._awaited.setdefault(place.file, set()).add(place.line)
        self._within: dict[CodeType, set[int]] = {}
        self.reached: set[CodeLine] = set()

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Trace everything that runs inside the block."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def reached_rules(self) -> frozenset[str]:
        """The rules whose lines ran, and those outside of tables whose functions ran."""
        lines = [rules for place, rules in self._cited.lines.items() if place in self.reached]
        functions = [rules for place, rules in self._cited.docstrings.items() if place in self.reached]
        return frozenset().union(*lines) | (frozenset().union(*functions) - self._cited.tables)

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Trace a call: note its function, and follow its lines while some have not run yet."""
        code = frame.f_code
        lines = self._within.get(code)
        if lines is None:
            lines = self._within[code] = self._lines_of(code)
            if code.co_firstlineno in lines:
                self._note(code, code.co_firstlineno)
        return self._line if lines else None

    def _lines_of(self, code: CodeType) -> set[int]:
        awaited = self._awaited.get(code.co_filename)
        if not awaited:
            return set()
        return awaited.intersection(line for _, _, line in code.co_lines() if line is not None)

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        lines = self._within[code]
        if frame.f_lineno in lines:
            self._note(code, frame.f_lineno)
        return self._line if lines else None

    def _note(self, code: CodeType, line: int) -> None:
        self.reached.add(CodeLine(code.co_filename, line))
        self._within[code].discard(line)
