"""Liberty as a system of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.game.ask.questions import Decision, Do
from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Called, Policy, System
from sandtable.game.present.painting import Card, Token
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import (
    muster,
    paper,
    policies,
    resolutions,
    situation,
    turn,
    victory,
)
from sandtable.systems.liberty.actions import SpendPoint
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.book import rulebook
from sandtable.systems.liberty.doctrine import DOCTRINE
from sandtable.systems.liberty.painting import PAINTER, LibertyPainter, cards
from sandtable.systems.liberty.pursuit_decisions import ChargeOnward
from sandtable.systems.liberty.roster import PACKAGE, Roster, Scenario, read_roster, roster
from sandtable.systems.liberty.testing import RerollDie
from sandtable.table.space import Body


class Liberty(System[LibertyBattle]):
    """Brigade battles of the American War of Independence."""

    id = "liberty"
    title = "American War of Independence"
    version = 2
    package = PACKAGE
    scenario_type = situation.Scenario
    battle_type = LibertyBattle

    def rulebook(self) -> Rulebook:
        """The copy that the tables use, so that the large file is read once."""
        return rulebook()

    def roster(self) -> Roster:
        return roster()

    def read_roster(self, source: Source) -> Roster:
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> LibertyBattle:
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        return situation.contradictions(scenario)

    def next(self, battle: LibertyBattle) -> Do[LibertyBattle] | None:
        """One order, one volley or one test at a time."""
        return turn.next_procedure(battle)

    def score(self, battle: LibertyBattle, side: int) -> float:
        """Victory points, and a fraction for hits on enemies."""
        hits = sum(unit.hits for unit in battle.units if unit.side != side)
        return victory.points(battle, side).total + hits / 10

    def labels_on_paper(self, question: Decision[Any]) -> tuple[str, ...]:
        match question:
            case SpendPoint():
                return tuple(question.label(None, option) for option in question.options)
            case RerollDie() | ChargeOnward():
                return tuple(question.label(None, option) for option in question.options)
            case _:
                return ()

    def card(self, battle: LibertyBattle, unit: Body) -> Card:
        """A unit, or a General who is about to move."""
        if isinstance(unit, Regiment):
            return cards.card(battle, unit)
        return cards.general_card(battle, unit)

    def tokens(self, battle: LibertyBattle) -> tuple[Token, ...]:
        """The Generals that stand on the table (leaders.table-presence)."""
        return cards.tokens(battle)

    def resolutions(self) -> tuple[Resolution, ...]:
        return resolutions.RESOLUTIONS

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        return resolutions.FIGURES

    def throwers(self) -> Mapping[Called, Callable[..., int | None]]:
        return resolutions.THROWERS

    def policies(self) -> Mapping[str, Policy]:
        return policies.POLICIES

    def paper(self) -> Paper:
        return paper.paper()

    def painter(self) -> LibertyPainter:
        return PAINTER

    def doctrine(self) -> Doctrine:
        return DOCTRINE


SYSTEM = Liberty()
