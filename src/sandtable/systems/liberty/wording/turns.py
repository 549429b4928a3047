"""The words of the turn: the acting player, the steps, the end of a battle."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty import events
from sandtable.systems.liberty.battle import LibertyBattle, Step
from sandtable.systems.liberty.turn import Resolve
from sandtable.systems.liberty.wording.names import Prompter, Teller

STEPS = {
    Step.INITIATIVE: "Initiative",
    Step.POINTS: "Command Points",
    Step.DEPLOYMENT: "Deployment",
    Step.OPENING: "The Command phase opens",
    Step.ATTACHING: "Generals attach and detach",
    Step.RALLYING: "Units rally",
    Step.ROUTING: "Routing units run on",
    Step.CHARGING: "Charges",
    Step.ORDERS: "Orders",
    Step.SHOOTING: "Shooting",
    Step.TESTS: "Morale tests",
    Step.MELEES: "Melees",
    Step.END: "End of the turn",
}


def _concede(battle: LibertyBattle, question: Choose[Resolve]) -> Prompt:
    words = f"Does the {battle.camps[question.seat].name} army fight on?"
    return Prompt(words, "umpire.concede", tuple(str(option).capitalize() for option in question.options))


def _initiative(battle: LibertyBattle, event: events.InitiativeWon) -> str:
    return f"The {battle.camps[event.side].name} army takes the initiative"


def _turn(battle: LibertyBattle, event: events.PlayerTurnBegan) -> str:
    return f"Turn {event.turn}: {battle.camps[event.side].name}"


def _step(battle: LibertyBattle, event: events.StepBegan) -> str:
    del battle
    return STEPS[event.step]


def _conceded(battle: LibertyBattle, event: events.Conceded) -> str:
    return f"The {battle.camps[event.side].name} player concedes"


def _ended(battle: LibertyBattle, event: events.BattleEnded) -> str:
    del battle
    words = event.outcome.words
    return words[0].upper() + words[1:]


def _markers(battle: LibertyBattle, event: events.MarkersTaken) -> str:
    del battle, event
    return "Each disordered unit loses one disorder marker"


def _phase_ended(battle: LibertyBattle, event: events.CommandPhaseEnded) -> str:
    del battle, event
    return "The Command phase ends"


def _melees_ended(battle: LibertyBattle, event: events.MeleesEnded) -> str:
    del battle, event
    return "All melees are over"


PROMPTS: dict[str, Prompter] = {"concede": _concede}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    events.InitiativeWon: _initiative,
    events.PlayerTurnBegan: _turn,
    events.StepBegan: _step,
    events.Conceded: _conceded,
    events.BattleEnded: _ended,
    events.MarkersTaken: _markers,
    events.CommandPhaseEnded: _phase_ended,
    events.MeleesEnded: _melees_ended,
}
