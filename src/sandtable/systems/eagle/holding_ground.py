"""Holding and giving ground after combat: halts, relief of ranks and falling back.

after.halt, after.relieve, after.fall-back
"""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.combat_events import RanksRelieved, UnitFellBack, UnitStood
from sandtable.systems.eagle.due import backers_of, crossed
from sandtable.systems.eagle.engagements import Aftermath
from sandtable.systems.eagle.events import UnitShifted
from sandtable.systems.eagle.giving_ground import fall_back, ground_swept
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.rallying import can_relieve, relieved
from sandtable.systems.eagle.records import AfterMove, Record, Role
from sandtable.systems.eagle.words import name
from sandtable.table.space import Pose


# -------------------------------------------------------------------- falling back
class Relief(StrEnum):
    """What a Legion in several lines does with its ranks (decision.relieve-ranks)."""

    NONE = "do not relieve ranks"
    RELIEVE = "relieve ranks"
    STAY = "relieve ranks and stay in place"


class RelieveRanks(Choose[Relief], frozen=True, kw_only=True):
    """Choose whether a Legion relieves its ranks (after.relieve.who)."""

    decision: str = "decision.relieve-ranks"
    rule = "after.relieve.who"
    title = "Relieve the ranks?"
    kind = Kind.OFFER

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"Does {name(battle, self.unit)} relieve its ranks?"

    def label(self, battle: EagleBattle, option: Relief) -> str:
        del battle
        return str(option).capitalize()

    def face(self, battle: EagleBattle, option: Relief) -> Face:
        del battle
        match option:
            case Relief.NONE:
                return Face("Do not relieve", "the front line stays", self.unit)
            case Relief.RELIEVE:
                return Face("Relieve ranks", "a fresh line to the front", self.unit)
            case Relief.STAY:
                return Face("Relieve and stay", "a fresh line, and no move", self.unit)


def may_relieve(unit: EagleUnit) -> bool:
    """May a unit relieve its ranks? (after.relieve.who)"""
    return can_relieve(order_of(unit), unit.formation, formed=unit.formed)


async def relieve(battle: EagleBattle, unit: int) -> EagleBattle:
    """A Legion relieves its ranks (after.relieve, after.relieve.who)."""
    return await tell(battle, RanksRelieved(unit, relieved(order_of(battle.units[unit])).dp))


async def ask_relief(battle: EagleBattle, unit: int, options: tuple[Relief, ...]) -> Relief:
    """The owner's choice about relief, if the Legion can relieve its ranks and has a reason to.

    after.relieve.who, decision.relieve-ranks; the reasons are a point to shed, or to stay instead of falling
    back
    """
    one = battle.units[unit]
    if not may_relieve(one) or (one.dp == 0 and Relief.STAY not in options):
        return Relief.NONE
    return await RelieveRanks(one.side, options, unit=unit)


async def give_ground(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit falls back an inch, or a Legion relieves its ranks and stays.

    after.fall-back, after.fall-back.legion, after.fall-back.blocked
    """
    unit = aftermath.unit
    said = await ask_relief(battle, unit, (Relief.STAY, Relief.RELIEVE, Relief.NONE))
    if said is not Relief.NONE:
        battle = await relieve(battle, unit)
    shifts = () if said is Relief.STAY else fall_back(battle, battle.units[unit])
    if not shifts:
        rule = "after.fall-back.legion" if said is Relief.STAY else "after.fall-back.blocked"
        battle = await tell(battle, UnitStood(unit, Record.FALL_BACK, Role.STAND, rule))
        return await _backers_stand(battle, aftermath, rule)
    backers = backers_of(battle, aftermath)
    for shift in shifts:
        battle = await _pushed(battle, shift.unit, shift.to, fell=shift.unit in (unit, *backers))
    return await _backers_stand(battle, aftermath, "after.fall-back.blocked")


async def _pushed(battle: EagleBattle, unit: int, to: Pose, *, fell: bool) -> EagleBattle:
    """One unit goes back an inch, by its own result or pushed by units before it, without disorder.

    after.fall-back, after.fall-back.blocked, terrain.rough.detail, command.leader.move-rules
    """
    was = battle.units[unit].pose
    if not fell:
        battle = await tell(battle, UnitShifted(unit, to, "after.fall-back.blocked"))
        return await swept(battle, unit, was)
    pieces = ground_swept(battle, battle.units[unit], to)
    battle = await tell(battle, UnitFellBack(unit, to, followers_of(battle, unit)))
    return await crossed(await swept(battle, unit, was), unit, pieces)


async def _backers_stand(battle: EagleBattle, aftermath: Aftermath, rule: str) -> EagleBattle:
    """Supporters that were to fall back too and have not been pushed stay where they are."""
    for backer in backers_of(battle, aftermath):
        battle = await tell(battle, UnitStood(backer, Record.FALL_BACK, Role.STAND, rule))
    return battle


def followers_of(battle: EagleBattle, unit: int) -> tuple[int, ...]:
    """The enemies that are to follow a unit up and so keep contact with it (after.follow-up)."""
    return tuple(
        one.unit
        for one in battle.aftermaths
        if unit in one.opponents and one.move is AfterMove.FOLLOW_UP_OR_PURSUE and not one.done
    )


# ------------------------------------------------------------------------ halting
async def halt(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit stays where it is; a Legion may relieve its ranks (after.halt)."""
    said = await ask_relief(battle, aftermath.unit, (Relief.RELIEVE, Relief.NONE))
    if said is Relief.RELIEVE:
        battle = await relieve(battle, aftermath.unit)
    return await tell(battle, UnitStood(aftermath.unit, Record.STAND, Role.STAND, "after.halt"))
