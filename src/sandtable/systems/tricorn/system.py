"""The tricorn system as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sandtable.game.ask.questions import Do
from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Called, Policy, System
from sandtable.game.present.painting import Card, Painter, Token
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn import muster, paper, policies, resolutions, situation, turn, victory
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import PACKAGE, rulebook
from sandtable.systems.tricorn.doctrine import DOCTRINE
from sandtable.systems.tricorn.painting import PAINTER, pieces
from sandtable.systems.tricorn.roster import Roster, Scenario, read_roster, roster
from sandtable.table.space import Body


class Tricorn(System[TricornBattle]):
    """Eighteenth-century battles by command card.

    Everything is open except the order of the deck, which is not stored: a deck holds the cards left, and
    each card is drawn at random when it is turned (setup.information, cards.shuffle).
    """

    id = "tricorn"
    name = "Tricorn"
    title = "Eighteenth century, 1700 to 1789"
    version = 2
    package = PACKAGE
    scenario_type = situation.Scenario
    battle_type = TricornBattle

    def rulebook(self) -> Rulebook:
        """The rulebook that the tables are read from, so that the file is read once."""
        return rulebook()

    def roster(self) -> Roster:
        return roster()

    def read_roster(self, source: Source) -> Roster:
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> TricornBattle:
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        return situation.contradictions(scenario)

    def next(self, battle: TricornBattle) -> Do[TricornBattle] | None:
        """The next procedure: one card, one unit, one volley or one melee."""
        return turn.next_procedure(battle)

    def score(self, battle: TricornBattle, side: int) -> float:
        """Victory points, and enemy markers as a small fraction (victory.points)."""
        markers = sum(unit.markers for unit in battle.on_table(1 - side))
        return victory.points(battle, side).total + markers / 4

    def card(self, battle: TricornBattle, unit: Body) -> Card:
        assert isinstance(unit, TricornUnit)
        return pieces.card(battle, unit)

    def tokens(self, battle: TricornBattle) -> tuple[Token, ...]:
        return pieces.tokens(battle)

    def paper(self) -> Paper:
        return paper.paper()

    def painter(self) -> Painter[TricornBattle]:
        return PAINTER

    def resolutions(self) -> tuple[Resolution, ...]:
        return resolutions.RESOLUTIONS

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        return resolutions.FIGURES

    def policies(self) -> Mapping[str, Policy]:
        return policies.POLICIES

    def doctrine(self) -> Doctrine:
        return DOCTRINE


SYSTEM = Tricorn()
