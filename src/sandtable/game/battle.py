"""The battle as a value: frozen, plain, made of ids; a change makes a new one.

A system subclasses `Battle` (and `Body` for its units) with its own state. Nothing here knows whose.

>>> from sandtable.table.pose import Pose
>>> from sandtable.table.shape import block
>>> line = block(4, files=4, width=200, depth=200)
>>> here, there = Body(0, 0, Pose(1800, 1200, 0), line), Body(1, 1, Pose(1800, 3600, 1800), line)
>>> battle: Battle[Body] = Battle(Field(7200, 4800), (here, there))
>>> moved = battle.with_unit(replace(here, pose=Pose(1800, 2000, 0)))
>>> moved.units[0].pose.y, battle.units[0].pose.y, moved.units[1] is battle.units[1]
(2000, 1200, True)
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import compress
from operator import is_not
from typing import Generic, Self, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.scene import Scene

U = TypeVar("U", bound=Body)


class Outcome(Struct, frozen=True, gc=False):
    """How a battle ended: the winning side (none for a draw), the degree, and the reason with its rule."""

    winner: int | None
    degree: str
    words: str
    rule: str = ""


class Battle(Struct, Generic[U], frozen=True, gc=False):
    """A point between two procedures: the field, every unit by number, the turn, who acts, in which phase."""

    field: Field
    units: tuple[U, ...]
    turn: int = 1
    active: int = 0
    phase: str = ""
    outcome: Outcome | None = None

    def with_unit(self, unit: U) -> Self:
        """The battle with one unit changed; all others are the same objects."""
        global _last, _last_change
        before, last = self.units, _last
        units = list(before)
        units[unit.id] = unit
        after = tuple(units)
        _last_change = before, after, [unit.id]
        if last is not None and last[1] is before:
            # Its scene is known, so is that of the battle after it.
            was = before[unit.id]
            stands = was.pose is unit.pose and was.shape is unit.shape
            _last = last[0] if stands else last[0].replaced(unit), after
        return replace(self, units=after)


_last_change: tuple[tuple[Body, ...], tuple[Body, ...], list[int]] = (), (), []
"""The units before and after the last change of one, and its number."""


def changed_since(before: tuple[Body, ...], after: tuple[Body, ...]) -> list[int]:
    """The numbers of units that are other objects than before: mostly it is the one that changed last."""
    last = _last_change
    if last[0] is before and last[1] is after:
        return last[2]
    return list(compress(range(len(after)), map(is_not, before, after)))


_last: tuple[Scene, tuple[Body, ...]] | None = None
"""The scene that was asked for last, and the units it was asked for with."""


def scene_of(battle: Battle[U]) -> Scene:
    """The table as it stands: where every unit is and in which shape, and nothing else of it.

    As long as nobody moves it is the same scene, whatever befalls the units otherwise, so what was worked out
    about it once (who sees whom) can be remembered with it.
    """
    global _last
    last, units = _last, battle.units
    if last is None or last[0].field is not battle.field:
        scene = Scene(battle.field, units)
    elif last[1] is units:
        return last[0]
    elif len(last[1]) != len(units):
        scene = Scene(battle.field, units)
    else:
        # Only whoever changed since the last question is looked at; who stands as he stood stays the body
        # that he was in the scene before.
        before, elsewhere = last[1], []
        for number in changed_since(before, units):
            was, now = before[number], units[number]
            if was.pose is not now.pose or was.shape is not now.shape:
                elsewhere.append(now)
        scene = last[0].replaced(*elsewhere) if elsewhere else last[0]
    _last = scene, units
    return scene


def fingerprint(value: object) -> str:
    """A short hash of any plain value, the same on every machine."""
    return blake2b(msgspec.json.encode(value, order="deterministic"), digest_size=8).hexdigest()
