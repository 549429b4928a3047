"""The words of the turn: who acts, the steps, how a battle ends."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import army, events, victory
from sandtable.systems.elan.battle import ElanBattle, Step
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.turn import Order
from sandtable.systems.elan.wording.leaders import the_leader
from sandtable.systems.elan.wording.names import Prompter, Teller, begun, names, side, told

STEPS = {
    Step.DEPLOYMENT: "Deployment",
    Step.ATTACHING: "Commanders join and leave units",
    Step.INITIATIVE: "Initiative",
    Step.COMMAND: "Brigade activation",
    Step.DECLARING: "Charges are declared",
    Step.CHARGING: "Charges are carried out",
    Step.RALLYING: "Retreating units rally",
    Step.MOVING: "Movement",
    Step.AIMING: "Targets are named",
    Step.FIRING: "Firing",
    Step.MORALE: "Morale tests",
    Step.MELEES: "Melees",
    Step.ARRIVALS: "Arrivals",
    Step.ARMY_MORALE: "Army morale",
    Step.TIME: "End of the turn",
}

PLACES = {Order.FIRST: "First", Order.SECOND: "Second"}


def _concede(battle: ElanBattle, question: Choose[Resolve]) -> Prompt:
    words = f"Does the army of the {side(battle, question.seat)} fight on?"
    return Prompt(words, "victory.end", tuple(begun(option) for option in question.options))


def _order(battle: ElanBattle, question: Choose[Order]) -> Prompt:
    words = f"The {side(battle, question.seat)} have the initiative: do they act first or second?"
    return Prompt(words, "turn.initiative", tuple(PLACES[option] for option in question.options))


def _step(battle: ElanBattle, event: events.StepBegan) -> str:
    del battle
    return STEPS[event.step]


def _side(battle: ElanBattle, event: events.SideBegan) -> str:
    return f"Now the {side(battle, event.side)}"


def _turn(battle: ElanBattle, event: events.TurnBegan) -> str:
    del battle
    return f"Turn {event.turn}"


def _initiative(battle: ElanBattle, event: events.InitiativeTaken) -> str:
    place = "first" if event.first == event.winner else "second"
    return f"The initiative goes to the {side(battle, event.winner)}, who act {place}"


def _go(battle: ElanBattle, event: events.GoTaken) -> str:
    if event.is_commander:
        return f"{the_leader(battle, event.number)} stays where he is"
    return told(battle, event.number, "does not move")


def _tests_fixed(battle: ElanBattle, event: events.TestsFixed) -> str:
    return f"{names(battle, event.units)} must test" if event.units else "No unit has to test"


def _tested(battle: ElanBattle, event: events.TestTaken) -> str:
    return told(battle, event.unit, "has taken its test")


PLACES = {Order.FIRST: "First", Order.SECOND: "Second"}


def _conceded(battle: ElanBattle, event: events.Conceded) -> str:
    return f"The army of the {side(battle, event.side)} concedes"


def _ended(battle: ElanBattle, event: events.BattleEnded) -> str:
    del battle
    return event.outcome.words


def _judged(battle: ElanBattle, event: victory.PrizesJudged) -> str:
    held = zip(battle.prizes, event.holders, strict=True)
    words = (f"{prize.name} {_holder(battle, one)}" for prize, one in held)
    return f"Objectives held: {', '.join(words)}"


def _holder(battle: ElanBattle, one: int | None) -> str:
    return "by neither side" if one is None else f"by the {side(battle, one)}"


def _army(battle: ElanBattle, event: army.ArmyTested) -> str:
    return f"The army of the {side(battle, event.side)} {event.result}"


PROMPTS: dict[str, Prompter] = {"concede": _concede, "initiative.choice": _order}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    events.StepBegan: _step,
    events.SideBegan: _side,
    events.TurnBegan: _turn,
    events.InitiativeTaken: _initiative,
    events.GoTaken: _go,
    events.TestsFixed: _tests_fixed,
    events.TestTaken: _tested,
    events.Conceded: _conceded,
    events.BattleEnded: _ended,
    army.ArmyTested: _army,
    victory.PrizesJudged: _judged,
}
