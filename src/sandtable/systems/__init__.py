"""The rule sets, one folder each; none imports another. A folder whose module ``system`` offers ``SYSTEM``
is one.

>>> "liberty" in names()
True
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from sandtable.game.system import System


class UnknownSystem(LookupError):
    """No system has that name."""


def names() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> System[Any]:
    """The system of that name."""
    if name not in names():
        close = get_close_matches(name, names(), n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownSystem(f"there is no system {name!r}: choose one of {', '.join(names())}{hint}")
    system: System[Any] = import_module(f"{__name__}.{name}.system").SYSTEM
    return system
