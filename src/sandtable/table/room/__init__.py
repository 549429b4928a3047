"""Room: could a body stand there, and where could it stand?

A rule asks `have_room` and `with_room` about a `Place`, `fits_of` for the reason why not, `free_places` for
the free places of a zone, and `reached_goals` which bodies a small body, such as a leader, reaches directly.
"""

from sandtable.table.room.deployment import (
    ClosedGround,
    edge_strip,
    free_places,
    lies_in,
    zone_ground,
)
from sandtable.table.room.places import (
    ROOM,
    TOO_NEAR,
    Demands,
    Fronts,
    Place,
    about_centre,
    distance_kept,
    facing_about,
    fits_of,
    front_at,
    have_fronts,
    have_room,
    have_some_fronts,
    have_turns,
    turns_to_face,
    with_room,
)
from sandtable.table.room.straight_ways import (
    Errand,
    ReachedGoals,
    ReachOfPoint,
    StandingRoom,
    bodies_near_points,
    reach_of_points,
    reached_goals,
    standing_rooms,
)

__all__ = [
    "ROOM",
    "TOO_NEAR",
    "ClosedGround",
    "Demands",
    "Errand",
    "Fronts",
    "Place",
    "ReachOfPoint",
    "ReachedGoals",
    "StandingRoom",
    "about_centre",
    "bodies_near_points",
    "distance_kept",
    "edge_strip",
    "facing_about",
    "fits_of",
    "free_places",
    "front_at",
    "have_fronts",
    "have_room",
    "have_some_fronts",
    "have_turns",
    "lies_in",
    "reach_of_points",
    "reached_goals",
    "standing_rooms",
    "turns_to_face",
    "with_room",
    "zone_ground",
]
