"""Control: the die of a unit that tests, its modifiers, and what the score has the unit do.

Which units must test is decided on the table; these facts are all that the die and its result depend on.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> pursuer = ControlTest(record=Record.PURSUE)
>>> odds(do(control, pursuer), exact=True)[Verdict.REPEAT]
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Die, Single
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import least_of, modifier, most_of
from sandtable.systems.eagle.dice import AVERAGE, D6
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.troops import Grade, TroopClass

IMPETUS: Final = (
    Record.CHARGE,
    Record.COUNTER_CHARGE,
    Record.FOLLOW_UP,
    Record.PASS_THROUGH,
    Record.RETIRE,
    Record.EVADE,
    Record.PURSUE,
    Record.LOOT,
)
"""The last moves that add one to the die (control.mod.impetus.meaning)."""

STEADY_LIGHTS: Final = (Grade.B, Grade.C)
"""The grades of light troops that roll the average die besides grade A (control.die.average)."""


class Verdict(StrEnum):
    """What a control test has a unit do (control.result.low, control.result.middle, control.result.high)."""

    HALT = "halts"
    FREE = "acts as its player wishes"
    REPEAT = "repeats its last move"
    FOLLOW_EAGLE = "follows the Eagle"


class ControlTest(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a control test: the unit, its last move, and what is with it or near it."""

    grade: Annotated[Grade, Meta(description="grade of the unit")] = Grade.C
    troop_class: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.MI
    record: Annotated[Record, Meta(description="its last move")] = Record.ADVANCE
    attached_modifier: Annotated[
        int, Meta(description="what an attached leader adds to the die, as announced", ge=-1, le=1)
    ] = 0
    near_eagle: Annotated[
        bool, Meta(description="a Legion unit within 4 in of its Eagle, carried by another unit")
    ] = False
    bears_eagle: Annotated[bool, Meta(description="it carries the Eagle itself")] = False


# --------------------------------------------------------------------- figures
def die(test: ControlTest) -> Die:
    """The die that a unit rolls: an average die for grade A and for lights of grade B or C, else a D6.

    control.die.average, control.die.d6, dice.average
    """
    steady = test.grade is Grade.A or (test.troop_class.is_light and test.grade in STEADY_LIGHTS)
    return AVERAGE if steady else D6


@lru_cache(maxsize=1024)
def added(test: ControlTest) -> Tally:
    """What is added to the die: one for impetus, and what the leader's player has announced.

    control.mod.impetus, control.mod.impetus.meaning, control.mod.leader, control.mod.leader.timing
    """
    kind = "an average die" if die(test) is AVERAGE else "a D6"
    rule = "control.die.average" if die(test) is AVERAGE else "control.die.d6"
    tally = Tally.of(0, f"added to {kind}", rule)
    if test.record in IMPETUS:
        tally = tally.plus(
            modifier("control.mod.impetus"), f"its last move was {test.record}", "control.mod.impetus"
        )
    change = test.attached_modifier * modifier("control.mod.leader")
    return tally.plus(change, "its leader, as announced", "control.mod.leader")


def leader_choices() -> tuple[int, int, int]:
    """What an attached leader may do to the die: nothing, subtract one, or add one (control.mod.leader)."""
    one = modifier("control.mod.leader")
    return 0, -one, one


# ---------------------------------------------------------------------- throws
async def control(test: ControlTest) -> Verdict:
    """Roll the die of a unit and read its result."""
    return verdict(test, await Single(die(test), added(test).whole, purpose="control test"))


def verdict(test: ControlTest, score: int) -> Verdict:
    """What a score has a unit do; the bearer of the Eagle cannot follow it.

    control.result.low, control.result.middle, control.result.high, control.eagle
    """
    if most_of("control.result.low") < score < least_of("control.result.high"):
        return Verdict.FREE
    if test.near_eagle and not test.bears_eagle:
        return Verdict.FOLLOW_EAGLE
    return Verdict.HALT if score <= most_of("control.result.low") else Verdict.REPEAT


# ----------------------------------------------------------------------- figures and headings
def control_tallies(test: ControlTest) -> Mapping[str, Tally]:
    """The figures of a control test."""
    return {"added to the die": added(test)}


GOES_ON: Final = {Record.PURSUE: "its pursuit goes on", Record.LOOT: "it stays in the camp and loots"}
"""What a pursuer or looter does that repeats its last move (control.pursuit-choice, control.loot)."""


def control_summary(test: ControlTest, told: Verdict) -> tuple[str, ...]:
    """What the unit does."""
    if told is Verdict.REPEAT and test.record in GOES_ON:
        return (GOES_ON[test.record],)
    return (f"the unit {told}",)
