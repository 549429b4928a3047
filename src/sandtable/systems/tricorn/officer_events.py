"""Events of officers: their moves, escapes and losses."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, with_camp, with_officer
from sandtable.systems.tricorn.nearness import place_of
from sandtable.systems.tricorn.words import name, officer_name, way_between
from sandtable.table.space import Point


class OfficerMoved(TricornEvent, frozen=True):
    """An officer moved, and stands by himself or is attached to a unit (leaders.move, leaders.attach)."""

    rules = ("leaders.move",)

    officer: int
    place: Point | None
    attached: int | None = None

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """An officer moves once in an activation (leaders.move)."""
        battle = with_officer(
            battle,
            replace(battle.officers[self.officer], place=self.place, attached=self.attached, entry=None),
        )
        if battle.activation is None or battle.activation.officer != self.officer:
            return battle
        return replace(battle, activation=replace(battle.activation, officer_moved=True))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        who = officer_name(after, self.officer)
        if self.attached is not None:
            return f"{who} joins {name(after, self.attached)}"
        start = place_of(before, before.officers[self.officer])
        gone = "" if start is None or self.place is None else way_between(start, self.place)
        return f"{who} rides {gone}" if gone else f"{who} stays where he is"


class OfficerEscaped(TricornEvent, frozen=True):
    """An unattached officer escaped from an enemy to the nearest friends (leaders.contacted)."""

    rules = ("leaders.contacted",)

    officer: int
    place: Point
    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """He stands beside them, unattached; this does not count as his move."""
        officer = battle.officers[self.officer]
        return with_officer(battle, replace(officer, place=self.place, attached=None))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} flees to {name(after, self.unit)}"


class OfficerLost(TricornEvent, frozen=True):
    """An officer was killed, wounded or captured.

    leaders.casualty.roll, leaders.fate.detail, leaders.contacted
    """

    rules = ("leaders.casualty.roll",)

    officer: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """His card stays in the deck; the loss of a Commander in Chief counts in the army's losses.

        cards.lost-general, leaders.casualty.cc, victory.points
        """
        officer = battle.officers[self.officer]
        camp = battle.camps[officer.side]
        camp = (
            replace(camp, chief_lost=True)
            if officer.chief
            else replace(camp, generals_lost=camp.generals_lost + 1)
        )
        battle = with_officer(battle, replace(officer, place=None, attached=None, lost=True))
        return with_camp(battle, officer.side, camp)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} is lost"
