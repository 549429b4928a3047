"""Leaders at risk: the die of a leader whose unit was shot at or fought, wounds, death and succession.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(risk, AtRisk(start=2, actions=2)), exact=True)[Harm.KILLED]
Fraction(1, 36)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct

from sandtable.dice import Single, Under
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import most_of, table, values
from sandtable.systems.eagle.dice import D6
from sandtable.systems.eagle.troops import Nation

MOST_ACTIONS: Final = 3


class Harm(StrEnum):
    """What a risk roll does to a leader (leaders.risk.table, leaders.wound.reconcile)."""

    NONE = "unharmed"
    WOUNDED = "wounded"
    CRIPPLED = "crippled"
    KILLED = "killed"


class AtRisk(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A leader at risk: the actions of his profile, those he has left, and whether he is crippled."""

    start: Annotated[int, Meta(description="actions he began with", ge=1, le=MOST_ACTIONS)] = 2
    actions: Annotated[int, Meta(description="actions he has now", ge=1, le=MOST_ACTIONS)] = 2
    crippled: Annotated[bool, Meta(description="wounded though he began with a single action")] = False
    last_wound_kills: Annotated[
        bool, Meta(description="reading: the wound that takes the last action kills, whatever he began with")
    ] = False

    def __post_init__(self) -> None:
        if self.actions > self.start:
            raise ValueError(f"a leader who began with {self.start} actions cannot have {self.actions}")
        if self.crippled and (self.start > 1 or self.last_wound_kills):
            raise ValueError(
                "a wound cripples only a leader who began with a single action, and only by the first reading"
            )


# ---------------------------------------------------------------------- tables
class _Result(StrEnum):
    KILLED = "killed"
    WOUNDED = "wounded"
    NONE = "none"


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    low: int
    high: int
    result: _Result


@cache
def _rows() -> tuple[_Row, ...]:
    return table("leaders.risk.table", _Row)


class _Succession(Struct, frozen=True):
    turns: int
    actions: int


@cache
def _succession() -> _Succession:
    return values("leaders.second-in-command", _Succession)


# ---------------------------------------------------------------------- throws
async def risk(leader: AtRisk) -> Harm:
    """One die, of which only a 1 counts, and then a second on the wound table.

    leaders.risk.when, leaders.risk.one, leaders.risk.table
    """
    if not await Under(most_of("leaders.risk.one"), die=D6, purpose="risk to the leader"):
        return Harm.NONE
    return harm(leader, await Single(D6, purpose="wound of the leader"))


def harm(leader: AtRisk, face: int) -> Harm:
    """What the second die does to him (leaders.risk.table)."""
    result = next(row.result for row in _rows() if row.low <= face <= row.high)
    match result:
        case _Result.KILLED:
            return Harm.KILLED
        case _Result.WOUNDED:
            return wounded(leader)
        case _Result.NONE:
            return Harm.NONE
        case _:
            assert_never(result)


def wounded(leader: AtRisk) -> Harm:
    """The effect of a wound: one action less, and death with the last.

    leaders.wound, leaders.zero; a leader who began with a single action is crippled first
    (leaders.wound.single, leaders.wound.reconcile)
    """
    if leader.start == 1 and not leader.crippled and not leader.last_wound_kills:
        return Harm.CRIPPLED
    return Harm.KILLED if leader.actions == 1 else Harm.WOUNDED


def actions_after(leader: AtRisk, harm: Harm) -> int:
    """The actions that a leader has left; a crippled one keeps his single action, for Move alone.

    leaders.wound, leaders.zero, leaders.wound.reconcile
    """
    match harm:
        case Harm.KILLED:
            return 0
        case Harm.WOUNDED:
            return leader.actions - 1
        case Harm.NONE | Harm.CRIPPLED:
            return leader.actions
        case _:
            assert_never(harm)


# ------------------------------------------------------------------ succession
def replacement_turn(killed_in: int, nation: Nation, *, second: bool = False) -> int | None:
    """The turn in which a second in command takes over; None for Britons and for the fall of a second.

    leaders.second-in-command, leaders.second-in-command.britons, leaders.replacement.place
    """
    if nation is Nation.BRITISH or second:
        return None
    return killed_in + _succession().turns


def actions_of_second() -> int:
    """The actions of a second in command (leaders.second-in-command)."""
    return _succession().actions


# ----------------------------------------------------------------------- figures and headings
def risk_tallies(leader: AtRisk) -> Mapping[str, Tally]:
    """What the first die must show for the second to be rolled, and the wounds that a leader can take."""
    first = Tally.of(most_of("leaders.risk.one"), "the face that puts him in danger", "leaders.risk.one")
    wounds = Tally.of(leader.actions, "actions, one for each wound", "leaders.wound")
    if leader.start == 1 and not leader.last_wound_kills:
        spare = 0 if leader.crippled else 1
        wounds = wounds.plus(
            spare, "the first wound of a single-action leader cripples", "leaders.wound.reconcile"
        )
    return {"danger on": first, "wounds that kill": wounds}


def risk_summary(leader: AtRisk, harm: Harm) -> tuple[str, ...]:
    """What became of the leader."""
    del leader
    return (f"the leader is {harm}",)
