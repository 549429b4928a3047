"""The look of a battle of eagle."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, Event
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import (
    Area,
    Drawn,
    Face,
    GroundName,
    Missing,
    Need,
    Notes,
    Overlay,
    Painter,
    PlacedToken,
    PossibleBout,
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
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field

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
"""Events that only tell more of another, or that something begins or is over."""

PICKING: Final = ("decision.control-order", "decision.after-order", "decision.lead-unit")
"""The decisions whose options are units of which one is next."""


class EaglePainter(Painter[EagleBattle]):
    """Draws cohorts and warbands base by base, on a map of Britain."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.types."""
        return ground.legend(super().legend(field))

    def names(self, battle: EagleBattle, scenario: Scenario) -> tuple[GroundName, ...]:
        """The names of ground, without camps."""
        return tuple(ground.names(battle, super().names(battle, scenario)))

    def sides(self, battle: EagleBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their Generals and what they have lost."""
        return tuple(
            SideView(side.name, _general(battle, number), side.id, track.standing_of(battle, number))
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: EagleBattle, scenario: Scenario) -> Track:
        """The phases of a turn."""
        del scenario
        return track.track(battle)

    def sheet(self, battle: EagleBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        """A unit's command, its disorder, what it wants, its figures."""
        assert isinstance(unit, EagleUnit)
        return sheets.notes(battle, unit, self._need(battle, unit, question))

    def _need(self, battle: EagleBattle, unit: EagleUnit, question: Decision[Any] | None) -> Need:
        """Is it asked about, might it act by an option, or how does it stand with its activity?"""
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
        """Objectives and camps, and zones while armies are deployed."""
        del scenario
        return tuple(ground.areas(battle))

    def about(self, battle: EagleBattle, question: Decision[Any]) -> tuple[int | str, ...]:
        """The units and leaders that a question is about."""
        return about(battle, question)

    def placed(self, battle: EagleBattle, question: PlacePoint) -> PlacedToken:
        """The leader who rides (command.move)."""
        (leader,) = question.about
        assert isinstance(leader, int)
        who = next(iter(leader_token(battle, leader)), None)
        return PlacedToken(leader_name(battle, leader), who, MARKER)

    def array(self, battle: EagleBattle, question: Decision[Any]) -> Array | None:
        """The units of which one is placed, or a leader (army.deployment)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: EagleBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """It as it comes to stand, and what stands against it (army.deployment)."""
        return arraying.arrayed(battle, question, puts)

    def title(self, battle: EagleBattle, question: Decision[Any], words: str) -> str:
        """A title for every decision."""
        del words
        return titles.title(battle, question)

    def move_name(self, battle: EagleBattle, question: Decision[Any]) -> str:
        """A move in a word."""
        del battle
        return titles.move_name(question)

    def face(self, battle: EagleBattle, question: Decision[Any], option: object, label: str) -> Face:
        """An option as the unit or leader that would act and whom it would act upon."""
        return face_of(battle, question, option, label)

    def missing(self, battle: EagleBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        """Shots, charges and activities that are not open, each with its rule."""
        return missing(battle, question)

    def is_detail(self, event: Event[EagleBattle]) -> bool:
        """Steps that begin, records, what only says again what comes next."""
        return isinstance(event, DETAILS)

    def deed(self, before: EagleBattle, event: Event[EagleBattle], words: str) -> str:
        """Moves as a length and a direction."""
        return titles.deed(before, event, words)

    def overlays(self, battle: EagleBattle, unit: Body) -> tuple[Overlay, ...]:
        """Arc, reach, sight, threats, supports, command."""
        assert isinstance(unit, EagleUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: EagleBattle, unit: Body) -> tuple[PossibleBout, ...]:
        """Shooting, charges, combats and pursuits, and what the enemy could do back."""
        assert isinstance(unit, EagleUnit)
        return tuple(bouts(battle, unit))


def _general(battle: EagleBattle, side: int) -> str:
    """The name of the General of a side, whether he lives or not (leaders.general)."""
    return next((leader.name for leader in battle.leaders if leader.side == side and leader.general), "")


PAINTER: Final = EaglePainter()
