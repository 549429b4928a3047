"""The events that only orders cause."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import LibertyEvent, parted
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.words import name
from sandtable.table.space import Pose


class UnitWithdrew(LibertyEvent, frozen=True):
    """A unit left the table by RETREAT where its scenario allows it: not BROKEN, and worth no points."""

    rules = ("victory.units",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It is gone and takes no tests; its General stays behind, unattached."""
        unit = battle.units[self.unit]
        assert unit.pose is not None
        generals = tuple(
            replace(general, attached_to=None, pose=_left_behind(unit, unit.pose))
            if general.attached_to == unit.id
            else general
            for general in battle.generals
        )
        due = tuple(due for due in battle.tests_due if due.unit != unit.id)
        gone = replace(unit, pose=None, withdrawn=True, may_shoot=False, charging=False)
        return replace(parted(battle.with_unit(gone), unit.id), generals=generals, tests_due=due)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} leaves the table in good order"


def _left_behind(unit: Regiment, pose: Pose) -> Pose:
    """The place of a General whose unit left: on the table, his rear on its edge."""
    return pose.shifted(0, roster().general.shape().depth - unit.shape.depth)
