"""The rule sets. The five of the house have a folder each, and none imports another.

A system is found by an entry point of the group ``sandtable.systems`` that names its instance of `System`, so
anybody can publish one as a package of his own:

    [project.entry-points."sandtable.systems"]
    skirmish = "skirmish.system:SYSTEM"

>>> "liberty" in names()
True
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Final

from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import HouseRules, Plain
from sandtable.game.rules.rulebook import in_force, printed_rulebook, putting_in_force

GROUP: Final = "sandtable.systems"


class UnknownSystem(LookupError):
    """No system has that name, or its package cannot be used."""


def names() -> tuple[str, ...]:
    """The names of all systems that are installed."""
    return tuple(sorted(_installed()))


def _installed() -> dict[str, EntryPoint]:
    """The entry points of all systems; of two with one name the house's own comes first."""
    found = sorted(entry_points(group=GROUP), key=lambda one: one.value.startswith(f"{__name__}."))
    return {one.name: one for one in found}


_known: dict[str, System[Any]] = {}


def load(name: str) -> System[Any]:
    """The system of that name, by the house rules in force."""
    if name not in _known:
        _known[name] = _imported(name)
    return _known[name]


def _imported(name: str) -> System[Any]:
    installed = _installed()
    if name not in installed:
        close = get_close_matches(name, names(), n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownSystem(f"there is no system {name!r}: choose one of {', '.join(names())}{hint}")
    entry = installed[name]
    try:
        system = entry.load()
    except (ImportError, AttributeError) as fault:
        raise UnknownSystem(f"the system {name!r} cannot be loaded from {entry.value}: {fault}") from fault
    if not isinstance(system, System) or system.id != name:
        raise UnknownSystem(f"{entry.value} is no instance of System with the id {name!r}")
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
        parent, _, own = package.rpartition(".")
        if parent:
            setattr(sys.modules[parent], own, before[package])
        _known[name] = system


def _taken_out(package: str) -> dict[str, ModuleType]:
    """The modules of a package, which are no longer known to be imported."""
    own = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in own}
