"""Events of settling control (control.order)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import Verdict
from sandtable.systems.eagle.events import EagleEvent, left_camp
from sandtable.systems.eagle.records import Control


class ControlTested(EagleEvent, frozen=True):
    """A unit took a control test, and its result (control.result.low, control.result.high)."""

    unit: int
    verdict: Verdict

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The next event settles what it does."""
        return battle


class ControlSettled(EagleEvent, frozen=True):
    """How a unit acts this turn, and the unit that it conforms to or follows, if any.

    control.under-control, control.conform, control.follow-eagle, control.pursuit-choice, control.loot
    """

    unit: int
    control: Control
    rule: str
    guide: int | None = None
    stops: bool = False

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It holds for the turn; a unit that stops pursuing or looting stands."""
        unit = replace(battle.units[self.unit], control=self.control, guide=self.guide)
        if not self.stops:
            return battle.with_unit(unit)
        return left_camp(battle.with_unit(replace(unit, pursuing=False, quarry=None)), self.unit)
