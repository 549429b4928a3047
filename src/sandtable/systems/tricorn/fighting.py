"""The melee step on the table: melees one after the other, each to its end before the next.

The order inside a melee: values, dice, markers, the loser, officers, recoils, the morale table, the follow-up
(melee.sequence). Facts, recoil directions and tests use the contacts before any unit moves
(morale.mod.scope).
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.consulting import consult
from sandtable.systems.tricorn.disorder_events import MarkersGained
from sandtable.systems.tricorn.follow_up import follow_up, into_whom
from sandtable.systems.tricorn.melee import Clash, clash, recoils, value
from sandtable.systems.tricorn.melee_decisions import GiveSupport, PickFight, PickPrimary
from sandtable.systems.tricorn.melee_events import MeleeBegan, MeleeFought
from sandtable.systems.tricorn.melee_facts import Melee, Side, trial_after_melee
from sandtable.systems.tricorn.melee_ground import Aid, Bout, Help, driven_back, help_for, melee_of, opponents
from sandtable.systems.tricorn.pushes import Push, push_in_melee
from sandtable.systems.tricorn.recoiling import recoil
from sandtable.systems.tricorn.risk import officer_risk
from sandtable.systems.tricorn.steps import step_done


# --------------------------------------------------------------------- the step
async def melee_step(battle: TricornBattle) -> TricornBattle:
    """The active player chooses a melee, which is fought to its end; without any left the step is over.

    turn.melee, turn.melee.which, melee.order, melee.primary
    """
    waiting = opponents(battle)
    if not waiting:
        return await step_done(battle)
    assert battle.activation is not None
    seat, enemies = battle.activation.side, tuple(waiting)
    enemy = enemies[0] if len(enemies) == 1 else await PickFight(seat, enemies)
    units = waiting[enemy]
    unit = units[0] if len(units) == 1 else await PickPrimary(seat, units, enemy=enemy)
    return await fight(battle, Bout(unit, enemy))


async def fight(battle: TricornBattle, bout: Bout) -> TricornBattle:
    """A melee from its first die to the follow-up (melee.sequence, combat.procedure)."""
    battle = await tell(battle, MeleeBegan(bout.one, bout.other))
    helps = await who_helps(battle, bout)
    facts = melee_of(battle, bout, helps)
    ways = ways_back(battle, bout)
    met = await do(clash, facts)
    battle = await tell(battle, fought_event(bout, helps, facts, met))
    battle = await take_markers(battle, bout, met)
    battle = await give_ground(battle, bout, facts, met, ways)
    battle = await consult_table(battle, bout, facts, met, ways)
    return await follow(battle, bout)


def fought_event(bout: Bout, helps: tuple[Help, Help], facts: Melee, met: Clash) -> MeleeFought:
    """The event that records the dice of a melee."""
    return MeleeFought(
        bout.one,
        bout.other,
        (value(facts, Side.ONE).whole, value(facts, Side.OTHER).whole),
        met.scored,
        met.gained,
        None if met.loser is None else bout[met.loser],
        (*helps[0].units, *helps[1].units),
    )


# ------------------------------------------------------------------- who helps
async def who_helps(battle: TricornBattle, bout: Bout) -> tuple[Help, Help]:
    """The units that help each primary; a unit that could also help in a later melee may save its support.

    The active player decides first (melee.support-once).
    """
    later = helpers_elsewhere(battle, bout)
    first = Side.ONE if battle.units[bout.one].side == battle.active else Side.OTHER
    found = {first: await _help(battle, bout, first, later)}
    found[first.foe] = await _help(battle, bout, first.foe, later)
    return found[Side.ONE], found[Side.OTHER]


async def _help(battle: TricornBattle, bout: Bout, side: Side, later: tuple[int, ...]) -> Help:
    """The units that help one primary; a unit that saves its support may leave room for another."""
    primary, enemy = bout[side], bout[side.foe]
    given: tuple[int, ...] = ()
    saved: tuple[int, ...] = ()
    while True:
        found = help_for(battle, primary, enemy, saved)
        unsure = next((unit for unit in found.units if unit in later and unit not in given), None)
        if unsure is None:
            return found
        seat = battle.units[primary].side
        aid = await GiveSupport(seat, tuple(Aid), unit=unsure, primary=primary, enemy=enemy)
        if aid is Aid.GIVE:
            given = (*given, unsure)
        else:
            saved = (*saved, unsure)


def helpers_elsewhere(battle: TricornBattle, bout: Bout) -> tuple[int, ...]:
    """The units that could help in a later melee of this step (melee.support-once)."""
    after = replace(battle, fought=(*battle.fought, bout.one, bout.other))
    found: list[int] = []
    for enemy, units in opponents(after).items():
        for unit in units:
            found += help_for(after, unit, enemy).units
            found += help_for(after, enemy, unit).units
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------- markers and officers
async def take_markers(battle: TricornBattle, bout: Bout, met: Clash) -> TricornBattle:
    """Both primaries gain their markers, then their officers check; units that helped gain none.

    melee.hit, melee.hit.two, disorder.extra.artillery-loses, leaders.casualty.when, melee.primary
    """
    for unit, gained in zip(bout, met.gained, strict=True):
        if gained:
            battle = await tell(battle, MarkersGained(unit, gained))
    for unit, gained in zip(bout, met.gained, strict=True):
        if gained:
            battle = await officer_risk(battle, unit)
    return battle


# --------------------------------------------------------------------- recoils
class Ways(NamedTuple):
    """The recoil directions of both primaries, and each one's friends that touch its enemy."""

    pushes: tuple[Push, Push]
    friends: tuple[tuple[tuple[int, Push], ...], tuple[tuple[int, Push], ...]]


