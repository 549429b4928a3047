"""The Rally phase: each retreating unit rallies or routs."""

from __future__ import annotations

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.command_events import RallyTested
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, Rally, needed, rally
from sandtable.systems.elan.events import Deed, UnitMoved, UnitRallied
from sandtable.systems.elan.falling import rout, threat_to
from sandtable.systems.elan.fixed_lists import fix, is_fixed, ours
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.steps import side_done, step_done
from sandtable.systems.elan.words import begun, name


class PickRally(Choose[int], frozen=True, kw_only=True):
    """Choose the unit that tries to rally next (rally.test)."""

    decision: str = "rally.order"
    rule = "rally.test"
    title = "Which unit rallies next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which unit tries to rally next?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(name(battle, option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        """A unit, and what its test needs."""
        test = ElanTest(quality=battle.units[option].quality, leadership=battle.leadership_with(option))
        return Face(self.label(battle, option), f"needs {needed(test).whole} on 2D6", option)


async def rally_step(battle: ElanBattle) -> ElanBattle:
    """The next retreating unit tests; the list was fixed when the phase began.

    turn.rally, turn.fixed-lists, rally.test
    """
    if not is_fixed(battle):
        retreating = tuple(unit.id for unit in battle.units if unit.pose is not None and unit.retreating)
        return await fix(battle, retreating) if retreating else await step_done(battle)
    waiting = ours(battle)
    if not waiting:
        return await side_done(battle)
    chosen = waiting[0]
    if len(waiting) > 1:
        chosen = await PickRally(battle.active, waiting)
    return await _rally(battle, chosen)


async def _rally(battle: ElanBattle, number: int) -> ElanBattle:
    """One rally test: the unit is disordered, marked Halt and free to turn, or it routs.

    rally.pass, rally.fail
    """
    unit = battle.units[number]
    leadership = battle.leadership_with(number)
    test = ElanTest(quality=unit.quality, leadership=leadership, purpose=Purpose.RALLY)
    result = await do(rally, test)
    battle = await tell(battle, RallyTested(number, result))
    if result is Rally.ROUTS:
        return await rout(battle, number, await threat_to(battle, number))
    battle = await tell(battle, UnitRallied(number))
    pose = await ground_of(battle).face_rallied(number)
    return battle if pose == unit.pose else await tell(battle, UnitMoved(number, pose, Deed.PLACED))
