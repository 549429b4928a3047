"""The Manoeuvre and Shooting phase: a side takes its units one at a time (turn.activation)."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, assert_never

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.eagle import formations, moving, volleys
from sandtable.systems.eagle.aim import can_shoot
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.conforming import guided_move
from sandtable.systems.eagle.events import OrderRestored, RecordWritten, UnitActed
from sandtable.systems.eagle.leader_moves import leaders_open, manoeuvre_leader, swept
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.movement import STANDS, may_move, may_step
from sandtable.systems.eagle.nearness import Ranked, as_inches, foes_by_distance, nearest_enemy_distance
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.rallying import Redress, redressed
from sandtable.systems.eagle.records import GUIDED, Control, Record
from sandtable.systems.eagle.repeating import is_standing, repeat_move
from sandtable.systems.eagle.routers import outdistanced
from sandtable.systems.eagle.shapes import Layout, Ranks
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.troops import Formation

WHO_NEXT: Final = "decision.activation-order"
WHAT: Final = "decision.activity"
FAR: Final = 99.0
"""The distance in inches that stands for no enemy at all."""


class Next(NamedTuple):
    """What acts next: a unit, a lone leader, or nothing more (turn.activation)."""

    unit: int | None = None
    leader: int | None = None


NOBODY: Final = Next()


class Kind(StrEnum):
    """The activities of a unit (decision.activity).

    turn.manoeuvre.choice, turn.manoeuvre.light-options, movement.half-move
    """

    MOVE = "move"
    CHANGE_MOVE = "change formation, then move"
    MOVE_CHANGE = "move, then change formation"
    ON_THE_SPOT = "manoeuvre on the spot"
    STEP = "side-step or step back"
    SHOOT_MOVE = "shoot, then move"
    MOVE_SHOOT = "move, then shoot"
    SHOOT_TWICE = "stand and shoot twice"
    REDRESS = "redress ranks"
    REFORM = "re-form"
    STAND = "stand"


class Activity(NamedTuple):
    """What a unit does, and the ranks that LI, LC and CH take up first, at no cost (formation.change)."""

    kind: Kind
    ranks: Ranks = ()


MOVE: Final = Activity(Kind.MOVE)
STEP: Final = Activity(Kind.STEP)
SHOOT_MOVE: Final = Activity(Kind.SHOOT_MOVE)
MOVE_SHOOT: Final = Activity(Kind.MOVE_SHOOT)
SHOOT_TWICE: Final = Activity(Kind.SHOOT_TWICE)
REDRESS: Final = Activity(Kind.REDRESS)
REFORM: Final = Activity(Kind.REFORM)
STAND: Final = Activity(Kind.STAND)
OF_FORMED: Final = (Activity(Kind.CHANGE_MOVE), Activity(Kind.MOVE_CHANGE), Activity(Kind.ON_THE_SPOT))
"""The activities of a formed unit besides moving (movement.half-move)."""


# --------------------------------------------------------------------- the step
async def manoeuvre_step(battle: EagleBattle) -> EagleBattle:
    """The next unit or lone leader of the side acts, in its owner's order, or the step ends.

    turn.activation: units that follow a guide act directly after it, forced repeats before all free units
    """
    waiting = _waiting(battle)
    follower = _follower_due(battle, waiting) if battle.marches else None
    if follower is not None:
        start = battle.units[follower].pose
        return await swept(await guided_move(battle, follower), follower, start)
    forced = [unit.id for unit in waiting if unit.control is Control.REPEATS]
    if forced:
        return await _repeat(battle, tuple(forced))
    options = _units_open(battle, waiting)
    options += [Next(leader=one) for one in leaders_open(battle, battle.active)]
    if not options:
        return await _done(battle)
    chosen = await Choose(WHO_NEXT, battle.active, (*options, NOBODY))
    if chosen.unit is not None:
        return await act(battle, chosen.unit)
    if chosen.leader is not None:
        return await manoeuvre_leader(battle, chosen.leader)
    return await _done(battle)


@cache
def _unit_next(number: int) -> Next:
    """The option that a unit acts next; cached, because the same few recur."""
    return Next(unit=number)


async def _done(battle: EagleBattle) -> EagleBattle:
    """A side has taken all its units: looters go on looting, and at the end of the phase free routers go.

    control.repeat, control.loot, rout.eliminate
    """
    for unit in battle.unbroken(battle.active):
        if unit.looting and unit.record is None:
            battle = await tell(battle, RecordWritten(unit.id, Record.LOOT))
    if battle.step is Step.SECOND_MANOEUVRES:
        battle = await outdistanced(battle)
    return await step_done(battle)


async def _repeat(battle: EagleBattle, forced: tuple[int, ...]) -> EagleBattle:
    """One of the units that repeat their last move does so, in their owner's order (control.repeat)."""
    options = tuple([_unit_next(number) for number in forced])
    chosen = options[0] if len(options) == 1 else await Choose(WHO_NEXT, battle.active, options)
    assert chosen.unit is not None
    if is_standing(battle, battle.units[chosen.unit]):
        return await act(battle, chosen.unit)
    start = battle.units[chosen.unit].pose
    return await swept(await repeat_move(battle, chosen.unit), chosen.unit, start)


