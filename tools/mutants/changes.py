"""The faults that are tried: where one can be put into a file, and the file with it.

>>> found = list(python_changes("def f(x):\\n    return x <= 3 and g(x)\\n"))
>>> [str(change) for change in found]
['2: x <= 3 -> x < 3', '2: x <= 3 and g(x) -> x <= 3 or g(x)', '2: 3 -> 4']
>>> found[0].applied("def f(x):\\n    return x <= 3 and g(x)\\n")
'def f(x):\\n    return x < 3 and g(x)\\n'
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.LtE: ast.Lt,
    ast.Lt: ast.LtE,
    ast.GtE: ast.Gt,
    ast.Gt: ast.GtE,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}
CALLS: Final = {"any": "all", "all": "any", "min": "max", "max": "min", "ceil": "floor", "floor": "ceil"}
UNSEEN: Final = ("frozen", "gc", "cache_hash", "kw_only", "maxsize", "strict")
"""Keywords that change no answer: how values and caches are made and kept, and whether lengths are asserted
equal.

That every value is frozen is checked by ``tests/house/test_house_values.py``.
"""
_FIGURE: Final = re.compile(r"(?<==\s)-?\d+(?:\.\d+)?(?=\s*[,}\]\n])")


class SourceChange(NamedTuple):
    """A range of a file and its replacement."""

    start: int
    end: int
    line: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text with the change made."""
        return f"{text[: self.start]}{self.new}{text[self.end :]}"

    def __str__(self) -> str:
        return f"{self.line}: {_short(self.old)} -> {_short(self.new)}"


def python_changes(text: str) -> Iterator[SourceChange]:
    """Every fault for a Python file, in the order of its lines."""
    tree = ast.parse(text)
    starts = _line_starts(text)
    skipped = set(_not_played(tree))
    found = [
        change
        for node in ast.walk(tree)
        if node not in skipped
        for new in _faults(node)
        if (change := _change(text, starts, node, new)) is not None
    ]
    return iter(sorted(found))


def toml_changes(text: str) -> Iterator[SourceChange]:
    """Every number in a table of a TOML file, raised by one."""
    for match in _FIGURE.finditer(text):
        old = match.group()
        new = str(int(old) + 1) if "." not in old else f"{float(old) + 1:g}"
        yield SourceChange(match.start(), match.end(), text.count("\n", 0, match.start()) + 1, old, new)


def _not_played(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that change no answer of the program: annotations, assertions, texts with values, capacities."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation) if annotation:
                yield from ast.walk(annotation)
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns) if returns:
                yield from ast.walk(returns)
            case ast.Assert() | ast.JoinedStr():
                yield from ast.walk(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from ast.walk(node)
            case ast.keyword(arg=name) if name in UNSEEN:
                yield from ast.walk(node)


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    """The replacements for a node."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=comparators):
            if type(operator) in COMPARISONS:
                yield ast.Compare(left, [COMPARISONS[type(operator)]()], comparators)
        case ast.BinOp(left=left, op=operator, right=right):
            if type(operator) in SUMS and not isinstance(left, ast.Constant | ast.JoinedStr):
                yield ast.BinOp(left, SUMS[type(operator)](), right)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(value + 1.0)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name]), args, keywords)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Tuple(elts=[_, _, *_] as elements, ctx=ast.Load()):
            yield ast.Tuple(elements[1:], ast.Load())


def _change(text: str, starts: list[int], node: ast.AST, new: ast.AST) -> SourceChange | None:
    assert isinstance(node, ast.expr)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = _offset(text, starts, node.lineno, node.col_offset)
    end = _offset(text, starts, node.end_lineno, node.end_col_offset)
    old, words = text[start:end], ast.unparse(ast.fix_missing_locations(new))
    if isinstance(node, ast.Tuple) and not old.startswith("("):
        return None  # an index or an unpacking, which must keep its length
    return None if old == words else SourceChange(start, end, node.lineno, old, words)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(text: str, starts: list[int], line: int, column: int) -> int:
    """The offset of a position in a text; columns count bytes."""
    start = starts[line - 1]
    return start + len(text[start:].encode()[:column].decode())


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 60 else f"{words[:57]}..."
