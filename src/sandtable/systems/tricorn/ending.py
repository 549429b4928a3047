"""The end of a turn: losses, breaking, the last turn, new Generals, and the deck made afresh.

turn.end.order
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.game.battle.battle import Outcome
from sandtable.systems.tricorn.army_break import is_demoralized
from sandtable.systems.tricorn.battle import Officer, TricornBattle
from sandtable.systems.tricorn.command_events import CommandDemoralized, OfficerSucceeded
from sandtable.systems.tricorn.events import BattleEnded, Conceded, TurnBegan
from sandtable.systems.tricorn.muster import deck_of
from sandtable.systems.tricorn.officers import beside
from sandtable.systems.tricorn.ratings import lower
from sandtable.systems.tricorn.victory import outcome_by_breaking, outcome_by_points
from sandtable.systems.tricorn.words import name, side_name
from sandtable.table.space import as_inches


class Resolve(StrEnum):
    """A player's choice at the end of a turn: fight on or concede (victory.break)."""

    GO_ON = "go on"
    CONCEDE = "concede"


RESOLVES: Final = tuple(Resolve)
RESOLVE_WORDS: Final = {Resolve.GO_ON: "Fight on", Resolve.CONCEDE: "Give the battle up"}


class Concede(Choose[Resolve], frozen=True, kw_only=True):
    """Choose to fight on or to concede (victory.break)."""

    decision: str = "game.concede"
    rule = "victory.break"
    title = "Fight on?"
    kind = Kind.FORMALITY

    def words(self, battle: TricornBattle) -> str:
        return f"Turn {battle.turn} is over: does {side_name(battle, self.seat)} fight on?"

    def label(self, battle: TricornBattle, option: Resolve) -> str:
        del battle
        return RESOLVE_WORDS[option]


class PlaceSuccessor(Choose[int], frozen=True, kw_only=True):
    """Choose the unit beside which the successor of a lost General appears (leaders.casualty.replace)."""

    decision: str = "end.replacement"
    rule = "leaders.casualty.replace"
    title = "Where does he appear?"

    officer: int

    def subject(self) -> tuple[object, ...]:
        """Nothing: the units are those of his command."""
        return ()

    def words(self, battle: TricornBattle) -> str:
        return f"Where does the successor of {battle.officers[self.officer].card} appear?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return f"beside {name(battle, option)}"

    def face(self, battle: TricornBattle, option: int) -> Face:
        place = beside(battle.units[option], battle.field)
        return Face(
            f"Beside {name(battle, option)}", f"at {as_inches(place.x):g}, {as_inches(place.y):g}", option
        )


# --------------------------------------------------------------------- the step
async def end_step(battle: TricornBattle) -> TricornBattle:
    """End a turn: the procedures in their order (turn.end.order, turn.end.army-morale)."""
    battle = await _count_losses(battle)
    battle = await _ask_to_concede(battle)
    outcome = ended(battle)
    if outcome is not None:
        return await tell(battle, BattleEnded(outcome))
    battle = await _replace_generals(battle)
    return await tell(battle, TurnBegan(battle.turn + 1, deck_of(cards_of(battle, battle.turn + 1))))


async def _count_losses(battle: TricornBattle) -> TricornBattle:
    """Commands that have lost half of their units, or more, are Demoralized (army.demoralized)."""
    for number, command in enumerate(battle.commands):
        lost = sum(unit.command == number for unit in battle.lost(command.side))
        if not command.demoralized and is_demoralized(lost=lost, began=command.began):
            battle = await tell(battle, CommandDemoralized(number))
    return battle


async def _ask_to_concede(battle: TricornBattle) -> TricornBattle:
    """Each player may concede, which counts as a broken army (victory.break)."""
    for side in (0, 1):
        said = await Concede(side, RESOLVES, grave=(Resolve.CONCEDE,))
        if said is Resolve.CONCEDE:
            return await tell(battle, Conceded(side))
    return battle


def ended(battle: TricornBattle) -> Outcome | None:
    """How the battle has ended: an army has broken, or this was the last turn; None if it goes on.

    turn.end.order
    """
    broken = outcome_by_breaking(battle)
    if broken is not None or battle.turn < battle.turn_limit:
        return broken
    return outcome_by_points(battle)


# --------------------------------------------------------------------- new Generals
async def _replace_generals(battle: TricornBattle) -> TricornBattle:
    """A lost General is succeeded by an officer one rating lower, if the command has a unit left.

    He appears touching a unit of the command that his player chooses; if all units are still to arrive, he
    enters with the first (leaders.casualty.replace).
    """
    for officer in battle.officers:
        if officer.lost and officer.command is not None and battle.units_of(officer.command):
            battle = await _succeed(battle, officer)
    return battle


async def _succeed(battle: TricornBattle, lost: Officer) -> TricornBattle:
    assert lost.command is not None
    here = tuple(unit.id for unit in battle.units_of(lost.command) if unit.pose is not None)
    if len(here) > 1:
        unit: int | None = await PlaceSuccessor(lost.side, here, officer=lost.id)
    else:
        unit = here[0] if here else None
    place = None if unit is None else beside(battle.units[unit], battle.field)
    successor = f"{lost.card}'s successor"
    return await tell(battle, OfficerSucceeded(lost.id, successor, lower(lost.rating), unit, place))


# --------------------------------------------------------------------- the deck
def cards_of(battle: TricornBattle, turn: int) -> list[str]:
    """The Command Cards of a turn: one for every officer whose command is on the table or arrives in it.

    The card of a lost officer without a successor leaves the deck; that of a General without units stays.

    cards.lost-general, cards.no-units, setup.arrivals, turn.end.reshuffle
    """
    return [
        officer.card
        for officer in battle.officers
        if not officer.lost and (officer.command is None or battle.commands[officer.command].arrives <= turn)
    ]
