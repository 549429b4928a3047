"""The painter of coldsteel."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.questions import Decision
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import (
    Area,
    Drawn,
    GroundName,
    Men,
    Need,
    Notes,
    Overlay,
    Painter,
    SideView,
    Track,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.deployment import PlaceUnit
from sandtable.systems.coldsteel.painting import arraying, ground, sheets, track
from sandtable.systems.coldsteel.painting.bouts import bouts
from sandtable.systems.coldsteel.painting.men import men_of
from sandtable.systems.coldsteel.painting.overlays import overlays
from sandtable.table.space import Body, Field

FLAGS: Final = {"allied": "british"}
"""Armies that show the flag of one of their nations."""


class ColdSteelPainter(Painter[ColdSteelBattle]):
    """Draws a battle man by man on a campaign map of the period."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """How each kind of terrain.types is drawn."""
        return ground.legend(field)

    def names(self, battle: ColdSteelBattle, scenario: Scenario) -> tuple[GroundName, ...]:
        return tuple(ground.names(battle, super().names(battle, scenario)))

    def sides(self, battle: ColdSteelBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their points and losses; there are no generals (leaders.no-transfer)."""
        return tuple(
            SideView(
                side.name, side.commander, FLAGS.get(side.id, side.id), track.standing_of(battle, number)
            )
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: ColdSteelBattle, scenario: Scenario) -> Track:
        del scenario
        return track.track(battle)

    def sheet(self, battle: ColdSteelBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        assert isinstance(unit, ColdSteelUnit)
        return sheets.notes(battle, unit, _need(battle, unit, question))

    def men(self, battle: ColdSteelBattle, unit: Body) -> Men | None:
        """Every living model (casualties.one-wound)."""
        del battle
        assert isinstance(unit, ColdSteelUnit)
        return men_of(unit)

    def areas(self, battle: ColdSteelBattle, scenario: Scenario) -> tuple[Area, ...]:
        del scenario
        return tuple(ground.areas(battle))

    def array(self, battle: ColdSteelBattle, question: Decision[Any]) -> Array | None:
        return arraying.array(battle, question)

    def arrayed(self, battle: ColdSteelBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        return arraying.arrayed(battle, question, puts)

    def overlays(self, battle: ColdSteelBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, ColdSteelUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: ColdSteelBattle, unit: Body) -> tuple[Stake, ...]:
        assert isinstance(unit, ColdSteelUnit)
        return tuple(bouts(battle, unit))


def _need(battle: ColdSteelBattle, unit: ColdSteelUnit, question: Decision[Any] | None) -> Need:
    """The unit's need: the question is about it, it may be chosen, or its state in this step."""
    if question is None:
        return sheets.need_of(battle, unit)
    if unit.id in question.parties():
        return "asked"
    if unit.id in question.waiting_units():
        return "waiting"
    return "" if isinstance(question, PlaceUnit) else sheets.need_of(battle, unit)


PAINTER: Final = ColdSteelPainter()
