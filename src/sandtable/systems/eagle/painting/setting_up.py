"""Options before the first turn: how a Legion stands, where units and leaders begin."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.deployment import Division
from sandtable.systems.eagle.painting.parties import named
from sandtable.systems.eagle.setup_events import Placement, Posting
from sandtable.systems.eagle.shapes import shape_of
from sandtable.systems.eagle.wording.names import drawn_up, leader_name, name
from sandtable.table.space import INCH


def deploy(battle: EagleBattle, question: Any, option: Division | Placement | Posting, label: str) -> Face:
    """A Legion divided, a unit where it would begin, or a leader (army.deployment, troops.legion)."""
    match option:
        case Placement():
            return _placed(battle, option)
        case Posting():
            return _posted(battle, option)
        case Division():
            assert isinstance(question, Choose)
            return _divided(option, named(question))


def _placed(battle: EagleBattle, placed: Placement) -> Face:
    """A unit where it would stand; it is not on the map yet, so the face carries its outline."""
    unit = battle.units[placed.unit]
    shape = shape_of(unit.troop_class, placed.formation, placed.ranks)
    note = f"{drawn_up(placed.layout)}, front at {placed.to.x / INCH:g}, {placed.to.y / INCH:g}"
    return Face(unit.name, note, unit.id, place=placed.to, shape=shape)


def _posted(battle: EagleBattle, posting: Posting) -> Face:
    """A leader with a unit, or alone (command.attach)."""
    leader = leader_name(battle, posting.leader)
    if posting.attached is not None:
        return Face(f"With {name(battle, posting.attached)}", leader, target=posting.attached)
    assert posting.at is not None
    x, y = posting.at
    return Face("Alone", f"{leader} at {x / INCH:g}, {y / INCH:g}")


def _divided(division: Division, unit: int) -> Face:
    """A Legion as one unit or several (troops.legion)."""
    if len(division.sizes) == 1:
        return Face("One unit", f"of {division.sizes[0]} bases", unit)
    title = " + ".join(map(str, division.sizes))
    if division.bearer < 0:
        return Face(title, "no Eagle", unit)
    return Face(title, f"Eagle in the {division.sizes[division.bearer]}", unit)
