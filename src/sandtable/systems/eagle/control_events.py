"""What happens when control is settled (control.order)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import Verdict
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Control


class ControlTested(EagleEvent, frozen=True):
    """A unit took a control test, and this came of it (control.result.low, control.result.high)."""

    unit: int
    verdict: Verdict

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """What it does with it is settled next."""
        return battle


class ControlSettled(EagleEvent, frozen=True):
    """How a unit stands this turn, and whom it conforms to or follows, if anybody.

    control.under-control, control.conform, control.follow-eagle; ``stops`` ends a pursuit or looting
    (control.pursuit-choice, control.loot)
    """

    unit: int
    control: Control
    rule: str
    guide: int | None = None
    stops: bool = False

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It holds for the turn; who stops pursuing or looting stands where he is."""
        unit = replace(battle.units[self.unit], control=self.control, guide=self.guide)
        if self.stops:
            unit = replace(unit, pursuing=False, quarry=None, looting="")
        return battle.with_unit(unit)
