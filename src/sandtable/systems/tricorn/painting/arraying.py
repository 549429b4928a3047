"""Free deployment piece by piece: what is placed, where it may stand, and the objections."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

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
    round_its_middle,
)
from sandtable.game.ask.questions import Decision
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.deployment import (
    RULE,
    Deploy,
    obstacles,
    officer_fault,
    unit_fault,
    units_to_place,
)
from sandtable.systems.tricorn.grounds import lies_in_zone, zone_of
from sandtable.systems.tricorn.nearness import BASE
from sandtable.systems.tricorn.officer_decisions import on_base
from sandtable.systems.tricorn.setup_events import Deployment, Placement, Posting, drawn_up, put_down
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import FORMATIONS, token_id
from sandtable.table.space import FULL_TURN, Point, Pose, standing

PARTS: Final = {"x": ("West", "Centre", "East"), "y": ("South", "Centre", "North")}
"""The thirds of a zone along the edge of its side."""
EMPLACED: Final = "in a redoubt"
"""The name of the formation of a battery in a redoubt (terrain.redoubt)."""


def array(battle: TricornBattle, question: Decision[Any]) -> Array | None:
    """A command and its General to be placed together (setup.deployment)."""
    if not isinstance(question, Deploy):
        return None
    officer, side = battle.officers[question.officer], question.seat
    units = [_unit(battle, battle.units[number]) for number in units_to_place(battle, officer)]
    leader = Recruit(token_id(officer.id), side, officer.name, (round_its_middle(BASE),))
    zone = zone_of(battle, side)
    ways = [_way(question, one, zone) for one in question.sensible() if isinstance(one, Deployment)]
    return Array((zone,), (*units, leader), tuple(told_apart(ways)))


def told_apart(ways: Iterable[Way]) -> Iterator[Way]:
    """Deployments with distinct titles: a second one in the same part is called its second line."""
    names: list[str] = []
    for way in ways:
        title = way.title if way.title not in names else f"{way.title}, second line"
        if title not in names:
            names.append(title)
            yield replace(way, title=title)


# --------------------------------------------------------------------- stands
def stands(battle: TricornBattle, unit: TricornUnit) -> tuple[tuple[Formation, bool], ...]:
    """The formations in which a unit may begin, and whether each is a garrison.

    formation.line, terrain.garrison, terrain.redoubt
    """
    own = tuple((one, False) for one in unit.profile.formations if one is not Formation.GARRISON)
    if unit.is_foot and strongholds(battle, unit):
        return (*own, (Formation.GARRISON, True))
    if unit.is_artillery and strongholds(battle, unit):
        return (*own, (Formation.UNLIMBERED, True))
    return own


def strongholds(battle: TricornBattle, unit: TricornUnit) -> list[Stronghold]:
    """The strongholds of its zone that a unit may hold: only redoubts for guns, none for horse.

    terrain.redoubt
    """
    if not (unit.is_foot or unit.is_artillery):
        return []
    return [
        held
        for held in battle.strongholds
        if (unit.is_foot or held.is_redoubt)
        and lies_in_zone(battle, unit.side, held.pose(held.headings[0]), held.shape(held.headings[0]))
    ]


def _unit(battle: TricornBattle, unit: TricornUnit) -> Recruit:
    found = tuple(
        Stand(
            EMPLACED if held and unit.is_artillery else FORMATIONS[formation],
            unit.profile.shape(_bare(formation)).bases,
        )
        for formation, held in stands(battle, unit)
    )
    return Recruit(unit.id, unit.side, unit.name, found)


def _bare(formation: Formation) -> Formation:
    """The formation that gives a piece its shape before it is placed; a garrison then takes the outline of
    its place."""
    return Formation.LINE if formation is Formation.GARRISON else formation


# --------------------------------------------------------------------- ordinary ways
def _way(question: Deploy, drawn: Deployment, zone: tuple[Point, ...]) -> Way:
    battle = question.battle
    there = drawn_up(battle, drawn)
    puts = [_put_of(there, there.units[spot.unit]) for spot in drawn.units]
    assert drawn.officer.at is not None, "an ordinary way puts the officer at a point"
    puts.append(Put(token_id(drawn.officer.officer), 0, drawn.officer.at, 0))
    forms = dict.fromkeys(FORMATIONS[spot.formation] for spot in drawn.units)
    title = _part(battle.camps[question.seat].edge, [put.at for put in puts], zone)
    return Way(title, f"in {' and '.join(forms)}" if forms else "", tuple(puts))


def _part(edge: str, places: list[tuple[int, int]], zone: tuple[Point, ...]) -> str:
    """The third of a zone in which places lie, along the edge of its side."""
    axis = 0 if edge in ("top", "bottom") else 1
    along = [point[axis] for point in zone]
    low, high = min(along), max(along)
    share = (sum(place[axis] for place in places) / len(places) - low) / (high - low)
    return PARTS["x" if axis == 0 else "y"][min(2, int(share * 3))]


def _put_of(battle: TricornBattle, unit: TricornUnit) -> Put:
    """A placed unit; guns in a redoubt by their own centre."""
    held = bool(unit.garrison)
    stand = stands(battle, unit).index((unit.formation, held))
    if unit.emplaced is not None:
        own = unit.profile.shape(Formation.UNLIMBERED)
        return Put(unit.id, stand, middle_of(unit.emplaced, own), unit.emplaced.heading)
    pose = standing(unit)
    return Put(unit.id, stand, middle_of(pose, unit.shape), pose.heading)


# --------------------------------------------------------------------- what is put down
def arrayed(battle: TricornBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
    """Each piece at its place with the objections to it; the officer comes after the units.

    setup.deployment
    """
    assert isinstance(question, Deploy)
    by_name = {put.who: put for put in puts}
    officer = battle.officers[question.officer]
    posts, placements, words, rule = list[Post](), list[Placement](), "", RULE
    for number in units_to_place(battle, officer):
        placement = _placement(battle, battle.units[number], by_name[number])
        fault = unit_fault(battle, placement)
        battle = put_down(battle, placement)
        unit = battle.units[number]
        said = "" if fault is None else fault.words
        posts.append(Post(_put_of(battle, unit), standing(unit), unit.shape.bases, said))
        placements.append(placement)
        if fault is not None and not words:
            words, rule = fault.words, fault.rule
    put = by_name[token_id(officer.id)]
    posting = Posting(officer.id, put.at)
    fault = officer_fault(battle, posting)
    said = "" if fault is None else fault.words
    posts.append(Post(put, on_base(Point(*put.at)), BASE.bases, said))
    answer = Deployment(posting, tuple(placements))
    against = fault if fault is not None or words else next(obstacles(question, answer), None)
    if against is not None and not words:
        words, rule = against.words, against.rule
    return Arrayed(tuple(posts), not words, None if words else answer, words, rule)


def _placement(battle: TricornBattle, unit: TricornUnit, put: Put) -> Placement:
    """The placement that a player wants; a garrison takes the nearest stronghold.

    terrain.garrison, terrain.redoubt
    """
    formation, held = stands(battle, unit)[put.stand]
    pose = front_of(put, unit.profile.shape(_bare(formation)))
    if not held:
        return Placement(unit.id, formation, pose)
    nearest = min(strongholds(battle, unit), key=lambda one: (math.dist(one.middle, put.at), one.piece))
    if unit.is_artillery:
        pose = _in_the_middle(unit, nearest, put.heading)
    return Placement(unit.id, formation, pose, nearest.piece)


def _in_the_middle(unit: TricornUnit, held: Stronghold, heading: int) -> Pose:
    """Guns in the middle of a redoubt, facing the way they are turned (terrain.redoubt)."""
    put = Put(unit.id, 0, (round(held.middle.x), round(held.middle.y)), heading % FULL_TURN)
    return front_of(put, unit.profile.shape(Formation.UNLIMBERED))
