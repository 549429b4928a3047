"""Free deployment piece by piece: what is placed, where it may stand, and what is wrong with it."""

from __future__ import annotations

import math
from typing import Any, Final

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
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.deployment import (
    RULE,
    Deployment,
    DrawUp,
    Placement,
    Posting,
    Spot,
    drawn_up,
    leader_fault,
    unit_fault,
)
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.sectors import Sector, sector_of
from sandtable.systems.elan.shapes import marker
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import formation_name, token_id
from sandtable.table.space import Point, Pose, Shape, standing

PARTS: Final = {"top": ("West", "Centre", "East"), "left": ("South", "Centre", "North")}
"""The thirds of a zone, along the edge of its side."""


Rings = tuple[tuple[Point, ...], ...]


def array(battle: ElanBattle, question: Decision[Any]) -> Array | None:
    """The brigade or the higher commanders that are drawn up, as pieces (setup.deploy)."""
    if not isinstance(question, DrawUp):
        return None
    levy, side = question.levy, question.seat
    units = [_unit(battle, battle.units[number]) for number in levy.units]
    stand = round_its_middle(marker(battle.scale))
    leaders = [
        Recruit(token_id(number), side, battle.leaders[number].name, (stand,)) for number in levy.leaders
    ]
    rings = surface_of(battle).zone(battle, side)
    ways = tuple(_way(question, one, rings) for one in question.sensible() if isinstance(one, Deployment))
    return Array(rings, (*units, *leaders), ways)


def _unit(battle: ElanBattle, unit: ElanUnit) -> Recruit:
    stands = tuple(
        Stand(formation_name(formation), _shape(battle, unit, formation).bases)
        for formation in formations(battle, unit)
    )
    return Recruit(unit.id, unit.side, unit.name, stands)


def formations(battle: ElanBattle, unit: ElanUnit) -> tuple[Formation, ...]:
    """The formations in which a unit may begin; garrison only where there is a sector (formation.who)."""
    has_sector = any(_sectors(battle))
    return tuple(one for one in unit.profile.formations if one is not Formation.GARRISON or has_sector)


def _shape(battle: ElanBattle, unit: ElanUnit, formation: Formation) -> Shape:
    """Its shape when placed; a garrison has that of its sector, which is not known before."""
    own = unit.profile.formations[0] if formation is Formation.GARRISON else formation
    return unit.profile.shape(own, battle.scale)


def _sectors(battle: ElanBattle) -> list[Sector]:
    return [found for piece in battle.field.pieces if (found := sector_of(piece)) is not None]


# --------------------------------------------------------------------- ordinary ways
def _way(question: DrawUp, drawn: Deployment, rings: Rings) -> Way:
    battle = question.battle
    there = drawn_up(battle, drawn)
    units = tuple(_put_of(battle, there.units[spot.unit]) for spot in drawn.units)
    leaders = tuple(
        Put(token_id(posting.leader), 0, (posting.to.x, posting.to.y), 0)
        for posting in drawn.leaders
        if posting.to is not None
    )
    forms = dict.fromkeys(formation_name(spot.formation) for spot in drawn.units)
    part = _part(battle.camps[question.seat].edge, [put.at for put in (*units, *leaders)], rings)
    return Way(part, f"in {' and '.join(forms)}" if forms else "", (*units, *leaders))


def _part(edge: str, places: list[tuple[int, int]], rings: Rings) -> str:
    """The third of a zone in which some places lie, along the edge of its side."""
    axis = 0 if edge in ("top", "bottom") else 1
    along = [point[axis] for ring in rings for point in ring]
    low, high = min(along), max(along)
    share = (sum(place[axis] for place in places) / len(places) - low) / (high - low)
    return PARTS["top" if axis == 0 else "left"][min(2, int(share * 3))]


def _put_of(battle: ElanBattle, unit: ElanUnit) -> Put:
    pose = standing(unit)
    stand = formations(battle, unit).index(unit.formation)
    return Put(unit.id, stand, middle_of(pose, unit.shape), pose.heading)


# --------------------------------------------------------------------- what is put down
def arrayed(battle: ElanBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
    """Each piece where it comes to stand, with what is wrong there; commanders after the units.

    setup.deploy
    """
    assert isinstance(question, DrawUp)
    by_name = {put.who: put for put in puts}
    posts, placements, postings = list[Post](), list[Placement](), list[Posting]()
    for number in question.levy.units:
        placement = _placement(battle, battle.units[number], by_name[number])
        words = unit_fault(battle, placement)
        battle = drawn_up(battle, Deployment((placement,)))
        unit = battle.units[number]
        posts.append(Post(_put_of(battle, unit), standing(unit), unit.shape.bases, words))
        placements.append(placement)
    for number in question.levy.leaders:
        put = by_name[token_id(number)]
        posting = Posting(number, Spot(*put.at))
        posts.append(_posted(battle, number, put, leader_fault(battle, posting)))
        postings.append(posting)
    wrong = next((post for post in posts if post.words), None)
    answer = None if wrong else Deployment(tuple(placements), tuple(postings))
    words = "" if wrong is None else f"{_named(battle, wrong.put.who)} {wrong.words}"
    return Arrayed(tuple(posts), wrong is None, answer, words, RULE)


def _placement(battle: ElanBattle, unit: ElanUnit, put: Put) -> Placement:
    """The placement of a unit; a garrison takes the sector nearest to where it is put (terrain.sector)."""
    formation = formations(battle, unit)[put.stand]
    pose = front_of(put, _shape(battle, unit, formation))
    if formation is not Formation.GARRISON:
        stance = ground_of(battle).posted(unit.id, formation, pose, "")
        assert stance is not None
        return Placement(unit.id, formation, stance.to)
    nearest = min(_sectors(battle), key=lambda one: (math.dist(one.middle, put.at), one.piece))
    return Placement(unit.id, formation, pose, nearest.piece)


def _posted(battle: ElanBattle, leader: int, put: Put, words: str) -> Post:
    """A commander where he comes to stand; on hexes the middle of one (hex.plan.points)."""
    there = ground_of(battle).spot(battle.leaders[leader].side, Point(*put.at)) or Pose(*put.at, 0)
    bases = round_its_middle(marker(battle.scale)).bases
    return Post(Put(put.who, 0, (there.x, there.y), 0), Pose(there.x, there.y, 0), bases, words)


def _named(battle: ElanBattle, who: int | str) -> str:
    if isinstance(who, int):
        return battle.units[who].name
    return next(leader.name for number, leader in enumerate(battle.leaders) if token_id(number) == who)
