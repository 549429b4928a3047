"""Forced: where does a body go that does not choose its move freely?

A rule asks `flee` for a compulsory move away from something, `pursue` for a chase, a `Slider` how far a body
slides and what halts it, `step_aside` where a small body makes way, and `shortest_way` for the way around
figures. Moves in an exact direction start from a `Direction`.
"""

from sandtable.table.forced.detours import bounds_of, is_point_inside, is_way_free, shortest_way
from sandtable.table.forced.drift import (
    Direction,
    RankCrossing,
    Stretch,
    crossings,
    direction_of,
    direction_to,
    drifted_pose,
    length_until_near,
    length_until_off_table,
    overlap_stretch,
    stretches_over,
)
from sandtable.table.forced.flight import (
    CompulsoryMove,
    FlightTerms,
    Tried,
    flee,
    heading_away,
    slide_towards,
    trier,
)
from sandtable.table.forced.making_way import is_swept, pose_beside, step_aside
from sandtable.table.forced.obstructions import (
    Obstruction,
    Rectangle,
    are_overlapping,
    common_rectangle,
    grown_rectangle,
    obstruction,
    rectangle_around,
    rectangle_of_ways,
)
from sandtable.table.forced.pursuit import PursuitTerms, facing_edge, lay_against, pursue
from sandtable.table.forced.slides import (
    SlideBack,
    Slider,
    about_turned,
    lengths_back,
    slide_back,
)

__all__ = [
    "CompulsoryMove",
    "Direction",
    "FlightTerms",
    "Obstruction",
    "PursuitTerms",
    "RankCrossing",
    "Rectangle",
    "SlideBack",
    "Slider",
    "Stretch",
    "Tried",
    "about_turned",
    "are_overlapping",
    "bounds_of",
    "common_rectangle",
    "crossings",
    "direction_of",
    "direction_to",
    "drifted_pose",
    "facing_edge",
    "flee",
    "grown_rectangle",
    "heading_away",
    "is_point_inside",
    "is_swept",
    "is_way_free",
    "lay_against",
    "length_until_near",
    "length_until_off_table",
    "lengths_back",
    "obstruction",
    "overlap_stretch",
    "pose_beside",
    "pursue",
    "rectangle_around",
    "rectangle_of_ways",
    "shortest_way",
    "slide_back",
    "slide_towards",
    "step_aside",
    "stretches_over",
    "trier",
]
