"""How a battle of liberty is drawn."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Stake
from sandtable.game.ask.questions import Decision
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import Area, Drawn, Need, Notes, Overlay, Painter, SideView, Track
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.painting import ground, sheets, track
from sandtable.systems.liberty.painting.bouts import bouts
from sandtable.systems.liberty.painting.overlays import overlays
from sandtable.table.space import Body, Field


class LibertyPainter(Painter[LibertyBattle]):
    """Draws a battle like a campaign map of the time."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.table."""
        return ground.legend(super().legend(field))

    def sides(self, battle: LibertyBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their victory points, Command Points and losses."""
        return tuple(
            SideView(
                side.name,
                side.commander,
                side.lists[0] if side.lists else side.id,
                track.standing_of(battle, number),
            )
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: LibertyBattle, scenario: Scenario) -> Track:
        """The phases with their lettered steps."""
        del scenario
        return track.track(battle)

    def sheet(self, battle: LibertyBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        assert isinstance(unit, Regiment)
        return sheets.notes(battle, unit, _need(battle, unit, question))

    def areas(self, battle: LibertyBattle, scenario: Scenario) -> tuple[Area, ...]:
        return tuple(ground.areas(battle, scenario, super().areas(battle, scenario)))

    def overlays(self, battle: LibertyBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, Regiment)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: LibertyBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, Regiment)
        return tuple(bouts(battle, unit))


def _need(battle: LibertyBattle, unit: Regiment, question: Decision[Any] | None) -> Need:
    """The unit's need: the question is about it, it may be chosen, or as its order stands."""
    if question is None:
        return sheets.need_of(battle, unit)
    if unit.id in question.parties():
        return "asked"
    return "waiting" if unit.id in question.waiting_units() else sheets.need_of(battle, unit)


PAINTER: Final = LibertyPainter()
