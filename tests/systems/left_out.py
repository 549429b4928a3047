"""What a form, a scenario or a unit says where a field is left out, and which refuse a field too many."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import msgspec


def supposed(package: ModuleType) -> set[str]:
    """The numbers and the yeses of fields left out, as ``Fire.bases = 4``; the rest is 0, no or nothing."""
    return {
        f"{kind.__name__}.{line}"
        for kind in _kinds(package)
        for name, value in _left_out(kind)
        for line in _lines(name, value)
    }


def strict(package: ModuleType) -> set[str]:
    """The structs that refuse a key they do not know."""
    structs = (kind for kind in _kinds(package) if issubclass(kind, msgspec.Struct))
    return {kind.__name__ for kind in structs if kind.__struct_config__.forbid_unknown_fields}


def _kinds(package: ModuleType) -> Iterator[type]:
    """The classes that the modules of a package define."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(found.name)).values():
            if isinstance(value, type) and value.__module__ == found.name:
                yield value


def _left_out(kind: type) -> Iterator[tuple[str, object]]:
    """The fields of a struct or a named tuple that may be left out."""
    if issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            if field.name in kind.__annotations__ and field.default is not msgspec.NODEFAULT:
                yield field.name, field.default
    else:
        yield from getattr(kind, "_field_defaults", {}).items()


def _lines(name: str, value: object, ordinary: object = None) -> Iterator[str]:
    """A value; of a struct only what differs from its own fields left out."""
    match value:
        case msgspec.Struct():
            for field in msgspec.structs.fields(type(value)):
                part = getattr(value, field.name)
                if part != field.default:
                    yield from _lines(f"{name}.{field.name}", part, field.default)
        case tuple():
            for place, part in enumerate(value):
                yield from _lines(f"{name}[{place}]", part)
        case bool() | int() | float() if value or ordinary:
            yield f"{name} = {value}"
