"""The Command phase: brigades test one after another, and those that fail give ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.activation import (
    Activation,
    BrigadeFacts,
    Conduct,
    UnitLosses,
    activation,
    brigade_class,
    conduct,
    is_counted,
    is_half_lost,
    modifiers,
)
from sandtable.systems.elan.battle import Brigade, ElanBattle, ElanUnit, Leader, Rank
from sandtable.systems.elan.command_events import BrigadeTested
from sandtable.systems.elan.engagement import is_engaged, is_in_engagement_range
from sandtable.systems.elan.events import UnitHalted
from sandtable.systems.elan.falling import fall_back, rout, threat_to
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.steps import side_done
from sandtable.systems.elan.troops import Formation, Quality
from sandtable.systems.elan.words import begun, name, token_id

COUNTED: Final = {formation: is_counted(formation, in_command=False) for formation in Formation}
"""Does a unit in this formation count as out of command when too far from its commander?

command.activation.out-of-command-exempt
"""

FALLS_BACK = "command.activation.unsteady.fall-back"
HALTS = "command.activation.unsteady.halt"


# --------------------------------------------------------------------- the decisions
class PickBrigade(Choose[int], frozen=True, kw_only=True):
    """Choose the brigade that tests next (command.activation.every-brigade)."""

    decision: str = "command.order"
    rule = "command.activation.every-brigade"
    title = "Which brigade tests?"
    kind = Kind.ORDER

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which brigade tests next?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(battle.brigades[option].name)

    def face(self, battle: ElanBattle, option: int) -> Face:
        """A brigade, and the modifiers of its test."""
        facts = brigade_facts(battle, option)
        added = modifiers(facts).whole
        sign = "+" if added >= 0 else "\N{MINUS SIGN}"
        note = f"2D6 {sign} {abs(added)}{', engaged' if facts.engaged else ''}"
        return Face(self.label(battle, option), note, _stands_for(battle, option))


def _stands_for(battle: ElanBattle, brigade: int) -> int | str | None:
    """What stands for a brigade on the table: its commander, the unit he is with, or its first unit."""
    one = battle.brigades[brigade]
    leader = battle.leaders[one.commander]
    if leader.attached_to is not None:
        return leader.attached_to
    if leader.pose is not None:
        return token_id(one.commander)
    return next(iter(units_of(battle, one)), None)


class PickFirst(Choose[int], frozen=True, kw_only=True):
    """Choose which of the units equally near their own edge gives ground first (command.unsteady.order)."""

    decision: str = "compulsory.tie"
    rule = "command.unsteady.order"
    title = "Which one counts?"
    kind = Kind.ORDER

    def subject(self) -> tuple[object, ...]:
        return ("order",)

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Equally near their own edge: which unit goes first?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(name(battle, option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        return Face(self.label(battle, option), "goes first", option)


# --------------------------------------------------------------------- the step
async def command_step(battle: ElanBattle) -> ElanBattle:
    """The next brigade of the active side tests, in the order its owner chooses.

    turn.command, command.activation.every-brigade, command.order
    """
    waiting = brigades_to_test(battle)
    if not waiting:
        return await side_done(battle)
    chosen = waiting[0]
    if len(waiting) > 1:
        chosen = await PickBrigade(battle.active, waiting)
    result = await do(activation, _facts_that_count(battle, chosen))
    battle = await tell(battle, BrigadeTested(chosen, result))
    return await _carry_out(battle, chosen, result)


_last: tuple[tuple[Brigade, ...], tuple[int, ...], tuple[int, ...]] | None = None
"""The last brigades and units passed to `brigades_to_test`, and its answer before the phase's tests."""


def brigades_to_test(battle: ElanBattle) -> tuple[int, ...]:
    """The brigades of the active side with a unit on the table that have not tested in this phase.

    command.activation.every-brigade
    """
    global _last
    last, brigades, there, done = _last, battle.brigades, battle.numbers_on_table(battle.active), battle.done
    if last is None or last[0] is not brigades or last[1] is not there:
        here = {battle.units[unit].brigade for unit in there}
        last = _last = brigades, there, tuple(sorted(here))
    return tuple([number for number in last[2] if number not in done]) if done else last[2]


def units_of(battle: ElanBattle, brigade: Brigade) -> tuple[int, ...]:
    """The units of a brigade that stand on the table."""
    units = battle.units
    return tuple([unit for unit in brigade.units if units[unit].pose is not None])


# --------------------------------------------------------------------- the facts
def brigade_facts(battle: ElanBattle, number: int) -> BrigadeFacts:
    """The facts of a brigade when it tests (command.engaged)."""
    facts = _facts_that_count(battle, number)
    return facts if facts.half_lost else replace(facts, engaged=_is_engaged(battle, number))


def _is_engaged(battle: ElanBattle, number: int) -> bool:
    return is_engaged(battle, units_of(battle, battle.brigades[number]))


def _facts_that_count(battle: ElanBattle, number: int) -> BrigadeFacts:
    """The same facts, but engagement is only checked where it matters: in a brigade that lost over half.

    command.activation.leadership-sum, command.brigade-class, command.range, command.routed-count,
    command.losses, command.activation.half-losses
    """
    brigade, here = battle.brigades[number], battle.units
    units = [here[unit] for unit in brigade.units]
    there = [unit for unit in units if unit.pose is not None]
    # A unit on the table was not removed, so a brigade that is complete there has routed none.
    routed = 0 if len(there) == len(units) else len([unit for unit in units if unit.removed is not None])
    half_lost = _is_half_lost(battle, units, routed)
    return BrigadeFacts(
        commander=_leadership(battle, brigade),
        superior=_superior(battle, brigade),
        quality=_class_of(tuple([unit.profile_id for unit in there])),
        out_of_command=_out_of_command(battle, brigade, there),
        routed=routed,
        half_lost=half_lost,
        engaged=half_lost and _is_engaged(battle, number),
    )


