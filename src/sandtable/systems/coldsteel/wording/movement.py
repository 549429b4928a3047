"""Manoeuvres in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.systems.coldsteel import events, houses, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.manoeuvres import Kind
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, formation_word, name, place


def _pick(battle: ColdSteelBattle, question: Any) -> Prompt:
    labels = tuple("end the manoeuvres" if unit is None else name(battle, unit) for unit in question.options)
    return Prompt("Which unit manoeuvres next?", "turn.unit-order", labels)


def _kind(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(
        f"enter {battle.building(option.building).name}" if option.kind is Kind.ENTER else str(option.kind)
        for option in question.options
    )
    return Prompt(f"What does {name(battle, unit)} do?", "movement.either-or", labels)


def _stance(battle: ColdSteelBattle, question: reforming.FormUp) -> Prompt:
    unit = battle.units[question.unit]
    labels = tuple(
        f"{formation_word(unit, option.formation)}, facing {option.heading / 10:g}°"
        for option in question.options
    )
    return Prompt(f"How does {unit.name} form up?", "formation.change", labels)


def _path(battle: ColdSteelBattle, question: Any) -> Prompt:
    unit, by_road = question.about
    far = move_allowance(battle, battle.units[unit], by_road=by_road)
    road = " along the road" if by_road else ""
    words = f"Move {name(battle, unit)}{road}, up to {far.shown} in"
    return Prompt(words, "movement.segments")


def _enter(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(
        "stay outside" if piece == houses.STAY_OUTSIDE else f"enter {battle.building(piece).name}"
        for piece in question.options
    )
    return Prompt(f"{name(battle, unit)} has come to a wall: does it go in?", "building.enter", labels)


def _leave(battle: ColdSteelBattle, question: Any) -> Prompt:
    (number,) = question.about
    unit = battle.units[number]
    home = battle.building(unit.building)
    labels = tuple(
        f"by the {home.wall_name(option.wall)} wall, in {formation_word(unit, option.formation)}"
        for option in question.options
    )
    return Prompt(f"How does {unit.name} leave {home.name}?", "building.leave", labels)


def _drill(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    words = f"{name(battle, unit)} has a Veteran Drill Sergeant: use him now, to re-form and move?"
    return Prompt(words, "cards.drill-scope", tuple(str(option) for option in question.options))


def _drill_order(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    words = f"In which order does {name(battle, unit)} re-form and move?"
    return Prompt(words, "cards.drill-scope", tuple(str(option) for option in question.options))


# --------------------------------------------------------------------- events
def _held(battle: ColdSteelBattle, event: events.UnitHeld) -> str:
    return f"{name(battle, event.unit)} stands where it is"


def _moved(battle: ColdSteelBattle, event: events.UnitMoved) -> str:
    return f"{name(battle, event.unit)} moves to {place(event.to)}"


def _formed(battle: ColdSteelBattle, event: events.UnitFormed) -> str:
    unit = battle.units[event.unit]
    facing = f"facing {event.to.heading / 10:g}°"
    if event.building:
        home = battle.building(event.building).name
        return f"{unit.name} leaves {home} in {formation_word(unit, event.formation)}, {facing}"
    verb = "stands" if unit.is_artillery else "forms"
    return f"{unit.name} {verb} {formation_word(unit, event.formation)}, {facing}"


def _entered(battle: ColdSteelBattle, event: events.UnitEntered) -> str:
    return f"{name(battle, event.unit)} enters {battle.building(event.building).name}"


def _arrived(battle: ColdSteelBattle, event: events.UnitArrived) -> str:
    return f"{name(battle, event.unit)} enters the table in column, its front at {place(event.to)}"


def _spent(battle: ColdSteelBattle, event: events.TraitSpent) -> str:
    trait = battle.units[event.unit].trait
    assert trait is not None
    return f"{name(battle, event.unit)} uses its {TITLES[trait]}"


PROMPTS: Final[dict[str, Prompter]] = {
    "manoeuvre.pick-unit": _pick,
    "manoeuvre.choose-kind": _kind,
    "manoeuvre.formation-and-facing": _stance,
    "manoeuvre.path": _path,
    "building.enter": _enter,
    "building.leave": _leave,
    "cards.use-drill-sergeant": _drill,
    "cards.drill-order": _drill_order,
}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {
    events.UnitHeld: _held,
    events.UnitMoved: _moved,
    events.UnitFormed: _formed,
    events.UnitEntered: _entered,
    events.UnitArrived: _arrived,
    events.TraitSpent: _spent,
}
