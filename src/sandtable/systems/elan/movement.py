"""The Movement phase: units and detached commanders move or act one after another."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, assert_never

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan import forms, leading
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.events import Deed, GoTaken, UnitDisordered, UnitMoved, UnitRecovered
from sandtable.systems.elan.falling import pass_through
from sandtable.systems.elan.forms_events import UnitTurned
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Gait, Leave, Trek
from sandtable.systems.elan.movement_decisions import (
    NOBODY,
    Action,
    ChooseAction,
    ChoosePassage,
    Go,
    Passage,
    PickGo,
    What,
)
from sandtable.systems.elan.rates import rate, span_of
from sandtable.systems.elan.recovering import can_recover
from sandtable.systems.elan.steps import side_done
from sandtable.systems.elan.troops import Formation, Weight


@cache
def go(who: Literal["unit", "commander"], number: int, *, march: bool = False) -> Go:
    """The option of moving a unit or commander, built once."""
    return Go(who, number, march)


STAY: Final = Action(What.STAY)
MOVE: Final = Action(What.MOVE)
CHANGE: Final = Action(What.CHANGE)
ROAD: Final = Action(What.ROAD)
MARCH: Final = Action(What.MARCH)
ROAD_MARCH: Final = Action(What.ROAD_MARCH)
RECOVER: Final = Action(What.RECOVER)
LEAVE: Final = Action(What.LEAVE)
MANHANDLE: Final = Action(What.MANHANDLE)
TURN: Final = Action(What.TURN)


# --------------------------------------------------------------------- the step
async def move_step(battle: ElanBattle) -> ElanBattle:
    """The next unit or commander of the active side moves, in its owner's order, or the side is done.

    turn.movement, turn.side-order, movement.optional
    """
    goes = goes_open(battle)
    if not goes:
        return await side_done(battle)
    chosen = await PickGo(battle.active, (*goes, NOBODY))
    match chosen.who:
        case "nobody":
            return await side_done(battle)
        case "commander":
            return await leading.ride(battle, leading.Ride(chosen.number, chosen.march))
        case "unit":
            return await act(battle, chosen.number)
        case _:
            assert_never(chosen.who)


def goes_open(battle: ElanBattle) -> tuple[Go, ...]:
    """The units and commanders of the active side that may still move in this phase."""
    done, rides = battle.done, _rides_open(leading.rides(battle))
    ready = _ready(battle.on_table(battle.active))
    if not battle.engagements:
        if not done:
            return (*ready.values(), *rides)
        return (*[one for number, one in ready.items() if number not in done], *rides)
    free = [number for number in ready if number not in done and not battle.is_in_contact(number)]
    return (*[ready[number] for number in free], *rides)


_last: tuple[tuple[ElanUnit, ...], dict[int, Go]] = (), {}
"""The last units passed to `_ready`, and its answer."""


def _ready(units: tuple[ElanUnit, ...]) -> dict[int, Go]:
    """The options of units that may still act, by number.

    Saves a scan of all units after each pass: for the same units only those that changed are checked again.
    """
    global _last
    before, ready = _last
    if units is before:
        return ready
    ready = _fewer_ready(units, before, ready) or {
        unit.id: go("unit", unit.id) for unit in units if unit.is_ready
    }
    _last = units, ready
    return ready


def _fewer_ready(
    units: tuple[ElanUnit, ...], before: tuple[ElanUnit, ...], ready: dict[int, Go]
) -> dict[int, Go] | None:
    """The last answer without units that are no longer ready; None if a unit became ready or they differ."""
    if len(units) != len(before):
        return None
    still = ready.copy()
    for unit, was in zip(units, before, strict=True):
        if unit is was:
            continue
        if unit.id != was.id:
            return None
        if not unit.is_ready:
            still.pop(unit.id, None)
        elif unit.id not in ready:
            return None
    return still


@by_identity(most=4)
def _rides_open(rides: tuple[leading.Ride, ...]) -> tuple[Go, ...]:
    return tuple([go("commander", ride.leader, march=ride.march) for ride in rides])


# --------------------------------------------------------------------- what a unit may do
def actions(battle: ElanBattle, unit: ElanUnit) -> tuple[Action, ...]:
    """The actions open to a unit, staying first (movement.optional, move.kind)."""
    found = [STAY, *_moves(battle, unit), *_whole_moves(battle, unit)]
    if unit.formation is Formation.DEPLOYED:
        found += _of_guns(battle, unit)
    return tuple(found)


def _moves(battle: ElanBattle, unit: ElanUnit) -> tuple[Action, ...]:
    """The tactical moves and, far from every enemy, march moves of a unit.

    formation.square-immobile, movement.artillery-rates-limbered, movement.rates, movement.road-bonus,
    movement.march; a square, a garrison and deployed guns have no rate
    """
    changes = forms.may_change(battle, unit)
    if not _span(battle, unit):
        return (CHANGE,) if changes else ()
    ground = ground_of(battle)
    far = not ground.is_within(ground.closest(unit.id), battle.figures.march)
    by_road = unit.formation in ON_ROADS and ground.takes_road(unit.id)
    return _tactics(by_road=by_road, changes=changes, far=far)


@cache
def _tactics(*, by_road: bool, changes: bool, far: bool) -> tuple[Action, ...]:
    """The moves of a unit that has a rate: with or without road, at the tactical or the march rate."""
    found = [MOVE, ROAD] if by_road else [MOVE]
    if changes:
        found.append(CHANGE)
    if far:
        found += [MARCH, ROAD_MARCH] if by_road else [MARCH]
    return tuple(found)


def _whole_moves(battle: ElanBattle, unit: ElanUnit) -> list[Action]:
    """The actions that take the full move.

    movement.action.recover, movement.action.skirmish, movement.action.garrison, formation.dismount
    """
    drill = forms.drill(unit.profile_id, unit.formation)
    found = [RECOVER] if unit.disordered and can_recover(battle, unit) else []
    if drill.whole_moves:
        found += map(_form, forms.whole_move_formations(battle, unit))
    if drill.enters:
        found += [Action(What.ENTER, sector=stance.sector) for stance in forms.sectors_open(battle, unit)]
    if unit.formation is Formation.GARRISON and forms.has_sortie(battle, unit):
        found.append(LEAVE)
    return found


@cache
def _form(formation: Formation) -> Action:
    """The option of taking up a formation with the whole move, built once."""
    return Action(What.FORM, formation)


def _of_guns(battle: ElanBattle, unit: ElanUnit) -> tuple[Action, ...]:
    """Deployed guns may turn, and may be manhandled where the set allows it and they are not heavy.

    movement.manhandle, movement.gun-turn
    """
    if battle.figures.manhandle and unit.profile.grade is not Weight.HEAVY:
        return TURN, MANHANDLE
    return (TURN,)


def _span(battle: ElanBattle, unit: ElanUnit) -> int:
    return span_of(unit.profile_id, unit.formation, battle.scale)


# --------------------------------------------------------------------- what it does
async def act(battle: ElanBattle, unit: int) -> ElanBattle:
    """A unit takes one of its actions; enemy commanders get out of its way.

    move.kind, leaders.unattached-safe
    """
    options = actions(battle, battle.units[unit])
    chosen = options[0]
    if len(options) > 1:
        chosen = await ChooseAction(battle.units[unit].side, options, unit=unit)
    battle = await _carry_out(battle, unit, chosen)
    if not battle.units[unit].moved:
        return await tell(battle, GoTaken(unit))
    return await leading.displace(battle, unit)


async def _carry_out(battle: ElanBattle, unit: int, action: Action) -> ElanBattle:
    match action.what:
        case What.STAY:
            return battle
        case What.MOVE | What.ROAD:
            return await _move(battle, _tactical(battle, unit, action.what), forms.Made())
        case What.CHANGE:
            return await _change_and_move(battle, unit)
        case What.MARCH | What.ROAD_MARCH:
            return await _march(battle, unit, by_road=action.what is What.ROAD_MARCH)
        case What.MANHANDLE:
            return await _manhandle(battle, unit)
        case What.TURN:
            return await _turn_guns(battle, unit)
        case What.RECOVER | What.FORM | What.ENTER | What.LEAVE:
            return await _take_whole_move(battle, unit, action)
        case _:
            assert_never(action.what)


def _tactical(battle: ElanBattle, unit: int, what: What, *, halved: bool = False) -> Leave:
    """The leave for a tactical move in the unit's present formation (formation.rate-used)."""
    span = _span(battle, battle.units[unit])
    return Leave(unit=unit, span=span, halved=halved, by_road=what is What.ROAD)


