"""Facts: the input of a resolution, read from ``key=value`` texts or a file by the schema of its
facts.

Keys of facts inside facts are dotted. Words of a list are taken in any case, and yes and no for true and
false. A value whose parts must all be given can be written in one, with slashes between them.

>>> pairs(["fire.range=7", "target.wear=8/16/24"])
{'fire.range': '7', 'target.wear': '8/16/24'}
>>> flattened({"fire": {"range": 7, "cover": True}})
{'fire.range': 7, 'fire.cover': True}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from sandtable.game.files.typed_files import prepared, suggest
from sandtable.lab.paper.values import Unfit, read_value, unwrapped, words_for

F = TypeVar("F", bound=Struct)


class Fact(Struct, frozen=True):
    """One fact in the schema: its dotted key, what it accepts, its default and its description.

    ``default`` is null where the fact is required, or where it follows from others if its kind allows none.
    """

    key: str
    kind: str
    default: Any
    description: str


class Leaf(Struct, frozen=True):
    """A fact that holds a value: its key, type, description and default."""

    key: str
    type: inspect.Type
    description: str
    default: Any


# --------------------------------------------------------------------- the schema
def schema(facts: type[Struct]) -> tuple[Fact, ...]:
    """Every fact of a resolution, in order."""
    return tuple(
        Fact(leaf.key, words_for(leaf.type), plain_default(leaf), leaf.description) for leaf in leaves(facts)
    )


@lru_cache(maxsize=256)
def leaves(facts: type[Struct]) -> tuple[Leaf, ...]:
    """All facts that hold a value, in order. Cached per type: inspecting one is slow."""
    return tuple(_below(facts, "", NODEFAULT))


def _below(facts: type[Struct], prefix: str, given: Any) -> Iterator[Leaf]:
    """The facts below a key; *given* is the default of the value they belong to."""
    for field in inspect.type_info(facts).fields:  # type: ignore[attr-defined] # a Struct's info has fields
        default = getattr(given, field.name) if given is not NODEFAULT else _default(field)
        kind, description = unwrapped(field.type)
        key = f"{prefix}{field.encode_name}"
        if isinstance(kind, inspect.StructType) and not is_compound(kind):
            yield from _below(kind.cls, f"{key}.", default)
        else:
            yield Leaf(key, kind, description, default)


def is_compound(kind: inspect.StructType) -> bool:
    """Must all parts of this value be given together, such as three linked figures?"""
    parts = [unwrapped(field.type)[0] for field in kind.fields]
    return all(field.required for field in kind.fields) and not any(
        isinstance(part, inspect.StructType) for part in parts
    )


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def plain_default(leaf: Leaf) -> Any:
    """The default of a fact as plain data; None if the fact is required."""
    return None if leaf.default is NODEFAULT else msgspec.to_builtins(leaf.default)


# --------------------------------------------------------------------- reading
def pairs(texts: Sequence[str]) -> dict[str, object]:
    """The ``key=value`` texts of a command line, by key."""
    found: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise Unfit(f'"{text}" is not a fact: write key=value, such as range=7')
        if key in found:
            raise Unfit(f"{key} is given twice; give it once", key)
        found[key] = value
    return found


def flattened(raw: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """The facts of a file by dotted key."""
    found: dict[str, object] = {}
    for name, value in raw.items():
        if isinstance(value, Mapping):
            found |= flattened(value, f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = value
    return found


def read_given(facts: type[Struct], given: Mapping[str, object]) -> dict[str, object]:
    """The plain values of what was given, by dotted key; Unfit if one is not allowed."""
    known = {leaf.key: leaf for leaf in leaves(facts)}
    return {key: read_value(_kind_at(key, known), value, key) for key, value in given.items()}


def read_facts(facts: type[F], given: Mapping[str, object]) -> F:
    """Make facts from given values by dotted key, with defaults for the others."""
    known = {leaf.key: leaf for leaf in leaves(facts)}
    tree: dict[str, Any] = {}
    for leaf in known.values():
        if leaf.default is not NODEFAULT:
            _put(tree, leaf.key, msgspec.to_builtins(leaf.default))
    for key, value in read_given(facts, given).items():
        _put(tree, key, value)
    missing = [key for key in known if not _has(tree, key)]
    if missing:
        raise Unfit(f"{missing[0]} is missing; it must be {words_for(known[missing[0]].type)}", missing[0])
    try:
        return msgspec.convert(tree, prepared(facts))
    except ValueError as fault:
        raise Unfit(f"these facts are not allowed: {_fault_words(str(fault))}") from None


def _fault_words(fault: str) -> str:
    """What keeps facts from standing, with the facts it is about in front.

    >>> _fault_words("it takes 6 bases - at `$.first`"), _fault_words("it takes 6 bases")
    ('in first, it takes 6 bases', 'it takes 6 bases')
    """
    words, _, place = fault.rpartition(" - at `$.")
    return f"in {place.rstrip('`')}, {words}" if words else fault


def _kind_at(key: str, known: Mapping[str, Leaf]) -> inspect.Type:
    """The type of a fact, or of one part of a compound value."""
    leaf = known.get(key)
    if leaf is not None:
        return leaf.type
    whole, _, part = key.rpartition(".")
    kind = known[whole].type if whole in known else None
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name == part:
                return unwrapped(field.type)[0]
        names = (f"{whole}.{field.encode_name}" for field in kind.fields)
        raise Unfit(f"there is no fact {key}; {suggest(key, names)}", key)
    raise Unfit(f"there is no fact {key}; {suggest(key, known)}", key)


def _put(tree: dict[str, Any], key: str, value: object) -> None:
    *way, last = key.split(".")
    for step in way:
        tree = tree.setdefault(step, {})
    tree[last] = value


def _has(tree: Any, key: str) -> bool:
    for step in key.split("."):
        if not isinstance(tree, dict) or step not in tree:
            return False
        tree = tree[step]
    return True
