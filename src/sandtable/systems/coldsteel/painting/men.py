"""Single models: the place of every man of a unit, and the command figures among them.

Ranks and faces have a place for each model (formation.footprint, formation.square). A gun's crew stands on
both sides of it and a garrison along its walls; those places are for display only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice, zip_longest
from typing import Final, NamedTuple

from sandtable.game.present.painting import Man, ManKind, Men
from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.shapes import base_of
from sandtable.systems.coldsteel.troops import Arm, Figure
from sandtable.table.space import QUARTER_TURN, Shape

ORDINARY: Final[dict[Arm, ManKind]] = {
    Arm.INFANTRY: "soldier",
    Arm.CAVALRY: "rider",
    Arm.ARTILLERY: "gunner",
}
LEADERS: Final[dict[Figure, ManKind]] = {
    Figure.STANDARD: "standard",
    Figure.OFFICER: "officer",
    Figure.MUSICIAN: "musician",
    Figure.SERGEANT: "sergeant",
}
"""The command figures, from the middle of the front outwards (leaders.one-each)."""


class Spot(NamedTuple):
    """The place of one man in the frame of his unit, and his facing."""

    x: int
    y: int
    turn: int = 0


def men_of(unit: ColdSteelUnit) -> Men | None:
    """The living models of a unit; None once it is gone (casualties.one-wound)."""
    if unit.models == 0 or unit.removed is not None:
        return None
    return _men(unit.arm, unit.shape, unit.models, unit.command)


@lru_cache(maxsize=2048)
def _men(arm: Arm, shape: Shape, models: int, command: tuple[Figure, ...]) -> Men:
    leaders = [kind for figure, kind in LEADERS.items() if figure in command]
    kinds = chain(leaders, [ORDINARY[arm]] * (models - len(leaders)))
    each = tuple(Man(*spot, kind) for spot, kind in zip(_spots(arm, shape, models), kinds, strict=True))
    return Men(*base_of(arm), each)


def _spots(arm: Arm, shape: Shape, models: int) -> tuple[Spot, ...]:
    """The places of a number of models, leaders first."""
    if arm is Arm.ARTILLERY:
        return tuple(islice(_beside_the_gun(shape), models))
    if len(shape.bases) == models and shape.bases[0].width == base_of(arm).width:
        bases = sorted(shape.bases, key=lambda base: (base.rank, base.turn, abs(base.x), base.x, -base.y))
        return tuple(Spot(base.x, base.y, base.turn) for base in bases)
    return tuple(islice(_along_the_walls(shape, base_of(arm).width), models))


def _beside_the_gun(shape: Shape) -> Iterator[Spot]:
    """Left and right of a gun in turn, front to rear, over again if there are many."""
    side = base_of(Arm.ARTILLERY).width
    aside, step = (shape.width - side) // 2, (shape.depth - side) // 2
    while True:
        for back in (step // 2, step, 2 * step, 0):
            yield Spot(-aside, -back)
            yield Spot(aside, -back)


def _along_the_walls(shape: Shape, side: int) -> Iterator[Spot]:
    """One man at each wall in turn, from its middle outwards; the rest stand inside (formation.garrison)."""
    wide, deep = shape.width, shape.depth
    front = [Spot(x, 0) for x in _outwards(wide, side)]
    right = [Spot(wide // 2, y - deep // 2, QUARTER_TURN) for y in _outwards(deep - 2 * side, side)]
    rear = [Spot(x, -deep, 2 * QUARTER_TURN) for x in _outwards(wide, side)]
    left = [Spot(-wide // 2, y - deep // 2, 3 * QUARTER_TURN) for y in _outwards(deep - 2 * side, side)]
    walls = zip_longest(front, right, rear, left)
    yield from (spot for turn in walls for spot in turn if spot is not None)
    for y in _outwards(deep - 2 * side, side):
        yield from (Spot(x, y - deep // 2 + side // 2) for x in _outwards(wide - 2 * side, side))


def _outwards(length: int, side: int) -> tuple[int, ...]:
    """The middles of the men that fit along a length, from its middle outwards.

    >>> _outwards(300, 75)
    (-38, 38, -112, 112)
    """
    count = max(length // side, 0)
    places = [round((2 * place - count + 1) * side / 2) for place in range(count)]
    return tuple(sorted(places, key=lambda place: (abs(place), place)))
