"""The morale table after fire: units that gained markers consult it one after the other.

After a melee `fighting.py` calls `consult` directly.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.game.present.english import counted
from sandtable.systems.tricorn import morale
from sandtable.systems.tricorn.battle import Due, TricornBattle
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.morale import Occasion, Trial, is_tested, row_of, target
from sandtable.systems.tricorn.morale_events import ConsultationBegan, TableConsulted
from sandtable.systems.tricorn.nerve import attached_to
from sandtable.systems.tricorn.pushes import Push, push_by_fire
from sandtable.systems.tricorn.recoiling import carry_out
from sandtable.systems.tricorn.steps import step_done
from sandtable.systems.tricorn.trials import trial_after_fire, trial_of
from sandtable.systems.tricorn.words import markers_words, name


class PickConsultant(Choose[int], frozen=True, kw_only=True):
    """Choose the unit that consults the morale table next (shooting.resolution-order)."""

    decision: str = "fire.morale-order"
    rule = "shooting.resolution-order"
    title = "Which unit tests next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Which unit consults the morale table next?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return f"{name(battle, option)}, {counted(battle.units[option].markers, 'marker')}"

    def face(self, battle: TricornBattle, option: int) -> Face:
        """A unit, its markers, and what it needs."""
        due = next((one for one in battle.dues if one.unit == option), None)
        trial = trial_after_fire(battle, due) if due else trial_of(battle, option, Occasion.CONSULTATION)
        note = f"{markers_words(battle, option)}, {target(trial).whole} or less"
        return Face(name(battle, option), note, option)


async def consult_step(battle: TricornBattle) -> TricornBattle:
    """The next unit consults the table, the inactive side's units first and in their owner's order; without
    any left the step ends.

    shooting.resolution-order
    """
    waiting = next_side(battle)
    if not waiting:
        return await step_done(battle)
    due = waiting[0]
    if len(waiting) > 1:
        side = battle.units[due.unit].side
        chosen = await PickConsultant(side, tuple(one.unit for one in waiting))
        due = next(one for one in waiting if one.unit == chosen)
    push, trial = push_by_fire(battle, due), trial_after_fire(battle, due)
    battle = await tell(battle, ConsultationBegan(due.unit))
    return await consult(battle, due.unit, trial, push)


def next_side(battle: TricornBattle) -> tuple[Due, ...]:
    """The units that consult next: those of the inactive side while it has any.

    A unit that the table cannot affect goes first and alone, because its place in the order does not matter
    (shooting.resolution-order).
    """
    others = tuple(due for due in battle.dues if battle.units[due.unit].side != battle.active)
    waiting = others or battle.dues
    harmless = tuple(due for due in waiting if _is_harmless(battle, due))
    return harmless[:1] or waiting


def _is_harmless(battle: TricornBattle, due: Due) -> bool:
    """Does the table have no effect on a unit, so that it need not test? (morale.row.1)"""
    unit = battle.units[due.unit]
    if unit.is_abandoned:
        return True
    return row_of(unit.markers) != LAST_ROW and not is_tested(
        Trial(quality=unit.quality, markers=unit.markers)
    )


async def consult(battle: TricornBattle, unit: int, trial: Trial, push: Push) -> TricornBattle:
    """A unit that gained markers consults the table once, with its present markers and officer.

    Guns abandoned in the meantime do not consult it (artillery.abandoned).

    morale.table, morale.when, morale.mod.marker-timing, leaders.casualty.when, recoil.blocked
    """
    one = battle.units[unit]
    if one.pose is None or one.is_abandoned:
        return battle
    trial = replace(trial, markers=one.markers, attached=attached_to(battle, unit))
    told = await do(morale.consult, trial)
    event = TableConsulted(unit, one.markers, told.effect, target(trial).whole, told.passed)
    battle = await tell(battle, event)
    return await carry_out(battle, unit, told.effect, push)
