"""Facts: random facts of a resolution, made from the type that describes them as any form would be."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from random import Random
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct, inspect

ATTEMPTS = 100


class Unbounded(TypeError):
    """A field says neither what it may hold nor what it holds if nothing is said."""


def some_facts(kind: type[Struct], random: Random) -> Struct:
    """Facts of this kind; a combination that the type itself refuses is drawn again."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for _ in range(ATTEMPTS):
        try:
            return _struct(described, random)
        except ValueError as refused:
            fault = refused
    raise Unbounded(f"no {kind.__name__} could be made in {ATTEMPTS} attempts: {fault}")


def _struct(kind: inspect.StructType, random: Random) -> Struct:
    values = {field.name: _field(kind, field, random) for field in kind.fields}
    made: Struct = kind.cls(**values)
    return made


def _field(owner: inspect.StructType, field: inspect.Field, random: Random) -> Any:
    """A value for a field; where its type sets no bounds it keeps its default."""
    try:
        return _value(field.type, random)
    except Unbounded as fault:
        if field.default is not NODEFAULT:
            return field.default
        if field.default_factory is not NODEFAULT:
            factory: Callable[[], Any] = field.default_factory
            return factory()
        raise Unbounded(f"{owner.cls.__name__}.{field.name}: {fault}") from None


def _value(kind: inspect.Type, random: Random) -> Any:
    match kind:
        case inspect.Metadata(extra_json_schema={"examples": [*examples]}):
            return random.choice(examples)
        case inspect.Metadata():
            return _value(kind.type, random)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.EnumType():
            return random.choice(list(kind.cls))
        case inspect.LiteralType():
            return random.choice(kind.values)
        case inspect.IntType() | inspect.FloatType():
            return _number(kind, random)
        case inspect.NoneType():
            return None
        case inspect.UnionType():
            return _value(random.choice(kind.types), random)
        case inspect.StructType():
            return _struct(kind, random)
        case inspect.TupleType():
            return tuple(_value(item, random) for item in kind.item_types)
        case inspect.VarTupleType() if kind.max_length is not None:
            count = random.randint(kind.min_length or 0, kind.max_length)
            return tuple(_value(kind.item_type, random) for _ in range(count))
        case _:
            raise Unbounded(f"nothing says what {type(kind).__name__} may hold")


def _number(kind: inspect.IntType | inspect.FloatType, random: Random) -> int | float:
    """A whole number between the bounds; parts are drawn too where they are allowed."""
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    if low is None or high is None:
        raise Unbounded("a number without a lower and an upper bound")
    if isinstance(kind, inspect.FloatType):
        return random.uniform(low, high)
    return random.randint(ceil(low), floor(high))


def from_wire(facts: Struct) -> Struct:
    """The same facts after a way through JSON."""
    return msgspec.json.decode(msgspec.json.encode(facts), type=type(facts))
