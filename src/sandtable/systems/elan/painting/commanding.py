"""Options of command: deployment, commanders, brigades, tests in their order, ties, arrivals."""

from __future__ import annotations

import math
from typing import Any

from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass
from sandtable.systems.elan import deployment
from sandtable.systems.elan.activation import modifiers
from sandtable.systems.elan.arriving import Coming, comings_open
from sandtable.systems.elan.attaching import Change
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.commanding import brigade_facts
from sandtable.systems.elan.elan_tests import ElanTest, needed
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.painting.parties import about, commander, named, spokesman
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.turn import Order
from sandtable.systems.elan.wording.names import name
from sandtable.table.space import DEGREE, FULL_TURN, standing

Question = Choose[Any]


# --------------------------------------------------------------------- set-up and arrivals
def deployed(battle: ElanBattle, question: object, option: deployment.Deployment, label: str) -> Face:
    """A brigade where it would stand; its commander has no token yet (setup.deploy)."""
    del question
    drawn = deployment.drawn_up(battle, option)
    ghosts = [
        Ghost(spot.unit, standing(unit), unit.shape)
        for spot in option.units
        if (unit := drawn.units[spot.unit]).pose is not None
    ]
    title, _, note = label.partition(" about ")
    return Face(title, f"about {note}" if note else "", ghosts=tuple(ghosts))


def arrival(battle: ElanBattle, question: Question, option: Coming | int, label: str) -> Face:
    """A unit where it enters, or the unit beside which a commander enters (setup.arrivals)."""
    if not isinstance(option, Coming):
        leader = battle.leaders[named(question)].name
        return Face(f"With {name(battle, option)}", f"{leader} enters beside it", option)
    stance = dict(comings_open(battle))[option]
    formation = stance.formation.replace("-", " ")
    return Face("Bring on", formation, option.unit, None, option.to, stance.shape)


# --------------------------------------------------------------------- commanders and brigades
def attach(battle: ElanBattle, question: Question, option: Change, label: str) -> Face:
    """What a commander does in the Attach phase (leaders.attach-range)."""
    number = named(question)
    (who,) = commander(battle, number)
    bonus = f"+{battle.leaders[number].leadership} to its tests"
    match option.what:
        case "attach":
            assert option.unit is not None
            return Face("Join", f"{name(battle, option.unit)}, {bonus}", who, option.unit)
        case "detach":
            return Face("Leave", label.removeprefix("Leave "), who)
        case "stay":
            return Face("Stay", label.removeprefix("Stay").strip(), who)


def initiative(battle: ElanBattle, question: object, option: Order, label: str) -> Face:
    """The place in the order of this turn (turn.initiative)."""
    del battle, question, label
    return Face("Go first" if option is Order.FIRST else "Go second", "in every phase of this turn")


def brigade(battle: ElanBattle, question: object, option: int, label: str) -> Face:
    """A brigade that tests next, with the modifiers of its test (command.activation.every-brigade)."""
    del question
    facts = brigade_facts(battle, option)
    added = modifiers(facts).whole
    sign = "+" if added >= 0 else "\N{MINUS SIGN}"
    note = f"2D6 {sign} {abs(added)}{', engaged' if facts.engaged else ''}"
    return Face(label, note, spokesman(battle, option))


def tested(battle: ElanBattle, question: object, option: int, label: str) -> Face:
    """A unit that tests next, and what it needs (rally.test, morale.test)."""
    del question
    unit = battle.units[option]
    test = ElanTest(quality=unit.quality, leadership=battle.leadership_with(option))
    return Face(label, f"needs {needed(test).whole} on 2D6", option)


# --------------------------------------------------------------------- ties
def tie(battle: ElanBattle, question: Question, option: Any, label: str) -> Face:
    """A choice among equals: which unit goes first, from which enemy, where to or which way.

    compulsory.direction
    """
    match question.about:
        case ("order",):
            return Face(label, "goes first", option)
        case (int(unit), "enemy"):
            return Face(f"From {label}", "counts as the nearest", unit, option)
        case (int(unit), "facing"):
            place = ground_of(battle).turned(unit, option)
            return Face(f"Face {compass(option)}", "", unit, place=place)
        case (int(unit),):
            return _goal(battle, battle.units[unit], option)
        case _:
            (who, *_) = about(battle, question)
            return Face(label, "equally far", who)


def _goal(battle: ElanBattle, unit: ElanUnit, option: tuple[int, int]) -> Face:
    """One of two places that a unit may fall back to, named by its direction (compulsory.hex)."""
    place = surface_of(battle).goal(battle, unit, option)
    start = standing(unit)
    heading = round(math.degrees(math.atan2(place.x - start.x, place.y - start.y)) * DEGREE) % FULL_TURN
    return Face(f"Go {compass(heading)}", f"to hex ({option[0]}, {option[1]})", unit.id, place=place)


def concede(battle: ElanBattle, question: object, option: object, label: str) -> Face:
    """Fight on, or concede (victory.end)."""
    del battle, question, option
    return Face(label)