async def _change_and_move(battle: ElanBattle, unit: int) -> ElanBattle:
    """Changes before the move, then a move at the rate of the new formation, if it has one.

    movement.action.formation, formation.rate-used, formation.square-immobile, movement.change-inside
    """
    battle, made = await forms.change_at_start(battle, unit)
    if not _span(battle, battle.units[unit]):
        return battle
    what = What.MOVE
    if battle.units[unit].formation in ON_ROADS and ground_of(battle).takes_road(unit):
        ways = (MOVE, ROAD)
        what = (await ChooseAction(battle.units[unit].side, ways, unit=unit)).what
    return await _move(battle, _tactical(battle, unit, what, halved=made.halved), made)


async def _move(battle: ElanBattle, leave: Leave, made: forms.Made) -> ElanBattle:
    """A tactical move, and the changes that are open at its end (movement.change-outside)."""
    trek = await _travel(battle, leave)
    made = forms.closed_by(battle, leave, trek, made)
    battle = await _go(battle, leave.unit, trek, Deed.MOVED)
    return await forms.change_at_end(battle, leave.unit, made)


async def _march(battle: ElanBattle, unit: int, *, by_road: bool) -> ElanBattle:
    """A move at the march rate, without changes or interpenetration.

    movement.march, movement.march-limits, movement.march-half
    """
    one = battle.units[unit]
    pace = rate(one.profile, one.formation, battle.scale)
    leave = Leave(unit=unit, span=pace.span * pace.march, gait=Gait.MARCH, by_road=by_road)
    return await _go(battle, unit, await _travel(battle, leave), Deed.MARCHED)


