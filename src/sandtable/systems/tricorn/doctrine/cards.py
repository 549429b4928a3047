"""Cards: whether a General rolls or stands and fires, and to whom the Commander in Chief gives his card."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.questions import Choose
from sandtable.systems.tricorn.activation import Bid, commanded
from sandtable.systems.tricorn.arcs import range_to
from sandtable.systems.tricorn.battle import RESHUFFLE, Activation, Allowance, Officer, Step, TricornBattle
from sandtable.systems.tricorn.doctrine.chances import comes
from sandtable.systems.tricorn.doctrine.intents import thought
from sandtable.systems.tricorn.moving import actions, may_act
from sandtable.systems.tricorn.shooting import band_at
from sandtable.table.measure import INCH

SIDES_OF_A_DIE: Final = 6
EARLY: Final = 0.3
"""How much of what a command would do is worth more if it is done at once than later in the turn."""
HALF_MOVE: Final = 0.5
"""How much of it is done without the initiative."""
RIDE: Final = 0.05
"""What the Commander in Chief's own move is worth to him."""


# --------------------------------------------------------------------- pass or roll
def pass_or_roll(battle: TricornBattle, question: Choose[Bid]) -> object:
    """A General whose units have targets, and nothing better to do than to fire, stands and fires.

    turn.pass-or-roll, turn.passed-move
    """
    number = question.about[0]
    assert isinstance(number, int)
    officer = battle.officers[number]
    return Bid.DECLINE if _stands_and_fires(battle, officer) else Bid.ROLL


def _stands_and_fires(battle: TricornBattle, officer: Officer) -> bool:
    """Has a command somebody before its muskets or guns, is nobody out of command or still to come, and does
    nobody gain by moving?"""
    assert officer.command is not None
    units = battle.units_of(officer.command)
    if len(commanded(battle, officer)) < len(units) or any(unit.pose is None for unit in units):
        return False
    return _has_targets(battle, officer.command) and stir(battle, officer) <= 0.0


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
def stir(battle: TricornBattle, officer: Officer) -> float:
    """What it would bring to set a command in motion now: the gains of its units over standing."""
    if officer.command is None:
        return RIDE
    active = replace(
        battle,
        step=Step.MOVEMENT,
        active=officer.side,
        activation=Activation(
            officer.id, officer.command, officer.side, Allowance.FULL, commanded(battle, officer)
        ),
    )
    total = 0.0
    for unit in active.active_units():
        if may_act(active, unit):
            options = tuple(actions(active, unit))
            total += thought(active, unit.id, options).gain if len(options) > 1 else 0.0
    return total + RIDE * sum(unit.pose is None for unit in battle.units_of(officer.command))


def expected(battle: TricornBattle, officer: Officer) -> float:
    """What setting a command in motion brings, the Initiative Roll counted (turn.initiative.roll)."""
    chance = (SIDES_OF_A_DIE + 1 - officer.rating.initiative) / SIDES_OF_A_DIE
    return stir(battle, officer) * (chance + HALF_MOVE * (1.0 - chance))


# --------------------------------------------------------------------- the Commander in Chief
def transfer(battle: TricornBattle, question: Choose[int | None]) -> object:
    """The card of the Commander in Chief goes to the General who gains most by it: what his command would do,
    by the chance that his own card does not come up any more, and by how much sooner is better.

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
    """What a General gains by the card of his chief (cards.cc.transfer.cost)."""
    own = own_chance(battle, general)
    return expected(battle, general) * ((1.0 - own) + EARLY * own)


def own_chance(battle: TricornBattle, general: Officer) -> float:
    """How likely a General's own card still comes up in this turn, exactly, by the cards left."""
    left = battle.deck.left
    reshuffles = sum(card == RESHUFFLE for card in left)
    if general.card not in left or not reshuffles:
        return 0.0
    return comes(len(left) - reshuffles - 1, reshuffles)
