"""How a battle of tricorn looks."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, Event
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
from sandtable.systems.tricorn import events, fire_events, melee_events, morale_events
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.declaring import Declaration
from sandtable.systems.tricorn.nearness import BASE
from sandtable.systems.tricorn.painting import arraying, cards, ground, sheets, titles, track
from sandtable.systems.tricorn.painting.bouts import bouts
from sandtable.systems.tricorn.painting.faces import face_of
from sandtable.systems.tricorn.painting.missing import missing
from sandtable.systems.tricorn.painting.overlays import overlays
from sandtable.systems.tricorn.painting.parties import about, officer_of, spokesman
from sandtable.table.space import Body, Field

DETAILS: Final = (
    events.StepBegan,
    events.ActivationEnded,
    melee_events.MeleeBegan,
    morale_events.ConsultationBegan,
)
"""Events that only mark that something begins or is over."""

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

    def about(self, battle: TricornBattle, question: Decision[Any]) -> tuple[int | str, ...]:
        return about(battle, question)

    def placed(self, battle: TricornBattle, question: PlacePoint) -> PlacedToken:
        """The officer who rides (leaders.move)."""
        officer = officer_of(battle, question)
        assert officer is not None
        who = spokesman(battle, officer)
        assert who is None or isinstance(who, str)
        return PlacedToken(battle.officers[officer].name, who, BASE)

    def array(self, battle: TricornBattle, question: Decision[Any]) -> Array | None:
        """A command and its General, who are placed together (setup.deployment)."""
        return arraying.array(battle, question)

    def arrayed(self, battle: TricornBattle, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """Each piece at its place, and the objections to it (setup.deployment)."""
        return arraying.arrayed(battle, question, puts)

    def title(self, battle: TricornBattle, question: Decision[Any], words: str) -> str:
        del words
        return titles.title(battle, question)

    def move_name(self, battle: TricornBattle, question: Decision[Any]) -> str:
        del battle
        return titles.move_name(question)

    def face(self, battle: TricornBattle, question: Decision[Any], option: object, label: str) -> Face:
        return face_of(battle, question, option, label)

    def missing(self, battle: TricornBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        """Attacks, shots and removals of Disorder that are not open, each with its rule."""
        return missing(battle, question)

    def is_detail(self, event: Event[TricornBattle]) -> bool:
        """Beginnings and ends of steps, melees before they are fought, and fire that caused no marker."""
        if isinstance(event, fire_events.FireEnded):
            return not event.dues
        return isinstance(event, DETAILS)

    def deed(self, before: TricornBattle, event: Event[TricornBattle], words: str) -> str:
        """A move as a length and a direction."""
        return titles.deed(before, event, words)

    def overlays(self, battle: TricornBattle, unit: Body) -> tuple[Overlay, ...]:
        assert isinstance(unit, TricornUnit)
        return tuple(overlays(battle, unit))

    def bouts(self, battle: TricornBattle, unit: Body) -> tuple[Stake, ...]:
        """Fire, return fire, attacks and melees, and what the enemy could do on its own card."""
        assert isinstance(unit, TricornUnit)
        return tuple(bouts(battle, unit))


def _need(battle: TricornBattle, unit: TricornUnit, question: Decision[Any] | None) -> Need:
    """Is the unit the subject of the question, could it act by an option, or what is its state in this
    step?"""
    if question is None:
        return sheets.need_of(battle, unit)
    if unit.id in about(battle, question):
        return "asked"
    if isinstance(question, PlanMove):
        return "asked" if question.body.id == unit.id else sheets.need_of(battle, unit)
    if isinstance(question, Choose) and unit.id in _actors(question):
        return "waiting"
    return sheets.need_of(battle, unit)


PICKING: Final = ("move.order", "fire.morale-order", "melee.choose-primary", "recoil.equal-friends")
"""The decisions whose options are the units that would act."""


def _actors(question: Choose[Any]) -> frozenset[int]:
    """The units that would act by the options of a question."""
    if question.decision in PICKING:
        return frozenset(option for option in question.options if isinstance(option, int))
    return frozenset(option.unit for option in question.options if isinstance(option, Declaration))


PAINTER: Final = TricornPainter()
