"""The words of the formations: reforming, limbering, mounting."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty import events, forms_events
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.forms import FormUp, Riders
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.wording.names import Prompter, Teller, name
from sandtable.table.space import DEGREE


def _subject(battle: LibertyBattle, question: Choose[Any]) -> Regiment:
    number = question.about[0]
    assert isinstance(number, int)
    return battle.units[number]


# ----------------------------------------------------------------- reforming
def _reform(battle: LibertyBattle, question: FormUp) -> Prompt:
    unit = battle.units[question.body.id]
    words = f"How does {unit.name} reform about its centre?"
    return Prompt(words, "formation.reform.place")


def _free_reform(battle: LibertyBattle, question: FormUp) -> Prompt:
    unit = battle.units[question.body.id]
    words = f"{unit.name} has rallied: how does it reform?"
    return Prompt(words, "orders.rally.ok.routing")


# ----------------------------------------------------------------- guns
def _limber(battle: LibertyBattle, question: Choose[Formation | None]) -> Prompt:
    unit = _subject(battle, question)
    fast, slow = rates(Arm.LIMBERED).advance, rates(Arm.UNLIMBERED).advance
    words = f"Does {unit.name} limber up before it moves? It moves {fast} in limbered, {slow} in unlimbered"
    return Prompt(words, "movement.limber", _ways(question))


def _limber_to_go(battle: LibertyBattle, question: Choose[Formation | None]) -> Prompt:
    words = f"Does {_subject(battle, question).name} limber up to get away?"
    return Prompt(words, "rout.limber", _ways(question))


def _ways(question: Choose[Formation | None]) -> tuple[str, ...]:
    words = {Formation.LIMBERED_LINE: "Limber up in line", Formation.LIMBERED_FILE: "Limber up in file"}
    return tuple("Stay unlimbered" if way is None else words[way] for way in question.options)


def _unlimber(battle: LibertyBattle, question: Choose[int | None]) -> Prompt:
    words = f"Does {_subject(battle, question).name} unlimber here? If it does, it cannot shoot this turn"
    labels = tuple(
        "Stay limbered" if heading is None else f"Unlimber, facing {heading / DEGREE:g}°"
        for heading in question.options
    )
    return Prompt(words, "movement.unlimber", labels)


# ----------------------------------------------------------------- riders
def _horses(battle: LibertyBattle, question: Choose[Riders]) -> Prompt:
    unit = _subject(battle, question)
    change = "mount" if unit.dismounted else "dismount"
    stay = "Stay dismounted" if unit.dismounted else "Stay mounted"
    labels = tuple(stay if option is Riders.STAY else option.capitalize() for option in question.options)
    return Prompt(f"Does {unit.name} {change} here?", "movement.mount", labels)


# ----------------------------------------------------------------- what happened
def _limbered(battle: LibertyBattle, event: forms_events.GunsLimbered) -> str:
    where = "in file" if event.formation is Formation.LIMBERED_FILE else "in line"
    return f"{name(battle, event.unit)} limbers up {where}"


def _unlimbered(battle: LibertyBattle, event: forms_events.GunsUnlimbered) -> str:
    return f"{name(battle, event.unit)} unlimbers, facing {event.heading / DEGREE:g}°"


def _dismounted(battle: LibertyBattle, event: forms_events.RidersDismounted) -> str:
    return f"{name(battle, event.unit)} dismounts"


def _mounted(battle: LibertyBattle, event: forms_events.RidersMounted) -> str:
    return f"{name(battle, event.unit)} mounts"


PROMPTS: dict[str, Prompter] = {
    "reform-choice": _reform,
    "free-reform": _free_reform,
    "limber": _limber,
    "rout-limber": _limber_to_go,
    "unlimber": _unlimber,
    "mount-dismount": _horses,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    forms_events.GunsLimbered: _limbered,
    forms_events.GunsUnlimbered: _unlimbered,
    forms_events.RidersDismounted: _dismounted,
    forms_events.RidersMounted: _mounted,
}
