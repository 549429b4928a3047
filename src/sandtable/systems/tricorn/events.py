"""The events of a tricorn battle: every change of its state is one of these or an event of a chapter."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.dice.deck import Deck
from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.game.present.english import counted
from sandtable.systems.tricorn.battle import (
    PHASE_NAMES,
    RESHUFFLE,
    Activation,
    Allowance,
    Camp,
    Command,
    Officer,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.words import officer_name, side_name
from sandtable.table.space import Point


class TricornEvent(Event[TricornBattle], frozen=True, tag=True):
    """Something that happened in a battle of tricorn."""

    reveals: ClassVar[bool] = False

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first."""
        found: list[int] = []
        for field in ("unit", "target", "units"):
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else (named,)
        return tuple(dict.fromkeys(found))


def with_officer(battle: TricornBattle, officer: Officer) -> TricornBattle:
    """The battle with one officer replaced; his place is stored as floats, as a file restores it."""
    officers, place = battle.officers, officer.place
    if place is not None:
        officer = replace(officer, place=Point(float(place.x), float(place.y)))
    return replace(battle, officers=(*officers[: officer.id], officer, *officers[officer.id + 1 :]))


def with_command(battle: TricornBattle, number: int, command: Command) -> TricornBattle:
    """The battle with one command replaced."""
    commands = battle.commands
    return replace(battle, commands=(*commands[:number], command, *commands[number + 1 :]))


def with_camp(battle: TricornBattle, side: int, camp: Camp) -> TricornBattle:
    """The battle with one camp replaced."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- the turn
class CardTurned(TricornEvent, frozen=True):
    """The top card of the command deck was turned (turn.draw)."""

    reveals: ClassVar[bool] = True

    card: str

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The card leaves those that are left, and its officer's side acts (cards.deck, turn.draw)."""
        sides = [officer.side for officer in battle.officers if officer.card == self.card]
        return replace(battle, deck=battle.deck.after(self.card), active=sides[0] if sides else battle.active)

    def cites(self) -> tuple[str, ...]:
        return ("cards.reshuffle.first",) if self.card == RESHUFFLE else ("turn.draw",)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        if self.card == RESHUFFLE:
            is_last = before.deck.left.count(RESHUFFLE) == 1
            return f"A Re-Shuffle Card is turned: {'the turn ends' if is_last else 'one more ends the turn'}"
        words = f"The card of {self.card} is turned"
        officer = before.officer_on(self.card)
        return words if officer is None else f"{words}, {side_name(before, officer.side)}"


ALLOWANCES: Final = {
    Allowance.NONE: "is active",
    Allowance.HALF: "has a Half Move",
    Allowance.FULL: "has a Full Move",
}
"""What an active officer's units may do, in words."""


class ActivationBegan(TricornEvent, frozen=True):
    """An officer became active, with the move that he chose or rolled (turn.draw, turn.pass-or-roll).

    An activation handed over by the Commander in Chief spends the activations of both
    (cards.cc.transfer.cost).
    """

    rules = ("turn.pass-or-roll",)

    activation: Activation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No unit has acted in it yet (turn.once-each)."""
        chief = self.activation.by_chief
        spent = (self.activation.officer,) if chief is None else (chief, self.activation.officer)
        return replace(
            battle,
            units=_all_fresh(battle.units),
            activation=self.activation,
            active=self.activation.side,
            activated=tuple(dict.fromkeys((*battle.activated, *spent))),
            followed=(),
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        words = f"{officer_name(after, self.activation.officer)} {ALLOWANCES[self.activation.allowance]}"
        chief = self.activation.by_chief
        return words if chief is None else f"{words}, on the card of {officer_name(after, chief)}"


def _all_fresh(units: tuple[TricornUnit, ...]) -> tuple[TricornUnit, ...]:
    """Units at the start of an activation; the same object if no unit changes, so that caches by identity
    hold."""
    tired = [
        unit
        for unit in units
        if unit.moved or unit.rallied or unit.broke_off or unit.passed or unit.named or unit.withdrew
    ]
    if not tired:
        return units
    fresh = list(units)
    for unit in tired:
        fresh[unit.id] = _fresh(unit)
    return tuple(fresh)


def _fresh(unit: TricornUnit) -> TricornUnit:
    """A unit at the start of an activation."""
    return replace(step_over(unit), moved=False, rallied=False, broke_off=False, passed=False, withdrew=False)


def step_over(unit: TricornUnit) -> TricornUnit:
    """A unit that has not acted in a step yet; the same object if nothing changes."""
    return replace(unit, named=False, spent=0, began=None) if unit.named else unit


def _with_no_part(units: tuple[TricornUnit, ...]) -> tuple[TricornUnit, ...]:
    """Units that have not acted in a step yet; the same object if no unit changes."""
    if True not in [unit.named for unit in units]:
        return units
    return tuple([step_over(unit) if unit.named else unit for unit in units])


class StepBegan(TricornEvent, frozen=True):
    """The next step of an activation began (turn.sequence)."""

    rules = ("turn.sequence",)
    is_detail = True

    step: Step

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No unit has acted in it yet; the state of the last step is cleared."""
        return replace(
            combat_settled(battle),
            units=_with_no_part(battle.units),
            step=self.step,
            phase=PHASE_NAMES[self.step],
            fought=(),
            supported=(),
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return self.step.value.capitalize()


def combat_settled(battle: TricornBattle) -> TricornBattle:
    """The battle with the state of a combat cleared (melee.one-recoil, morale.recoiled-into.once)."""
    if not (battle.recoiled or battle.blocked or battle.jostled):
        return battle
    return replace(battle, recoiled=(), blocked=(), jostled=())


class ActivationEnded(TricornEvent, frozen=True):
    """The active officer's activation is over (turn.draw)."""

    rules = ("turn.draw",)
    is_detail = True

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The next card is turned."""
        step = Step.CARD
        return replace(
            combat_settled(battle), activation=None, shots=(), dues=(), step=step, phase=PHASE_NAMES[step]
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return "The activation is over"


class TurnBegan(TricornEvent, frozen=True):
    """A new turn began with a new deck (turn.end.reshuffle, turn.end.order)."""

    rules = ("turn.end.reshuffle",)

    turn: int
    deck: Deck

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No officer has been active in it (turn.once-each)."""
        step = Step.CARD
        return replace(
            battle,
            turn=self.turn,
            deck=self.deck,
            step=step,
            phase=PHASE_NAMES[step],
            activation=None,
            activated=(),
            declined=(),
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"Turn {self.turn} begins with a deck of {counted(len(self.deck.left), 'card')}"


class Conceded(TricornEvent, frozen=True):
    """A player gave the battle up (victory.break)."""

    rules = ("victory.break",)

    side: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The army counts as broken."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{side_name(after, self.side)} gives the battle up"


class BattleEnded(TricornEvent, frozen=True):
    """The battle ended (victory.break, victory.points)."""

    outcome: Outcome

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No event follows."""
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return self.outcome.words[:1].upper() + self.outcome.words[1:]
