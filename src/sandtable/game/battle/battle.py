"""The battle as a value: frozen, plain, made of ids; a change makes a new one.

A system subclasses `Battle` (and `Body` for its units) with its own state. Nothing here knows whose.

>>> from sandtable.table.space.pose import Pose
>>> from sandtable.table.space.shape import block
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

from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field
from sandtable.table.space.scene import Scene, moved

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
        return replace(self, units=exchanged(self.units, unit))


def changed_since(before: tuple[U, ...], after: tuple[U, ...]) -> list[int]:
    """The numbers of units that are other objects than before."""
    return list(compress(range(len(after)), map(is_not, before, after)))


_last: tuple[Scene, tuple[Body, ...]] = Scene(Field(0, 0), ()), ()
"""The scene that was told last, and the units of which it was told."""


def exchanged(units: tuple[U, ...], unit: U) -> tuple[U, ...]:
    """The units with one of them changed; where their scene is known, so is that of the others at once."""
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
    """Units changed and none of them moved: where their scene is known, it is that of the others."""
    global _last
    scene, known = _last
    if known is before:
        _last = scene, after


def scene_of(battle: Battle[U]) -> Scene:
    """The table as it stands: where every unit is and in which shape, and nothing else of it.

    As long as nobody moves it is the same scene, whatever befalls the units otherwise, so what was worked out
    about it once (who sees whom) can be remembered with it.
    """
    global _last
    (scene, known), units = _last, battle.units
    if known is not units or scene.field is not battle.field:
        scene = _scene_after(scene, known, battle)
        _last = scene, units
    return scene


def _scene_after(scene: Scene, before: tuple[Body, ...], battle: Battle[U]) -> Scene:
    """The scene of a battle after that of other units; only whoever changed since then is looked at, and who
    stands as he stood stays the body that he was."""
    units = battle.units
    if scene.field is not battle.field or len(before) != len(units):
        return Scene(battle.field, units)
    elsewhere = [units[number] for number in moved(before, units)]
    return scene.replaced(*elsewhere) if elsewhere else scene


def fingerprint(value: object) -> str:
    """A short hash of any plain value, the same on every machine."""
    return blake2b(msgspec.json.encode(value, order="deterministic"), digest_size=8).hexdigest()
