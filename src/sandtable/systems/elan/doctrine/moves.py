"""Movement: which unit goes first, what it does, where it goes, how it turns and forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.game.drivers.search import futures
from sandtable.systems.elan import forms
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.doctrine import guns, leaders
from sandtable.systems.elan.doctrine.ends import End, ends, shorter
from sandtable.systems.elan.doctrine.formations import wanted
from sandtable.systems.elan.doctrine.goals import goals
from sandtable.systems.elan.doctrine.lie import apart, middle, plan_inches
from sandtable.systems.elan.doctrine.outlook import Outlook, goal_worth, outlook, place_worth, way_worth
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.forms_decisions import (
    NO_CHANGE,
    Change,
    ChangeAfter,
    ChooseChange,
    PickSortie,
    Sortie,
    is_free,
)
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.movement_decisions import (
    NOBODY,
    Action,
    ChooseAction,
    ChoosePassage,
    Passage,
    PickGo,
    What,
)
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import FULL_TURN, Point, standing

TURN_GAIN: Final = 0.15
"""A turn that costs half a move must gain this much."""
LEAST: Final = 0.03
"""A move must gain this much."""
NEAR_ENEMY: Final = 24.0
"""With enemies this near, sectors are occupied."""
LOOKED_AT: Final = 12
"""How many ends of a march are weighed, those best for the goal; all are far from the enemy."""
REFINED: Final = 2
"""For how many of the best moves shorter ones are considered."""
MARCHES: Final = (What.ROAD_MARCH, What.MARCH)
GOING: Final = (*MARCHES, What.ROAD, What.MOVE)
"""The longest kinds of move first: if one of them is good enough, shorter kinds are skipped."""


class Wish(NamedTuple):
    """A plan and the worth of its end."""

    worth: float
    end: End


# ----------------------------------------------------------------------- the order of moves
def order(battle: ElanBattle, question: PickGo) -> object:
    """Units nearest to the enemy first, so that they clear the way; commanders last, if at all."""
    ground = ground_of(battle)
    units = [go for go in question.options if go.who == "unit"]
    if units:
        return min(units, key=lambda go: (ground.closest(go.number), go.number))
    rides = [go for go in question.options if go.who == "commander"]
    return leaders.next_ride(battle, rides) or NOBODY


# ----------------------------------------------------------------------- what it does
def kind(position: Position[ElanBattle], question: ChooseAction) -> object:
    """What a unit does: recover, form, garrison, or the best of its moves."""
    battle, unit = position.battle, position.battle.units[question.unit]
    offered = {action.what: action for action in question.options}
    if What.STAY not in offered:
        return _best_road(position, unit, question)
    if What.RECOVER in offered:
        return offered[What.RECOVER]
    if unit.is_artillery:
        chosen = guns.kind(battle, unit, offered)
        if chosen is not None:
            return chosen
    else:
        chosen = _formed(battle, unit, question, offered) or _housed(battle, unit, question, offered)
        if chosen is not None:
            return chosen
    return _best_way(position, unit, offered)


def _formed(
    battle: ElanBattle, unit: ElanUnit, question: ChooseAction, offered: dict[What, Action]
) -> Action | None:
    """A change into the wanted formation, where it is open."""
    wish = wanted(battle, unit)
    if wish is unit.formation:
        return None
    whole = [action for action in question.options if action.formation is wish]
    if whole:
        return whole[0]
    if What.CHANGE in offered and wish in forms.openings(battle, unit).formations:
        return offered[What.CHANGE]
    return None


def _housed(
    battle: ElanBattle, unit: ElanUnit, question: ChooseAction, offered: dict[What, Action]
) -> Action | None:
    """Occupy a sector at the goal when the enemy is near; leave a sector when the goal is elsewhere."""
    goal = goals(battle, unit.side).get(unit.id)
    here, near = middle(unit), plan_inches(battle, ground_of(battle).closest(unit.id))
    if unit.formation is Formation.GARRISON:
        elsewhere = goal is not None and apart(battle, here, goal.point) > goal.near + 6.0
        return offered.get(What.LEAVE) if elsewhere else offered[What.STAY]
    sectors = [action for action in question.options if action.what is What.ENTER]
    at_goal = goal is not None and goal.prize > 0 and apart(battle, here, goal.point) <= goal.near + 6.0
    if sectors and at_goal and near <= NEAR_ENEMY:
        return sectors[0]
    return None


def _best_way(position: Position[ElanBattle], unit: ElanUnit, offered: dict[What, Action]) -> Action:
    """The best of staying, turning, and each kind of move with its best end."""
    battle = position.battle
    view = outlook(battle, unit)
    stays = place_worth(view, standing(unit), unit.shape)
    best, most = offered[What.STAY], stays + LEAST
    for what in GOING:
        if what in offered and (what in MARCHES or most < stays + _tactical_gain(view)):
            worth = _worth_of_going(position, view, offered[what])
            if worth > most:
                best, most = offered[what], worth
    if What.CHANGE in offered and _best_turn(view, forms.openings(battle, unit).turns)[0] > most + TURN_GAIN:
        return offered[What.CHANGE]
    return best


def _tactical_gain(view: Outlook) -> float:
    """Roughly what a tactical move can gain a unit on the way to its goal."""
    span = rate(view.unit.profile, view.unit.formation, view.battle.scale).span
    return way_worth(view, plan_inches(view.battle, span))


def _best_road(position: Position[ElanBattle], unit: ElanUnit, question: ChooseAction) -> Action:
    """By road or across country, whichever is better, for a unit that has changed before its move."""
    view = outlook(position.battle, unit)
    return max(question.options, key=lambda action: _worth_of_going(position, view, action))


def _worth_of_going(position: Position[ElanBattle], view: Outlook, action: Action) -> float:
    """The worth of the best end of a kind of move, from the question that would follow."""
    following = futures(position, action, at_most=2)[0].question
    if not isinstance(following, PlanMove | PlanHexMove):
        return float("-inf")
    found = _wishes(view, following, shoots=action.what not in MARCHES)
    return found[0].worth if found else float("-inf")


# ----------------------------------------------------------------------- where it goes
def path(battle: ElanBattle, question: PlanMove | PlanHexMove) -> object:
    """The move to the best place in reach; deployed guns turn to the best target."""
    unit = battle.units[question.body.id]
    if unit.formation is Formation.DEPLOYED:
        return guns.turn(battle, unit, question)
    view = outlook(battle, unit)
    found = _wishes(view, question, shoots=True)
    return found[0].end.plan if found else ()


def _wishes(view: Outlook, question: PlanMove | PlanHexMove, *, shoots: bool) -> tuple[Wish, ...]:
    """The best legal ends of a move, the best first."""
    shape = view.unit.shape

    def wish(end: End) -> Wish:
        return Wish(place_worth(view, end.pose, shape, shoots=shoots), end)

    open_ends = [end for end in ends(question, shape, places(view)) if not end.contact]
    if not shoots:
        open_ends.sort(key=lambda end: -goal_worth(view, end.pose, shape))
        del open_ends[LOOKED_AT:]
    found = [wish(end) for end in open_ends]
    found.sort(key=_by_worth)
    more = [wish(end) for best in found[:REFINED] for end in shorter(question, best.end)]
    stands = [one for one in more if not isinstance(question.judge(one.end.plan), Refusal)]
    return tuple(sorted((*found, *stands), key=_by_worth))


def _by_worth(wish: Wish) -> float:
    return -wish.worth


def places(view: Outlook) -> tuple[Point, ...]:
    """Places to face: the unit's goal and the nearest enemies."""
    here, battle = middle(view.unit), view.battle
    foes = sorted(
        (middle(battle.units[foe.number]) for foe in view.foes), key=lambda point: apart(battle, here, point)
    )
    goal = () if view.goal is None else (view.goal.point,)
    return (*goal, *foes[:3])


