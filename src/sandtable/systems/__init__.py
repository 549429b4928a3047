"""The rule sets, one folder each; none imports another. A folder whose module ``system`` offers ``SYSTEM``
is one.

>>> "liberty" in names()
True
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import HouseRules, Plain
from sandtable.game.rules.rulebook import in_force, printed_rulebook, putting_in_force


class UnknownSystem(LookupError):
    """No system has that name."""


def names() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


_known: dict[str, System[Any]] = {}


def load(name: str) -> System[Any]:
    """The system of that name, by the house rules in force."""
    if name not in _known:
        _known[name] = _imported(name)
    return _known[name]


def _imported(name: str) -> System[Any]:
    if name not in names():
        close = get_close_matches(name, names(), n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownSystem(f"there is no system {name!r}: choose one of {', '.join(names())}{hint}")
    system: System[Any] = import_module(f"{__name__}.{name}.system").SYSTEM
    return system


# --------------------------------------------------------------------- house rules
def settle(name: str, figures: Mapping[str, Plain]) -> HouseRules:
    """House rules of a system by the keys of its figures; BadHouseRule tells what cannot be."""
    return printed_rulebook(load(name).package).settle(figures)


@contextmanager
def by_house_rules(name: str, house_rules: HouseRules) -> Iterator[System[Any]]:
    """The system of that name with figures of its rulebook set, until the block ends.

    A system keeps what it read of its tables in its modules. So these are imported afresh, and whoever loads
    or imports the system within the block gets the new ones; those from before are put back afterwards.
    Neither may be used while the other is in place: their types have the same names.
    """
    system = load(name)
    package = system.package
    if in_force(package) == house_rules:
        yield system
        return
    before = _taken_out(package)
    try:
        with putting_in_force(package, house_rules):
            _known[name] = _imported(name)
            yield _known[name]
    finally:
        _taken_out(package)
        sys.modules.update(before)
        setattr(sys.modules[__name__], name, before[package])
        _known[name] = system


def _taken_out(package: str) -> dict[str, ModuleType]:
    """The modules of a package, which are no longer known to be imported."""
    own = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in own}
