"""The turn and the end of the battle in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import listed
from sandtable.systems.eagle import events, reserve, victory
from sandtable.systems.eagle.battle import EagleBattle, Phase, Step
from sandtable.systems.eagle.wording.names import Prompter, Teller, name, side

SHARED: Final = (Phase.COMBAT, Phase.AFTER, Phase.END, Phase.INITIATIVE, Phase.SETUP)
"""The phases in which both sides act together."""

TOGETHER: Final = (Step.PURSUITS, Step.CHARGE_MOVES)
"""The steps of other phases in which both sides act."""


def _concede(battle: EagleBattle, question: Any) -> Prompt:
    words = f"Do the {side(battle, question.seat)} fight on?"
    return Prompt(words, "victory.concede", tuple(str(option) for option in question.options))


def _side_first(battle: EagleBattle, question: Any) -> Prompt:
    del battle
    words = "You hold the initiative: which side manoeuvres first?"
    return Prompt(words, "turn.initiative.use", tuple(str(option) for option in question.options))


def _initiative(battle: EagleBattle, event: events.InitiativeWon) -> str:
    how = "hold" if event.thrown else "are given"
    return f"The {side(battle, event.side)} {how} the initiative this turn"


def _step(battle: EagleBattle, event: events.StepBegan) -> str:
    if event.step.phase in SHARED or event.step in TOGETHER:
        return event.step.value.capitalize()
    words = event.step.value.removeprefix("first ").removeprefix("second ")
    return f"{side(battle, event.active)}: {words}"


def _turn(battle: EagleBattle, event: events.TurnBegan) -> str:
    del battle
    return f"Turn {event.turn} begins"


def _conceded(battle: EagleBattle, event: events.Conceded) -> str:
    return f"The {side(battle, event.side)} give the battle up"


def _ended(battle: EagleBattle, event: events.BattleEnded) -> str:
    del battle
    return event.outcome.words


def _roused(battle: EagleBattle, event: reserve.ReserveRoused) -> str:
    return f"An enemy has come near: {name(battle, event.unit)} waits no longer"


def _looted(battle: EagleBattle, event: victory.CampLooted) -> str:
    whose = side(battle, event.side)
    if event.lost:
        return f"The camp of the {whose} is lost"
    if not event.looters:
        return f"No unit loots the camp of the {whose} any more"
    who = listed(tuple(name(battle, unit) for unit in event.looters))
    return f"The camp of the {whose} is being looted by {who}"


PROMPTS: Final[dict[str, Prompter]] = {"decision.concede": _concede, "decision.side-first": _side_first}
SENTENCES: Final[dict[type[events.EagleEvent], Teller]] = {
    events.InitiativeWon: _initiative,
    events.StepBegan: _step,
    events.TurnBegan: _turn,
    events.Conceded: _conceded,
    events.BattleEnded: _ended,
    victory.CampLooted: _looted,
    reserve.ReserveRoused: _roused,
}
