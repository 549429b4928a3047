"""Free deployment by pointing: the unit or leader put down, its place, and the objections to it."""

from __future__ import annotations

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
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.deployment import PlaceLeader, PlaceUnit
from sandtable.systems.eagle.grounds import zone_of
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.setup_events import Placement, Posting
from sandtable.systems.eagle.shapes import Layout, layouts_of, shape_of
from sandtable.systems.eagle.words import drawn_up, leader_name, name
from sandtable.table.measure import distance_to_point
from sandtable.table.space import Point, Pose, Shape, standing

PARTS: Final = ("West", "Centre", "East")
"""The thirds of a zone that lies along the foot or the head of the map."""
ENDS: Final = ("South", "Centre", "North")
"""The thirds of a zone that lies along another edge."""


def array(battle: EagleBattle, question: Decision[Any]) -> Array | None:
    """The units of which one is placed next, or the leader to place (army.deployment)."""
    match question:
        case PlaceUnit():
            units = tuple(_unit(battle.units[number]) for number in question.waiting)
            return Array((zone_of(battle, question.seat),), units, _ways(question), single=True)
        case PlaceLeader():
            who = Recruit(
                battle.leaders[question.leader].key,
                question.seat,
                leader_name(battle, question.leader),
                (round_its_middle(MARKER),),
            )
            return Array((zone_of(battle, question.seat),), (who,), _posts(battle, question), single=True)
        case _:
            return None


def layouts(unit: EagleUnit) -> tuple[Layout, ...]:
    """The formations in which a unit may begin, the listed one first."""
    found = layouts_of(unit.troop_class, unit.bases, legion=unit.is_legion)
    return tuple(dict.fromkeys((unit.layout, *found)))


def _unit(unit: EagleUnit) -> Recruit:
    stands = tuple(Stand(drawn_up(one), _shape(unit, one).bases) for one in layouts(unit))
    return Recruit(unit.id, unit.side, unit.name, stands)


def _shape(unit: EagleUnit, layout: Layout) -> Shape:
    return shape_of(unit.troop_class, layout.formation, layout.ranks)


# --------------------------------------------------------------------- ordinary ways
@by_identity(most=4)
def _ways(question: PlaceUnit) -> tuple[Way, ...]:
    """A few ordinary places for each waiting unit, with names that tell those of one unit apart."""
    found: dict[tuple[int, str], Way] = {}
    for placed in question.sensible():
        assert isinstance(placed, Placement)
        unit = question.battle.units[placed.unit]
        put = _put(unit, placed.layout, placed.to)
        part = _part(question.battle, question.seat, put.at)
        name = f"{part}, behind" if (unit.id, part) in found else part
        found.setdefault((unit.id, name), Way(name, "", (put,)))
    return tuple(found.values())


def _put(unit: EagleUnit, layout: Layout, to: Pose) -> Put:
    return Put(unit.id, layouts(unit).index(layout), middle_of(to, _shape(unit, layout)), to.heading)


def _part(battle: EagleBattle, side: int, at: tuple[int, int]) -> str:
    """The third of its zone in which a place lies, along the edge of its side."""
    along = battle.camps[side].edge in ("top", "bottom")
    axis = 0 if along else 1
    zone = [point[axis] for point in zone_of(battle, side)]
    third = min(2, int((at[axis] - min(zone)) / (max(zone) - min(zone)) * 3))
    return (PARTS if along else ENDS)[third]


def _posts(battle: EagleBattle, question: PlaceLeader) -> tuple[Way, ...]:
    """A leader with each unit of his army, or alone (command.attach)."""
    found = [one for one in question.sensible() if isinstance(one, Posting)]
    return tuple(_posting(battle, question, one) for one in found)


def _posting(battle: EagleBattle, question: PlaceLeader, posting: Posting) -> Way:
    key = battle.leaders[question.leader].key
    if posting.attached is None:
        assert posting.at is not None
        # The middle of a front edge touches that unit, so a lone leader is moved clear of it.
        return Way("Alone", "", (Put(key, 0, _clear(battle, question, posting.at), 0),))
    at = _with(battle, posting.attached)
    return Way(f"With {name(battle, posting.attached)}", "", (Put(key, 0, at, 0),))


def _with(battle: EagleBattle, unit: int) -> tuple[int, int]:
    """Where a leader with a unit stands: in the middle of its front rank (command.attach)."""
    one = battle.units[unit]
    x, y = standing(one).at(0, -one.troop_class.depth / 2)
    return round(x), round(y)


def _clear(battle: EagleBattle, question: PlaceLeader, at: tuple[int, int]) -> tuple[int, int]:
    """A place near *at* that lies on no unit, or else *at* itself."""
    x, y = at
    steps = [(x, y + away * way) for away in range(0, 1600, 100) for way in (-1, 1)]
    free = (step for step in steps if _under(battle, question.seat, step) is None)
    legal = (step for step in free if not isinstance(question.judge(Posting(question.leader, step)), Refusal))
    return next(legal, at)


def _under(battle: EagleBattle, side: int, at: tuple[int, int]) -> int | None:
    """The unit of a side on which a place lies, if any."""
    point = Point(*at)
    own = battle.on_table(side)
    return next((unit.id for unit in own if distance_to_point(unit, point, "footprint") <= 0.0), None)


# --------------------------------------------------------------------- what is put down
def arrayed(battle: EagleBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
    """A unit or leader as it would stand, and the objections to it (army.deployment)."""
    (put,) = puts
    if isinstance(question, PlaceLeader):
        return _leader_put(battle, question, put)
    assert isinstance(question, PlaceUnit)
    assert isinstance(put.who, int)
    unit = battle.units[put.who]
    layout = layouts(unit)[put.stand]
    shape = _shape(unit, layout)
    placed = Placement(unit.id, layout.formation, layout.ranks, front_of(put, shape))
    there = _put(unit, layout, placed.to)
    return _judged(Post(there, placed.to, shape.bases), placed, question.judge(placed))


def _leader_put(battle: EagleBattle, question: PlaceLeader, put: Put) -> Arrayed:
    """A leader with the unit on which he is put, or alone if there is none (command.attach)."""
    unit = _under(battle, question.seat, put.at)
    at = put.at if unit is None else _with(battle, unit)
    posting = Posting(question.leader, at if unit is None else None, unit)
    post = Post(Put(put.who, 0, at, 0), Pose(*at, 0), round_its_middle(MARKER).bases)
    return _judged(post, posting, question.judge(posting))


def _judged(post: Post, answer: Placement | Posting, said: object) -> Arrayed:
    if isinstance(said, Refusal):
        wrong = Post(post.put, post.pose, post.bases, said.words)
        return Arrayed((wrong,), legal=False, words=said.words, rule=said.rule)
    return Arrayed((post,), legal=True, answer=answer)
