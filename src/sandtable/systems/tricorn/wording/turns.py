"""The turn in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.tricorn import command_events, events
from sandtable.systems.tricorn.activation import PASS_OR_ROLL, TRANSFER, Bid
from sandtable.systems.tricorn.battle import RESHUFFLE, Allowance, TricornBattle
from sandtable.systems.tricorn.ending import CONCEDE, Resolve
from sandtable.systems.tricorn.wording.names import Prompter, Teller, officer_name, side

MOVES: Final = {
    Allowance.NONE: "is active",
    Allowance.HALF: "has a Half Move",
    Allowance.FULL: "has a Full Move",
}

BIDS: Final = {Bid.ROLL: "Roll for the initiative", Bid.DECLINE: "Decline to move, and only fire and fight"}
RESOLVES: Final = {Resolve.GO_ON: "Fight on", Resolve.CONCEDE: "Give the battle up"}


# --------------------------------------------------------------------- questions
def _pass_or_roll(battle: TricornBattle, question: Choose[Bid]) -> Prompt:
    (officer,) = question.about
    assert isinstance(officer, int)
    general = officer_name(battle, officer)
    labels = tuple(BIDS[option] for option in question.options)
    return Prompt(f"Does {general} roll for the initiative, or decline to move?", "turn.pass-or-roll", labels)


def acting(battle: TricornBattle) -> int:
    """The officer whose card was turned last."""
    return next(one.id for one in battle.officers if one.card == battle.deck.drawn[-1])


def _transfer(battle: TricornBattle, question: Choose[int | None]) -> Prompt:
    chief = officer_name(battle, acting(battle))
    labels = tuple(
        f"{chief} acts himself" if general is None else f"{officer_name(battle, general)} acts in his place"
        for general in question.options
    )
    return Prompt(f"Who acts on the card of {chief}?", "cards.cc.transfer", labels)


def _concede(battle: TricornBattle, question: Choose[Resolve]) -> Prompt:
    words = f"Turn {battle.turn} is over: does {side(battle, question.seat)} fight on?"
    return Prompt(words, "victory.break", tuple(RESOLVES[option] for option in question.options))


# --------------------------------------------------------------------- events
def _card(battle: TricornBattle, event: events.CardTurned) -> str:
    del battle
    if event.card == RESHUFFLE:
        return "A Re-Shuffle Card is turned"
    return f"The card of {event.card} is turned"


def _activation(battle: TricornBattle, event: events.ActivationBegan) -> str:
    activation = event.activation
    words = f"{officer_name(battle, activation.officer)} {MOVES[activation.allowance]}"
    if activation.by_chief is None:
        return words
    return f"{words}, on the card of {officer_name(battle, activation.by_chief)}"


def _step(battle: TricornBattle, event: events.StepBegan) -> str:
    del battle
    return event.step.value.capitalize()


def _activation_ended(battle: TricornBattle, event: events.ActivationEnded) -> str:
    del battle, event
    return "The activation is over"


def _turn(battle: TricornBattle, event: events.TurnBegan) -> str:
    del battle
    return f"Turn {event.turn} begins with a deck of {counted(len(event.deck.left), 'card')}"


def _conceded(battle: TricornBattle, event: events.Conceded) -> str:
    return f"{side(battle, event.side)} gives the battle up"


def _spent(battle: TricornBattle, event: command_events.CardSpent) -> str:
    who = officer_name(battle, event.officer)
    return (
        f"{who} is lost: the card has no effect"
        if event.rule == "cards.lost-general"
        else (f"{who} has already been active: the card has no effect")
    )


def _declined(battle: TricornBattle, event: command_events.MoveDeclined) -> str:
    return f"{officer_name(battle, event.officer)} declines to move"


def _barred(battle: TricornBattle, event: command_events.MeleesBarred) -> str:
    general = battle.officers[battle.commands[event.command].officer].name
    return f"The units of {general} may start no melee this turn"


def _demoralized(battle: TricornBattle, event: command_events.CommandDemoralized) -> str:
    command = battle.commands[event.command]
    return f"The command of {battle.officers[command.officer].name} is Demoralized"


def _prize(battle: TricornBattle, event: command_events.PrizeTaken) -> str:
    return f"{side(battle, event.side)} holds {battle.prizes[event.prize].name}"


def _ended(battle: TricornBattle, event: events.BattleEnded) -> str:
    del battle
    return event.outcome.words[:1].upper() + event.outcome.words[1:]


PROMPTS: Final[dict[str, Prompter]] = {
    PASS_OR_ROLL: _pass_or_roll,
    TRANSFER: _transfer,
    CONCEDE: _concede,
}
SENTENCES: Final[dict[type[events.TricornEvent], Teller]] = {
    events.CardTurned: _card,
    events.ActivationBegan: _activation,
    events.StepBegan: _step,
    events.ActivationEnded: _activation_ended,
    events.TurnBegan: _turn,
    events.Conceded: _conceded,
    events.BattleEnded: _ended,
    command_events.CardSpent: _spent,
    command_events.MoveDeclined: _declined,
    command_events.MeleesBarred: _barred,
    command_events.CommandDemoralized: _demoralized,
    command_events.PrizeTaken: _prize,
}
