"""The ground as drawn: kinds of terrain, objectives, zones of deployment."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from sandtable.game.present.painting import Area, Drawn, GroundName, Manner, middle
from sandtable.systems.elan.battle import ElanBattle, Prize, Step
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.terrain import OPENINGS
from sandtable.systems.elan.words import counted, length
from sandtable.table.space import Point

MANNERS: Final = {
    "light-wood": Manner.BRUSH,
    "built-up": Manner.BUILDING,
    "loopholed": Manner.BUILDING,
    "ditch": Manner.FENCE,
    "low-bank": Manner.HEDGE,
    "high-bank": Manner.WALL,
    "sunken-road": Manner.WALL,
    "railway-cutting": Manner.WALL,
    "fordable-river": Manner.RIVER,
    "breastwork": Manner.WORK,
    "gun-emplacement": Manner.WORK,
    "rifle-pits": Manner.WORK,
    "redoubt": Manner.WORK,
    "entrenchment": Manner.WORK,
    "crops": Manner.FIELD,
    "vineyard": Manner.FIELD,
    "steep-slope": Manner.ROUGH,
    "ford": Manner.BRIDGE,
    "gate": Manner.BRIDGE,
}
"""The kinds of terrain.types whose drawing has another name."""


NEAR_AN_END: Final = 0.16
"""The share of a line's length at which its name is written."""


def legend(kinds: Iterable[Drawn]) -> tuple[Drawn, ...]:
    """The kinds of terrain.types in the style of a campaign map."""
    return tuple(Drawn(one.kind, MANNERS.get(one.kind, one.drawn), one.words) for one in kinds)


def names(battle: ElanBattle, named: Iterable[GroundName]) -> Iterator[GroundName]:
    """The names of ground; a line is named near one end, clear of the middle of the table.

    A bridge, ford or gate is named after what it crosses.
    """
    lines = {middle(piece): piece for piece in battle.field.pieces if piece.line}
    openings = {middle(piece) for piece in battle.field.pieces if piece.kind in OPENINGS}
    for one in named:
        if one.place in openings:
            continue
        piece = lines.get(one.place)
        yield one if piece is None else GroundName(one.label, _along(piece.line, NEAR_AN_END))


def _along(line: Sequence[Point], share: float) -> Point:
    """The point at a share of the length of a line."""
    left = share * sum(math.dist(start, end) for start, end in pairwise(line))
    for start, end in pairwise(line):
        far = math.dist(start, end)
        if left <= far and far:
            part = left / far
            return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
        left -= far
    return line[-1]


def areas(battle: ElanBattle) -> Iterator[Area]:
    """Objectives with holder and points, and the zones of a battle in deployment.

    victory.points, victory.hold, setup.deploy
    """
    for prize in battle.prizes:
        where = surface_of(battle).about_point(battle, prize.point, battle.figures.hold)
        label = f"{prize.name}, {prize.points} VP"
        yield Area(prize.id, "objective", prize.holder, where, label, _words(battle, prize))
    if battle.step is Step.DEPLOYMENT:
        for number, camp in enumerate(battle.camps):
            words = f"Where the {camp.name} army deploys"
            yield Area(f"zone-{number}", "zone", number, camp.zone, camp.name, words)


def _words(battle: ElanBattle, prize: Prize) -> str:
    held = "held by neither side" if prize.holder is None else f"held by {battle.camps[prize.holder].name}"
    near = length(battle, battle.figures.hold)
    return f"{prize.name}: {counted(prize.points, 'point')}, {held}; a unit within {near} holds it"
