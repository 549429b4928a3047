"""Citations: which rules of a rulebook the code cites, which the tests cite, and which neither does.

A citation is the exact id of a rule in a string or comment of a Python file, or anywhere in a TOML file other
than the rulebook itself; an attribute such as ``saves.roll`` in code is no citation. A worked case cites its
rules once a test module names the case.

>>> sorted(_words("# a wheel goes forward only: movement.wheel.geometry"))
['a', 'forward', 'goes', 'movement.wheel.geometry', 'only', 'wheel']
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from sandtable.game.files.typed_files import BadFile, Source, decode_toml, read
from sandtable.game.rules.rulebook import Rulebook

FILE_LIMIT: Final = 4 * 1024 * 1024
RULEBOOK: Final = "rulebook.toml"

_WORD: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_NAMED_IN_COMMENT: Final = re.compile(rb"#.*[a-z0-9][.-][a-z0-9]")
_ID: Final = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+(?<!\.py)(?<!\.toml)(?<!\.json)")


class Coverage(Struct, frozen=True):
    """The rules cited by code, by tests, and not cited; each a sorted tuple of ids.

    ``unknown`` are texts that look like an id in a chapter of the rulebook, but name no rule or decision.
    """

    by_code: tuple[str, ...]
    by_tests: tuple[str, ...]
    not_in_code: tuple[str, ...]
    not_in_tests: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The rules that the code or the tests do not cite; a complete system has none."""
        return tuple(sorted({*self.not_in_code, *self.not_in_tests}))


def coverage(rulebook: Rulebook, code_files: Iterable[Source], test_files: Iterable[Source]) -> Coverage:
    """Which rules the .py and .toml files of a system and of its tests cite."""
    ids = sorted(rulebook.ids)
    code, tests = list(_pages(code_files)), list(_pages(test_files))
    by_code = frozenset().union(*(page.words for page in code))
    named = frozenset().union(*(page.words for page in tests if not page.cases))
    by_tests = named.union(*(case.rules for page in tests for case in page.cases if case.id in named))
    known = {*ids, *(decision.id for decision in rulebook.decisions)}
    chapters = {id.partition(".")[0] for id in ids}
    claimed = sorted({claim for page in (*code, *tests) for claim in page.claims})
    return Coverage(
        by_code=tuple(id for id in ids if id in by_code),
        by_tests=tuple(id for id in ids if id in by_tests),
        not_in_code=tuple(id for id in ids if id not in by_code),
        not_in_tests=tuple(id for id in ids if id not in by_tests),
        unknown=tuple(id for id in claimed if id not in known and id.partition(".")[0] in chapters),
    )


class _Case(Struct, frozen=True):
    """A worked case: its id and the rules it cites."""

    id: str
    rules: tuple[str, ...] = ()


class _Cases(Struct, frozen=True):
    """The worked cases in a TOML file."""

    case: tuple[_Case, ...] = ()


class _Page(Struct, frozen=True):
    """What a file contains: its words, the texts that look like ids, and its worked cases."""

    words: frozenset[str]
    claims: tuple[str, ...] = ()
    cases: tuple[_Case, ...] = ()


def _pages(sources: Iterable[Source]) -> Iterator[_Page]:
    for source in sources:
        if source.name.endswith(".py"):
            yield _python_page(read(source, limit=FILE_LIMIT), str(source))
        elif source.name.endswith(".toml") and source.name != RULEBOOK:
            yield _toml_page(read(source, limit=FILE_LIMIT), str(source))


def _python_page(content: bytes, path: str) -> _Page:
    """A Python file: the words of its strings and of its comments."""
    try:
        tree = ast.parse(content)
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        strings = [text for text in texts if isinstance(text, str)]
        words = _words("\n".join(strings))
        # Tokenizing takes ten times as long as parsing, and few files have a comment that could cite a rule.
        if _NAMED_IN_COMMENT.search(content):
            words |= _words("\n".join(_comments(content)))
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        raise BadFile(path, "", f"this is not valid Python: {error}") from None
    return _Page(words=words, claims=tuple(text for text in strings if _ID.fullmatch(text)))


def _comments(content: bytes) -> Iterator[str]:
    tokens = tokenize.tokenize(io.BytesIO(content).readline)
    return (token.string for token in tokens if token.type == tokenize.COMMENT)


def _toml_page(content: bytes, path: str) -> _Page:
    cases = decode_toml(content, _Cases, path).case
    claims = tuple(rule for case in cases for rule in case.rules)
    return _Page(words=_words(content.decode()), claims=claims, cases=cases)


def _words(text: str) -> frozenset[str]:
    """Every word of a text that may be an id; dotted words count as one."""
    return frozenset(_WORD.findall(text))
