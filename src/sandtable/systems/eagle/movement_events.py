"""Events of passing lines and re-forming."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import compass
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent, placed
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.shapes import Layout, Ranks
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.words import drawn_up, name
from sandtable.table.space import Pose, Shape


class LinesPassed(EagleEvent, frozen=True):
    """A unit passed through a friend; the ``spared`` units take a point if that friend still moves.

    movement.passage.detail
    """

    rules = ("movement.passage",)

    unit: int
    friend: int
    spared: tuple[int, ...] = ()

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The point stays owed until the friend moves in this phase."""
        friend = battle.units[self.friend]
        owed = tuple(dict.fromkeys((*friend.owed, *self.spared)))
        return battle if owed == friend.owed else battle.with_unit(replace(friend, owed=owed))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} passes through {name(after, self.friend)}"


class PassageMarked(EagleEvent, frozen=True):
    """A unit takes its one point for passages of this turn (movement.passage.detail)."""

    rules = ("movement.passage",)
    is_detail = True

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It takes no further point for passages this turn."""
        return battle.with_unit(replace(battle.units[self.unit], crossed=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"Another unit has passed through {name(after, self.unit)}"


class DebtsSettled(EagleEvent, frozen=True):
    """A unit that others had passed while it stood moved after all (movement.passage.detail)."""

    rules = ("movement.passage.detail",)
    is_detail = True

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It owes no more points."""
        return battle.with_unit(replace(battle.units[self.unit], owed=()))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} moves after other units have passed through it"


class UnitReformed(EagleEvent, frozen=True):
    """An unformed unit re-formed about its centre, as its whole move (movement.re-form)."""

    rules = ("movement.re-form",)

    unit: int
    to: Pose
    formation: Formation
    ranks: Ranks
    shape: Shape

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It is formed again, and does not charge this turn (formation.unformed)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                placed(unit, self.to, self.shape),
                formation=self.formation,
                ranks=self.ranks,
                formed=True,
                reformed=True,
                moved=True,
                record=Record.STAND,
            )
        )

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        layout = drawn_up(Layout(self.formation, self.ranks))
        return f"{name(after, self.unit)} re-forms in {layout}, facing {compass(self.to.heading)}"
