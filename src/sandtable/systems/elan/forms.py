"""Changes of formation and facing in the Movement phase: before or after a move, or instead of one."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.drill import is_horse
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.forms_decisions import (
    ABOUT,
    NO_CHANGE,
    Change,
    ChangeAfter,
    ChangeBefore,
    PickSortie,
    Sortie,
    is_free,
)
from sandtable.systems.elan.forms_events import UnitReformed, UnitTurned
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Leave, Openings, Stance, Trek
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.troops import Arm, Formation
from sandtable.table.space import FULL_TURN, HALF_TURN, Pose, standing

WHOLE_MOVE: Final = (Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON)
"""The formations that are entered and left only by full-move actions.

movement.action.skirmish, movement.action.garrison, formation.dismount
"""

GUN_FORMATIONS: Final = (Formation.LIMBERED, Formation.DEPLOYED)


class Made(Struct, frozen=True, gc=False):
    """The changes a unit has made in its move: at most one of each kind, at half the move in all.

    ``inside`` says that it made them within engagement range as it stood before them (formation.one-change,
    movement.action.not-cumulative, movement.change-inside).
    """

    formed: bool = False
    turned: bool = False
    halved: bool = False
    inside: bool = False


ALL_MADE: Final = Made(formed=True, turned=True)
"""No further change is open."""


# --------------------------------------------------------------------- which changes are open
def changes(battle: ElanBattle, unit: ElanUnit, made: Made) -> tuple[Change, ...]:
    """The changes of formation and facing still open to a unit where it stands.

    formation.one-change, formation.who, movement.action.formation, movement.action.about-face,
    movement.quarter-turn, geometry.turning, movement.no-contact
    """
    if unit.formation in WHOLE_MOVE or (made.formed and made.turned):
        return ()
    found = openings(battle, unit)
    if not made.formed:
        return _open(found.formations, () if made.turned else found.turns)
    return _open((), found.turns)


@cache
def _open(formations: tuple[Formation, ...], turns: tuple[int, ...]) -> tuple[Change, ...]:
    """The options for these formations and turns, built once."""
    formed = [Change(formation) for formation in formations if formation not in WHOLE_MOVE]
    return (*formed, *[Change(turn=turn) for turn in turns])


def may_change(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a unit that has made no change make one? (formation.who)"""
    if unit.formation in WHOLE_MOVE:
        return False
    if drill(unit.profile_id, unit.formation).turns and ground_of(battle).surely_turns(unit.id):
        return True
    found = openings(battle, unit)
    return bool(found.turns) or any(one not in WHOLE_MOVE for one in found.formations)


_last: tuple[tuple[ElanUnit, ...], ElanUnit, Openings] | None = None
"""The last answer of `openings`, by identity of units and unit: listing and making a change both ask."""


def openings(battle: ElanBattle, unit: ElanUnit) -> Openings:
    """The formations that a unit may take up, with half or all of its move, and its turns in place.

    formation.who, formation.change-centre; deployed guns turn by an action of their own (movement.gun-turn),
    a square faces all ways (formation.no-flank) and skirmishers turn as they move (movement.wheel-limit)
    """
    global _last
    last, units = _last, battle.units
    if last is not None and last[0] is units and last[1] is unit:
        return last[2]
    drilled = drill(unit.profile_id, unit.formation)
    found = ground_of(battle).open_changes(unit.id, drilled.formations, turning=drilled.turns)
    _last = units, unit, found
    return found


class Drill(Struct, frozen=True, gc=False):
    """What a unit in a formation is drilled to do, wherever it stands.

    ``formations`` are those it may take up outside sectors; the flags say whether it turns in place, whether
    it may take up any formation with its whole move, and whether it may enter a sector.
    """

    formations: tuple[Formation, ...]
    turns: bool
    whole_moves: bool
    enters: bool


