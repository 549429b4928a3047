"""Élan tests: 2D6 and a commander's leadership against a unit's morale value, and their five uses.

>>> from sandtable.game.drivers.odds import odds
>>> square = ElanTest(quality=Quality.C, leadership=1, purpose=Purpose.FORM_SQUARE)
>>> odds(do(elan_test, square), exact=True)[True]
Fraction(13, 18)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import D6, AtLeast, Cup
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.troops import Quality

MOST_LEADERSHIP: Final = 2
"""No commander has more leadership than this (leaders.leadership)."""

Leadership = Annotated[
    int, Meta(description="leadership of the attached commander, 0 without one", ge=0, le=MOST_LEADERSHIP)
]

Commander = Annotated[
    Annotated[int, Meta(ge=0, le=MOST_LEADERSHIP)] | None,
    Meta(description="leadership of the commander with it, none without one"),
]


class Purpose(StrEnum):
    """What an élan test is for (elan.uses)."""

    INTERPENETRATION = "interpenetration"
    CHARGE_HOME = "charge home"
    FORM_SQUARE = "form square"
    MORALE = "morale"
    RALLY = "rally"


class ElanTest(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of an élan test; nothing else modifies it (elan.no-other-mods)."""

    quality: Annotated[Quality, Meta(description="quality class of the unit")] = Quality.C
    leadership: Leadership = 0
    purpose: Annotated[Purpose, Meta(description="what it is taken for")] = Purpose.MORALE


@lru_cache(maxsize=1024)
def needed(test: ElanTest) -> Tally:
    """What 2D6 must reach: the morale value minus the leadership.

    elan.test, troops.quality, leaders.elan-bonus
    """
    quality = test.quality
    tally = Tally.of(quality.morale, f"morale value of class {quality}", "troops.quality")
    return tally.plus(-test.leadership, "leadership of the commander with it", "leaders.elan-bonus")


@lru_cache(maxsize=1024)
def elan_roll(test: ElanTest) -> AtLeast:
    """2D6 plus leadership against the morale value (elan.test, setup.dice)."""
    cup = Cup(2, D6, plus=test.leadership)
    return AtLeast(cup, need=test.quality.morale, purpose=f"élan test, {test.purpose}")


async def elan_test(test: ElanTest) -> bool:
    """Does the unit pass, that is, reach its morale value? (elan.test)"""
    return await elan_roll(test)


# ----------------------------------------------------------------------- the rally
class Rally(StrEnum):
    """The result of a rally test.

    A unit that rallies is in good morale, but disordered and marked Halt, and may face any way; a unit that
    fails routs (rally.pass, rally.fail).
    """

    RALLIES = "rallies"
    ROUTS = "routs"


async def rally(test: ElanTest) -> Rally:
    """The rally test of a retreating unit: an élan test (rally.test)."""
    return Rally.RALLIES if await do(elan_test, test) else Rally.ROUTS


# ----------------------------------------------------------------------- figures and headings
BECOMES: Final = {
    Purpose.INTERPENETRATION: ("the unit keeps its order", "the unit is disordered"),
    Purpose.CHARGE_HOME: ("the unit charges home", "the unit stops short, disordered and halted"),
    Purpose.FORM_SQUARE: ("the unit is in square", "the unit is caught in its formation, disordered"),
    Purpose.MORALE: ("the unit stands", "the unit retreats, or routs if it is Spent"),
    Purpose.RALLY: ("the unit rallies, disordered and halted", "the unit routs"),
}
"""What passing and what failing does, by purpose.

movement.action.interpenetrate, charge.home-fail, charge.form-square, charge.form-square-fail, morale.pass,
morale.fail-other, rally.pass, rally.fail
"""


def elan_tallies(test: ElanTest) -> Mapping[str, Tally]:
    """The figure of an élan test."""
    return {"needed on 2D6": needed(test)}


def elan_summary(test: ElanTest, passed: bool) -> tuple[str, ...]:  # noqa: FBT001 - the outcome of the test
    """Whether it is passed, and what that does, in words."""
    passing, failing = BECOMES[test.purpose]
    return ("passed", passing) if passed else ("failed", failing)
