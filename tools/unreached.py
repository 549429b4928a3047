"""Lists what the program never reaches: definitions in src that at most tests and doctests refer to.

Run from the root of the repository:  python -m tools.unreached

It follows names from the entry points. A function, class or constant is reached if reached code refers to it
through its imports; an entry of ``__all__`` is no reference. A method is reached if its class is and reached
code mentions its name. Fields of classes and members of enumerations are not judged, because files, records
and messages name them.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
JUDGED: Final = "src"
"""The folder whose definitions must be reached; everything in the others is an entry point."""
FOLDERS: Final = (JUDGED, "tools", "benchmarks", "web/fixtures", "web/src")

ENTRIES: Final = {
    "sandtable.arena.*": "the library that the README shows",
    "sandtable.systems.*.system.SYSTEM": "a system is loaded by its name",
    "sandtable.server.store.migrations.versions.*": "alembic reads a migration",
    "sandtable.server.http.sockets.ClientConnection.*": "the web server calls what is overridden",
    "sandtable.table.compiled.rows.*": "numba calls what is registered",
}
"""What is called from outside by its name, and by whom; a star stands for any text."""

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Part(NamedTuple):
    """A definition, or a statement of a module that defines nothing, with what it refers to.

    ``names`` are full names of definitions, ``mentions`` the names of attributes, ``modules`` those that are
    used other than by a dotted name.
    """

    module: str
    line: int
    names: set[str]
    mentions: set[str]
    modules: set[str]


class Module:
    """A module: its tree, the names it defines, and the full names that its imported names stand for."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        self.defined = {name for node in self.tree.body for name in defined_by(node)}
        self.imported: dict[str, set[str]] = defaultdict(set)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self.imported[alias.asname or alias.name].add(f"{node.module}.{alias.name}")
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    first = alias.name.partition(".")[0]
                    self.imported[alias.asname or first].add(alias.name if alias.asname else first)


