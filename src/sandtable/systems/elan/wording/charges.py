"""The words of the Charge phase."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import charge_events, events
from sandtable.systems.elan.battle import Charge, ElanBattle
from sandtable.systems.elan.charge_answers import AfterEvade
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, needed
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.wording.names import Prompter, Teller, asked, formation_name, length, the, told

REACTS = {
    Reaction.STAND_AND_FIRE: "stands and fires",
    Reaction.STAND: "stands",
    Reaction.FORM_SQUARE: "tries to form square",
    Reaction.EVADE: "evades",
    Reaction.COUNTERCHARGE: "countercharges",
    Reaction.FLEE: "flees",
}


# ------------------------------------------------------------------ questions
def _declare(battle: ElanBattle, question: Choose[int | None]) -> Prompt:
    (charger,) = question.about
    assert isinstance(charger, int)
    labels = tuple(_target_label(battle, charger, target) for target in question.options)
    return Prompt(asked(battle, charger, "Which enemy", "charge"), "charge.declare", labels)


def _target_label(battle: ElanBattle, charger: int, target: int | None) -> str:
    if target is None:
        return "Do not charge"
    unit = battle.units[target]
    away = length(battle, ground_of(battle).gap(charger, target))
    state = ", retreating" if unit.retreating else ", disordered" if unit.disordered else ""
    return f"{unit.name}: {formation_name(unit.formation)}, {away} away{state}"


def _order(battle: ElanBattle, question: Choose[Charge]) -> Prompt:
    labels = tuple(
        told(battle, charge.charger, f"charges {the(battle, charge.target)}") for charge in question.options
    )
    return Prompt("Which charge is carried out next?", "charge.sequence", labels)


def _reaction(battle: ElanBattle, question: Choose[Reaction]) -> Prompt:
    target, charger = question.about
    assert isinstance(target, int)
    assert isinstance(charger, int)
    labels = tuple(_reaction_label(battle, target, reaction) for reaction in question.options)
    words = f"{told(battle, charger, f'charges {the(battle, target)}')}: how does the target react?"
    return Prompt(words, "charge.reactions", labels)


def _reaction_label(battle: ElanBattle, target: int, reaction: Reaction) -> str:
    words = reaction.capitalize()
    if reaction is not Reaction.FORM_SQUARE:
        return words
    leadership = battle.leadership_with(target)
    test = ElanTest(quality=battle.units[target].quality, leadership=leadership, purpose=Purpose.FORM_SQUARE)
    return f"{words} on {needed(test).whole} or more"


def _gone(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    words = f"The target of {the(battle, question.body.id)} is gone: how far does it still charge?"
    return Prompt(words, "charge.target-gone")


def _evade_face(battle: ElanBattle, question: Choose[AfterEvade]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(option.capitalize() for option in question.options)
    return Prompt(asked(battle, unit, "Which way", "face after evading"), "charge.evade", labels)


# ------------------------------------------------------------------ events
def _declared(battle: ElanBattle, event: charge_events.ChargeDeclared) -> str:
    return told(battle, event.charger, f"declares a charge on {the(battle, event.target)}")


def _forgone(battle: ElanBattle, event: charge_events.ChargeForgone) -> str:
    return told(battle, event.unit, "does not charge")


def _began(battle: ElanBattle, event: charge_events.ChargeBegan) -> str:
    return told(battle, event.charger, f"charges {the(battle, event.target)}")


def _lapsed(battle: ElanBattle, event: charge_events.ChargeLapsed) -> str:
    return told(battle, event.charger, f"is no longer able to charge {the(battle, event.target)}")


def _answered(battle: ElanBattle, event: charge_events.ChargeAnswered) -> str:
    return told(battle, event.target, f"{REACTS[event.reaction]}")


def _square(battle: ElanBattle, event: charge_events.SquareTried) -> str:
    found = "forms square in time" if event.formed else "is caught before it can form square"
    return told(battle, event.unit, f"{found}")


def _tested(battle: ElanBattle, event: charge_events.HomeTested) -> str:
    return told(battle, event.unit, f"{'charges home' if event.passed else 'does not charge home'}")


def _caught(battle: ElanBattle, event: charge_events.EvaderCaught) -> str:
    return told(battle, event.charger, f"overtakes {the(battle, event.target)}")


PROMPTS: dict[str, Prompter] = {
    "charge.declare": _declare,
    "charge.order": _order,
    "charge.reaction": _reaction,
    "charge.gone": _gone,
    "charge.evade-face": _evade_face,
}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    charge_events.ChargeDeclared: _declared,
    charge_events.ChargeForgone: _forgone,
    charge_events.ChargeBegan: _began,
    charge_events.ChargeLapsed: _lapsed,
    charge_events.ChargeAnswered: _answered,
    charge_events.SquareTried: _square,
    charge_events.HomeTested: _tested,
    charge_events.EvaderCaught: _caught,
}
