"""Charges in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.systems.eagle import answering, arriving, charging, closing
from sandtable.systems.eagle import charge_events as told
from sandtable.systems.eagle.answering import Said
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charging import open_ways
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.wording.names import Prompter, Teller, name, place
from sandtable.table.space import as_inches

STRUCK: Final = {
    "front": "",
    "right": " in the right flank",
    "left": " in the left flank",
    "rear": " in the rear",
}


# --------------------------------------------------------------------- questions
def _charge(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    ways = {way.target: way for way in open_ways(battle, battle.units[unit])}
    labels = tuple(
        "Do not charge"
        if option is None
        else f"{name(battle, option)}{STRUCK[ways[option].side]}, {as_inches(ways[option].distance):g} in"
        for option in question.options
    )
    return Prompt(f"Which enemy does {name(battle, unit)} charge?", "turn.charge.declare", labels)


def _repeat(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(name(battle, option) for option in question.options)
    return Prompt(f"{name(battle, unit)} must charge: which enemy?", "control.repeat", labels)


def _answer(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(_said(battle, option) for option in question.options)
    evades = question.options[0].answer is Answer.EVADE
    rule = "charge.response.evade" if evades else "charge.response.counter"
    return Prompt(f"{name(battle, unit)} is charged: how does it respond?", rule, labels)


def _said(battle: EagleBattle, said: Said) -> str:
    if said.against is not None:
        return f"Counter-charge {name(battle, said.against)}"
    return str(said.answer).capitalize()


def _late(battle: EagleBattle, question: Any) -> Prompt:
    unit, comer = question.about
    labels = tuple(str(option).capitalize() for option in question.options)
    words = f"{name(battle, comer)} reaches {name(battle, unit)}: does it evade?"
    return Prompt(words, "charge.response.evade", labels)


def _halt(battle: EagleBattle, question: Any) -> Prompt:
    unit, target = question.about
    labels = tuple(str(option).capitalize() for option in question.options)
    words = f"{name(battle, target)} has evaded: does {name(battle, unit)} stay?"
    return Prompt(words, "charge.evaded.halt", labels)


def _follow(battle: EagleBattle, question: Any) -> Prompt:
    behind, front = question.about
    labels = tuple(str(option).capitalize() for option in question.options)
    words = f"{name(battle, front)} has gone forward: does {name(battle, behind)} follow?"
    return Prompt(words, "charge.support.follow", labels)


# ------------------------------------------------------------------------ events
def _declared(battle: EagleBattle, event: told.ChargeDeclared) -> str:
    charges = "must charge" if event.forced else "declares a charge on"
    return f"{name(battle, event.unit)} {charges} {name(battle, event.target)}{STRUCK[event.face]}"


def _answered(battle: EagleBattle, event: told.ChargeAnswered) -> str:
    match event.answer:
        case Answer.EVADE:
            return f"{name(battle, event.unit)} will evade"
        case Answer.STAND:
            return f"{name(battle, event.unit)} will stand"
        case Answer.COUNTER:
            assert event.against is not None
            return f"{name(battle, event.unit)} will counter-charge {name(battle, event.against)}"


def _given(battle: EagleBattle, event: told.AnswerGiven) -> str:
    return f"{name(battle, event.unit)} has responded to the charge"


def _made(battle: EagleBattle, event: told.ChargeMade) -> str:
    does = "counter-charges" if event.record is Record.COUNTER_CHARGE else "charges"
    far = f"{as_inches(event.distance):g} in"
    if event.touches:
        return f"{name(battle, event.unit)} {does} {name(battle, event.target)} over {far}"
    return f"{name(battle, event.unit)} {does} {far} to {place(event.to)} and meets no enemy"


def _stayed(battle: EagleBattle, event: told.ChargeStayed) -> str:
    return f"{name(battle, event.unit)} does not go on with its charge"


PROMPTS: Final[dict[str, Prompter]] = {
    charging.DECISION: _charge,
    charging.REPEAT: _repeat,
    answering.DECISION: _answer,
    answering.LATE: _late,
    closing.HALT: _halt,
    arriving.FOLLOW: _follow,
}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {
    told.ChargeDeclared: _declared,
    told.ChargeAnswered: _answered,
    told.AnswerGiven: _given,
    told.ChargeMade: _made,
    told.ChargeStayed: _stayed,
}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    told.ChargeDeclared: ("turn.charge.declare",),
    told.ChargeAnswered: ("charge.order",),
    told.AnswerGiven: ("charge.order",),
    told.ChargeMade: ("charge.path",),
}
"""The rules of this chapter's events."""
