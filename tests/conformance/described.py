"""Decisions and events as their classes describe them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from msgspec.structs import fields

from sandtable.game.ask.questions import Decision, Event
from sandtable.game.kit.system import System


def decision_classes(system: System[Any]) -> dict[type[Decision[Any]], str]:
    """The classes of a system's decisions that are asked, with their ids in the rulebook."""
    found = [one for one in _below(Decision) if _is_of(system, one)]
    ids = {one: next(field.default for field in fields(one) if field.name == "decision") for one in found}
    return {one: id for one, id in ids.items() if isinstance(id, str)}


def event_classes(system: System[Any]) -> list[type[Event[Any]]]:
    """The classes of a system's events that happen."""
    found = [one for one in _below(Event) if _is_of(system, one)]
    return [one for one in found if "apply" in vars(one)]


def _is_of(system: System[Any], kind: type[Any]) -> bool:
    """Is it a class of a system as it is loaded now? House rules import the modules of a system afresh."""
    loaded = sys.modules.get(kind.__module__)
    return kind.__module__.startswith(f"{system.package}.") and vars(loaded).get(kind.__name__) is kind


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