def passage(battle: ElanBattle, question: ChoosePassage) -> object:
    """Near the enemy, go around friends if either unit could be disordered."""
    far = not is_in_engagement_range(battle, question.unit)
    orderly = [
        friend for friend in (question.unit, *question.passed) if _may_be_disordered(battle.units[friend])
    ]
    return Passage.THROUGH if far or not orderly else Passage.ROUND


def _may_be_disordered(unit: ElanUnit) -> bool:
    """Is a unit in good order, so that it could lose it?"""
    return not unit.disordered and not unit.formation.is_loose


# ----------------------------------------------------------------------- how it turns and forms
def change(battle: ElanBattle, question: ChooseChange) -> object:
    """The wanted formation first, then the best turn."""
    unit = battle.units[question.unit]
    wish = guns.wanted(battle, unit) if unit.is_artillery else wanted(battle, unit)
    formed = [one for one in question.options if one.formation is wish]
    if formed and wish is not unit.formation:
        return formed[0]
    turns = tuple(one.turn for one in question.options if one.turn)
    if unit.formation is Formation.LIMBERED and (turn := guns.away(battle, unit, turns)):
        return Change(turn=turn)
    view = outlook(battle, unit)
    worth, turn = _best_turn(view, turns)
    least = 0.0 if isinstance(question, ChangeAfter) or is_free(unit, Change(turn=turn)) else TURN_GAIN
    stays = place_worth(view, standing(unit), unit.shape)
    return Change(turn=turn) if turns and worth > stays + least else NO_CHANGE


def _best_turn(view: Outlook, turns: Iterable[int]) -> tuple[float, int]:
    """The best turn in place, and its worth."""
    heading = standing(view.unit).heading
    ground, shape, number = ground_of(view.battle), view.unit.shape, view.unit.id
    found = [
        (place_worth(view, ground.turned(number, (heading + turn) % FULL_TURN), shape), -abs(turn), turn)
        for turn in turns
    ]
    worth, _, turn = max(found, default=(float("-inf"), 0, 0))
    return worth, turn


def sortie(battle: ElanBattle, question: PickSortie) -> object:
    """The side and formation in which a garrison stands best outside its sector."""
    unit, ground = battle.units[question.unit], ground_of(battle)

    def worth(way: Sortie) -> float:
        view = outlook(battle, unit, way.formation)
        return place_worth(view, way.to, ground.stance(unit.id, way.formation).shape)

    return max(question.options, key=worth)


def face(battle: ElanBattle, question: PlanMove | PlanHexMove) -> object:
    """A rallied unit faces the nearest enemy."""
    unit = battle.units[question.body.id]
    return guns.turn(battle, replace(unit, retreating=False), question)
