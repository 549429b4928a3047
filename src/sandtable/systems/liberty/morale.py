"""Morale tests: their causes, the successes they need, and their results."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.states import State, dice_by_state
from sandtable.systems.liberty.testing import DiceTest, Quality, faces, roll

NEED_WHEN_PASSED_THROUGH = 2


class Cause(StrEnum):
    """The cause of a test.

    morale.trigger.shooting, morale.trigger.melee, morale.trigger.broken, morale.trigger.interpenetration
    """

    SHOOTING = "shooting"
    LOST_MELEE = "lost melee"
    FRIEND_BROKEN = "friend broken within 6 in"
    PASSED_THROUGH = "passing through"


class Result(StrEnum):
    """The effect of a MORALE test on a unit."""

    NONE = "none"
    DISORDERED = "DISORDERED"
    RETIRE = "RETIRE"
    ROUTE = "ROUTE"
    BROKEN = "BROKEN"


BECOMES: Final = {
    Result.NONE: "stands",
    Result.DISORDERED: "is disordered",
    Result.RETIRE: "retires",
    Result.ROUTE: "routs",
    Result.BROKEN: "breaks",
}
"""What becomes of a unit by each result."""


class Nerve(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a unit that affect its MORALE tests."""

    quality: Annotated[Quality, Meta(description="training of the unit")] = Quality.REGULAR
    in_command: Annotated[bool, Meta(description="within its General's command range")] = False
    supported: Annotated[bool, Meta(description="two STEADY or WORN friends within 12 in")] = False
    brave: Annotated[bool, Meta(description="special rule Brave")] = False
    reliable: Annotated[bool, Meta(description="special rule Reliable")] = False
    stubborn: Annotated[bool, Meta(description="special rule Stubborn")] = False
    unreliable: Annotated[bool, Meta(description="special rule Unreliable")] = False
    flat_successes: Annotated[
        bool, Meta(description="reading: 4-5 one and 6 two successes for every quality")
    ] = False
    reliable_in_morale: Annotated[
        bool, Meta(description="reading: Reliable gives its reroll in MORALE tests too")
    ] = False
    seat: Annotated[int, Meta(description="the seat that decides on rerolls", ge=0, le=1)] = 1
    unit: int = -1


class MoraleFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A MORALE test: the unit's nerve, its state when it tests (morale.state-after), and the cause."""

    nerve: Nerve = Nerve()
    state: Annotated[State, Meta(description="state of the unit after all hits are marked")] = State.STEADY
    cause: Annotated[Cause, Meta(description="what made it test")] = Cause.SHOOTING


class _Need(Struct, frozen=True, forbid_unknown_fields=True):
    cause: Cause
    need: int


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    state: State
    dice: int
    fail_melee: Result
    fail_other: Result
    pass_melee: Result
    pass_other: Result


@cache
def need(cause: Cause) -> int:
    """The successes that pass the test, by its cause (morale.need, movement.interpenetrate.need)."""
    if cause is Cause.PASSED_THROUGH:
        return NEED_WHEN_PASSED_THROUGH
    return next(row.need for row in table("morale.need", _Need) if row.cause is cause)


@cache
def result(state: State, cause: Cause, *, passed: bool) -> Result:
    """The result by the table: the state gives the row, the cause the line, success or failure the column.

    morale.judge, morale.result.data, morale.result.steady, morale.result.worn, morale.result.shaken
    """
    row = next(row for row in table("morale.result.data", _Row) if row.state is state)
    if cause is Cause.LOST_MELEE:
        return row.pass_melee if passed else row.fail_melee
    return row.pass_other if passed else row.fail_other


def dice(facts: MoraleFacts) -> Tally:
    """How many dice are rolled."""
    return _dice(facts.state, facts.nerve.brave)


@cache
def _dice(state: State, brave: bool) -> Tally:  # noqa: FBT001 - remembered by position
    tally = Tally.of(dice_by_state(state), f"{state} unit", "morale.roll")
    return tally.plus(1, "Brave", "special.brave") if brave else tally


def rerolls(nerve: Nerve) -> Tally:
    """How many single dice may be rerolled: one for each condition met (dice.reroll.tests)."""
    return _rerolls(nerve.in_command, nerve.supported, nerve.reliable and nerve.reliable_in_morale)


@cache
def _rerolls(in_command: bool, supported: bool, reliable: bool) -> Tally:  # noqa: FBT001 - by position
    tally = Tally.of(0, "rerolls", "dice.reroll.tests")
    if in_command:
        tally = tally.plus(1, "in command", "dice.reroll.in-command")
    if supported:
        tally = tally.plus(1, "supported", "dice.reroll.supported")
    if reliable:
        tally = tally.plus(1, "Reliable", "dice.reroll.reliable.scope")
    return tally


def success_faces(nerve: Nerve) -> tuple[int, ...]:
    """The successes of each face in a MORALE test: by quality, or flat in the other reading.

    tests.success.morale-conflict
    """
    quality = Quality.REGULAR if nerve.flat_successes else nerve.quality
    return faces(quality, unreliable=nerve.unreliable)


def as_test(facts: MoraleFacts) -> DiceTest:
    """The MORALE test of a unit, ready to be rolled."""
    nerve = facts.nerve
    return DiceTest(
        dice=dice(facts).whole,
        faces=success_faces(nerve),
        rerolls=rerolls(nerve).whole,
        aims=(need(facts.cause),),
        seat=nerve.seat,
        unit=nerve.unit,
    )


async def morale_test(facts: MoraleFacts) -> Result:
    """Roll, reroll, and read the table; a Stubborn unit that fails takes the whole test again, once.

    special.stubborn, special.stubborn.how
    """
    test = as_test(facts)
    passed = await do(passes, test)
    if not passed and facts.nerve.stubborn:
        passed = await do(passes, test)
    return result(facts.state, facts.cause, passed=passed)


async def passes(test: DiceTest) -> bool:
    """Does the test reach the successes it needs?"""
    successes, need = await roll(test), test.need
    return need is None or successes >= need
