"""Geometry: compiled kernels beside their plain twins and shapely."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from benchmarks.armies import army
from benchmarks.modes import COMPILED, PLAIN, Limits, both_modes, in_mode
from benchmarks.shapely_table import ShapelyTable, new_distances
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable.systems.liberty.aim import sight_terms
from sandtable.systems.liberty.battle import Order, Regiment
from sandtable.systems.liberty.movement import March, allowance, march_terms
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.measure import Distances, distances
from sandtable.table.movement import Terms
from sandtable.table.planning import Reach, reach
from sandtable.table.sight import Observer, SightTerms, are_seen, eyes_of
from sandtable.table.space import Pose, Scene

JUDGED: Final = 40
SLOW: Final = 11
"""The rounds for questions whose plain side takes tenths of a second."""
SHAPELY, STANDING = "shapely", "shapely, ends only"


def questions(effort: Effort) -> Iterator[Question]:
    """Distances, sight lines and reach for growing armies."""
    for units in effort.sizes:
        yield all_distances(units)
        yield mirrored_distances(units)
        yield all_sight_lines(units)
        yield reach_of(Arm.INFANTRY, "reach of a regiment", units, limits(units, 1e-3, 25e-3))
        yield reach_of(Arm.MOUNTED, "reach of cavalry", units, Limits())
        yield reach_of_each(units)


def all_distances(units: int) -> Question:
    """The distances of all pairs in a scene whose arrays exist."""
    scene, table = _scene(units), _shapely(units)
    return Question(
        words="all distances",
        size=units,
        sides=(
            *both_modes(lambda: distances(scene), _pairs_apart, SHAPELY, limits(units, 0.1e-3, 2.5e-3)),
            Side(name=SHAPELY, way=Loop(table.distances), reads=np.ndarray.tolist, shown=False),
        ),
        agree=_equal_lengths,
    )


def mirrored_distances(units: int) -> Question:
    """The same after one unit moved, so that its rows are remade; and for a new scene."""
    battle, scene = army(units), _scene(units)
    moved = replace(battle.units[0])  # equal values in another object, so that answers stay comparable
    with in_mode(COMPILED)():
        distances(scene)  # the arrays exist before the unit moves
    return Question(
        words="all distances after a change",
        size=units,
        sides=(
            _compiled("one unit moved", lambda: distances(scene.replaced(moved)), _pairs_apart),
            _compiled("new scene", lambda: distances(Scene(battle.field, battle.units)), _pairs_apart),
            Side(
                name=SHAPELY,
                way=Loop(lambda: new_distances(battle.units)),
                reads=np.ndarray.tolist,
                shown=False,
            ),
        ),
        agree=_equal_lengths,
    )


def all_sight_lines(units: int) -> Question:
    """The lines between the middles of all pairs, across fifteen pieces of ground."""
    scene, table = _scene(units), _shapely(units)
    terms = replace(sight_terms(), points=("centre",), target="footprint")
    return Question(
        words="all sight lines",
        size=units,
        sides=(
            *both_modes(lambda: _middles_seen(scene, terms), _blocked, SHAPELY, limits(units, 1e-3, 50e-3)),
            Side(name=SHAPELY, way=Loop(table.blocked), reads=np.ndarray.tolist, shown=False),
        ),
    )


# ------------------------------------------------------------------ reach
def reach_of(arm: Arm, words: str, units: int, judged: Limits) -> Question:
    """The reach of one unit: of all units of an arm, the one with most room.

    Shapely can only tell whether the ends stand clear of bodies and impassable ground, so it is asked that.
    """
    scene, table = _scene(units), _shapely(units)
    with in_mode(COMPILED)():
        found = [(road, reach(*road, scene)) for road in _roads(units) if road.unit.arm is arm]
    (unit, terms), widest = max(found, key=lambda pair: len(pair[1].poses))
    ends = [reached.pose for reached in widest.poses]
    standing = Side(name=STANDING, way=Loop(lambda: table.clear(unit, ends)), reads=_no_costs, shown=False)
    return Question(
        words=words,
        size=units,
        sides=(*both_modes(lambda: reach(unit, terms, scene), _ends, STANDING, judged), standing),
        agree=_same_ends,
        most_rounds=SLOW,
    )


def reach_of_each(units: int) -> Question:
    """The reach of every unit, per unit; most have less room."""
    scene, roads = _scene(units), _roads(units)

    def all_of_them() -> list[object]:
        return [_ends(reach(*road, scene)) for road in roads]

    sides = tuple(
        Side(
            name=mode,
            way=Loop(all_of_them),
            per_run=units,
            during=in_mode(mode),
            peers=(Peer(PLAIN),) if mode == COMPILED else (),
            shown=mode == COMPILED,
        )
        for mode in (COMPILED, PLAIN)
    )
    return Question(words="reach, mean of all units", size=units, sides=sides, most_rounds=SLOW)


class Road(NamedTuple):
    """A unit and the terms on which it may ADVANCE."""

    unit: Regiment
    terms: Terms


@cache
def _roads(units: int) -> tuple[Road, ...]:
    battle, march = army(units), March(Order.ADVANCE)
    return tuple(
        Road(unit, march_terms(battle, unit, march, allowance(battle, unit, march))) for unit in battle.units
    )


def limits(units: int, compiled: float, plain: float) -> Limits:
    """The targets, which are set for forty units."""
    return Limits(compiled, plain) if units == JUDGED else Limits()


def _compiled(name: str, run: Callable[[], object], reads: Callable[..., object]) -> Side:
    return Side(name=name, way=Loop(run), during=in_mode(COMPILED), reads=reads, peers=(Peer(SHAPELY),))


# ------------------------------------------------------------------ answers
def _scene(units: int) -> Scene:
    battle = army(units)
    return Scene(battle.field, battle.units)


def _shapely(units: int) -> ShapelyTable:
    battle = army(units)
    return ShapelyTable(battle.units, battle.field)


def _pairs_apart(found: Distances) -> list[float]:
    return [found.between(one, two) for one, two in combinations(range(found.bodies), 2)]


def _middles_seen(scene: Scene, terms: SightTerms) -> list[bool]:
    observers = [Observer(body.id, eyes_of(body, "centre")) for body in scene.bodies]
    return are_seen(scene, observers, tuple(combinations(range(len(observers)), 2)), terms)


def _blocked(seen: list[bool]) -> list[bool]:
    return [not each for each in seen]


def _ends(found: Reach) -> tuple[list[Pose], list[float] | None]:
    return [reached.pose for reached in found.poses], [reached.cost for reached in found.poses]


def _no_costs(ends: list[Pose]) -> tuple[list[Pose], None]:
    return ends, None


def _same_ends(one: object, other: object) -> bool:
    """The same poses at the same costs; shapely has no costs."""
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    return bool(one[0] == other[0] and (other[1] is None or one[1] == other[1]))


def _equal_lengths(one: object, other: object) -> bool:
    """Equal to a millionth of a hundredth of an inch: shapely sums in another order."""
    return bool(np.allclose(np.array(one), np.array(other), rtol=0, atol=1e-6))
