"""The ground and the important places: kinds of terrain, objectives, zones of deployment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Area, Drawn, GroundName, Manner
from sandtable.systems.tricorn import terrain
from sandtable.systems.tricorn.battle import Prize, Step, TricornBattle
from sandtable.systems.tricorn.grounds import zone_of
from sandtable.systems.tricorn.victory import HOLD
from sandtable.systems.tricorn.words import side_name
from sandtable.table.space import COSINES, DEGREE, FULL_TURN, INCH, SINES, Field, Point

MANNERS: Final = {
    terrain.HILL: Manner.HILL,
    terrain.ROAD: Manner.ROAD,
    terrain.WOOD: Manner.WOOD,
    "rough": Manner.ROUGH,
    "marsh": Manner.MARSH,
    terrain.STREAM: Manner.STREAM,
    terrain.RIVER: Manner.RIVER,
    terrain.FORD: Manner.ROAD,
    terrain.BRIDGE: Manner.BRIDGE,
    terrain.VILLAGE: Manner.BUILDING,
    terrain.STRONG_POINT: Manner.BUILDING,
    terrain.REDOUBT: Manner.WORK,
    terrain.WORKS: Manner.WORK,
}
"""How the kinds of terrain.types are drawn."""
CIRCLE_STEP: Final = 5 * DEGREE
LONGEST: Final = 24
"""The greatest length of a name on the map; the rest is cut."""


def legend(field: Field) -> tuple[Drawn, ...]:
    """The kinds of terrain.types in the style of a campaign map."""
    kinds = dict.fromkeys(piece.kind for piece in field.pieces)
    return tuple(Drawn(kind, MANNERS[kind], kind.replace("-", " ").capitalize()) for kind in kinds)


def names(battle: TricornBattle, named: Iterable[GroundName]) -> Iterator[GroundName]:
    """The names of ground with a capital; an objective is named as such, and long names are cut."""
    prizes = {prize.name.lower() for prize in battle.prizes}
    for one in named:
        if one.label.lower() not in prizes:
            label = one.label if len(one.label) <= LONGEST else one.label.partition(" between ")[0]
            yield GroundName(label[:1].upper() + label[1:], one.place)


def areas(battle: TricornBattle) -> Iterator[Area]:
    """Objectives with their holders and points, and the zones while armies deploy.

    victory.objective, setup.deployment
    """
    for prize in battle.prizes:
        label = f"{prize.name}, {prize.points} VP"
        yield Area(prize.key, "objective", prize.holder, _around(prize), label, _told(battle, prize))
    if battle.step is Step.DEPLOYMENT:
        for number, camp in enumerate(battle.camps):
            words = f"Where {camp.name} deploys"
            yield Area(f"zone-{number}", "zone", number, zone_of(battle, number), camp.name, words)


def _around(prize: Prize) -> tuple[Point, ...]:
    """The circle within which an objective is held (victory.objective)."""
    return circle(prize.point, HOLD.inches * INCH)


def circle(middle: Point, far: float) -> tuple[Point, ...]:
    """A circle about a point."""
    return tuple(
        Point(middle.x + far * SINES[turn], middle.y + far * COSINES[turn])
        for turn in range(0, FULL_TURN, CIRCLE_STEP)
    )


def _told(battle: TricornBattle, prize: Prize) -> str:
    whose = "held by neither side" if prize.holder is None else f"held by {side_name(battle, prize.holder)}"
    how = f"a unit within {HOLD.inches:g} in with at most {counted(HOLD.markers, 'marker')} holds it"
    return f"{prize.name}: {counted(prize.points, 'point')}, {whose}; {how}, if no enemy does"