async def _manhandle(battle: ElanBattle, unit: int) -> ElanBattle:
    """Deployed guns are pushed forward or back, which disorders them; they may still fire.

    movement.manhandle, movement.manhandle-fire, movement.gun-turn
    """
    leave = Leave(unit=unit, span=battle.figures.manhandle, gait=Gait.MANHANDLE)
    battle = await _go(battle, unit, await _travel(battle, leave), Deed.MOVED)
    one = battle.units[unit]
    if not one.moved or one.disordered:
        return battle
    return await tell(battle, UnitDisordered(unit, "movement.manhandle"))


async def _turn_guns(battle: ElanBattle, unit: int) -> ElanBattle:
    """Deployed guns turn on their centre by any angle, and may still fire.

    movement.gun-turn, movement.manhandle-fire, hex.turns
    """
    to = await ground_of(battle).turn_guns(unit)
    if to == battle.units[unit].pose:
        return battle
    return await tell(battle, UnitTurned(unit, to, "movement.gun-turn"))


async def _take_whole_move(battle: ElanBattle, unit: int, action: Action) -> ElanBattle:
    """A full-move action: no other action in this phase, but the unit may still fire.

    movement.full-move-action, movement.action.recover, movement.action.skirmish, movement.action.garrison,
    formation.dismount
    """
    one, ground = battle.units[unit], ground_of(battle)
    if action.what is What.RECOVER:
        return await tell(battle, UnitRecovered(unit))
    if action.what is What.LEAVE:
        return await forms.leave_sector(battle, unit)
    if action.what is What.ENTER:
        (stance,) = (stance for stance in ground.garrison(unit) if stance.sector == action.sector)
        return await forms.reform(battle, unit, stance, "movement.action.garrison")
    assert action.formation is not None
    stance, rule = ground.stance(unit, action.formation), forms.form_rule(one.formation, action.formation)
    return await forms.reform(battle, unit, stance, rule)


# --------------------------------------------------------------------- on the way
async def _travel(battle: ElanBattle, leave: Leave) -> Trek:
    """Ask for the path of a move; if it crosses friends, ask whether to go through or for one around them.

    move.interpenetrate, movement.action.interpenetrate, movement.interpenetrate-who
    """
    trek = await ground_of(battle).travel(leave)
    if not trek.passed:
        return trek
    side = battle.units[leave.unit].side
    chosen = await ChoosePassage(side, tuple(Passage), unit=leave.unit, passed=trek.passed)
    if chosen is Passage.THROUGH:
        return trek
    return await ground_of(battle).travel(replace(leave, around=True))


async def _go(battle: ElanBattle, unit: int, trek: Trek, deed: Deed) -> ElanBattle:
    """Make a planned move: friends passed through test, and ground may disorder the unit.

    movement.interpenetrate-who, terrain.when-disordered, troops.disorder
    """
    if not trek.gone and trek.to == battle.units[unit].pose:
        return battle
    if trek.passed:
        battle = await pass_through(battle, trek.passed, unit)
    battle = await tell(battle, UnitMoved(unit, trek.to, deed))
    if not trek.disordering or battle.units[unit].disordered:
        return battle
    return await tell(battle, UnitDisordered(unit, "terrain.when-disordered"))
