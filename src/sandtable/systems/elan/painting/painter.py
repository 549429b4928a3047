"""The painter of elan: how its battles are drawn and offered."""

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
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.leader_decisions import PlaceLeader
from sandtable.systems.elan.painting import arraying, ground, sheets, track
from sandtable.systems.elan.painting.bouts import bouts
from sandtable.systems.elan.painting.overlays import overlays
from sandtable.systems.elan.shapes import marker
from sandtable.systems.elan.words import token_id
from sandtable.table.space import Body, Field


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
        return sheets.notes(battle, unit, _need(battle, unit, question))

    def areas(self, battle: ElanBattle, scenario: Scenario) -> tuple[Area, ...]:
        del scenario
        return tuple(ground.areas(battle))

    def placed(self, battle: ElanBattle, question: PlacePoint) -> PlacedToken:
        """The commander who is placed (leaders.attach-range)."""
        assert isinstance(question, PlaceLeader)
        leader = battle.leaders[question.leader]
        who = token_id(question.leader) if leader.is_present else None
        return PlacedToken(leader.name, who, marker(battle.scale))

    def array(self, battle: ElanBattle, question: Decision[Any]) -> Array | None:
        """A brigade or the higher commanders, who are drawn up together (setup.deploy)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: ElanBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """Each piece where it comes to stand, with what is wrong there (setup.deploy)."""
        return arraying.arrayed(battle, question, puts)

    def overlays(self, battle: ElanBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, ElanUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: ElanBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, ElanUnit)
        return tuple(bouts(battle, unit))


def _need(battle: ElanBattle, unit: ElanUnit, question: Decision[Any] | None) -> Need:
    """The unit's need: the question is about it, it may be named, or its state in this step."""
    if question is not None and unit.id in question.parties():
        return "asked"
    if question is not None and unit.id in question.waiting_units():
        return "waiting"
    return sheets.need_of(battle, unit)


PAINTER: Final = ElanPainter()
