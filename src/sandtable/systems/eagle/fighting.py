"""Combat Resolution on the table: combats in order, with supports, dice, losses and results.

A combat follows melee.procedure, with the dice of ``melee`` and the results of ``results``.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, do, tell
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.clashes import fighter_of, has_advantage
from sandtable.systems.eagle.combat_events import (
    CombatDissolved,
    CombatFought,
    CombatsJoined,
    ResultRead,
)
from sandtable.systems.eagle.combats import combats_of, met, opponents_in, rounds_of
from sandtable.systems.eagle.engagements import Aftermath, Combat
from sandtable.systems.eagle.leader_losses import at_risk
from sandtable.systems.eagle.losses import casualties, disorder, settle
from sandtable.systems.eagle.melee import Hits, dice, fight, leaders_of, side_to_hit, to_hit
from sandtable.systems.eagle.melee_facts import AsRead, Clash, Duel, Fighter, Side, as_read, behind
from sandtable.systems.eagle.records import AfterMove, Cause, Row
from sandtable.systems.eagle.results import RULES, Result, outcome, result_table, row_of
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.supports import Backing, CountSupport, backings, worthwhile
from sandtable.systems.eagle.words import name


class LeadUnit(Choose[int], frozen=True, kw_only=True):
    """Choose which of several equal units leads its side in a combat (melee.multi.hit)."""

    decision: str = "decision.lead-unit"
    rule = "melee.multi.hit"
    title = "Which unit leads?"

    def subject(self) -> tuple[object, ...]:
        return self.options

    def parties(self) -> tuple[int, ...]:
        return ()

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which unit leads in this combat?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        """A unit, by whose troops its side would hit."""
        unit = battle.units[option]
        return Face("It leads", f"{unit.troop_class} of grade {unit.grade}", option)


async def combats_step(battle: EagleBattle) -> EagleBattle:
    """List the combats of the phase; then settle one at each call (turn.combat.order)."""
    if not battle.combats:
        combats, rounds = combats_of(battle), rounds_of(battle)
        if rounds:
            battle = await tell(battle, CombatsJoined(combats, rounds))
        return battle if combats else await step_done(battle)
    for number, combat in enumerate(battle.combats):
        if not combat.fought:
            return await settle_combat(battle, number)
    return await step_done(battle)


# -------------------------------------------------------------------- one combat
def still_there(battle: EagleBattle, combat: Combat) -> Combat:
    """A combat reduced to its units that still touch an enemy of it (melee.dissolved)."""
    left = [
        tuple(
            unit
            for unit in combat.sides[side]
            if battle.units[unit].pose is not None and opponents_in(battle, unit, combat.sides[1 - side])
        )
        for side in (0, 1)
    ]
    return replace(combat, sides=(left[0], left[1]))


async def settle_combat(battle: EagleBattle, number: int) -> EagleBattle:
    """Settle one combat: supports, dice, difference, losses, risk to leaders, results.

    melee.procedure, turn.combat.dp-at-once; units whose enemies have gone halt (melee.dissolved)
    """
    listed = battle.combats[number]
    combat = still_there(battle, listed)
    idle = tuple(
        unit
        for side in (0, 1)
        for unit in listed.sides[side]
        if unit not in combat.sides[side] and battle.units[unit].pose is not None
    )
    if not combat.sides[0]:
        battle = await tell(battle, CombatDissolved(number, idle))
    else:
        battle = await fight_out(battle, number, combat)
    for unit in idle:
        battle = await tell(battle, ResultRead(unit, _idle(unit, number), "melee.dissolved"))
    return battle


def _idle(unit: int, number: int) -> Aftermath:
    """The aftermath of a unit whose combat was not fought: it halts (melee.dissolved)."""
    halt = AfterMove.HALT
    return Aftermath(unit, number, Row.INCONCLUSIVE, (halt,), move=halt)


class Pitched(NamedTuple):
    """A combat about to be fought: its facts, and the supports that are counted."""

    combat: Combat
    clash: Clash
    backings: tuple[Backing, ...]

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return self.clash.first, self.clash.second


async def fight_out(battle: EagleBattle, number: int, combat: Combat) -> EagleBattle:
    """Fight a combat, from naming supports to reading results (melee.procedure)."""
    pitched = await pitch(battle, number, combat)
    facts = edges(battle, combat)
    hits = await do(fight, pitched.clash)
    battle = await tell(battle, _fought(number, pitched, hits))
    leaders = tuple(
        (leader.id, unit) for side in combat.sides for unit in side for leader in battle.attached_to(unit)
    )
    results = tuple(read_results(battle, pitched, hits.difference))
    for one in results:
        battle = await mark(battle, one)
    battle = await risks(battle, leaders)
    for one in results:
        if not one.result.order.is_destroyed and battle.units[one.unit].pose is not None:
            told = one.aftermath(number, facts[one.source])
            battle = await tell(battle, ResultRead(one.unit, told, RULES[told.row]))
    return battle


def _fought(number: int, pitched: Pitched, hits: Hits) -> CombatFought:
    first, second = pitched.sides
    read = pitched.clash.read
    return CombatFought(
        number,
        (*pitched.combat.sides[0], *pitched.combat.sides[1]),
        tuple((one.supporter, one.supported) for one in pitched.backings),
        (dice(first, second, read).whole, dice(second, first, read).whole),
        (side_to_hit(first, second).whole, side_to_hit(second, first).whole),
        (hits.first, hits.second),
    )


# ------------------------------------------------------------- supports and leads
async def pitch(battle: EagleBattle, number: int, combat: Combat) -> Pitched:
    """Both sides name their supports, the one without the initiative first, and tied lead units.

    turn.initiative.use, melee.supported.detail, melee.multi.hit
    """
    read = as_read(battle.readings)
    fighters = [fighters_of(battle, combat, side) for side in (0, 1)]
    counted: list[Backing] = []
    for side in (1 - battle.holder, battle.holder):
        offered = worthwhile(fighters[side], backings(battle, combat, side), read)
        if not offered:
            continue
        duel = _duel(fighters[side], fighters[1 - side], read)
        chosen = await CountSupport(side, (*offered, None), combat=number, duel=duel)
        if chosen is not None:
            counted.append(chosen)
            backed = replace(fighters[side][chosen.supported], supported=True)
            fighters[side] = {**fighters[side], chosen.supported: backed}
    first = await _led(0, fighters, combat)
    second = await _led(1, fighters, combat)
    return Pitched(combat, Clash(first, second, read), tuple(counted))


def _duel(ours: dict[int, Fighter], theirs: dict[int, Fighter], read: AsRead) -> Duel | None:
    """A combat of one unit against one, as it is known so far; none if there are more."""
    if len(ours) > 1 or len(theirs) > 1:
        return None
    (first,), (second,) = ours.values(), theirs.values()
    return Duel(first=first, second=second, read=read)


def fighters_of(battle: EagleBattle, combat: Combat, side: int) -> dict[int, Fighter]:
    """The engaged units of a side as they fight, by number (melee.contact, terrain.advantage)."""
    ours, theirs = combat.sides[side], combat.sides[1 - side]
    below = has_advantage(battle, theirs, ours)
    return {unit: fighter_of(battle, unit, theirs, below=below) for unit in ours}


async def _led(side: int, fighters: list[dict[int, Fighter]], combat: Combat) -> Side:
    """A side with its lead unit; its owner chooses if several tie and would not hit alike.

    melee.multi.hit, decision.lead-unit
    """
    own, foes = tuple(fighters[side].values()), Side(tuple(fighters[1 - side].values()))
    tied = leaders_of(Side(own))
    needs = {to_hit(own[place], _opponents(own[place], foes)).whole for place in tied}
    lead = tied[0]
    if len(needs) > 1:
        units = tuple(combat.sides[side][place] for place in tied)
        lead = combat.sides[side].index(await LeadUnit(side, units))
    return Side(own, lead)


def _opponents(fighter: Fighter, foes: Side) -> tuple[Fighter, ...]:
    return tuple(foes.fighters[place] for place in fighter.opponents)


# ----------------------------------------------------------------------- results
class Edges(NamedTuple):
    """The enemies that a unit touched in its combat, and the shared edge with each."""

    opponents: tuple[int, ...]
    lengths: tuple[int, ...]


def edges(battle: EagleBattle, combat: Combat) -> dict[int, Edges]:
    """The contacts of all units of a combat as it is fought (after.pursue.detail)."""
    found: dict[int, Edges] = {}
    for side in (0, 1):
        for unit in combat.sides[side]:
            foes = opponents_in(battle, unit, combat.sides[1 - side])
            found[unit] = Edges(foes, tuple(met(battle, unit, foe).length for foe in foes))
    return found


class Reading(NamedTuple):
    """The result that a unit reads: its own, or that of the unit that it supports."""

    unit: int
    source: int
    result: Result
    supports: int | None

    def aftermath(self, combat: int, edges: Edges) -> Aftermath:
        """The aftermath of the result; a single option counts as chosen."""
        options = self.result.options
        return Aftermath(
            self.unit,
            combat,
            self.result.row,
            options,
            edges.opponents,
            edges.lengths,
            self.supports,
            options[0] if len(options) == 1 else None,
        )


def read_results(battle: EagleBattle, pitched: Pitched, difference: int) -> list[Reading]:
    """The results of all units of a combat, supporters after those they support.

    result.multi.each, result.supporters, result.supporters.move
    """
    found: list[Reading] = []
    read = pitched.clash.read
    for side, row in ((0, row_of(difference)), (1, row_of(-difference))):
        own, foes = pitched.sides[side], pitched.sides[1 - side]
        for unit, fighter in zip(pitched.combat.sides[side], own.fighters, strict=True):
            opponents = _opponents(fighter, foes)
            found.append(Reading(unit, unit, outcome(row, fighter, opponents, read), None))
            found += [
                _of_supporter(battle, backing, row, fighter, opponents, read)
                for backing in pitched.backings
                if backing.supported == unit
            ]
    return found


def _of_supporter(
    battle: EagleBattle,
    backing: Backing,
    row: Row,
    fighter: Fighter,
    opponents: tuple[Fighter, ...],
    read: AsRead,
) -> Reading:
    """The result of a counted supporter: the same row, read with its own troops and order.

    result.supporters, result.supporters.move
    """
    own = fighter_of(battle, backing.supporter, ())
    result = outcome(row, behind(own, fighter), opponents, read, supporter=True)
    return Reading(backing.supporter, backing.supported, result, backing.supported)


async def mark(battle: EagleBattle, reading: Reading) -> EagleBattle:
    """Mark the points and casualties of a result at once (turn.combat.dp-at-once, result.defeat.order)."""
    line, rule = result_table()[reading.result.row], RULES[reading.result.row]
    battle = await disorder(battle, reading.unit, line.dp, Cause.COMBAT, rule)
    if line.casualty and reading.supports is None:
        battle = await casualties(battle, reading.unit, line.casualty, rule)
    return battle


async def risks(battle: EagleBattle, leaders: tuple[tuple[int, int], ...]) -> EagleBattle:
    """The leaders with units that fought take their risk rolls, but not those with supporters.

    leaders.risk.when, leaders.risk.timing; a leader whose unit is destroyed has rolled already
    (leaders.unit-destroyed)
    """
    for leader, unit in leaders:
        if battle.leaders[leader].attached == unit:
            battle = await at_risk(battle, leader)
    return await settle(battle)
