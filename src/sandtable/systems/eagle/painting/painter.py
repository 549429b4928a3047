"""The painter of eagle's battles."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, Event
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import (
    Area,
    Drawn,
    GroundName,
    Need,
    Notes,
    Overlay,
    Painter,
    PlacedToken,
    SideView,
    Track,
)
from sandtable.systems.eagle import charge_events, combat_events, events, movement_events
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.deployment import PlaceUnit
from sandtable.systems.eagle.manoeuvres import WHO_NEXT, Next
from sandtable.systems.eagle.painting import arraying, ground, sheets, titles, track
from sandtable.systems.eagle.painting.bouts import bouts
from sandtable.systems.eagle.painting.faces import face_of
from sandtable.systems.eagle.painting.missing import missing
from sandtable.systems.eagle.painting.overlays import overlays
from sandtable.systems.eagle.painting.parties import about, leader_token
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.wording.names import leader_name
from sandtable.table.space import Body, Field

DETAILS: Final = (
    events.StepBegan,
    events.RecordWritten,
    events.UnitActed,
    events.ShockWorkedOff,
    events.ContactsBroken,
    movement_events.DebtsSettled,
    movement_events.PassageMarked,
    charge_events.AnswerGiven,
    combat_events.AfterMoveChosen,
    combat_events.FlightOver,
)
"""Events that only add to another event, or that mark the start or end of something."""

PICKING: Final = ("decision.control-order", "decision.after-order", "decision.lead-unit")
"""The decisions whose options are units, one of which is next."""


class EaglePainter(Painter[EagleBattle]):
    """Draws cohorts and warbands base by base, on a map of Britain."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.types."""
        return ground.legend(super().legend(field))

    def names(self, battle: EagleBattle, scenario: Scenario) -> tuple[GroundName, ...]:
        return tuple(ground.names(battle, super().names(battle, scenario)))

    def sides(self, battle: EagleBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their Generals and their losses."""
        return tuple(
            SideView(side.name, _general(battle, number), side.id, track.standing_of(battle, number))
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: EagleBattle, scenario: Scenario) -> Track:
        """The phases of a turn."""
        del scenario
        return track.track(battle)

    def sheet(self, battle: EagleBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        """A unit's command, disorder, needs and figures."""
        assert isinstance(unit, EagleUnit)
        return sheets.notes(battle, unit, self._need(battle, unit, question))

    def _need(self, battle: EagleBattle, unit: EagleUnit, question: Decision[Any] | None) -> Need:
        """What a unit needs: an answer, a choice among options, or its activity."""
        if question is None:
            return sheets.need_of(battle, unit)
        if unit.id in self.about(battle, question):
            return "asked"
        if isinstance(question, PlaceUnit):
            return "waiting" if unit.id in question.waiting else ""
        if isinstance(question, Choose) and question.decision in PICKING and unit.id in question.options:
            return "waiting"
        need = sheets.need_of(battle, unit)
        if need == "waiting" and isinstance(question, Choose) and question.decision == WHO_NEXT:
            return "waiting" if Next(unit=unit.id) in question.options else "unable"
        return need

    def areas(self, battle: EagleBattle, scenario: Scenario) -> tuple[Area, ...]:
        """Objectives and camps, and zones during deployment."""
        del scenario
        return tuple(ground.areas(battle))

    def about(self, battle: EagleBattle, question: Decision[Any]) -> tuple[int | str, ...]:
        return about(battle, question)

    def placed(self, battle: EagleBattle, question: PlacePoint) -> PlacedToken:
        """The leader who rides (command.move)."""
        (leader,) = question.about
        assert isinstance(leader, int)
        who = next(iter(leader_token(battle, leader)), None)
        return PlacedToken(leader_name(battle, leader), who, MARKER)

    def array(self, battle: EagleBattle, question: Decision[Any]) -> Array | None:
        """The units of which one is placed, or the leader to place (army.deployment)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: EagleBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """The unit or leader as it would stand, and the objections to it (army.deployment)."""
        return arraying.arrayed(battle, question, puts)

    def title(self, battle: EagleBattle, question: Decision[Any], words: str) -> str:
        del words
        return titles.title(battle, question)

    def move_name(self, battle: EagleBattle, question: Decision[Any]) -> str:
        del battle
        return titles.move_name(question)

    def face(self, battle: EagleBattle, question: Decision[Any], option: object, label: str) -> Face:
        return face_of(battle, question, option, label)

    def missing(self, battle: EagleBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        return missing(battle, question)

    def is_detail(self, event: Event[EagleBattle]) -> bool:
        """Starts of steps, records, and events that only announce the next one."""
        return isinstance(event, DETAILS)

    def deed(self, before: EagleBattle, event: Event[EagleBattle], words: str) -> str:
        """Moves as a length and a direction."""
        return titles.deed(before, event, words)

    def overlays(self, battle: EagleBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, EagleUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: EagleBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, EagleUnit)
        return tuple(bouts(battle, unit))


def _general(battle: EagleBattle, side: int) -> str:
    """The name of the General of a side, alive or dead (leaders.general)."""
    return next((leader.name for leader in battle.leaders if leader.side == side and leader.general), "")


PAINTER: Final = EaglePainter()