def ways_back(battle: TricornBattle, bout: Bout) -> Ways:
    """The recoil directions of a melee, measured before any unit moves.

    recoil.path, melee.recoil.supporters
    """
    one, other = bout
    return Ways(
        (push_in_melee(battle, one, other), push_in_melee(battle, other, one)),
        (_friends(battle, one, other), _friends(battle, other, one)),
    )


def _friends(battle: TricornBattle, loser: int, winner: int) -> tuple[tuple[int, Push], ...]:
    units = driven_back(battle, loser, winner)
    return tuple((unit, push_in_melee(battle, unit, winner)) for unit in units)


async def give_ground(
    battle: TricornBattle, bout: Bout, facts: Melee, met: Clash, ways: Ways
) -> TricornBattle:
    """The loser recoils, then its friends that touch the winner; the winner stays.

    melee.result.fewest-recoils, melee.recoil.distance, melee.recoil.supporters, melee.artillery-no-recoil,
    movement.flank-contact.no-turn, movement.flank-contact.when, movement.no-foot-pursuit
    """
    first = Side.ONE if met.loser is None else met.loser
    for side in (first, first.foe):
        if recoils(facts, side, met.loser):
            battle = await recoil(battle, bout[side], ways.pushes[side])
        if side is met.loser:
            for friend, push in ways.friends[side]:
                battle = await recoil(battle, friend, push)
    return battle


# --------------------------------------------------------------- the morale table
async def consult_table(
    battle: TricornBattle, bout: Bout, facts: Melee, met: Clash, ways: Ways
) -> TricornBattle:
    """Every primary that gained a marker consults the table: the loser first, or without a loser the inactive
    side.

    A side has only its one primary to test, so melee.morale-order leaves no choice (melee.sequence,
    morale.when, morale.mod.scope).
    """
    active = Side.ONE if battle.units[bout.one].side == battle.active else Side.OTHER
    first = active.foe if met.loser is None else met.loser
    for side in (first, first.foe):
        if met.gained[side]:
            trial = trial_after_melee(facts, side, met.gained[side], facts.fighter(side).attached)
            battle = await consult(battle, bout[side], trial, ways.pushes[side])
    return battle


# -------------------------------------------------------------------- follow-ups
async def follow(battle: TricornBattle, bout: Bout) -> TricornBattle:
    """A Mounted primary whose opponent is gone may follow up and fights the enemy it named at once.

    An enemy that has fought in this step fights again (movement.follow-up.refight).

    movement.follow-up, movement.follow-up.immediate, movement.follow-up.detail
    """
    for unit, opponent in (bout, bout[::-1]):
        attack = await into_whom(battle, unit) if may_follow(battle, unit, opponent) else None
        if attack is not None:
            battle = await follow_up(battle, unit, attack)
            return await fight(battle, Bout(unit, attack.target))
    return battle


def may_follow(battle: TricornBattle, unit: int, opponent: int) -> bool:
    """Is the unit a Mounted primary whose opponent is gone, and has it not followed up before?

    Captured guns count as gone (movement.follow-up, movement.follow-up.detail, movement.no-foot-pursuit).
    """
    gone = battle.units[opponent].removed is not None
    return gone and battle.units[unit].is_mounted and unit not in battle.followed