@lru_cache(maxsize=1024)
def _class_of(profiles: tuple[str, ...]) -> Quality:
    """The class of a brigade from the profiles of its units (command.brigade-class)."""
    return brigade_class([roster().profile(one).cls for one in profiles])


def _out_of_command(battle: ElanBattle, brigade: Brigade, there: Sequence[ElanUnit]) -> int:
    """How many units of a brigade count as out of command (command.range, command.no-commander)."""
    counted = [unit.id for unit in there if COUNTED[unit.formation]]
    if not counted or not battle.leaders[brigade.commander].is_present:
        return len(counted)
    near = ground_of(battle).near_leader(brigade.commander, counted, battle.figures.command)
    return len(counted) - len(near)


def is_out_of_command(battle: ElanBattle, unit: int) -> bool:
    """Does a unit count as out of command: is its brigade commander too far away, or is there none?

    command.range, command.no-commander, command.activation.out-of-command-exempt
    """
    one = battle.units[unit]
    commander, ground = battle.brigades[one.brigade].commander, ground_of(battle)
    near = battle.leaders[commander].is_present and ground.is_within(
        ground.leader_gap(commander, unit), battle.figures.command
    )
    return is_counted(one.formation, in_command=near)


def _leadership(battle: ElanBattle, brigade: Brigade) -> int:
    """The leadership of the brigade's own commander; 0 without one (command.no-commander)."""
    leader = battle.leaders[brigade.commander]
    return leader.leadership if leader.is_present else 0


def _superior(battle: ElanBattle, brigade: Brigade) -> int:
    """The leadership of the best superior close to the brigade's commander.

    command.activation.leadership-sum
    """
    commander, leaders = brigade.commander, battle.leaders
    superiors = _superiors(leaders)[brigade.side]
    if not superiors or not leaders[commander].is_present:
        return 0
    ground, together = ground_of(battle), battle.figures.together
    for number in superiors:
        if ground.are_together(commander, number, together):
            return leaders[number].leadership
    return 0


@by_identity(most=4)
def _superiors(leaders: tuple[Leader, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The commanders on the table above brigade rank with leadership above 0, by side, best first.

    command.brigade
    """
    above = [n for n, one in enumerate(leaders) if one.rank is not Rank.BRIGADE and one.is_present]
    best = sorted([n for n in above if leaders[n].leadership > 0], key=lambda n: -leaders[n].leadership)
    return tuple([n for n in best if not leaders[n].side]), tuple([n for n in best if leaders[n].side])


def _is_half_lost(battle: ElanBattle, units: Sequence[ElanUnit], routed: int) -> bool:
    """Has a brigade lost more than half, by the reading of this battle? (command.losses)"""
    by_units = is_other(battle, Reading.BRIGADE_LOSSES)
    if not routed:
        # Without removed units the sum needs no list of losses: initial points are remembered by profile.
        lost = 0 if by_units else sum([unit.lost for unit in units])
        return lost > 0 and 2 * lost > _points_of(tuple([unit.profile_id for unit in units]))
    losses = [UnitLosses(unit.strength, unit.lost, removed=unit.removed is not None) for unit in units]
    return is_half_lost(losses, by_units=by_units)


@lru_cache(maxsize=1024)
def _points_of(profiles: tuple[str, ...]) -> int:
    """The initial strength points of units with these profiles (troops.strength)."""
    return sum([roster().profile(one).strength for one in profiles])


# --------------------------------------------------------------------- results
async def _carry_out(battle: ElanBattle, number: int, result: Activation) -> ElanBattle:
    """Rout and fall back in order, as the units stood when the result was known; then mark Halt.

    command.activation.broken, command.activation.unsteady.retreating, command.activation.unsteady.fall-back,
    command.activation.unsteady.halt, command.activation.carry-on, command.unsteady.order,
    command.unsteady.who, turn.fixed-lists
    """
    if result is Activation.CARRY_ON:
        return battle
    brigade = battle.brigades[number]
    conducts = {unit: _conduct(battle, unit, result) for unit in units_of(battle, brigade)}
    for doing in (Conduct.ROUTS, Conduct.FALLS_BACK):
        waiting = [unit for unit, does in conducts.items() if does is doing]
        while waiting:
            unit = await _nearest_home(battle, waiting)
            waiting.remove(unit)
            battle = await _give_ground(battle, unit, doing)
    for unit in units_of(battle, brigade):
        battle = await tell(battle, UnitHalted(unit, HALTS))
    return battle


def _conduct(battle: ElanBattle, unit: int, result: Activation) -> Conduct:
    retreating = battle.units[unit].retreating
    return conduct(result, retreating=retreating, near=is_in_engagement_range(battle, unit))


async def _give_ground(battle: ElanBattle, unit: int, doing: Conduct) -> ElanBattle:
    """A unit of the brigade routs or falls back from the nearest enemy (compulsory.direction)."""
    threat = await threat_to(battle, unit)
    if doing is Conduct.ROUTS:
        return await rout(battle, unit, threat)
    return await fall_back(battle, unit, threat, rule=FALLS_BACK)


async def _nearest_home(battle: ElanBattle, waiting: Sequence[int]) -> int:
    """The unit nearest its own table edge goes first; among equally near ones the owner chooses.

    command.unsteady.order
    """
    ground = ground_of(battle)
    gaps = {unit: ground.home_gap(unit) for unit in waiting}
    least = min(gaps.values())
    nearest = tuple(unit for unit in waiting if ground.is_within(gaps[unit], least))
    if len(nearest) == 1:
        return nearest[0]
    return await PickFirst(battle.units[nearest[0]].side, nearest)
