"""How a battle of tricorn looks."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Decision
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import (
    Area,
    DeckSeen,
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
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.nearness import BASE
from sandtable.systems.tricorn.officer_decisions import Ride
from sandtable.systems.tricorn.painting import arraying, cards, ground, sheets, track
from sandtable.systems.tricorn.painting.bouts import bouts
from sandtable.systems.tricorn.painting.overlays import overlays
from sandtable.systems.tricorn.words import officer_name
from sandtable.table.space import Body, Field

FLAGS: Final = {
    "french": "bourbon",
    "franco-bavarian": "bourbon",
    "franco-imperial": "bourbon",
    "prussia": "prussians",
}
"""Armies that show a flag of the period, or that of one of their nations."""


class TricornPainter(Painter[TricornBattle]):
    """Draws a campaign map of the period, with the command deck beside it."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.types."""
        return ground.legend(field)

    def names(self, battle: TricornBattle, scenario: Scenario) -> tuple[GroundName, ...]:
        """The names of ground except those of objectives, which are named as such."""
        return tuple(ground.names(battle, super().names(battle, scenario)))

    def sides(self, battle: TricornBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their Commanders in Chief, points and losses."""
        return tuple(
            SideView(
                side.name,
                "" if (chief := battle.chief(number)) is None else chief.name,
                FLAGS.get(side.id, side.id),
                track.standing_of(battle, number),
            )
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: TricornBattle, scenario: Scenario) -> Track:
        del scenario
        return track.track(battle)

    def deck(self, battle: TricornBattle) -> DeckSeen | None:
        """The command deck: the cards turned, and the cards left in no order (cards.deck)."""
        return cards.deck(battle)

    def sheet(self, battle: TricornBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        """A unit's command, its disorder, what it wants, its figures."""
        assert isinstance(unit, TricornUnit)
        return sheets.notes(battle, unit, _need(battle, unit, question))

    def areas(self, battle: TricornBattle, scenario: Scenario) -> tuple[Area, ...]:
        """Objectives, and zones while armies deploy."""
        del scenario
        return tuple(ground.areas(battle))

    def placed(self, battle: TricornBattle, question: PlacePoint) -> PlacedToken:
        """The officer who rides (leaders.move)."""
        assert isinstance(question, Ride)
        return PlacedToken(officer_name(battle, question.officer), question.token, BASE)

    def array(self, battle: TricornBattle, question: Decision[Any]) -> Array | None:
        """A command and its General, who are placed together (setup.deployment)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: TricornBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """Each piece at its place, and the objections to it (setup.deployment)."""
        return arraying.arrayed(battle, question, puts)

    def overlays(self, battle: TricornBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, TricornUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: TricornBattle, unit: Body) -> tuple[Stake, ...]:
        """Fire, return fire, attacks and melees, and what the enemy could do on its own card."""
        assert isinstance(unit, TricornUnit)
        return tuple(bouts(battle, unit))


def _need(battle: TricornBattle, unit: TricornUnit, question: Decision[Any] | None) -> Need:
    """The unit's need: the question is about it, it may be chosen, or its state in this step."""
    if question is None:
        return sheets.need_of(battle, unit)
    if unit.id in question.parties():
        return "asked"
    return "waiting" if unit.id in question.waiting_units() else sheets.need_of(battle, unit)


PAINTER: Final = TricornPainter()
