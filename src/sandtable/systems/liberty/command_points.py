"""Command Points: how many an army has, and which Command Action they may buy when.

>>> from sandtable.game.ask.questions import do
>>> from sandtable.game.drivers.odds import odds
>>> dict(odds(do(generate, BrigadeFacts(brigades=3)), exact=True))
{4: Fraction(1, 3), 5: Fraction(1, 3), 6: Fraction(1, 3)}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import D3, Single
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally

COST = 1
"""Every Command Action costs one Command Point."""


class Action(StrEnum):
    """The eight Command Actions."""

    LEAD_THE_FIGHT = "Lead The Fight!"
    REINFORCE = "Reinforce!"
    HOLD_THE_LINE = "Hold The Line!"
    REFORM_THE_RANKS = "Reform The Ranks!"
    A_DIRECT_ORDER = "A Direct Order!"
    PRESS_THE_CHARGE = "Press the Charge!"
    CONCENTRATE_FIRE = "Concentrate Fire!"
    DOUBLE_TIME = "Double Time!"


class Phase(StrEnum):
    """The phases of a player turn (turn.phases)."""

    COMMAND = "Command"
    SHOOTING = "Shooting"
    MELEE = "Melee"


RULES = {
    Action.LEAD_THE_FIGHT: ("action.lead-the-fight", (Phase.MELEE,)),
    Action.REINFORCE: ("action.reinforce", (Phase.COMMAND,)),
    Action.HOLD_THE_LINE: ("action.hold-the-line", tuple(Phase)),
    Action.REFORM_THE_RANKS: ("action.reform-the-ranks", (Phase.COMMAND,)),
    Action.A_DIRECT_ORDER: ("action.direct-order", (Phase.COMMAND,)),
    Action.PRESS_THE_CHARGE: ("action.press-the-charge", (Phase.COMMAND,)),
    Action.CONCENTRATE_FIRE: ("action.concentrate-fire", (Phase.SHOOTING,)),
    Action.DOUBLE_TIME: ("action.double-time", (Phase.COMMAND,)),
}
"""The rule of each action and the phases in which it may be used."""


# ------------------------------------------------------------------ the pool
class BrigadeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """An army before deployment."""

    brigades: Annotated[int, Meta(description="brigades in the army", ge=1, le=20)] = 2


def from_brigades(facts: BrigadeFacts) -> Tally:
    """One Command Point for each brigade (cp.generate)."""
    return Tally.of(facts.brigades, "one for each brigade", "cp.generate")


async def generate(facts: BrigadeFacts) -> int:
    """The Command Points of an army for the whole game: its brigades and D3 (cp.generate, dice.d3)."""
    return from_brigades(facts).whole + await Single(D3, purpose="Command Points")


class Use(Struct, frozen=True, kw_only=True):
    """A Command Action that a player wants to use: on which unit, and at what moment."""

    action: Action
    unit: int
    phase: Phase
    own_turn: bool = True
    own_army: bool = True
    counter_charge: bool = False


class CommandPoints(Struct, frozen=True):
    """The points an army has left, shown openly (cp.display), and what they were used on in this turn."""

    left: int
    used: tuple[tuple[Action, int], ...] = ()

    def after(self, use: Use) -> CommandPoints:
        """A point is spent once in the game (cp.once)."""
        return CommandPoints(self.left - COST, (*self.used, (use.action, use.unit)))

    def next_turn(self) -> CommandPoints:
        """The points of the next turn: what was used on a unit is forgotten (cp.same-action)."""
        return CommandPoints(self.left)


def obstacles(use: Use, points: CommandPoints) -> tuple[Refusal, ...]:
    """Why an action may not be used; empty if it may (cp.purpose).

    cp.once, cp.same-action, cp.own-army; the right moment: cp.detail
    """
    rule, phases = RULES[use.action]
    if _may_be_used(use, points, phases):
        return ()
    named = " or ".join(phases)
    barred = (
        (points.left < COST, f"{use.action} costs {COST} Command Point and none is left", "cp.once"),
        (
            (use.action, use.unit) in points.used,
            f"{use.action} is already used on it this turn",
            "cp.same-action",
        ),
        (not use.own_army, f"{use.action} works only on units of your own army", "cp.own-army"),
        (use.phase not in phases, f"{use.action} is for the {named} phase; this is {use.phase}", rule),
        (not _fits_the_turn(use), f"{use.action} cannot be used like this in the enemy's turn", "cp.detail"),
    )
    return tuple(Refusal(words, rule=why) for holds, words, why in barred if holds)


def _may_be_used(use: Use, points: CommandPoints, phases: Collection[Phase]) -> bool:
    """May an action be used? The test of `obstacles` without its reasons."""
    if points.left < COST or use.phase not in phases or not use.own_army or not _fits_the_turn(use):
        return False
    return (use.action, use.unit) not in points.used


def _fits_the_turn(use: Use) -> bool:
    """Does it fit the turn? The enemy's turn allows two actions, and two more for a counter-charge."""
    if use.own_turn or use.action in (Action.HOLD_THE_LINE, Action.LEAD_THE_FIGHT):
        return True
    return use.counter_charge and use.action in (Action.A_DIRECT_ORDER, Action.PRESS_THE_CHARGE)


# ------------------------------------------------------------------ figures and headings
def generate_tallies(facts: BrigadeFacts) -> Mapping[str, Tally]:
    """The part of the pool that is not rolled."""
    return {"without the die": from_brigades(facts)}
