"""Disorder: the markers of a unit, and what a combat adds to them.

Step Three gives a marker for every hit, Step Four more of them for the way in which the unit was hit.

>>> print(markers(1, "shooting.hit", ("mounted-bad", "flank")))
3 = 1 hits [shooting.hit]
  +1 Mounted: victim in Bad Going [disorder.extra.mounted-bad-going]
  +1 any: shot at on flank or rear, or an enemy touches its flank or rear in the melee [disorder.extra.flank]
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import table
from sandtable.systems.tricorn.combat import Use

LAST_ROW: Final = 4
"""The number of markers at which the last row of the morale table begins (disorder.max)."""

Markers = Annotated[int, Meta(description="Disorder Markers it has, permanent ones included", ge=0, le=12)]


class Disorder(Struct, frozen=True, cache_hash=True):
    """The Disorder Markers of a unit, and how many of them are permanent (disorder.permanent)."""

    markers: Annotated[int, Meta(description="Disorder Markers, permanent ones included", ge=0, le=3)] = 0
    permanent: Annotated[int, Meta(description="of these, permanent", ge=0, le=3)] = 0

    def __post_init__(self) -> None:
        if self.permanent > self.markers:
            raise ValueError(
                f"{self.permanent} markers are permanent, but there are only {self.markers} in all;"
                " permanent ones are counted among them"
            )

    @property
    def removable(self) -> int:
        """How many of them can ever be removed (disorder.permanent)."""
        return self.markers - self.permanent

    def after_removal(self) -> Disorder:
        """Remove one marker, if one can be removed (rally.test, disorder.permanent)."""
        return Disorder(self.markers - 1, self.permanent) if self.removable else self


# ---------------------------------------------------------------------- Step Four
class Extra(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of Step Four: how many markers it adds, to which unit and when (disorder.extra.table)."""

    key: str
    add: int
    victim: str
    condition: str
    combat: Use


EXTRA_RULES: Final = {
    "mounted-bad": "disorder.extra.mounted-bad-going",
    "heavy-v-muskets": "disorder.extra.heavy-v-muskets",
    "v-guns": "disorder.extra.v-guns",
    "li-v-light-cav": "disorder.extra.lights-v-light-cavalry",
    "artillery-loses": "disorder.extra.artillery-loses",
    "flank": "disorder.extra.flank",
    "v-heavy": "disorder.extra.v-heavy",
    "v-heavy-2-4": "disorder.extra.v-heavy-2-4",
}
"""The rule of each line of Step Four."""


@cache
def extras() -> dict[str, Extra]:
    """The lines of Step Four by their keys (disorder.extra.table)."""
    return {line.key: line for line in table("disorder.extra.table", Extra)}


def extra(tally: Tally, key: str) -> Tally:
    """Add the markers of a line of Step Four."""
    line = extras()[key]
    return tally.plus(line.add, f"{line.victim}: {line.condition}", EXTRA_RULES[key])


def markers(hits: int, rule: str, keys: tuple[str, ...]) -> Tally:
    """The markers of a combat: one for each hit, and after any hit each line that applies once.

    disorder.extra.only-if-hit, disorder.max
    """
    tally = Tally.of(hits, "hits", rule)
    if not hits:
        return tally
    for key in keys:
        tally = extra(tally, key)
    return tally
