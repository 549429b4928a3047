"""The battle as a value: frozen, made of plain data and ids; a change makes a new battle.

A system subclasses `Battle`, and `Body` for its units, to add its own state.

>>> from sandtable.table.space import Pose
>>> from sandtable.table.space import block
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

from sandtable.table.space import Body, Field, Scene, moved_bodies

U = TypeVar("U", bound=Body)


class Outcome(Struct, frozen=True, gc=False):
    """How a battle ended: the winning side (none for a draw), the degree, and the reason with its rule."""

    winner: int | None
    degree: str
    words: str
    rule: str = ""


class Battle(Struct, Generic[U], frozen=True, gc=False):
    """A battle between two procedures: the field, the units by number, turn, active side and phase."""

    field: Field
    units: tuple[U, ...]
    turn: int = 1
    active: int = 0
    phase: str = ""
    outcome: Outcome | None = None

    def with_unit(self, unit: U) -> Self:
        """The battle with one unit replaced; all others are the same objects."""
        return replace(self, units=exchanged(self.units, unit))


def changed_since(before: tuple[U, ...], after: tuple[U, ...]) -> list[int]:
    """The numbers of the units that are different objects than before."""
    return list(compress(range(len(after)), map(is_not, before, after)))


_last: tuple[Scene, tuple[Body, ...]] = Scene(Field(0, 0), ()), ()
"""The last scene and the units it was made of.

It saves making the scene anew at every question, with all that was computed about it. It is valid only for
the tuple of units and the field that it was made of; both are compared by identity.
"""


def exchanged(units: tuple[U, ...], unit: U) -> tuple[U, ...]:
    """The units with one of them replaced; the cached scene is carried over to the new tuple."""
    global _last
    found = [*units]
    found[unit.id] = unit
    after = tuple(found)
    scene, known = _last
    if known is units:
        was = units[unit.id]
        stands = was.pose is unit.pose and was.shape is unit.shape
        _last = scene if stands else scene.replaced(unit), after
    return after


def stood_still(before: tuple[U, ...], after: tuple[U, ...]) -> None:
    """Carry the cached scene over to changed units of which none has moved."""
    global _last
    scene, known = _last
    if known is before:
        _last = scene, after


def scene_of(battle: Battle[U]) -> Scene:
    """The table of a battle: the pose and shape of every unit, and nothing else about it.

    As long as no unit moves it is the same object, whatever else happens to the units, so what was computed
    about it (who sees whom) can be cached on it.
    """
    global _last
    (scene, known), units = _last, battle.units
    if known is not units or scene.field is not battle.field:
        scene = _scene_after(scene, known, battle)
        _last = scene, units
    return scene


def _scene_after(scene: Scene, before: tuple[Body, ...], battle: Battle[U]) -> Scene:
    """The scene of a battle, made from an earlier scene: units that have not moved keep their bodies."""
    units = battle.units
    if scene.field is not battle.field or len(before) != len(units):
        return Scene(battle.field, units)
    elsewhere = [units[number] for number in moved_bodies(before, units)]
    return scene.replaced(*elsewhere) if elsewhere else scene


def fingerprint(value: object) -> str:
    """A short hash of any plain value, the same on every machine."""
    return blake2b(msgspec.json.encode(value, order="deterministic"), digest_size=8).hexdigest()
