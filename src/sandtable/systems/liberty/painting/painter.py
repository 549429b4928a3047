"""How a battle of liberty is drawn."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Decision, Event
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import Area, Drawn, Need, Notes, Overlay, Painter, SideView, Track
from sandtable.game.story.narration import offered
from sandtable.systems.liberty import leader_events
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import (
    CommandPhaseEnded,
    MeleesEnded,
    PointSpent,
    StepBegan,
    UnitMoved,
    UnitsToTest,
)
from sandtable.systems.liberty.general_ways import general_on
from sandtable.systems.liberty.painting import ground, sheets, titles, track
from sandtable.systems.liberty.painting.bouts import bouts
from sandtable.systems.liberty.painting.faces import face_of
from sandtable.systems.liberty.painting.missing import missing
from sandtable.systems.liberty.painting.overlays import overlays
from sandtable.systems.liberty.painting.parties import about, general_id
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field

DETAILS: Final = (
    StepBegan,
    CommandPhaseEnded,
    MeleesEnded,
    UnitMoved,
    UnitsToTest,
    PointSpent,
    leader_events.GeneralSetDown,
)
"""Events that only add detail to another."""


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
        return sheets.notes(battle, unit, self._need(battle, unit, question))

    def _need(self, battle: LibertyBattle, unit: Regiment, question: Decision[Any] | None) -> Need:
        """Asked about by the question, waiting as a unit that could act, or as its order stands."""
        if question is None:
            return sheets.need_of(battle, unit)
        if unit.id in self.about(battle, question):
            return "asked"
        if question.decision != "order-give" and unit.id in _actors(question):
            return "waiting"
        return sheets.need_of(battle, unit)

    def areas(self, battle: LibertyBattle, scenario: Scenario) -> tuple[Area, ...]:
        return tuple(ground.areas(battle, scenario, super().areas(battle, scenario)))

    def about(self, battle: LibertyBattle, question: Decision[Any]) -> tuple[int | str, ...]:
        return about(battle, question)

    def title(self, battle: LibertyBattle, question: Decision[Any], words: str) -> str:
        return titles.title(battle, question, words)

    def move_name(self, battle: LibertyBattle, question: Decision[Any]) -> str:
        return titles.move_name(battle, question)

    def face(self, battle: LibertyBattle, question: Decision[Any], option: object, label: str) -> Face:
        return face_of(battle, question, option, label)

    def mover(self, battle: LibertyBattle, question: PlanMove | PlanHexMove) -> int | str:
        """The number of a unit, or the token of a General."""
        body = question.body
        assert isinstance(body, Body)
        return body.id if isinstance(body, Regiment) else general_id(general_on(battle, body))

    def missing(self, battle: LibertyBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        return missing(battle, question)

    def is_detail(self, event: Event[LibertyBattle]) -> bool:
        return isinstance(event, DETAILS)

    def deed(self, before: LibertyBattle, event: Event[LibertyBattle], words: str) -> str:
        return titles.deed(before, event, words)

    def overlays(self, battle: LibertyBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, Regiment)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: LibertyBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, Regiment)
        return tuple(bouts(battle, unit))


def _actors(question: Decision[Any]) -> frozenset[int]:
    """The units that the options of a decision name first."""
    if not isinstance(question, Choose):
        return frozenset()
    named = (getattr(option, "unit", option) for option in offered(question))
    return frozenset(unit for unit in named if type(unit) is int)


PAINTER: Final = LibertyPainter()
