"""The words of the charges."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import events
from sandtable.systems.liberty.aim import aim
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charge_events import (
    ChargeAnswered,
    ChargeDeclared,
    ChargeTested,
    DefensiveFireGiven,
)
from sandtable.systems.liberty.charge_ways import measured, sides
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.charging import Charge
from sandtable.systems.liberty.generals import Ride
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import dice
from sandtable.systems.liberty.wording.names import Prompter, Teller, name, names
from sandtable.table.space import Side

FACINGS: dict[Side, str] = {
    "front": "front",
    "left": "left flank",
    "right": "right flank",
    "rear": "rear",
}


# ------------------------------------------------------------------ questions
def _declare(battle: LibertyBattle, question: Choose[Charge | Ride | None]) -> Prompt:
    none = "No other unit joins" if question.about else "No more charges"
    labels = tuple(_charge_label(battle, option, none) for option in question.options)
    if not question.about:
        return Prompt("Order a unit to CHARGE", "turn.command.e", labels)
    words = f"Does another unit join the charge on {name(battle, _numbers(question)[0])}?"
    return Prompt(words, "charge.multiple.order", labels)


def _charge_label(battle: LibertyBattle, option: Charge | Ride | None, none: str) -> str:
    match option:
        case None:
            return none
        case Ride():
            return f"Move {battle.generals[option.general].name}, up to 24 in"
        case Charge(unit, target):
            scene = scene_of(battle)
            facing = sides(scene, unit, target)
            inches = measured(scene, unit, target, facing[0]).distance
            where = " or ".join(FACINGS[side] for side in facing)
            return f"{name(battle, unit)} charges {name(battle, target)}: {where}, {inches:.1f} in"


def _facing(battle: LibertyBattle, question: Choose[Side]) -> Prompt:
    unit, target = _numbers(question)
    labels = tuple(f"The {FACINGS[side]}" for side in question.options)
    words = f"Where does {name(battle, unit)} strike {name(battle, target)}?"
    return Prompt(words, "charge.facing.count", labels)


def _response(battle: LibertyBattle, question: Choose[Response]) -> Prompt:
    target, *chargers = _numbers(question)
    labels = tuple(_response_label(battle, option, target, chargers) for option in question.options)
    words = f"{name(battle, target)} is charged by {names(battle, tuple(chargers))}: how does it respond?"
    return Prompt(words, "charge.response.options", labels)


def _response_label(battle: LibertyBattle, response: Response, target: int, chargers: list[int]) -> str:
    unit = battle.units[target]
    match response:
        case Response.HOLD:
            return "Hold"
        case Response.FIRE:
            volleys = (aim(battle, unit, battle.units[charger]) for charger in chargers)
            most = max(dice(volley).whole for volley in volleys if volley is not None)
            return f"Defensive fire: up to {most} dice before the enemy moves"
        case Response.RETIRE:
            return f"Retire {rates(unit.arm).advance} in before the enemy moves"
        case Response.COUNTER:
            return "Counter-charge: a CHARGE test, then both meet halfway"


def _meets(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    labels = tuple(f"Meet {name(battle, charger)}" for charger in question.options)
    words = f"Which charger does {name(battle, _numbers(question)[0])} meet?"
    return Prompt(words, "charge.response.several", labels)


def _odd_hit(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    labels = tuple(name(battle, charger) if charger >= 0 else "the charger" for charger in question.options)
    return Prompt("Which charger takes the odd hit?", "charge.response.fire.detail", labels)


def _odd_base(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    labels = tuple(name(battle, charger) for charger in question.options)
    words = f"Which charger faces the odd base of {name(battle, _numbers(question)[0])}?"
    return Prompt(words, "charge.contact.split", labels)


def _numbers(
    question: Choose[Charge | Ride | None] | Choose[Side] | Choose[Response] | Choose[int],
) -> tuple[int, ...]:
    """The units a question is about."""
    return tuple(number for number in question.about if isinstance(number, int))


# ------------------------------------------------------------------ events
def _declared(battle: LibertyBattle, event: ChargeDeclared) -> str:
    return f"{name(battle, event.unit)} is ordered to charge {name(battle, event.target)}"


GRADES = {
    Grade.FAILED: "does not charge {}",
    Grade.FALTERS: "falters halfway to {}",
    Grade.CHARGE: "charges {}",
    Grade.DETERMINED: "charges {} with determination",
}


def _tested(battle: LibertyBattle, event: ChargeTested) -> str:
    return f"{name(battle, event.unit)} {GRADES[event.grade].format(name(battle, event.target))}"


RESPONSES = {
    Response.HOLD: "holds to receive the charge",
    Response.FIRE: "answers the charge with defensive fire",
    Response.RETIRE: "retires before the charge",
    Response.COUNTER: "tries to counter-charge",
}


def _answered(battle: LibertyBattle, event: ChargeAnswered) -> str:
    return f"{name(battle, event.unit)} {RESPONSES[event.response]}"


def _fired(battle: LibertyBattle, event: DefensiveFireGiven) -> str:
    return f"{name(battle, event.unit)} fires at {names(battle, event.chargers)} with {event.dice} dice"


def _engaged(battle: LibertyBattle, event: events.UnitsEngaged) -> str:
    return f"{name(battle, event.unit)} is in melee with {names(battle, event.enemies)}"


PROMPTS: dict[str, Prompter] = {
    "charge-declare": _declare,
    "charge-facing-tie": _facing,
    "charge-response": _response,
    "counter-charge-target": _meets,
    "defensive-fire-odd-hits": _odd_hit,
    "charge-contact-odd": _odd_base,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    ChargeDeclared: _declared,
    ChargeTested: _tested,
    ChargeAnswered: _answered,
    DefensiveFireGiven: _fired,
    events.UnitsEngaged: _engaged,
}
