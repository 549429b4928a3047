"""Single values of facts: what a type accepts, in words, and how a typed text is read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from msgspec import inspect

from sandtable.game.files.typed_files import suggest

YES = ("true", "yes", "y", "1", "on")
NO = ("false", "no", "n", "0", "off")
NOTHING = ("none", "null", "")


class Unfit(Exception):
    """A fact is missing, unknown or not allowed; the message says what is allowed.

    ``where`` is the key of the fact, if there is one.
    """

    def __init__(self, words: str, where: str | None = None) -> None:
        super().__init__(words)
        self.where = where


def unwrapped(kind: inspect.Type) -> tuple[inspect.Type, str]:
    """A type without its metadata, and the description in that metadata."""
    description = ""
    while isinstance(kind, inspect.Metadata):
        description = description or str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    return kind, description


def words_for(kind: inspect.Type) -> str:
    """What a type accepts, in words."""
    kind, _ = unwrapped(kind)
    match kind:
        case inspect.BoolType():
            return "yes or no"
        case inspect.IntType():
            return f"a whole number{_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_bounds(kind)}"
        case inspect.StrType():
            return "a text"
        case inspect.EnumType() | inspect.LiteralType():
            return f"one of {', '.join(map(str, choices(kind)))}"
        case inspect.NoneType():
            return "none"
        case inspect.UnionType():
            return " or ".join(map(words_for, kind.types))
        case inspect.VarTupleType() | inspect.ListType():
            many = "any number of" if kind.max_length is None else f"at most {kind.max_length}"
            return f"{many} values with commas between them, each {words_for(kind.item_type)}"
        case inspect.StructType():
            return "/".join(field.encode_name for field in kind.fields)
        case _:
            return "something only a program can give"


def choices(kind: inspect.EnumType | inspect.LiteralType) -> tuple[Any, ...]:
    """The values of an enumeration or literal."""
    if isinstance(kind, inspect.EnumType):
        return tuple(member.value for member in kind.cls)
    return tuple(kind.values)


def read_value(kind: inspect.Type, given: object, key: str) -> object:
    """Read a value from typed text or from a file."""
    kind, _ = unwrapped(kind)
    match kind:
        case inspect.BoolType():
            return _yes_or_no(kind, given, key)
        case inspect.IntType() | inspect.FloatType():
            return _number(kind, given, key)
        case inspect.StrType() if isinstance(given, str):
            return given
        case inspect.EnumType() | inspect.LiteralType():
            return _choice(kind, given, key)
        case inspect.UnionType():
            return _either(kind, given, key)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(given, str | list):
            return _list(kind, given, key)
        case inspect.StructType() if isinstance(given, str):
            return _compound(kind, given, key)
        case _:
            raise _unfit(kind, given, key)


def _unfit(kind: inspect.Type, given: object, key: str, hint: str = "") -> Unfit:
    return Unfit(f'{key} must be {words_for(kind)}, not "{given}"{hint}', key)


def _yes_or_no(kind: inspect.BoolType, given: object, key: str) -> bool:
    if isinstance(given, bool):
        return given
    word = str(given).lower()
    if isinstance(given, str) and word in (*YES, *NO):
        return word in YES
    raise _unfit(kind, given, key)


def _number(kind: inspect.IntType | inspect.FloatType, given: object, key: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise _unfit(kind, given, key)
    try:
        value = int(given) if isinstance(kind, inspect.IntType) else float(given)
        fits = value == float(given) and math.isfinite(value) and _within(kind, value)
    except (ValueError, OverflowError):
        raise _unfit(kind, given, key) from None
    if not fits:
        raise _unfit(kind, given, key)
    return value


def _choice(kind: inspect.EnumType | inspect.LiteralType, given: object, key: str) -> object:
    """A choice in any case; for an enumeration also by its name."""
    word = str(given).casefold()
    names = [member.name for member in kind.cls] if isinstance(kind, inspect.EnumType) else []
    values = choices(kind)
    for place, value in enumerate(values):
        if word in (str(value).casefold(), *(name.casefold() for name in names[place : place + 1])):
            return value
    hint = suggest(str(given), map(str, values)).partition("; did you mean")
    raise _unfit(kind, given, key, "".join(hint[1:]))


def _either(kind: inspect.UnionType, given: object, key: str) -> object:
    if kind.includes_none and (given is None or str(given).lower() in NOTHING):
        return None
    for one in kind.types:
        if not isinstance(one, inspect.NoneType):
            try:
                return read_value(one, given, key)
            except Unfit:
                continue  # try the other types
    raise _unfit(kind, given, key)


def _list(kind: inspect.VarTupleType | inspect.ListType, given: str | list[object], key: str) -> list[object]:
    """Read each value of a list; an empty text is an empty list."""
    items: Sequence[object] = given.split(",") if given and isinstance(given, str) else given or ()
    if kind.max_length is not None and len(items) > kind.max_length:
        raise _unfit(kind, ",".join(map(str, items)), key)
    return [read_value(kind.item_type, item, key) for item in items]


def _compound(kind: inspect.StructType, given: str, key: str) -> dict[str, object]:
    parts = given.split("/")
    if len(parts) != len(kind.fields):
        example = "/".join(str(8 * number) for number in range(1, len(kind.fields) + 1))
        raise _unfit(kind, given, key, f"; write all of them with slashes, such as {example}")
    return {
        field.encode_name: read_value(field.type, part, f"{key}.{field.encode_name}")
        for field, part in zip(kind.fields, parts, strict=True)
    }


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    limits = (("from", kind.ge), ("above", kind.gt), ("to", kind.le), ("below", kind.lt))
    return "".join(f" {word} {limit:g}" for word, limit in limits if limit is not None)


def _within(kind: inspect.IntType | inspect.FloatType, value: float) -> bool:
    return (
        (kind.ge is None or value >= kind.ge)
        and (kind.gt is None or value > kind.gt)
        and (kind.le is None or value <= kind.le)
        and (kind.lt is None or value < kind.lt)
    )
