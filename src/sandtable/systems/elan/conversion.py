"""From the plan to the table: a scenario written in large inches, played in small inches or on hexes.

>>> from sandtable.systems.elan.system import SYSTEM
>>> small = converted(SYSTEM.scenario("quatre-bras"), Scale.SMALL)
>>> small.table.width, small.table.depth
(72.0, 48.0)
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.game.files.scenario_rows import Outline, Spot, Table
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.roster import Ground, Scenario
from sandtable.systems.elan.shapes import SMALL
from sandtable.table.space import as_inches, inches

P = TypeVar("P", bound=Struct)


def converted(scenario: Scenario, scale: Scale) -> Scenario:
    """The plan in the inches of a set; for hexes it stays in large inches.

    Angles, bases, strengths, turns, leadership and points stay the same (scale.scenario).
    """
    return scenario if scale is not Scale.SMALL or scenario.scale is Scale.SMALL else _in_small(scenario)


@by_identity(most=32)
def _in_small(scenario: Scenario) -> Scenario:
    """The plan in small inches, converted once per scenario (scale.small-ratio)."""
    return replace(
        scenario,
        inches="small",
        table=Table(_length(scenario.table.width), _length(scenario.table.depth)),
        sides=tuple(replace(side, zone=_outline(side.zone)) for side in scenario.sides),
        terrain=tuple(_ground(ground) for ground in scenario.terrain),
        leaders=tuple(_placed(leader) for leader in scenario.leaders),
        units=tuple(_placed(unit) for unit in scenario.units),
        arrivals=tuple(_placed(arrival) for arrival in scenario.arrivals),
        objectives=tuple(_placed(objective) for objective in scenario.objectives),
    )


def _length(length: float) -> float:
    """Two thirds of a length, to the hundredth of an inch."""
    return as_inches(round(inches(length) * SMALL))


def _spot(spot: Spot) -> Spot:
    return _length(spot[0]), _length(spot[1])


def _outline(spots: Outline) -> Outline:
    return tuple(_spot(spot) for spot in spots)


def _placed(row: P) -> P:
    """The same thing at its converted place; None stays None."""
    x, y = getattr(row, "x", None), getattr(row, "y", None)
    return replace(row, x=None if x is None else _length(x), y=None if y is None else _length(y))


def _ground(ground: Ground) -> Ground:
    width = as_inches(figures_of(Scale.SMALL).road) if ground.width == 0 else _length(ground.width)
    return replace(
        ground,
        polygon=_outline(ground.polygon),
        polyline=_outline(ground.polyline),
        point=None if ground.point is None else _spot(ground.point),
        width=width if ground.kind == "road" or ground.point is not None else 0,
    )
