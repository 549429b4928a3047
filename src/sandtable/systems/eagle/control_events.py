"""Events of settling control (control.order)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import Verdict
from sandtable.systems.eagle.events import EagleEvent, left_camp
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.words import name

SETTLED: Final = {
    Control.FREE: "is under control",
    Control.LIGHT: "is under control as light troops near the line",
    Control.HALTED: "halts",
    Control.REPEATS: "repeats its last move",
    Control.RUNS_ON: "runs on",
    Control.EXEMPT: "takes no control test",
    Control.WAITS: "waits where it is",
}
"""How a unit acts that has no guide."""


class ControlTested(EagleEvent, frozen=True):
    """A unit took a control test, and its result (control.result.low, control.result.high)."""

    rules = ("control.order",)

    unit: int
    verdict: Verdict

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The next event settles what it does."""
        return battle

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} takes a control test"


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

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        unit = name(after, self.unit)
        if self.control is Control.CONFORMS and self.guide is not None:
            return f"{unit} conforms to {name(after, self.guide)}"
        if self.control is Control.FOLLOWS and self.guide is not None:
            return f"{unit} follows the Eagle of {name(after, self.guide)}"
        return f"{unit} {SETTLED[self.control]}"
