"""The turn in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Phase
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, side


def _concede(battle: ColdSteelBattle, question: Any) -> Prompt:
    words = "Play on, or give the battle up?"
    return Prompt(words, "victory.concede", tuple(str(option) for option in question.options))


def _initiative(battle: ColdSteelBattle, event: events.InitiativeWon) -> str:
    return f"{side(battle, event.side)} is Player 1 this turn"


def _step(battle: ColdSteelBattle, event: events.StepBegan) -> str:
    match event.step.phase:
        case Phase.MELEE | Phase.END | Phase.SETUP | Phase.INITIATIVE:
            return event.step.value.capitalize()
        case _:
            return f"{side(battle, event.active)}: {event.step.phase}"


def _turn(battle: ColdSteelBattle, event: events.TurnBegan) -> str:
    del battle
    return f"Turn {event.turn} begins"


def _conceded(battle: ColdSteelBattle, event: events.Conceded) -> str:
    return f"{side(battle, event.side)} gives the battle up"


def _ended(battle: ColdSteelBattle, event: events.BattleEnded) -> str:
    del battle
    return event.outcome.words


PROMPTS: Final[dict[str, Prompter]] = {"game.concede": _concede}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {
    events.InitiativeWon: _initiative,
    events.StepBegan: _step,
    events.TurnBegan: _turn,
    events.Conceded: _conceded,
    events.BattleEnded: _ended,
}