def _waiting(battle: EagleBattle) -> list[EagleUnit]:
    """The units of the side that have not acted yet and that no enemy pins."""
    waiting = [unit for unit in battle.unbroken(battle.active) if not unit.taken]
    if battle.contacts:
        held = battle.engaged()
        waiting = [unit for unit in waiting if unit.id not in held]
    return waiting


def _follower_due(battle: EagleBattle, waiting: list[EagleUnit]) -> int | None:
    """A unit whose guide has just moved and that moves with it (control.conform, turn.activation)."""
    for unit in waiting:
        if unit.control in GUIDED and unit.guide is not None and battle.march_of(unit.guide) is not None:
            return unit.id
    return None


def _units_open(battle: EagleBattle, waiting: list[EagleUnit]) -> list[Next]:
    """The waiting units that could do more than stand."""
    return [
        _unit_next(unit.id)
        for unit in waiting
        if (unit.control not in STANDS and not unit.steadied) or _is_open(battle, unit)
    ]


def _is_open(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Could a waiting unit do more than stand? Units that repeat or run on do not count."""
    control = unit.control
    if control not in STANDS and not unit.steadied:
        return True
    if control is Control.REPEATS or control is Control.RUNS_ON:
        return False
    if not unit.dp and not unit.is_light:
        return False  # It has no points to shed, and does not shoot.
    if control in GUIDED and _awaits_guide(battle, unit):
        return False
    return _shoots(battle, unit) or (unit.dp > 0 and redress_of(battle, unit) is not None)


def _awaits_guide(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a unit wait for the move of its guide? (control.conform)"""
    if unit.control not in GUIDED or unit.guide is None:
        return False
    guide = battle.units[unit.guide]
    return not guide.taken and guide.pose is not None and not battle.is_engaged(guide.id)


# --------------------------------------------------------------------- one unit
async def act(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit does one thing of its owner's choice, and does not act again (turn.activation)."""
    one = battle.units[unit]
    options = activities(battle, one)
    chosen = options[0] if len(options) == 1 else await Choose(WHAT, one.side, options, about=(unit,))
    if chosen.ranks:
        battle = await formations.change(battle, unit, Layout(Formation.LINE, chosen.ranks))
    battle = await _do(battle, unit, chosen.kind)
    if battle.units[unit].pose is None:
        return battle
    # Its activity replaces what it recorded earlier in the turn, such as an evade.
    wrote = battle.units[unit].record is not one.record
    battle = await tell(battle, UnitActed(unit, None if wrote else Record.STAND))
    return await swept(battle, unit, one.pose)


def activities(battle: EagleBattle, unit: EagleUnit) -> tuple[Activity, ...]:
    """All activities open to a unit, standing last.

    turn.manoeuvre.choice, turn.manoeuvre.light-options; LI, LC and CH may take up other ranks first
    """
    shoots = _shoots(battle, unit)
    moves = _moves(battle, unit, shoots=shoots) if may_move(battle, unit) else []
    found = [*moves, *_without_moving(battle, unit, shoots=shoots), STAND]
    if not moves or unit.formed or unit.troop_class.is_formed_kind:
        return tuple(found)
    others = [layout.ranks for layout in formations.changes_open(battle, unit)]
    return (*found[:-1], *[Activity(one.kind, ranks) for ranks in others for one in found], STAND)


def _shoots(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a light unit a target? (turn.manoeuvre.light-options)"""
    return unit.is_light and can_shoot(battle, unit)


def _without_moving(battle: EagleBattle, unit: EagleUnit, *, shoots: bool) -> list[Activity]:
    """The activities open to a unit besides moving and standing."""
    found: list[Activity] = []
    if shoots:
        found.append(SHOOT_TWICE)
    if unit.dp and redress_of(battle, unit) is not None:
        found.append(REDRESS)
    return found


def _moves(battle: EagleBattle, unit: EagleUnit, *, shoots: bool) -> list[Activity]:
    """The moves open to a unit that may move at all, the likeliest first.

    movement.re-form, movement.half-move, movement.side-step.detail, turn.manoeuvre.light-options
    """
    if unit.is_light:
        return [MOVE_SHOOT, SHOOT_MOVE] if shoots else [MOVE_SHOOT]
    found = [MOVE]
    if unit.formed:
        found += OF_FORMED
    elif formations.can_reform(battle, unit):
        found.append(REFORM)
    if may_step(battle, unit):
        found.append(STEP)
    return found


async def _do(battle: EagleBattle, unit: int, kind: Kind) -> EagleBattle:
    """A unit carries out the chosen activity."""
    match kind:
        case Kind.STAND:
            return battle
        case Kind.MOVE:
            return await moving.move(battle, unit, await moving.pace_of(battle, unit))
        case Kind.CHANGE_MOVE | Kind.MOVE_CHANGE:
            return await _half_and_half(battle, unit, kind)
        case Kind.ON_THE_SPOT:
            return await formations.on_the_spot(battle, unit)
        case Kind.STEP:
            return await moving.step(battle, unit)
        case Kind.REDRESS:
            return await redress(battle, unit)
        case Kind.REFORM:
            return await formations.reform(battle, unit)
        case Kind.SHOOT_MOVE | Kind.MOVE_SHOOT | Kind.SHOOT_TWICE:
            return await _light_programme(battle, unit, kind)
        case _:
            assert_never(kind)


async def _half_and_half(battle: EagleBattle, unit: int, kind: Kind) -> EagleBattle:
    """A unit changes formation for half a move and moves up to the other half, in either order.

    movement.change-formation, movement.half-move: the dice come first
    """
    pace = (await moving.pace_of(battle, unit)).halved()
    if kind is Kind.CHANGE_MOVE:
        battle = await formations.choose_change(battle, unit)
        return await moving.move(battle, unit, pace)
    battle = await moving.move(battle, unit, pace)
    return await formations.choose_change(battle, unit)


async def _light_programme(battle: EagleBattle, unit: int, kind: Kind) -> EagleBattle:
    """A light unit shoots and moves, moves and shoots, or stands and shoots twice.

    turn.manoeuvre.light-options, shooting.twice
    """
    if kind is Kind.MOVE_SHOOT:
        battle = await moving.move(battle, unit, await moving.pace_of(battle, unit))
        return await volleys.shoot(battle, unit)
    battle = await volleys.shoot(battle, unit)
    if kind is Kind.SHOOT_TWICE:
        return await volleys.shoot(battle, unit)
    return await moving.move(battle, unit, await moving.pace_of(battle, unit))


# --------------------------------------------------------------------- redressing
def redress_of(battle: EagleBattle, unit: EagleUnit) -> Redress | None:
    """The facts of a unit's redressing, if it would help.

    rally.redress.conditions, rally.shaken.limits: not in contact, not routing
    """
    if not unit.dp or unit.routing or battle.is_engaged(unit.id):
        return None
    ranked, found = foes_by_distance(battle, unit), _redresses.get(unit.id)
    if found is None or found[0] is not unit or found[1] is not ranked:
        found = _redresses[unit.id] = unit, ranked, _redress_of(battle, unit)
    return found[2]


_redresses: Final[dict[int, tuple[EagleUnit, Ranked, Redress | None]]] = {}
"""A cache by unit: the facts of its redressing, valid for the same unit and ranked enemies."""


def _redress_of(battle: EagleBattle, unit: EagleUnit) -> Redress | None:
    order = order_of(unit)
    facts = Redress(
        bases=order.bases,
        lines=order.lines,
        dp=order.dp,
        shaken=order.shaken,
        grade=unit.grade,
        distance=min(as_inches(nearest_enemy_distance(battle, unit)), FAR),
        one_less=battle.is_other(Reading.RALLIED_WITH),
    )
    return facts if redressed(facts).dp < unit.dp else None


async def redress(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit redresses its ranks (rally.redress.table, rally.shaken.redress).

    Lights whose new ranks have brought them too near to an enemy gain nothing.
    """
    one = battle.units[unit]
    facts = redress_of(battle, one)
    if facts is None:
        return battle
    after = redressed(facts)
    rule = "rally.shaken.redress" if one.shaken else "rally.redress.table"
    return await tell(battle, OrderRestored(unit, rule, after.dp, rallied=one.shaken))
