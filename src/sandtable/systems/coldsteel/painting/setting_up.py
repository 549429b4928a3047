"""The options before the first turn: forces, edges, places."""

from __future__ import annotations

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Face
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.deployment import Placement, place_of
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.wording.names import formation_word
from sandtable.table.space import INCH, TableSide


def force(battle: ColdSteelBattle, question: object, option: str, label: str) -> Face:
    """A profile that may be chosen: its class and models (setup.forces)."""
    del battle, question, label
    profile = roster().profile(option)
    return Face(profile.name, f"{profile.troop_class}, {counted(profile.models, 'model')}")


def edge(battle: ColdSteelBattle, question: object, option: TableSide, label: str) -> Face:
    """An edge of the table (setup.deploy)."""
    del battle, question
    return Face(label.capitalize(), "at the foot of the map" if option == "bottom" else "at its head")


def placement(battle: ColdSteelBattle, question: object, option: Placement, label: str) -> Face:
    """A unit at the place where it would begin (setup.deploy)."""
    del question, label
    unit, place = battle.units[option.unit], place_of(battle, option)
    if option.formation is Formation.GARRISON:
        title, note = f"In {battle.building(option.building).name}", "as its garrison"
    else:
        title = formation_word(unit, option.formation).capitalize()
        note = f"front at {option.to.x / INCH:g}, {option.to.y / INCH:g}"
    return Face(title, note, unit.id, place=place.pose, shape=place.shape)
