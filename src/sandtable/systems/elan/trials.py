"""The Morale phase: units worn down by fire stand, retreat or rout."""

from __future__ import annotations

from typing import assert_never

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.command_events import MoraleTested
from sandtable.systems.elan.elan_tests import ElanTest, needed
from sandtable.systems.elan.falling import retreat, rout, threat_to
from sandtable.systems.elan.fixed_lists import fix, is_fixed, ours
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.morale import Morale, MoraleFacts, morale_test, must_test
from sandtable.systems.elan.steps import side_done, step_done
from sandtable.systems.elan.troops import POINTS_A_BASE, Formation, Losses, losses_of
from sandtable.systems.elan.words import begun, name


class PickTester(Choose[int], frozen=True, kw_only=True):
    """Choose the unit that tests its morale next (morale.test)."""

    decision: str = "morale.order"
    rule = "morale.test"
    title = "Which unit tests next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which unit tests its morale next?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(name(battle, option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        """A unit, and what its test needs."""
        test = ElanTest(quality=battle.units[option].quality, leadership=battle.leadership_with(option))
        return Face(self.label(battle, option), f"needs {needed(test).whole} on 2D6", option)


async def morale_step(battle: ElanBattle) -> ElanBattle:
    """The next unit that must test does; the list was fixed when the phase began.

    turn.morale, turn.fixed-lists, morale.trigger
    """
    if not is_fixed(battle):
        hit = [unit for unit in battle.units if unit.hit and unit.pose is not None]
        # Below the lowest threshold no unit tests; this check is cheaper than the full facts.
        worn = [unit for unit in hit if losses_of(unit.lost, unit.bases * POINTS_A_BASE) is not Losses.FEW]
        shaken = tuple([unit.id for unit in worn if must_test(morale_facts(battle, unit))])
        return await fix(battle, shaken) if shaken else await step_done(battle)
    waiting = ours(battle)
    if not waiting:
        return await side_done(battle)
    chosen = waiting[0]
    if len(waiting) > 1:
        chosen = await PickTester(battle.active, waiting)
    return await _test(battle, battle.units[chosen])


def morale_facts(battle: ElanBattle, unit: ElanUnit) -> MoraleFacts:
    """The facts of a unit in the Morale phase (morale.trigger, leaders.elan-bonus)."""
    attached = battle.attached_to(unit.id)
    return MoraleFacts(
        quality=unit.quality,
        commander=battle.leadership_with(unit.id) if attached else None,
        bases=unit.bases,
        lost=unit.lost,
        hit=unit.hit,
        sheltered=is_sheltered(battle, unit),
        in_contact=battle.is_in_contact(unit.id),
    )


def is_sheltered(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Is a unit a garrison or in fortifications? (morale.garrison, morale.after-fortification)"""
    if unit.formation is Formation.GARRISON:
        return True
    return ground_of(battle).held_cover(unit.id).is_fortified


async def _test(battle: ElanBattle, unit: ElanUnit) -> ElanBattle:
    """One morale test, and the compulsory move that may follow.

    morale.test, morale.pass, morale.fail-other, morale.fail-spent, morale.compulsory
    """
    result = await do(morale_test, morale_facts(battle, unit))
    battle = await tell(battle, MoraleTested(unit.id, result))
    match result:
        case Morale.STANDS:
            return battle
        case Morale.RETREATS:
            return await retreat(battle, unit.id, await threat_to(battle, unit.id))
        case Morale.ROUTS:
            return await rout(battle, unit.id, await threat_to(battle, unit.id))
        case Morale.NO_TEST | Morale.REMOVED:
            raise AssertionError(f"{unit.name} was on the list of those that test, but {result}")
        case _:
            assert_never(result)