@cache
def drill(profile_id: str, formation: Formation) -> Drill:
    """What a unit of this profile may do from a formation, wherever it stands.

    formation.who, movement.action.garrison: artillery never enters a sector, cavalry only dismounted
    """
    profile = roster().profile(profile_id)
    others, inside = profile.formations, formation is Formation.GARRISON
    turns = formation.has_flanks and formation is not Formation.DEPLOYED
    formed = tuple(one for one in others if one not in (formation, Formation.GARRISON))
    whole = formation.is_loose or any(one in WHOLE_MOVE for one in formed)
    afoot = profile.arm is not Arm.ARTILLERY and not is_horse(profile.arm, formation)
    return Drill(formed, turns, whole and not inside, Formation.GARRISON in others and afoot and not inside)


def _turned(battle: ElanBattle, unit: ElanUnit, turn: int) -> Pose:
    return ground_of(battle).turned(unit.id, (standing(unit).heading + turn) % FULL_TURN)


# --------------------------------------------------------------------- before and after a move
async def change_at_start(battle: ElanBattle, unit: int) -> tuple[ElanBattle, Made]:
    """Ask for a formation change, a facing change, both or neither before a move, at any range.

    movement.change-inside, movement.change-outside, formation.one-change
    """
    made = Made(inside=is_in_engagement_range(battle, unit))
    while options := changes(battle, battle.units[unit], made):
        chosen = await ChangeBefore(battle.units[unit].side, (NO_CHANGE, *options), unit=unit)
        if chosen == NO_CHANGE:
            break
        battle, made = await _make(battle, unit, chosen, made)
    return battle, made


def closed_by(battle: ElanBattle, leave: Leave, trek: Trek, made: Made) -> Made:
    """What counts as made once the way of a move is known: changes that are closed at its end.

    If any part of the move lay within engagement range, only horse artillery has changes left
    (movement.change-inside, movement.change-outside, movement.change-horse-artillery); a change that costs
    half the move needs that half unspent (formation.rate-used, movement.half-scope). Closing them here saves
    the search for room.
    """
    unit, ground = battle.units[leave.unit], ground_of(battle)
    affords = made.halved or ground.affords_change(leave, trek)
    formed = made.formed or not affords
    turned = made.turned or not (affords or is_free(unit, ABOUT))
    if (formed and turned) or unit.formation in WHOLE_MOVE:
        return ALL_MADE
    if not (made.inside or ground.nears(unit.id, trek)):
        return Made(formed=formed, turned=turned, halved=made.halved)
    if not unit.profile.is_horse_artillery:
        return ALL_MADE
    return Made(formed=formed, turned=True, halved=made.halved, inside=True)


async def change_at_end(battle: ElanBattle, unit: int, made: Made) -> ElanBattle:
    """Ask for the changes still open after a move."""
    while options := open_at_end(battle, unit, made):
        chosen = await ChangeAfter(battle.units[unit].side, (NO_CHANGE, *options), unit=unit)
        if chosen == NO_CHANGE:
            break
        battle, made = await _make(battle, unit, chosen, made)
    return battle


def open_at_end(battle: ElanBattle, unit: int, made: Made) -> tuple[Change, ...]:
    """The changes open after a move; near the enemy horse guns may only limber or unlimber.

    movement.change-inside, movement.change-horse-artillery
    """
    if made.formed and made.turned:
        return ()
    found = changes(battle, battle.units[unit], made)
    if not made.inside:
        return found
    return tuple([change for change in found if change.formation in GUN_FORMATIONS])


async def _make(battle: ElanBattle, unit: int, change: Change, made: Made) -> tuple[ElanBattle, Made]:
    """Make a change on the centre of the front, or turn on the centre of the footprint.

    formation.change-centre, geometry.turning
    """
    one = battle.units[unit]
    halved = made.halved or not is_free(one, change)
    if change.formation is None:
        rule = "movement.action.about-face" if abs(change.turn) == HALF_TURN else "movement.quarter-turn"
        to = _turned(battle, one, change.turn)
        return await tell(battle, UnitTurned(unit, to, rule)), Made(
            formed=made.formed, turned=True, halved=halved, inside=made.inside
        )
    stance = ground_of(battle).stance(unit, change.formation)
    battle = await reform(battle, unit, stance, "movement.action.formation")
    return battle, Made(formed=True, turned=made.turned, halved=halved, inside=made.inside)


