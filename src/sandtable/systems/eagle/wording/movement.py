"""Moves and manoeuvres in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.moves import PlanMove
from sandtable.game.present.english import listed
from sandtable.systems.eagle import events, movement_events
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.conforming import Dressing
from sandtable.systems.eagle.fleeing import FACING, SWING
from sandtable.systems.eagle.flight import OPTIONAL_DICE
from sandtable.systems.eagle.formations import RE_FORM, OnTheSpot
from sandtable.systems.eagle.manoeuvres import NOBODY, WHAT, WHO_NEXT, Activity, Next
from sandtable.systems.eagle.movement import PATH
from sandtable.systems.eagle.moving import HOW_FAR
from sandtable.systems.eagle.records import Flight, Record
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.wording.names import (
    Prompter,
    Teller,
    drawn_up,
    facing,
    leader_name,
    name,
    names,
    place,
)
from sandtable.table.space import as_inches

FLED: Final = {
    Flight.EVADE: "evades",
    Flight.RETIRE: "retires",
    Flight.ROUT: "runs",
    Flight.PURSUE: "pursues",
}


WENT: Final = {Record.ADVANCE: "advances to", Record.WITHDRAW: "withdraws to"}
"""What a moving unit did, by its record."""

TURNED: Final = ("shooting.turn", "movement.compulsory.direction")
"""The rules of moves that only turn a unit on the spot."""

SHIFTED: Final = {
    "movement.lights-fall-back.detail": "falls back before the enemy",
    "charge.support.follow": "moves up",
    "after.fall-back.blocked": "is pushed back",
    "result.supporters.move": "moves up",
}
"""What a shifted unit did, by the rule."""


# --------------------------------------------------------------------- questions
def _next(battle: EagleBattle, question: Any) -> Prompt:
    labels = tuple(_who(battle, option) for option in question.options)
    return Prompt("Which unit acts next?", "turn.activation", labels)


def _who(battle: EagleBattle, option: Next) -> str:
    if option == NOBODY:
        return "end the manoeuvres"
    if option.unit is not None:
        return name(battle, option.unit)
    assert option.leader is not None
    return leader_name(battle, option.leader)


def _what(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(_doing(option) for option in question.options)
    return Prompt(f"What does {name(battle, unit)} do?", "turn.manoeuvre.choice", labels)


def _doing(option: Activity) -> str:
    if not option.ranks:
        return option.kind.value
    return f"{option.kind.value}, in {drawn_up(Layout(Formation.LINE, option.ranks))}"


def _how_far(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(str(option) for option in question.options)
    return Prompt(f"How does {name(battle, unit)} move?", "movement.march.limits", labels)


def _optional(battle: EagleBattle, question: Any) -> Prompt:
    unit, average, d6s = question.about
    who = name(battle, unit) if unit >= 0 else "The unit"
    fallen = listed(tuple(str(face) for face in (average, *d6s)))
    words = f"{who} has rolled {fallen}: does it roll another D6? A 6 may tire it"
    return Prompt(words, "movement.dice.choice", tuple(str(option) for option in question.options))


def _path(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    if isinstance(question, PlanMove):
        far = as_inches(question.terms.allowance)
        words = f"Move {name(battle, unit)}, up to {far:g} in"
        return Prompt(words, question.terms.rule)
    if isinstance(question.options[0], Dressing):
        labels = tuple(_dressed(option) for option in question.options)
        words = f"How far does {name(battle, unit)} go with its guide?"
        return Prompt(words, "control.conform", labels)
    return Prompt(f"How does {name(battle, unit)} form up?", "formation.change", _formed_labels(question))


def _dressed(option: Dressing) -> str:
    return f"{as_inches(option.short):g} in less" if option.short else "as far as its guide"


def _reform(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    if isinstance(question, PlanMove):
        return Prompt(f"Which way does {name(battle, unit)} face as it re-forms?", "movement.re-form")
    words = f"In which formation does {name(battle, unit)} re-form?"
    return Prompt(words, "movement.re-form", _formed_labels(question))


def _swing(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(
        f"{_aside(option.angle)}, {as_inches(option.distance):g} in" for option in question.options
    )
    words = f"{name(battle, unit)} is blocked on its way back: does it turn aside?"
    return Prompt(words, "movement.compulsory.direction", labels)


def _aside(angle: int) -> str:
    if not angle:
        return "straight back"
    return f"{abs(angle) / 10:g}° to its {'left' if angle > 0 else 'right'}"


def _evader(battle: EagleBattle, question: Any) -> Prompt:
    (unit,) = question.about
    return Prompt(f"{name(battle, unit)} has evaded: which way does it face?", question.terms.rule)


def _formed_labels(question: Any) -> tuple[str, ...]:
    return tuple(_formed_label(option) for option in question.options)


def _formed_label(option: Layout | OnTheSpot) -> str:
    if isinstance(option, Layout):
        return drawn_up(option)
    return "no further change" if option is OnTheSpot.DONE else str(option)


# --------------------------------------------------------------------- events
def _moved(battle: EagleBattle, event: events.UnitMoved) -> str:
    layout = drawn_up(Layout(event.formation, event.ranks))
    does = WENT.get(event.record, "stands at")
    return f"{name(battle, event.unit)} {does} {place(event.to)}, {facing(event.to)}, in {layout}"


def _reformed(battle: EagleBattle, event: movement_events.UnitReformed) -> str:
    layout = drawn_up(Layout(event.formation, event.ranks))
    return f"{name(battle, event.unit)} re-forms in {layout}, {facing(event.to)}"


def _passed(battle: EagleBattle, event: movement_events.LinesPassed) -> str:
    return f"{name(battle, event.unit)} passes through {name(battle, event.friend)}"


def _marked(battle: EagleBattle, event: movement_events.PassageMarked) -> str:
    return f"Another unit has passed through {name(battle, event.unit)}"


def _settled(battle: EagleBattle, event: movement_events.DebtsSettled) -> str:
    return f"{name(battle, event.unit)} moves after other units have passed through it"


def _shifted(battle: EagleBattle, event: events.UnitShifted) -> str:
    unit = name(battle, event.unit)
    if event.rule in TURNED:
        return f"{unit} turns and stands at {place(event.to)}, {facing(event.to)}"
    return f"{unit} {SHIFTED.get(event.rule, 'moves along')} to {place(event.to)}, {facing(event.to)}"


def _acted(battle: EagleBattle, event: events.UnitActed) -> str:
    if event.record is Record.STAND:
        return f"{name(battle, event.unit)} stands where it is"
    return f"{name(battle, event.unit)} has finished its manoeuvre"


def _written(battle: EagleBattle, event: events.RecordWritten) -> str:
    return f"{name(battle, event.unit)}: {event.record}"


def _fled(battle: EagleBattle, event: events.UnitFled) -> str:
    unit, how = name(battle, event.unit), FLED[event.how]
    if event.distance:
        return f"{unit} {how} {as_inches(event.distance):g} in to {place(event.to)}"
    if event.how is Flight.PURSUE:
        return f"{unit} stops its pursuit at {place(event.to)}"
    return f"{unit} {how} but cannot move from {place(event.to)}"


def _met(battle: EagleBattle, event: events.ContactMade) -> str:
    if not event.contacts:
        return "No enemy is touched"
    striker = event.contacts[0].striker
    struck = names(battle, tuple(dict.fromkeys(one.struck for one in event.contacts)))
    return f"{name(battle, striker)} is in contact with {struck}"


def _parted(battle: EagleBattle, event: events.ContactsBroken) -> str:
    return f"{name(battle, event.unit)} breaks away"


PROMPTS: Final[dict[str, Prompter]] = {
    WHO_NEXT: _next,
    WHAT: _what,
    HOW_FAR: _how_far,
    OPTIONAL_DICE: _optional,
    PATH: _path,
    RE_FORM: _reform,
    SWING: _swing,
    FACING: _evader,
}
SENTENCES: Final[dict[type[events.EagleEvent], Teller]] = {
    events.UnitMoved: _moved,
    events.UnitShifted: _shifted,
    events.UnitActed: _acted,
    events.RecordWritten: _written,
    events.UnitFled: _fled,
    events.ContactMade: _met,
    events.ContactsBroken: _parted,
    movement_events.LinesPassed: _passed,
    movement_events.PassageMarked: _marked,
    movement_events.DebtsSettled: _settled,
    movement_events.UnitReformed: _reformed,
}
CITED: Final[dict[type[events.EagleEvent], tuple[str, ...]]] = {
    movement_events.LinesPassed: ("movement.passage",),
    movement_events.PassageMarked: ("movement.passage",),
    movement_events.DebtsSettled: ("movement.passage.detail",),
    movement_events.UnitReformed: ("movement.re-form",),
}
"""The rules of this chapter's events."""
