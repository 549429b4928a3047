"""Armies of any size on random ground; the same number of units always gives the same army."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.files.scenario import problems
from sandtable.game.files.scenario_rows import Ground, Table
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.roster import Scenario, UnitEntry, roster
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.measure import gap, ground_under
from sandtable.table.space import COSINES, DEGREE, FULL_TURN, HALF_TURN, INCH, SINES, Body, Field, Pose

TEMPLATE: Final = "guilford-1781"
WIDTH, DEPTH = 72, 60
MARGIN: Final = 6
LEAN: Final = 30 * DEGREE
BARRED: Final = ("building", "fence")
TURNS: Final = 200
"""A turn limit that no battle reaches before its answers are counted."""

GROUND: Final = (
    *("forest", "forest", "forest", "forest", "hill", "hill", "hill"),
    *("building", "building", "fence", "fence", "fence", "brush", "stream", "road"),
)
"""Fifteen pieces of ground."""

Spot = tuple[float, float]


@cache
def army(units: int) -> LibertyBattle:
    """A battle of so many units, half of them on either side, that do not touch."""
    return SYSTEM.muster(scenario(units), Readings())


@cache
def scenario(units: int, turns: int = TURNS) -> Scenario:
    """The units of a real battle, repeated as often as needed, at random places on random ground."""
    random = Random(units)
    made = replace(
        _template(),
        id=f"{units}-units",
        table=Table(WIDTH, DEPTH),
        turn_limit=turns,
        terrain=tuple(_pieces(random)),
        units=(),
        objectives=(),
        special=(),
    )
    made = replace(made, units=tuple(_deployed(units, made.field(), random)))
    wrong = problems(made, roster())
    assert not wrong, f"an army of {units} units cannot be fought: {wrong[0]}"
    return made


# ------------------------------------------------------------------ units
class Model(NamedTuple):
    """A unit of the template: its row, and the regiment it makes."""

    entry: UnitEntry
    unit: Regiment


@cache
def _template() -> Scenario:
    found = SYSTEM.scenario(TEMPLATE)
    assert isinstance(found, Scenario)
    return found


@cache
def _models() -> tuple[Model, ...]:
    """The units of the template, one of each side in turn."""
    template = _template()
    models = [*map(Model, template.units, SYSTEM.muster(template, Readings()).units)]
    sides = [[model for model in models if model.unit.side == side] for side in (0, 1)]
    return tuple(model for pair in zip(*sides, strict=False) for model in pair)


def _deployed(units: int, field: Field, random: Random) -> Iterator[UnitEntry]:
    """Place each unit in its own half, clear of other units and impassable ground."""
    standing: list[Body] = list(_generals())
    for number, (entry, model) in enumerate(islice(cycle(_models()), units)):
        unit = replace(model, id=number, pose=_somewhere(model.side, random))
        while any(gap(unit, other) <= 0 for other in standing) or _is_stuck(unit, field):
            unit = replace(unit, pose=_somewhere(model.side, random))
        standing.append(unit)
        assert unit.pose is not None
        x, y, facing = unit.pose.x / INCH, unit.pose.y / INCH, unit.pose.heading / DEGREE
        yield replace(entry, id=f"unit-{number}", x=x, y=y, facing=facing)


def _generals() -> Iterator[Body]:
    """The Generals of the template, at their places."""
    for number, entry in enumerate(_template().leaders):
        yield Body(-1 - number, 0, entry.pose(), roster().general.shape())


def _somewhere(side: int, random: Random) -> Pose:
    """A random pose: side 0 deploys at the top and faces down, as in the template."""
    x = random.randint(MARGIN * INCH, (WIDTH - MARGIN) * INCH)
    away = random.randint(MARGIN * INCH, DEPTH * INCH // 2)
    lean = random.randint(-LEAN, LEAN)
    if side == 0:
        return Pose(x, DEPTH * INCH - away, (HALF_TURN + lean) % FULL_TURN)
    return Pose(x, away, lean % FULL_TURN)


def _is_stuck(unit: Regiment, field: Field) -> bool:
    return any(field.pieces[piece].kind in BARRED for piece in ground_under(unit, field))


# ------------------------------------------------------------------ ground
def _pieces(random: Random) -> Iterator[Ground]:
    for number, kind in enumerate(GROUND):
        middle = random.uniform(8, WIDTH - 8), random.uniform(8, DEPTH - 8)
        name = f"{kind}-{number}"
        match kind:
            case "fence":
                yield Ground(id=name, kind=kind, polyline=_line(middle, 4, random))
            case "stream" | "road":
                line = _line((WIDTH / 2, DEPTH / 2), 28, random)
                yield Ground(id=name, kind=kind, polyline=line, width=2)
            case "building":
                yield Ground(id=name, kind=kind, polygon=_ring(middle, 4, 2, random))
            case _:
                ring = _ring(middle, 7, random.randint(3, 6), random)
                yield Ground(id=name, kind=kind, polygon=ring, level=int(kind == "hill"))


def _ring(middle: Spot, corners: int, radius: float, random: Random) -> tuple[Spot, ...]:
    """A rough ring around a middle."""
    turns = sorted(random.sample(range(0, FULL_TURN, 10 * DEGREE), corners))
    return tuple(_from(middle, turn, radius * random.uniform(0.7, 1.0)) for turn in turns)


def _line(middle: Spot, half: float, random: Random) -> tuple[Spot, ...]:
    """A line with a bend in the middle."""
    turn = random.randrange(FULL_TURN)
    bent = (turn + HALF_TURN + random.randint(-LEAN, LEAN)) % FULL_TURN
    return _from(middle, turn, half), middle, _from(middle, bent, half)


def _from(middle: Spot, turn: int, length: float) -> Spot:
    x, y = middle
    return x + length * SINES[turn], y + length * COSINES[turn]
