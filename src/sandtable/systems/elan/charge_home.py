"""How charges end: in contact, short of the target, against a countercharge, or after an evader."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.elan.battle import ElanBattle, Engagement, Removal
from sandtable.systems.elan.charge_answers import Received
from sandtable.systems.elan.charge_events import EvaderCaught, HomeTested
from sandtable.systems.elan.charge_facts import charger_facts
from sandtable.systems.elan.charge_ways import reach_of, way_to
from sandtable.systems.elan.charges import (
    CounterchargeFacts,
    HomeFacts,
    Meeting,
    countercharge,
    home_test,
    must_test,
)
from sandtable.systems.elan.contact import engage, engagement
from sandtable.systems.elan.elan_tests import elan_test
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitHalted, UnitMoved, UnitsEngaged
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Clash, Closing, Onset, Trek
from sandtable.systems.elan.leading import displace
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.removing import remove
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Pose, standing


async def complete(battle: ElanBattle, received: Received) -> ElanBattle:
    """The charger tests if it must, and moves.

    A charger destroyed by fire, or in contact before it could move, does not move (charge.sequence,
    turn.charge).
    """
    charger, onset = received.charge.charger, received.onset
    if battle.units[charger].pose is None or battle.is_in_contact(charger):
        return battle
    if onset is None:
        return await go_on(battle, charger)
    match received.reaction:
        case Reaction.EVADE:
            return await pursue(battle, onset, received.heading)
        case Reaction.FLEE:
            return await ride_down(battle, onset, received.heading)
        case Reaction.COUNTERCHARGE if not battle.is_in_contact(onset.target):
            return await meet(battle, received)
        case _:
            return await charge_home(battle, received)


# --------------------------------------------------------------------- home or short
async def charge_home(battle: ElanBattle, received: Received) -> ElanBattle:
    """A charger reaches a target that stands, or stops short if it fails its test.

    charge.home, charge.home-triggers, charge.home-fail, charge.in-contact
    """
    charger, target = received.charge.charger, received.charge.target
    onset = way_to(battle, charger, target)
    if onset is None:
        return await go_on(battle, charger)
    horse_at_square = battle.units[charger].is_cavalry and battle.units[target].formation is Formation.SQUARE
    facts = charger_facts(battle, charger)
    if must_test(HomeFacts(charger=facts, hits=received.hits, horse_at_square=horse_at_square)):
        passed = await do(elan_test, home_test(facts))
        battle = await tell(battle, HomeTested(charger, passed))
        if not passed:
            return await stop_short(battle, onset)
    return await close_in(battle, onset)


async def stop_short(battle: ElanBattle, onset: Onset) -> ElanBattle:
    """A charger that fails its test stops on its path, disordered and marked Halt (charge.home-fail)."""
    trek = ground_of(battle).short_of(onset)
    battle = await arrive(battle, onset.charger, trek.to, Deed.CHARGED, trek.disordering)
    return await falter(battle, onset.charger, "charge.home-fail")


async def falter(battle: ElanBattle, unit: int, rule: str) -> ElanBattle:
    """Disorder a charger that did not charge home and mark it Halt, by the rule named."""
    if not battle.units[unit].disordered:
        battle = await tell(battle, UnitDisordered(unit, rule))
    return await tell(battle, UnitHalted(unit, rule))


async def close_in(battle: ElanBattle, onset: Onset) -> ElanBattle:
    """A charger comes into contact with its target and with every other enemy it touches there.

    charge.home, geometry.contact, geometry.contact-align, charge.incidental, hex.charge, hex.contact
    """
    closing = _closing(battle, onset)
    assert closing is not None, "a way to a target that has no room left is none"
    battle = await arrive(battle, onset.charger, closing.to, Deed.CHARGED, onset.disordering)
    return await engage(battle, onset.charger, closing.touched, onset.start, onset.crossed)


def _closing(battle: ElanBattle, onset: Onset) -> Closing | None:
    return ground_of(battle).close(onset.charger, onset.target, onset.to, onset.line)


async def arrive(
    battle: ElanBattle, unit: int, to: Pose, deed: Deed, disordering: tuple[str, ...]
) -> ElanBattle:
    """End a unit's move in a Charge phase: the ground crossed may disorder it, enemy commanders make way.

    terrain.when-disordered, leaders.unattached-safe, charge.after
    """
    battle = await tell(battle, UnitMoved(unit, to, deed))
    if disordering and not battle.units[unit].disordered:
        battle = await tell(battle, UnitDisordered(unit, "terrain.when-disordered"))
    return await displace(battle, unit)


# --------------------------------------------------------------------- countercharge
async def meet(battle: ElanBattle, received: Received) -> ElanBattle:
    """A charge is countercharged: both test if they must, then both move unless one failed.

    charge.countercharge
    """
    charger, other = received.charge.charger, received.charge.target
    onset = way_to(battle, charger, other)
    if onset is None:
        return await go_on(battle, charger)
    facts = CounterchargeFacts(
        charger=charger_facts(battle, charger), countercharger=charger_facts(battle, other)
    )
    meeting = await do(countercharge, facts)
    match meeting:
        case Meeting.CHARGER_STAYS:
            battle = await tell(battle, HomeTested(charger, passed=False))
            battle = await tell(battle, UnitMoved(charger, onset.start, Deed.CHARGED))
            return await falter(battle, charger, "charge.countercharge")
        case Meeting.AT_THE_HALT:
            battle = await tell(battle, HomeTested(other, passed=False))
            return await close_in(battle, onset)
        case Meeting.MEET:
            clash = ground_of(battle).clash(onset, reach_of(battle, other))
            return await close_in(battle, onset) if clash is None else await collide(battle, onset, clash)
        case _:
            assert_never(meeting)


async def collide(battle: ElanBattle, onset: Onset, clash: Clash) -> ElanBattle:
    """Charger and countercharger meet front to front; both count as charging (charge.countercharge)."""
    charger, other = onset.charger, onset.target
    start = standing(battle.units[other])
    battle = await arrive(battle, other, clash.other, Deed.COUNTERCHARGED, clash.other_disordering)
    battle = await arrive(battle, charger, clash.charger, Deed.CHARGED, clash.charger_disordering)
    met = Engagement(
        pair=(min(charger, other), max(charger, other)),
        charging=(min(charger, other), max(charger, other)),
        crossed=clash.crossed,
    )
    battle = await tell(battle, UnitsEngaged(met))
    battle = await engage(battle, charger, clash.charger_touches, onset.start, clash.crossed)
    return await engage(battle, other, clash.other_touches, start, clash.crossed)


# --------------------------------------------------------------------- pursuit
async def pursue(battle: ElanBattle, onset: Onset, heading: int) -> ElanBattle:
    """The charger catches an evader in reach, engaging its rear, or follows and is marked Halt.

    charge.evade-pursuit
    """
    caught = ground_of(battle).catch(onset)
    closing = None if caught is None else _closing(battle, caught)
    if caught is None or closing is None:
        return await follow(battle, onset, heading)
    charger, evader = onset.charger, onset.target
    battle = await tell(battle, EvaderCaught(evader, charger))
    battle = await arrive(battle, charger, closing.to, Deed.CHARGED, caught.disordering)
    found = engagement(battle, charger, evader, caught.start, caught.crossed)
    edges = (Edge.FRONT, Edge.REAR) if charger < evader else (Edge.REAR, Edge.FRONT)
    battle = await tell(battle, UnitsEngaged(replace(found, edges=edges)))
    others = tuple(enemy for enemy in closing.touched if enemy != evader)
    return await engage(battle, charger, others, caught.start, caught.crossed)


async def ride_down(battle: ElanBattle, onset: Onset, heading: int) -> ElanBattle:
    """A retreating unit that would be caught routs; the charger goes on as if it had got away.

    charge.flee
    """
    if ground_of(battle).catch(onset) is not None:
        battle = await tell(battle, EvaderCaught(onset.target, onset.charger))
        battle = await remove(battle, onset.target, Removal.ROUTED)
    return await follow(battle, onset, heading)


async def follow(battle: ElanBattle, onset: Onset, heading: int) -> ElanBattle:
    """A charger moves its full reach along the line of a unit that got away, and is marked Halt.

    charge.evade-pursuit
    """
    trek = ground_of(battle).follow(onset, heading)
    battle = await arrive(battle, onset.charger, trek.to, Deed.CHARGED, trek.disordering)
    return await tell(battle, UnitHalted(onset.charger, "charge.evade-pursuit"))


async def go_on(battle: ElanBattle, charger: int) -> ElanBattle:
    """A charger without a target stays, or goes straight ahead and is marked Halt.

    charge.target-gone; a charger that stays has not charged
    """
    trek: Trek = await ground_of(battle).go_ahead(charger, reach_of(battle, charger))
    if not trek.gone:
        return battle
    battle = await arrive(battle, charger, trek.to, Deed.CHARGED, trek.disordering)
    return await tell(battle, UnitHalted(charger, "charge.target-gone"))
