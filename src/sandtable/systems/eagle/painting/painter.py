"""The painter of eagle's battles."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Decision
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
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.deployment import PlaceUnit
from sandtable.systems.eagle.leader_decisions import Ride
from sandtable.systems.eagle.manoeuvre_decisions import PickNext
from sandtable.systems.eagle.painting import arraying, ground, sheets, track
from sandtable.systems.eagle.painting.bouts import bouts
from sandtable.systems.eagle.painting.overlays import overlays
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.words import leader_name
from sandtable.table.space import Body, Field


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
        return sheets.notes(battle, unit, _need(battle, unit, question))

    def areas(self, battle: EagleBattle, scenario: Scenario) -> tuple[Area, ...]:
        """Objectives and camps, and zones during deployment."""
        del scenario
        return tuple(ground.areas(battle))

    def placed(self, battle: EagleBattle, question: PlacePoint) -> PlacedToken:
        """The leader who rides (command.move)."""
        assert isinstance(question, Ride)
        return PlacedToken(leader_name(battle, question.leader), question.token, MARKER)

    def array(self, battle: EagleBattle, question: Decision[Any]) -> Array | None:
        """The units of which one is placed, or the leader to place (army.deployment)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: EagleBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """The unit or leader as it would stand, and the objections to it (army.deployment)."""
        return arraying.arrayed(battle, question, puts)

    def overlays(self, battle: EagleBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, EagleUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: EagleBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, EagleUnit)
        return tuple(bouts(battle, unit))


def _need(battle: EagleBattle, unit: EagleUnit, question: Decision[Any] | None) -> Need:
    """The unit's need: the question is about it, it may be chosen, or its state in this step."""
    if question is None:
        return sheets.need_of(battle, unit)
    if unit.id in question.parties():
        return "asked"
    if unit.id in question.waiting_units():
        return "waiting"
    if isinstance(question, PlaceUnit):
        return ""
    need = sheets.need_of(battle, unit)
    return "unable" if need == "waiting" and isinstance(question, PickNext) else need


def _general(battle: EagleBattle, side: int) -> str:
    """The name of the General of a side, alive or dead (leaders.general)."""
    return next((leader.name for leader in battle.leaders if leader.side == side and leader.general), "")


PAINTER: Final = EaglePainter()