class House:
    """All modules below a root, divided into parts by their full names; ``loose`` parts define nothing."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*.py")):
                name = module_name(path.relative_to(root / folder if folder == JUDGED else root))
                self.modules[name] = Module(name, path)
        self.parts: dict[str, Part] = {}
        self.loose: list[Part] = []
        self.classes: set[str] = set()
        for module in self.modules.values():
            for node in module.tree.body:
                self._divide(module, node)

    # ------------------------------------------------------------------ parts
    def _divide(self, module: Module, node: ast.stmt) -> None:
        if isinstance(node, ast.ClassDef):
            self._divide_class(module, node)
            return
        part, names = self._part(module, [node], node.lineno), list(defined_by(node))
        self.parts |= {f"{module.name}.{name}": part for name in names}
        if not names:
            self.loose.append(part)

    def _divide_class(self, module: Module, node: ast.ClassDef) -> None:
        """A class and its methods are parts of their own, except special methods: Python calls those."""
        full, rest = f"{module.name}.{node.name}", list[ast.AST]()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS[:2]) and not child.name.startswith("__"):
                self.parts[f"{full}.{child.name}"] = self._part(module, [child], child.lineno)
            else:
                rest.append(child)
        self.parts[full] = self._part(module, rest, node.lineno)
        self.classes.add(full)

    def _part(self, module: Module, nodes: Iterable[ast.AST], line: int) -> Part:
        part = Part(module.name, line, set(), set(), set())
        for node in nodes:
            self._note(module, node, frozenset(), part)
        return part

    def _note(self, module: Module, node: ast.AST, local: frozenset[str], part: Part) -> None:
        """Add to a part what a piece of its code refers to; *local* are the names of local variables."""
        if isinstance(node, FUNCTIONS + COMPREHENSIONS):
            local |= bound_in(node)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node.value.isidentifier():
                part.mentions.add(node.value)
        elif isinstance(node, ast.Name | ast.Attribute):
            if isinstance(node, ast.Attribute):
                part.mentions.add(node.attr)
            meant = self._meant(module, node, local)
            part.modules.update(meant & self.modules.keys())
            part.names.update(meant - self.modules.keys())
            if meant:
                return
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr_context | ast.operator | ast.cmpop):
                self._note(module, child, local, part)

    # ------------------------------------------------------------------ names
    def _meant(self, module: Module, node: ast.expr, local: frozenset[str]) -> set[str]:
        """The definitions or modules that a name or a dotted name may stand for."""
        if isinstance(node, ast.Name) and node.id not in local:
            return self._named(module, node.id)
        if isinstance(node, ast.Attribute):
            owners = self._meant(module, node.value, local) & self.modules.keys()
            return {one for owner in owners for one in self._named(self.modules[owner], node.attr)}
        return set()

    def _named(self, module: Module, name: str) -> set[str]:
        """What a name stands for in a module, followed through its imports."""
        full = f"{module.name}.{name}"
        if name in module.defined:
            return {full}
        found = {full} & self.modules.keys()
        for source in module.imported.get(name, ()):
            owner, _, last = source.rpartition(".")
            if source in self.modules:
                found.add(source)
            # A package may export a function that has the name of one of its modules.
            if owner in self.modules and owner != module.name:
                found |= self._named(self.modules[owner], last)
        return found

    # ------------------------------------------------------------------ reaching
    def reached(self, entries: Collection[str]) -> set[str]:
        """The full names of the definitions that are reached from entries and from the folders not judged.

        A name that is mentioned as an attribute reaches the methods of reached classes, and the definitions
        of modules that stand in a list or are passed on.
        """
        owners = {name: name.rpartition(".")[::2] for name in self.parts}
        known = {name for name in self.parts if is_entry(name, entries)}
        mentions, open_to_mentions = set[str](), set[str]()
        fresh = [*self.loose, *(self.parts[name] for name in known)]
        while fresh:
            for part in fresh:
                mentions |= part.mentions
                open_to_mentions |= part.modules
            found = {name for part in fresh for name in part.names}
            open_to_mentions |= self.classes & (known | found)
            found |= {
                name
                for name, (owner, last) in owners.items()
                if last in mentions and owner in open_to_mentions
            }
            fresh = [self.parts[name] for name in found - known if name in self.parts]
            known |= found
        return known

    def unreached(self, entries: Collection[str] = ENTRIES.keys()) -> list[str]:
        """The definitions that are not reached, each with its place."""
        lost = self.parts.keys() - self.reached(entries)
        return sorted(f"{self._place(name)} {name}" for name in lost if not name.endswith(".__all__"))

    def _place(self, name: str) -> str:
        part = self.parts[name]
        return f"{self.modules[part.module].path.relative_to(self.root).as_posix()}:{part.line}"

    def users(self) -> dict[str, set[str]]:
        """For each module, the others that refer to it or to a definition in it."""
        found: dict[str, set[str]] = {name: set() for name in self.modules}
        for part in (*self.parts.values(), *self.loose):
            for used in part.modules | {self.parts[name].module for name in part.names & self.parts.keys()}:
                found[used].add(part.module)
        return {name: users - {name} for name, users in found.items()}


def module_name(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def defined_by(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def bound_in(scope: ast.AST) -> set[str]:
    """The names that a function or comprehension binds itself, except by an import."""
    bound, shared, due = set[str](), set[str](), list(ast.iter_child_nodes(scope))
    while due:
        node = due.pop()
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.ExceptHandler(name=str(name)):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.Global(names=names):
                shared.update(names)
        if not isinstance(node, (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)):
            due.extend(ast.iter_child_nodes(node))
    return bound - shared


def is_entry(name: str, entries: Collection[str]) -> bool:
    """Is a definition called from outside the judged folder, or outside of it itself?"""
    return not name.startswith("sandtable.") or any(fnmatchcase(name, entry) for entry in entries)


if __name__ == "__main__":
    found = House(ROOT).unreached()
    print(*found, sep="\n")
    sys.exit(1 if found else 0)