async def reform(battle: ElanBattle, unit: int, stance: Stance, rule: str) -> ElanBattle:
    """A unit takes up a stance by the rule named, which counts as acting."""
    return await tell(
        battle,
        UnitReformed(
            unit=unit,
            formation=stance.formation,
            shape=stance.shape,
            to=stance.to,
            sector=stance.sector,
            rule=rule,
        ),
    )


# --------------------------------------------------------------------- instead of a move
def whole_move_formations(battle: ElanBattle, unit: ElanUnit) -> tuple[Formation, ...]:
    """The formations open as a whole move: into or out of skirmish, dismounting or mounting.

    movement.action.skirmish, formation.dismount; skirmishers reform and riders remount only outside
    engagement range (formation.reform-skirmish)
    """
    if not drill(unit.profile_id, unit.formation).whole_moves:
        return ()
    loose = unit.formation.is_loose
    found = openings(battle, unit).formations
    if not loose:
        return tuple([one for one in found if one in WHOLE_MOVE])
    if is_in_engagement_range(battle, unit.id):
        return tuple([one for one in found if one is Formation.DISMOUNTED])
    return found


def form_rule(now: Formation, then: Formation) -> str:
    """The rule of a whole-move change of formation."""
    return "formation.dismount" if Formation.DISMOUNTED in (now, then) else "movement.action.skirmish"


def sectors_open(battle: ElanBattle, unit: ElanUnit) -> tuple[Stance, ...]:
    """The sectors that a unit may enter as garrison; cavalry only dismounted.

    movement.action.garrison, formation.garrison-exit, formation.who, terrain.sector; skirmishers only outside
    engagement range (formation.reform-skirmish)
    """
    if not drill(unit.profile_id, unit.formation).enters:
        return ()
    ground = ground_of(battle)
    stances = ground.garrison(unit.id)
    if not stances:
        return ()
    stances = tuple(stance for stance in stances if ground.keeps_clear(unit.id, stance))
    inside = unit.formation.is_loose and bool(stances) and is_in_engagement_range(battle, unit.id)
    return () if inside else stances


def sorties(battle: ElanBattle, unit: ElanUnit) -> tuple[Stance, ...]:
    """The places and formations in which a garrison may leave; cavalry leaves on foot.

    formation.garrison-exit, formation.change-garrison, movement.action.garrison, formation.dismount
    """
    if unit.formation is not Formation.GARRISON:
        return ()
    return ground_of(battle).sorties(unit.id, _formed_outside(unit))


def has_sortie(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a garrison leave at all? (formation.garrison-exit, movement.action.garrison)"""
    inside = unit.formation is Formation.GARRISON
    return inside and ground_of(battle).has_sortie(unit.id, _formed_outside(unit))


def _formed_outside(unit: ElanUnit) -> tuple[Formation, ...]:
    """The formations in which a garrison leaves; cavalry on foot (formation.dismount)."""
    others, afoot = unit.profile.formations, unit.is_afoot
    formed = [
        one for one in others if one is not Formation.GARRISON and (one is Formation.DISMOUNTED) is afoot
    ]
    return tuple(formed)


async def leave_sector(battle: ElanBattle, unit: int) -> ElanBattle:
    """A garrison leaves by a side and in a formation of its owner's choice, as its whole move.

    formation.garrison-exit, formation.change-garrison
    """
    one = battle.units[unit]
    ways = {Sortie(stance.formation, stance.to): stance for stance in sorties(battle, one)}
    chosen = await PickSortie(one.side, tuple(ways), unit=unit)
    return await reform(battle, unit, replace(ways[chosen], sector=""), "movement.action.garrison")
