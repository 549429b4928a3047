"""Exactness: what battles, events, options and digests hold is whole numbers, or declared exact and so.

A float is declared exact by its annotation (``table.measure.exact``). Types are walked for floats that are
not declared; values that battles meet are walked for floats that are not whole multiples of their step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from msgspec import Struct, inspect

from sandtable.game.ask.questions import Event
from sandtable.game.kit.system import System
from sandtable.table.space import is_exact


def state_types(system: System[Any]) -> tuple[type[Struct], ...]:
    """The battle of a system and every event defined in its package."""
    package = system.battle_type.__module__.rpartition(".")[0]
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    events = {kind for kind in _subclasses(Event) if kind.__module__.startswith(f"{package}.")}
    return (system.battle_type, *sorted(events, key=lambda kind: (kind.__module__, kind.__qualname__)))


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _subclasses(sub)


def undeclared(kind: object) -> tuple[str, ...]:
    """Where a type holds floats that are not declared exact, or says nothing of what it holds."""
    return tuple(
        dict.fromkeys(_undeclared(inspect.type_info(kind), getattr(kind, "__name__", str(kind)), set()))
    )


def _undeclared(kind: inspect.Type, path: str, seen: set[type]) -> Iterator[str]:
    match kind:
        case inspect.Metadata(extra={"exact": _}):
            return
        case inspect.Metadata():
            yield from _undeclared(kind.type, path, seen)
        case inspect.FloatType() | inspect.DecimalType() | inspect.AnyType() | inspect.CustomType():
            yield path
        case inspect.StructType() | inspect.NamedTupleType() | inspect.DataclassType():
            if kind.cls not in seen:
                seen.add(kind.cls)
                for field in kind.fields:
                    yield from _undeclared(field.type, f"{kind.cls.__name__}.{field.name}", seen)
        case inspect.UnionType():
            for one in kind.types:
                yield from _undeclared(one, path, seen)
        case inspect.TupleType():
            for one in kind.item_types:
                yield from _undeclared(one, path, seen)
        case inspect.CollectionType():
            yield from _undeclared(kind.item_type, path, seen)
        case inspect.DictType():
            yield from _undeclared(kind.key_type, path, seen)
            yield from _undeclared(kind.value_type, path, seen)


def inexact(value: object) -> Iterator[str]:
    """The floats in a value that are not declared exact, or are not what they are declared to be."""
    yield from _inexact(value, type(value).__name__, None)


def _inexact(value: object, path: str, step: float | None) -> Iterator[str]:
    if isinstance(value, float):
        if step is None or not is_exact(value, step):
            yield f"{path} = {value!r}"
    elif isinstance(value, Struct) or hasattr(value, "_fields"):
        kind: Any = type(value)
        for name, each in steps_of(kind).items():
            yield from _inexact(getattr(value, name), f"{kind.__name__}.{name}", each)
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from _inexact(key, path, step)
            yield from _inexact(held, path, step)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for held in value:
            yield from _inexact(held, path, step)


@cache
def steps_of(kind: Any) -> dict[str, float | None]:
    """The step that each field of a struct or named tuple declares for the floats in it, if it does."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType | inspect.NamedTupleType)
    return {field.name: _step(field.type) for field in described.fields}


def _step(kind: inspect.Type) -> float | None:
    """The step declared anywhere in an annotation, outside of structs."""
    match kind:
        case inspect.Metadata(extra={"exact": float() | int() as step}):
            return step
        case inspect.Metadata():
            return _step(kind.type)
        case inspect.UnionType():
            found = [_step(one) for one in kind.types]
        case inspect.TupleType():
            found = [_step(one) for one in kind.item_types]
        case inspect.CollectionType():
            found = [_step(kind.item_type)]
        case inspect.DictType():
            found = [_step(kind.key_type), _step(kind.value_type)]
        case _:
            found = []
    return next((step for step in found if step is not None), None)
