"""Morale: which units test after fire, at losses of one or two thirds, and what failing does.

>>> from sandtable.game.drivers.odds import odds
>>> odds(do(morale_test, MoraleFacts(bases=6, lost=6)), exact=True)[Morale.RETREATS]
Fraction(5, 12)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.elan_tests import Commander, ElanTest, Purpose, elan_test, needed
from sandtable.systems.elan.troops import POINTS_A_BASE, Losses, Quality, losses_of


class Morale(StrEnum):
    """The results of the Morale phase for a unit."""

    NO_TEST = "does not test"
    STANDS = "stands"
    RETREATS = "retreats"
    ROUTS = "routs"
    REMOVED = "is shot away"


class MoraleFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit in the Morale phase: its losses, what hit it, and where it stands."""

    quality: Annotated[Quality, Meta(description="quality class of the unit")] = Quality.C
    commander: Commander = None
    bases: Annotated[int, Meta(description="its bases, worth 3 strength points each", ge=1, le=8)] = 6
    lost: Annotated[int, Meta(description="strength points it has lost by now", ge=0, le=30)] = 6
    hit: Annotated[bool, Meta(description="enemy fire has hit it this turn")] = True
    sheltered: Annotated[bool, Meta(description="it is a garrison or occupies fortifications")] = False
    in_contact: Annotated[bool, Meta(description="it is in contact with an enemy")] = False

    @property
    def strength(self) -> int:
        """Its initial strength points (troops.strength)."""
        return self.bases * POINTS_A_BASE


def threshold(facts: MoraleFacts) -> Losses:
    """The loss threshold at which it tests: one third, or two thirds in garrison or fortifications.

    morale.threshold, morale.garrison, morale.after-fortification
    """
    return Losses.TWO_THIRDS if facts.sheltered else Losses.ONE_THIRD


def must_test(facts: MoraleFacts) -> bool:
    """Does it test: was it hit by enemy fire this turn, is it at its threshold, and not in contact?

    morale.trigger; hits of melee and fatigue require no test (shooting.fatigue-scope), and a destroyed unit
    takes none (troops.destroyed)
    """
    if not facts.hit or facts.in_contact or facts.lost >= facts.strength:
        return False
    return losses_of(facts.lost, facts.strength) >= threshold(facts)


def as_test(facts: MoraleFacts) -> ElanTest:
    """The morale test as an élan test (morale.test)."""
    return ElanTest(quality=facts.quality, leadership=facts.commander or 0, purpose=Purpose.MORALE)


async def morale_test(facts: MoraleFacts) -> Morale:
    """Test if required: on a pass it stands, on a failure it retreats disordered, or routs if Spent.

    morale.pass, morale.fail-spent, morale.fail-other
    """
    if facts.lost >= facts.strength:
        return Morale.REMOVED
    if not must_test(facts):
        return Morale.NO_TEST
    if await do(elan_test, as_test(facts)):
        return Morale.STANDS
    return Morale.ROUTS if losses_of(facts.lost, facts.strength).is_spent else Morale.RETREATS


# ----------------------------------------------------------------------- figures and headings
def lost_to_test(facts: MoraleFacts) -> Tally:
    """The points lost at which it begins to test; one third is as many points as it has bases.

    morale.threshold, morale.garrison, troops.strength
    """
    tally = Tally.of(facts.strength // 3, "one third of its strength", "morale.threshold")
    words = "two thirds in garrison or fortifications"
    return tally.times(2, words, "morale.garrison") if facts.sheltered else tally


def morale_tallies(facts: MoraleFacts) -> Mapping[str, Tally]:
    """The figures of a morale test."""
    return {"lost points at which it tests": lost_to_test(facts), "needed on 2D6": needed(as_test(facts))}


def morale_summary(facts: MoraleFacts, result: Morale) -> tuple[str, ...]:
    """The result of the unit in words."""
    del facts
    return (f"the unit {result}",)
