"""The painter of elan: how its battles are drawn and offered."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
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
from sandtable.systems.elan import charge_events, events, melee_events, volley_events
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.deployment import DrawUp
from sandtable.systems.elan.painting import arraying, ground, sheets, titles, track
from sandtable.systems.elan.painting.bouts import bouts
from sandtable.systems.elan.painting.faces import face_of
from sandtable.systems.elan.painting.missing import missing
from sandtable.systems.elan.painting.overlays import overlays
from sandtable.systems.elan.painting.parties import about, commander
from sandtable.systems.elan.shapes import marker
from sandtable.systems.elan.wording.leaders import token_id
from sandtable.table.space import Body, Field

DETAILS: Final = (
    events.StepBegan,
    events.SideBegan,
    events.GoTaken,
    events.TestsFixed,
    events.TestTaken,
    charge_events.ChargeForgone,
    volley_events.FireHeld,
    melee_events.MeleesFixed,
)
"""Events that only add detail to another, or report that a unit did nothing."""


class ElanPainter(Painter[ElanBattle]):
    """Draws a campaign map of the time, on the open table and on hexes."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.types."""
        return ground.legend(super().legend(field))

    def names(self, battle: ElanBattle, scenario: Scenario) -> tuple[GroundName, ...]:
        return tuple(ground.names(battle, super().names(battle, scenario)))

    def sides(self, battle: ElanBattle, scenario: Scenario) -> tuple[SideView, ...]:
        return tuple(
            SideView(
                side.name,
                battle.leaders[battle.camps[number].commander].name,
                side.id,
                track.standing_of(battle, number),
            )
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: ElanBattle, scenario: Scenario) -> Track:
        del scenario
        return track.track(battle)

    def sheet(self, battle: ElanBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        assert isinstance(unit, ElanUnit)
        return sheets.notes(battle, unit, self._need(battle, unit, question))

    def _need(self, battle: ElanBattle, unit: ElanUnit, question: Decision[Any] | None) -> Need:
        """Whether a unit is asked about, could act by an option, or waits for or has had its move."""
        if question is None:
            return sheets.need_of(battle, unit)
        if unit.id in self.about(battle, question):
            return "asked"
        if isinstance(question, PlanMove | PlanHexMove):
            return "asked" if self.mover(battle, question) == unit.id else sheets.need_of(battle, unit)
        if question.decision != "move.order" and unit.id in _actors(question):
            return "waiting"
        return sheets.need_of(battle, unit)

    def areas(self, battle: ElanBattle, scenario: Scenario) -> tuple[Area, ...]:
        del scenario
        return tuple(ground.areas(battle))

    def about(self, battle: ElanBattle, question: Decision[Any]) -> tuple[int | str, ...]:
        return about(battle, question)

    def face(self, battle: ElanBattle, question: Decision[Any], option: object, label: str) -> Face:
        return face_of(battle, question, option, label)

    def title(self, battle: ElanBattle, question: Decision[Any], words: str) -> str:
        del words
        return titles.title(battle, question)

    def move_name(self, battle: ElanBattle, question: Decision[Any]) -> str:
        del battle
        return titles.move_name(question)

    def deed(self, before: ElanBattle, event: Event[ElanBattle], words: str) -> str:
        return titles.deed(before, event, words)

    def mover(self, battle: ElanBattle, question: PlanMove | PlanHexMove) -> int | str:
        if question.body.id < len(battle.units):
            return question.body.id
        (leader,) = question.about
        assert isinstance(leader, int)
        return token_id(leader)

    def placed(self, battle: ElanBattle, question: PlacePoint) -> PlacedToken:
        """The commander who is placed (leaders.attach-range)."""
        (leader,) = question.about
        assert isinstance(leader, int)
        who = next(iter(commander(battle, leader)), None)
        return PlacedToken(battle.leaders[leader].name, who, marker(battle.scale))

    def array(self, battle: ElanBattle, question: Decision[Any]) -> Array | None:
        """A brigade or the higher commanders, who are drawn up together (setup.deploy)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: ElanBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """Each piece where it comes to stand, with what is wrong there (setup.deploy)."""
        return arraying.arrayed(battle, question, puts)

    def missing(self, battle: ElanBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        return missing(battle, question)

    def is_detail(self, event: Event[ElanBattle]) -> bool:
        return isinstance(event, DETAILS)

    def overlays(self, battle: ElanBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, ElanUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: ElanBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, ElanUnit)
        return tuple(bouts(battle, unit))


def _actors(question: Decision[Any]) -> frozenset[int]:
    """The units that the options of a question name first."""
    if isinstance(question, DrawUp):
        return frozenset(question.levy.units)
    if not isinstance(question, Choose):
        return frozenset()
    if question.decision == "command.order":
        return frozenset()
    named = (getattr(option, "unit", getattr(option, "charger", option)) for option in question.options)
    return frozenset(unit for unit in named if type(unit) is int)


PAINTER: Final = ElanPainter()
