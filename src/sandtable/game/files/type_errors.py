"""Type errors of files: why a plain value does not fit a type, in words for the author of the file.

>>> suggest("facng", ["name", "facing"])
'allowed are name, facing; did you mean facing?'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec
from msgspec import inspect

NAMED: Final = 16
"""The most allowed words that are listed; of longer lists only the closest words are."""

Step = str | int | None
"""One step into a parsed file: a key, a place in a list, or None for a key that msgspec does not name."""


class TypeFault(NamedTuple):
    """What does not fit in a value: its key, such as ``.units[3].facing``, and what is wrong."""

    key: str
    words: str


def explain_type_error(message: str, raw: object, kind: type[object]) -> TypeFault:
    """Explain *message*, msgspec's error on converting *raw* to *kind*."""
    found = re.fullmatch(r"(?:.*) - at (`key` in )?`\$(.*)`", message, re.DOTALL)
    steps = _steps(found[2] if found else "", raw)
    steps = _with_names(steps, raw, lambda part: _fails(part, kind, message))
    key, whose = _spelled(steps), _whose(raw, steps)
    if found and found[1]:
        return TypeFault(key, f"the keys of this table must be texts{whose}")
    wanted, value = _followed(inspect.type_info(kind), raw, steps)
    name, words = _wrong_key(message, wanted, value) or ("", _wrong_value(wanted, value))
    return TypeFault(key + name, words + whose)


def _wrong_key(message: str, wanted: inspect.Type, value: object) -> tuple[str, str] | None:
    """The key that is unknown or missing in a table, if that is what is wrong."""
    tables = [one for one in _choices(wanted) if isinstance(one, inspect.StructType)]
    if not tables or not isinstance(value, Mapping):
        return None
    table = next((one for one in tables if one.tag_field and value.get(one.tag_field) == one.tag), tables[0])
    unknown = [str(name) for name in value if name not in _keys(table)]
    if unknown and message.startswith("Object contains unknown field"):
        return f".{unknown[0]}", f"there is no such key here; {suggest(unknown[0], _keys(table))}"
    missing = [field for field in table.fields if field.required and field.encode_name not in value]
    if missing and message.startswith("Object missing required field"):
        return f".{missing[0].encode_name}", f"is missing; it must be {_words_for(missing[0].type)}"
    return None


def _wrong_value(wanted: inspect.Type, value: object) -> str:
    return f"must be {_words_for(wanted)}, not {_shown(value)}{_nearest_of(wanted, value)}"


def _steps(trail: str, raw: object) -> list[Step]:
    """The steps that msgspec names, as far as they exist: a hostile key may itself look like a path."""
    steps: list[Step] = []
    for name, place in re.findall(r"\.([^.\[\]]+)|\[(?:(\d+)|\.\.\.)\]", trail):
        here = None if None in steps else _value_at(raw, steps)
        if isinstance(here, Mapping) and name and name not in here:
            break
        if isinstance(here, list) and (not place or int(place) >= len(here)):
            break
        steps.append(name or (int(place) if place else None))
    return steps


def _fails(raw: object, kind: type[object], message: str) -> bool:
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _with_names(steps: list[Step], raw: object, fails: Callable[[object], bool]) -> list[Step]:
    """The steps with each unnamed key filled in: the first entry of the table that causes the error."""
    while None in steps:
        at = steps.index(None)
        table = _value_at(raw, steps[:at])
        if not isinstance(table, Mapping) or not table:
            return steps[:at]
        names, low, high = list(table), 0, len(table)
        while high - low > 1:
            middle = (low + high) // 2
            half = {name: table[name] for name in names[:middle]}
            low, high = (low, middle) if fails(_replaced(raw, steps[:at], half)) else (middle, high)
        steps = [*steps[:at], str(names[low]), *steps[at + 1 :]]
        raw = _replaced(raw, steps[:at], {names[low]: table[names[low]]})
    return steps


def _value_at(raw: object, steps: Sequence[Step]) -> object:
    for step in steps:
        if isinstance(raw, Mapping):
            raw = raw.get(step)
        else:
            raw = raw[step] if isinstance(raw, list) and isinstance(step, int) else None
    return raw


def _replaced(raw: object, steps: Sequence[Step], value: object) -> object:
    """A copy of *raw* with *value* at the given steps."""
    if not steps:
        return value
    if isinstance(raw, list) and isinstance(steps[0], int):
        place = steps[0]
        return [*raw[:place], _replaced(raw[place], steps[1:], value), *raw[place + 1 :]]
    assert isinstance(raw, Mapping)
    return {**raw, steps[0]: _replaced(raw[steps[0]], steps[1:], value)}


