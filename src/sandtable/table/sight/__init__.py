"""Sight: which bodies see which, past which bodies and over which ground?

A system states its `SightTerms`. A rule asks `sees` whether an observer sees a body, `look` for what it sees
or what hides it, and `fire_lanes` for the enemies in range, arc and sight of its shooters.
"""

from sandtable.table.sight.fire_lanes import (
    BEHIND_FRIENDS,
    HIDDEN,
    NOT_JUDGED,
    FireLane,
    Shooter,
    fire_lanes,
)
from sandtable.table.sight.lines import (
    Blocked,
    Look,
    Sighting,
    eyes_of,
    fire_arc,
    look,
    sightings,
)
from sandtable.table.sight.observers import (
    SEEN,
    TOUCHED,
    UNSEEN,
    EdgeSight,
    JointLook,
    Observer,
    Targets,
    any_seen_from_edges,
    are_seen,
    are_seen_ahead,
    edge_row,
    look_ahead,
    opening_of,
    seen_ahead_within,
    seen_from_edges,
    sees,
)
from sandtable.table.sight.terms import FireArc, SightTerms, Veil

__all__ = [
    "BEHIND_FRIENDS",
    "HIDDEN",
    "NOT_JUDGED",
    "SEEN",
    "TOUCHED",
    "UNSEEN",
    "Blocked",
    "EdgeSight",
    "FireArc",
    "FireLane",
    "JointLook",
    "Look",
    "Observer",
    "Shooter",
    "SightTerms",
    "Sighting",
    "Targets",
    "Veil",
    "any_seen_from_edges",
    "are_seen",
    "are_seen_ahead",
    "edge_row",
    "eyes_of",
    "fire_arc",
    "fire_lanes",
    "look",
    "look_ahead",
    "opening_of",
    "seen_ahead_within",
    "seen_from_edges",
    "sees",
    "sightings",
]
