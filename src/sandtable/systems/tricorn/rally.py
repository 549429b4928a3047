"""Removing Disorder: when a unit may try, its test, and the markers left.

>>> [words.rule for words in objections(RallyConditions(nearest_seen=4.0))]
['turn.removal.distance']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.disorder import Disorder
from sandtable.systems.tricorn.morale import Occasion, Trial, morale_test, target
from sandtable.systems.tricorn.troops import Category, Quality, TroopType

SLACK: Final = 0.005
"""By how many inches an enemy may be nearer than a limit and still count as at it (geometry.table)."""

FAR: Final = 99.0


# -------------------------------------------------------------------- conditions
class RallyConditions(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The conditions for removing Disorder; distances are to the nearest enemy units, in inches.

    ``removable`` are its markers that are not permanent. An enemy hidden by ground counts in
    ``nearest_screened``, every other in ``nearest_seen``.
    """

    passed: bool = True
    in_command: bool = True
    moved: bool = False
    in_contact: bool = False
    removable: int = 1
    abandoned: bool = False
    nearest_seen: float = FAR
    nearest_screened: float = FAR


@cache
def limits() -> tuple[float, float]:
    """How far away enemies must be: those in sight, and those screened by ground.

    turn.removal.distance, turn.removal.distance.screened
    """
    return inches_of("turn.removal.distance"), inches_of("turn.removal.distance.screened")


def objections(facts: RallyConditions) -> tuple[Refusal, ...]:
    """Why a unit may not try to remove Disorder, or its crew to return to the guns.

    rally.conditions, rally.once, turn.initiative.fail.no-removal, command.radius.effect,
    turn.removal.distance, turn.removal.distance.screened, turn.one-action, artillery.recrew
    """
    seen, screened = limits()
    near, hidden = facts.nearest_seen, facts.nearest_screened
    barred = (
        (not facts.passed, "the Initiative Roll was failed", "turn.initiative.fail.no-removal"),
        (not facts.in_command, "it is outside the Command Radius", "command.radius.effect"),
        (facts.moved, "it has moved, or a friend has passed through it", "turn.one-action"),
        (facts.in_contact, "it is in contact with an enemy", "rally.conditions"),
        (not facts.removable and not facts.abandoned, "it has no marker to remove", "rally.once"),
        (
            near <= seen + SLACK,
            f"an enemy is {near:g} in away; it must be more than {seen:g} in away",
            "turn.removal.distance",
        ),
        (
            hidden <= screened + SLACK,
            f"an enemy out of sight is {hidden:g} in away; it must be more than {screened:g} in away",
            "turn.removal.distance.screened",
        ),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


# ----------------------------------------------------------------------- the test
class Rally(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that tries to remove Disorder."""

    troops: Annotated[TroopType, Meta(description="type of the unit")] = TroopType.MUSKETS
    quality: Annotated[Quality, Meta(description="its quality")] = Quality.TRAINED
    disorder: Disorder = Disorder(1)
    attached: Annotated[Attached, Meta(description="the officer attached to it")] = Attached.NOBODY
    chief_near: Annotated[bool, Meta(description="it is in Command Range of a C-C who has no command")] = (
        False
    )
    cover: Annotated[bool, Meta(description="it holds works, a village or a strong point")] = False
    bad_going: Annotated[bool, Meta(description="it is in Bad Going")] = False
    demoralized: Annotated[bool, Meta(description="its command is Demoralized")] = False
    forced_march: Annotated[bool, Meta(description="it has Forced Marched")] = False
    abandoned: Annotated[bool, Meta(description="guns without a crew, which is to come back")] = False

    def __post_init__(self) -> None:
        if self.abandoned and self.troops.category is not Category.ARTILLERY:
            raise ValueError(f"{self.troops} has no guns to abandon; choose a type of artillery")


class Rallied(Struct, frozen=True, cache_hash=True):
    """The result: whether the test was passed, and the markers left."""

    passed: bool
    left: Disorder


@lru_cache(maxsize=1024)
def rally_trial(rally: Rally) -> Trial:
    """The test to remove Disorder, with all its markers (rally.test, morale.mod.marker-timing)."""
    return Trial(
        troops=rally.troops,
        quality=rally.quality,
        markers=rally.disorder.markers,
        attached=rally.attached,
        bad_going=rally.bad_going,
        demoralized=rally.demoralized,
        forced_march=rally.forced_march,
        occasion=Occasion.REMOVAL,
        cover=rally.cover,
        chief_near=rally.chief_near,
    )


async def remove_disorder(rally: Rally) -> Rallied:
    """Test morale: a pass removes one marker that is not permanent, or brings the crew back and removes none.

    rally.test, rally.once, disorder.permanent, artillery.recrew
    """
    passed = await do(morale_test, rally_trial(rally))
    removes = passed and not rally.abandoned
    return Rallied(passed, rally.disorder.after_removal() if removes else rally.disorder)


# ----------------------------------------------------------------------- figures and headings
def rally_tallies(rally: Rally) -> Mapping[str, Tally]:
    """What the D20 must not exceed."""
    return {"target on 1D20": target(rally_trial(rally))}


def rally_summary(rally: Rally, rallied: Rallied) -> tuple[str, ...]:
    """The result in words."""
    if rally.abandoned:
        return ("the crew comes back",) if rallied.passed else ("the guns stay abandoned",)
    if not rallied.passed:
        return ("the test is failed",)
    gone = rallied.left != rally.disorder
    return ("the test is passed", "a marker is removed" if gone else "no marker can be removed")
