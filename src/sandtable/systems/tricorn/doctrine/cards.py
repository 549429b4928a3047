"""Cards: whether a General rolls or stands and fires, and to whom the Commander in Chief gives his card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.systems.tricorn.activation import Bid, PassOrRoll, TransferCard, commanded
from sandtable.systems.tricorn.arcs import range_to
from sandtable.systems.tricorn.battle import (
    RESHUFFLE,
    Activation,
    Allowance,
    Officer,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.choices import STAND, Action, ActionKind
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.doctrine.chances import comes
from sandtable.systems.tricorn.doctrine.goals import goals
from sandtable.systems.tricorn.doctrine.intents import thought
from sandtable.systems.tricorn.doctrine.lie import apart
from sandtable.systems.tricorn.doctrine.outlook import PER_INCH
from sandtable.systems.tricorn.forming import forms
from sandtable.systems.tricorn.moving import actions, is_pinned, may_act
from sandtable.systems.tricorn.nearness import middle_of, nearest_enemy
from sandtable.systems.tricorn.rallying import may_remove
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.shooting import band_at
from sandtable.table.space import INCH

FAR: Final = 14.0
"""Units without an enemy within this many inches merely march."""
SIDES_OF_A_DIE: Final = 6
EARLY: Final = 0.3
"""How much more a command's gain is worth now than later in the turn, as a fraction of it."""
HALF_MOVE: Final = 0.5
"""The part of its gain that a command still makes without the initiative."""
RIDE: Final = 0.05
"""The value of the Commander in Chief's own move."""


# --------------------------------------------------------------------- pass or roll
def pass_or_roll(battle: TricornBattle, question: PassOrRoll) -> object:
    """A General stands and fires if his units have targets and nothing better to do; otherwise he rolls.

    turn.pass-or-roll, turn.passed-move
    """
    officer = battle.officers[question.officer]
    return Bid.DECLINE if _stands_and_fires(battle, officer) else Bid.ROLL


def _stands_and_fires(battle: TricornBattle, officer: Officer) -> bool:
    """Has a command a target, are all its units on the table and in command, and does none gain by moving?"""
    assert officer.command is not None
    units = battle.units_of(officer.command)
    if len(commanded(battle, officer)) < len(units) or any(unit.pose is None for unit in units):
        return False
    return _has_targets(battle, officer.command) and not any(gain > 0.0 for gain in gains(battle, officer))


def _has_targets(battle: TricornBattle, command: int) -> bool:
    """Has any unit of a command an enemy in arc and range?"""
    for unit in battle.units_of(command):
        if unit.pose is None or unit.is_column or unit.is_abandoned:
            continue
        for foe in battle.enemies_of(unit.side):
            length = range_to(unit, foe)
            if length is not None and band_at(unit.profile.weapon, length / INCH) is not None:
                return True
    return False


# --------------------------------------------------------------------- what a command would do
def set_in_motion(battle: TricornBattle, officer: Officer) -> TricornBattle:
    """The battle with the initiative given to an officer whose units have not acted yet."""
    activation = Activation(
        officer.id, officer.command, officer.side, Allowance.FULL, commanded(battle, officer)
    )
    return replace(battle, step=Step.MOVEMENT, active=officer.side, activation=activation)


def gains(battle: TricornBattle, officer: Officer) -> Iterator[float]:
    """What each unit of a command would gain by acting now over standing, those farthest from the enemy first
    because they are likeliest to move."""
    active = set_in_motion(battle, officer)
    far = {unit.id: nearest_enemy(active, unit) for unit in active.active_units()}
    for unit in sorted(active.active_units(), key=lambda unit: -far[unit.id]):
        if far[unit.id] > FAR * INCH:
            yield march_worth(active, unit)
            continue
        options = usual_actions(active, unit) if may_act(active, unit) else ()
        if len(options) > 1:
            yield thought(active, unit.id, options).gain


def usual_actions(battle: TricornBattle, unit: TricornUnit) -> tuple[Action, ...]:
    """The usual actions of a unit; targets are found when attacks are weighed."""
    if unit.is_abandoned or unit.is_garrison or is_in_contact(battle, unit.id):
        return tuple(actions(battle, unit))
    kinds = (
        (ActionKind.MOVE, True),
        (ActionKind.ATTACK, True),
        (ActionKind.FALL_BACK, is_pinned(battle, unit)),
        (ActionKind.FORM, bool(forms(battle, unit))),
        (ActionKind.REMOVE, may_remove(battle, unit)),
    )
    return (STAND, *(Action(kind) for kind, holds in kinds if holds))


def march_worth(battle: TricornBattle, unit: TricornUnit) -> float:
    """The value of a move towards its goal for a unit with no enemy near."""
    goal = goals(battle).get(unit.id)
    if goal is None or unit.is_abandoned:
        return 0.0
    short = max(apart(middle_of(unit), goal.point) - goal.near, 0.0)
    return goal.weight * PER_INCH * min(short, rate(unit).good)


def stir(battle: TricornBattle, officer: Officer) -> float:
    """The value of activating a command now, units still to arrive included."""
    if officer.command is None:
        return RIDE
    waiting = sum(unit.pose is None for unit in battle.units_of(officer.command))
    return sum(gains(battle, officer)) + RIDE * waiting


def expected(battle: TricornBattle, officer: Officer) -> float:
    """The value of activating a command, weighted by the Initiative Roll (turn.initiative.roll)."""
    chance = (SIDES_OF_A_DIE + 1 - officer.rating.initiative) / SIDES_OF_A_DIE
    return stir(battle, officer) * (chance + HALF_MOVE * (1.0 - chance))


# --------------------------------------------------------------------- the Commander in Chief
def transfer(battle: TricornBattle, question: TransferCard) -> object:
    """The Commander in Chief gives his card to the General who gains most by it: the command's gain, weighted
    by the chance that its own card no longer comes up and by the value of acting sooner.

    cards.cc.transfer, turn.end.condition
    """
    chief = battle.chief(question.seat)
    assert chief is not None
    best, most = None, expected(battle, chief) if chief.command is not None else RIDE
    for number in question.options:
        if number is not None:
            gain = handed_over(battle, battle.officers[number])
            if gain > most:
                best, most = number, gain
    return best


def handed_over(battle: TricornBattle, general: Officer) -> float:
    """What a General gains by his chief's card (cards.cc.transfer.cost)."""
    own = own_chance(battle, general)
    return expected(battle, general) * ((1.0 - own) + EARLY * own)


def own_chance(battle: TricornBattle, general: Officer) -> float:
    """The exact chance that a General's own card still comes up in this turn, by the cards left."""
    left = battle.deck.left
    reshuffles = sum(card == RESHUFFLE for card in left)
    if general.card not in left or not reshuffles:
        return 0.0
    return comes(len(left) - reshuffles - 1, reshuffles)