def _followed(wanted: inspect.Type, raw: object, steps: Sequence[Step]) -> tuple[inspect.Type, object]:
    """The type and the value at the given steps, as far as both can be followed."""
    for step in steps:
        tags = [
            one.tag
            for one in _choices(wanted)
            if isinstance(one, inspect.StructType) and one.tag_field == step
        ]
        if tags and step is not None:
            return inspect.LiteralType(tuple(tags)), _value_at(raw, [step])
        inner = next((found for one in _choices(wanted) if (found := _inner(one, step)) is not None), None)
        if inner is None:
            return inspect.AnyType(), _value_at(raw, [step])
        wanted, raw = inner, _value_at(raw, [step])
    return wanted, raw


def _inner(kind: inspect.Type, step: Step) -> inspect.Type | None:
    match kind:
        case inspect.StructType():
            return next((field.type for field in kind.fields if field.encode_name == step), None)
        case inspect.DictType():
            return kind.value_type
        case inspect.ListType() | inspect.VarTupleType():
            return kind.item_type
        case inspect.TupleType() if isinstance(step, int) and step < len(kind.item_types):
            return kind.item_types[step]
        case inspect.NamedTupleType() if isinstance(step, int) and step < len(kind.fields):
            return kind.fields[step].type
        case _:
            return None


def _choices(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _keys(table: inspect.StructType) -> list[str]:
    """The keys that a table may have, its tag first."""
    return [*filter(None, (table.tag_field,)), *(field.encode_name for field in table.fields)]


# --------------------------------------------------------------------- wording
def suggest(word: str, allowed: Iterable[str]) -> str:
    """The allowed words, and the one that *word* is probably a misspelling of."""
    words = list(allowed)
    if not words:
        return "none is allowed"
    if len(words) > NAMED:
        close = difflib.get_close_matches(word[:100], words, n=3, cutoff=0.4) or words[:3]
        return f"{len(words)} are known; the closest are {', '.join(close)}"
    return f"allowed are {', '.join(words)}{did_you_mean(word, words)}"


def did_you_mean(word: str, words: Sequence[str]) -> str:
    close = difflib.get_close_matches(word[:100], words, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _spelled(steps: Sequence[Step]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def _whose(raw: object, steps: Sequence[Step]) -> str:
    """The id of the innermost entry on the path, which is easier to find in a file than a list index."""
    ids = [
        table["id"]
        for count in range(1, len(steps) + 1)
        if isinstance(table := _value_at(raw, steps[:count]), Mapping) and isinstance(table.get("id"), str)
    ]
    return f" (in {ids[-1][:100]})" if ids else ""


def _words_for(kind: inspect.Type) -> str:
    """What a type allows, in words."""
    match kind:
        case inspect.StrType():
            length = " that is not empty" if kind.min_length else ""
            return f"a text{length}" + (f" of the form {kind.pattern}" if kind.pattern else "")
        case inspect.IntType():
            return "a whole number" + _bounds(kind)
        case inspect.FloatType():
            return "a number" + _bounds(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.EnumType() | inspect.LiteralType():
            return f"one of {', '.join(_values(kind))}"
        case inspect.ListType() | inspect.VarTupleType():
            least = f" at least {kind.min_length} entries, each" if kind.min_length else ""
            return f"a list of{least} {_words_for(kind.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}: {', '.join(map(_words_for, kind.item_types))}"
        case inspect.NamedTupleType():
            return f"a list of {len(kind.fields)}: {', '.join(field.name for field in kind.fields)}"
        case inspect.StructType():
            return f"a table with the keys {', '.join(_keys(kind))}"
        case inspect.DictType():
            return "a table"
        case inspect.UnionType():
            return " or ".join(_words_for(one) for one in kind.types if not isinstance(one, inspect.NoneType))
        case _:
            return "something that fits here"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    limits = (("from", kind.ge), ("above", kind.gt), ("up to", kind.le), ("below", kind.lt))
    return "".join(f" {word} {limit:g}" for word, limit in limits if limit is not None)


def _values(kind: inspect.EnumType | inspect.LiteralType) -> list[str]:
    if isinstance(kind, inspect.EnumType):
        return [str(member.value) for member in kind.cls]
    return [str(value) for value in kind.values]


def _nearest_of(wanted: inspect.Type, value: object) -> str:
    """The allowed word that a wrong one is probably a misspelling of."""
    for kind in _choices(wanted):
        if isinstance(kind, inspect.EnumType | inspect.LiteralType) and isinstance(value, str):
            return did_you_mean(value, _values(kind))
    return ""


def _shown(value: object) -> str:
    """A value as a person would say it, shortened."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"' if len(value) <= 60 else f'"{value[:60]}..."'
        case Mapping():
            return (
                f"a table with the keys {', '.join(map(str, islice(value, 5)))}"
                if value
                else "an empty table"
            )
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case None:
            return "null"
        case _:
            return str(value)[:60]
