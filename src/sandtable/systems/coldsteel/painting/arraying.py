"""Deployment by pointing: the unit that is placed, its place and formation, and the obstacles to it."""

from __future__ import annotations

import math
from typing import Any

from sandtable.game.ask.deployment import (
    Array,
    Arrayed,
    Post,
    Put,
    Recruit,
    Stand,
    Way,
    front_of,
    middle_of,
)
from sandtable.game.ask.questions import Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.deployment import Placement, PlaceUnit, place_of
from sandtable.systems.coldsteel.placing import formed
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.words import formation_word
from sandtable.systems.coldsteel.zones import open_buildings, zone_of
from sandtable.table.space import Shape


def array(battle: ColdSteelBattle, question: Decision[Any]) -> Array | None:
    """The waiting units, one to be placed next (setup.deploy)."""
    if not isinstance(question, PlaceUnit):
        return None
    units = tuple(_recruit(battle, battle.units[number]) for number in question.waiting)
    return Array((zone_of(battle, question.seat),), units, _ways(question), single=True)


def formations(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Formation, ...]:
    """The formations in which a unit may begin; as a garrison only if a building is open to it."""
    has_house = bool(open_buildings(battle, unit))
    return tuple(one for one in unit.profile.formations if one is not Formation.GARRISON or has_house)


def _recruit(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Recruit:
    stands = tuple(
        Stand(formation_word(unit, one).capitalize(), _shape(unit, one).bases)
        for one in formations(battle, unit)
    )
    return Recruit(unit.id, unit.side, unit.name, stands)


def _shape(unit: ColdSteelUnit, formation: Formation) -> Shape:
    """Its shape when placed; a garrison's is that of its building, which is not known yet."""
    return formed(unit, unit.profile.formations[0] if formation is Formation.GARRISON else formation)


# --------------------------------------------------------------------- ordinary ways
@by_identity(most=4)
def _ways(question: PlaceUnit) -> tuple[Way, ...]:
    """One or a few ordinary places for each waiting unit."""
    return tuple(_way(question, one) for one in question.sensible() if isinstance(one, Placement))


def _way(question: PlaceUnit, placed: Placement) -> Way:
    face = question.face(question.battle, placed)
    return Way(face.title, face.note, (_put(question.battle, placed),))


def _put(battle: ColdSteelBattle, placed: Placement) -> Put:
    unit, place = battle.units[placed.unit], place_of(battle, placed)
    stand = formations(battle, unit).index(placed.formation)
    return Put(unit.id, stand, middle_of(place.pose, place.shape), place.pose.heading)


# --------------------------------------------------------------------- what is put down
def arrayed(battle: ColdSteelBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
    """A unit at the place where it is put, and the obstacles to it (setup.deploy)."""
    assert isinstance(question, PlaceUnit)
    (put,) = puts
    assert isinstance(put.who, int)
    placed = _placement(battle, battle.units[put.who], put)
    place, said = place_of(battle, placed), question.judge(placed)
    words = said.words if isinstance(said, Refusal) else ""
    post = Post(_put(battle, placed), place.pose, place.shape.bases, words)
    if isinstance(said, Refusal):
        return Arrayed((post,), legal=False, words=said.words, rule=said.rule)
    return Arrayed((post,), legal=True, answer=said)


def _placement(battle: ColdSteelBattle, unit: ColdSteelUnit, put: Put) -> Placement:
    """The wanted placement of a unit; a garrison takes the nearest building (building.who)."""
    formation = formations(battle, unit)[put.stand]
    if formation is not Formation.GARRISON:
        return Placement(unit.id, formation, front_of(put, _shape(unit, formation)))
    house = min(open_buildings(battle, unit), key=lambda one: (math.dist(one.middle, put.at), one.piece))
    return Placement(unit.id, formation, house.pose(house.heading_near(put.heading)), house.piece)
