"""Values are frozen: a change makes a new one."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator

import msgspec

import sandtable

NOT_IMPORTED = ("migrations", "__main__", "parquet", "cluster")
"""Modules that do something when they are imported, or that need an extra."""
KEPT_IN_PLACE = {
    "sandtable.game.rules.rulebook._OwnKeys",  # a reader of keys, never a value of the game
    "sandtable.systems.eagle.leader_moves.Outlook",
    "sandtable.table.space.scene.Mirror",
    "sandtable.table.space.scene.Scene",
}


def _classes() -> Iterator[type]:
    for found in pkgutil.walk_packages(sandtable.__path__, f"{sandtable.__name__}."):
        if not any(name in found.name for name in NOT_IMPORTED):
            module = importlib.import_module(found.name)
            own = [thing for thing in vars(module).values() if isinstance(thing, type)]
            yield from (thing for thing in own if thing.__module__ == found.name)


def test_every_value_is_frozen() -> None:
    loose = [
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in _classes()
        if (issubclass(kind, msgspec.Struct) and not kind.__struct_config__.frozen)
        or (dataclasses.is_dataclass(kind) and not kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    ]
    assert sorted(set(loose) - KEPT_IN_PLACE) == []
