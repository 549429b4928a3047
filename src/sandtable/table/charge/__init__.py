"""Charge: how does a body come into contact with another?

A rule asks `approaches` for the straight ways up to the sides of enemies, `lay_flush` for a place flush
against a side, `lunges` for one turn and one advance into contact, `inclines_into` for slides that may run
into a body first, and `bodies_in` and `ground_in` what lies in a corridor.
"""

from sandtable.table.charge.approaches import (
    Approach,
    ApproachTerms,
    BriefApproach,
    FlushRoom,
    SolidGround,
    approach_to,
    approaches,
    approaches_seen,
    facing_middle,
    free_bases,
    lay_abreast,
    lay_flush,
)
from sandtable.table.charge.collisions import (
    STAGES,
    Incline,
    InclineTerms,
    inclines_into,
    may_run_into,
)
from sandtable.table.charge.corridors import (
    Figure,
    StraightWay,
    bodies_in,
    bodies_on_ways,
    corridor,
    ground_in,
    interior,
    is_ground_on_way,
    nearest_of_edges,
    planes,
)
from sandtable.table.charge.touching_bases import EdgeStretch, bases_on_side
from sandtable.table.charge.turn_then_advance import (
    Lunge,
    LungeOpening,
    Nearness,
    can_lunge,
    lunge_reach,
    lunges,
    prices_ahead,
    stays_on,
)

__all__ = [
    "STAGES",
    "Approach",
    "ApproachTerms",
    "BriefApproach",
    "EdgeStretch",
    "Figure",
    "FlushRoom",
    "Incline",
    "InclineTerms",
    "Lunge",
    "LungeOpening",
    "Nearness",
    "SolidGround",
    "StraightWay",
    "approach_to",
    "approaches",
    "approaches_seen",
    "bases_on_side",
    "bodies_in",
    "bodies_on_ways",
    "can_lunge",
    "corridor",
    "facing_middle",
    "free_bases",
    "ground_in",
    "inclines_into",
    "interior",
    "is_ground_on_way",
    "lay_abreast",
    "lay_flush",
    "lunge_reach",
    "lunges",
    "may_run_into",
    "nearest_of_edges",
    "planes",
    "prices_ahead",
    "stays_on",
]
