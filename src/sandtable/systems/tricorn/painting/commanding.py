"""Options of command: deployment, cards, the initiative, officers' own moves, successors, conceding."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import Choose
from sandtable.systems.tricorn.activation import Bid
from sandtable.systems.tricorn.battle import Officer, TricornBattle
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.morale import Trial, target
from sandtable.systems.tricorn.nearness import BASE
from sandtable.systems.tricorn.officers import RIDE, Errand, Join, beside
from sandtable.systems.tricorn.painting.parties import officer_of, spokesman
from sandtable.systems.tricorn.setup_events import Deployment, drawn_up
from sandtable.systems.tricorn.wording.names import name
from sandtable.table.space import INCH, Point, Pose, as_inches, standing

Question = Choose[Any]


# --------------------------------------------------------------------- set-up
def deployed(battle: TricornBattle, question: object, option: Deployment, label: str) -> Face:
    """A command at its proposed place; its General has no token yet (setup.deployment)."""
    del question
    drawn = drawn_up(battle, option)
    ghosts = tuple(
        Ghost(spot.unit, standing(drawn.units[spot.unit]), drawn.units[spot.unit].shape)
        for spot in option.units
    )
    title, _, note = label.partition(" with ")
    return Face(title, note, ghosts=ghosts)


# --------------------------------------------------------------------- cards
def transfer(battle: TricornBattle, question: Question, option: int | None, label: str) -> Face:
    """The officer who acts on the card of a Commander in Chief: himself, or another (cards.cc.transfer)."""
    del label
    chief = officer_of(battle, question)
    assert chief is not None
    if option is None:
        note = "he rolls" if battle.officers[chief].command is not None else "only he himself moves"
        return Face("Act himself", note, spokesman(battle, chief))
    general = battle.officers[option]
    return Face(f"{general.name} acts", rolls(general), spokesman(battle, option))


def bid(battle: TricornBattle, question: Question, option: Bid, label: str) -> Face:
    """Roll for the initiative, or decline to move (turn.pass-or-roll, turn.passed-move)."""
    del label
    number = officer_of(battle, question)
    assert number is not None
    officer = battle.officers[number]
    if option is Bid.DECLINE:
        return Face("Decline to move", "his units only fire and fight", spokesman(battle, number))
    return Face("Roll for the initiative", rolls(officer), spokesman(battle, number))


def rolls(officer: Officer) -> str:
    """What an officer's roll gives (turn.initiative.pass, turn.initiative.fail.half-move)."""
    barred = ", no melee" if officer.rating.bars_melee else ""
    return f"{officer.rating.initiative}+ for a Full Move, else half{barred}"


# --------------------------------------------------------------------- officers
def errand(battle: TricornBattle, question: Question, option: Errand | Join | Point, label: str) -> Face:
    """What an officer does with his own move: rides, joins a unit or stays (leaders.move, leaders.attach)."""
    number = officer_of(battle, question)
    assert number is not None
    who = spokesman(battle, number)
    match option:
        case Join(unit):
            return Face(f"Join {name(battle, unit)}", _heart(battle.officers[number]), who, unit)
        case Errand.RIDE:
            return Face("Ride", f"up to {RIDE // INCH} in", who)
        case Errand.STAY:
            return Face("Stay", _where(battle, battle.officers[number]), who)
        case _:
            assert isinstance(option, Point)
            return Face("Ride", label, who, place=on_base(option))


def _heart(officer: Officer) -> str:
    """The bonus of an officer to the tests of his unit (morale.mod.general-attached)."""
    attached = Attached.CHIEF if officer.is_free_chief else Attached.GENERAL
    bonus = target(Trial(attached=attached)).whole - target(Trial()).whole
    return f"+{bonus} to its Morale Tests"


def _where(battle: TricornBattle, officer: Officer) -> str:
    return "where he is" if officer.attached is None else f"with {name(battle, officer.attached)}"


def on_base(place: Point) -> Pose:
    """The pose of an officer's base at the point where he stands (leaders.base)."""
    return Pose(round(place.x), round(place.y)).shifted(0, BASE.depth / 2)


def refuge(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """The friends to which an officer escapes from an enemy (leaders.contacted)."""
    del question, label
    return Face(f"Flee to {name(battle, option)}", "behind it", option)


def successor(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """The unit beside which the successor of a lost General appears (leaders.casualty.replace)."""
    del question, label
    place = beside(battle.units[option], battle.field)
    note = f"at {as_inches(place.x):g}, {as_inches(place.y):g}"
    return Face(f"Beside {name(battle, option)}", note, option)


# --------------------------------------------------------------------- the end
def concede(battle: TricornBattle, question: object, option: object, label: str) -> Face:
    """Fight on, or concede the battle (victory.break)."""
    del battle, question, option
    return Face(label)
