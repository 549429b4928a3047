"""Officers at risk: whether an officer falls with the unit to which he is attached."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import values
from sandtable.systems.tricorn.dice import officer_throw


class Attached(StrEnum):
    """Which officer is attached to a unit; a C-C with a command of his own counts as a General.

    morale.mod.cc-with-command, melee.cv.general.cc
    """

    NOBODY = "nobody"
    GENERAL = "a General"
    CHIEF = "the C-C, who has no command"


class Peril(Struct, frozen=True, cache_hash=True, kw_only=True):
    """An officer in a combat: his rank, and the markers that his unit received."""

    attached: Annotated[Attached, Meta(description="who is attached to the unit")] = Attached.GENERAL
    gained: Annotated[int, Meta(description="markers that the unit received in this combat", ge=0, le=8)] = 1


class _Need(Struct, frozen=True):
    need: int


@cache
def need() -> int:
    """The least total of two dice at which an officer is lost (leaders.casualty.roll)."""
    return values("leaders.casualty.roll", _Need).need


def is_checked(peril: Peril) -> bool:
    """Is a check due: is an officer attached to a unit that received a marker? (leaders.casualty.trigger)"""
    return peril.attached is not Attached.NOBODY and peril.gained > 0


async def officer_falls(peril: Peril) -> bool:
    """Whether an attached officer is lost: one check for each combat in which his unit received a marker.

    leaders.fate, leaders.casualty.step, leaders.casualty.trigger, leaders.casualty.roll
    """
    return is_checked(peril) and await officer_throw(need())


def peril_tallies(peril: Peril) -> Mapping[str, Tally]:
    """What two dice must show."""
    del peril
    return {"needed on 2D6 to take him": Tally.of(need(), "casualty", "leaders.casualty.roll", sign="+")}


def peril_summary(peril: Peril, fell: object) -> tuple[str, ...]:
    """Whether he is lost."""
    if not is_checked(peril):
        return ("no check is made",)
    return ("the officer is lost",) if fell else ("the officer is unhurt",)
