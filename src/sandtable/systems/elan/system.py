"""Elan's implementation of the system interface."""

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
from sandtable.systems.elan import muster, paper, policies, resolutions, situation, turn, victory
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.book import PACKAGE, rulebook
from sandtable.systems.elan.doctrine import DOCTRINE
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.plan import hex_field
from sandtable.systems.elan.painting import PAINTER, cards
from sandtable.systems.elan.roster import Roster, Scenario, read_roster, roster
from sandtable.table.hexes import HexField
from sandtable.table.space import Body


class Elan(System[ElanBattle]):
    """Brigade battles from smoothbore to breech-loader."""

    id = "elan"
    name = "Élan"
    title = "1815 to 1900, smoothbore to breech-loader"
    version = 2
    package = PACKAGE
    scenario_type = situation.Scenario
    battle_type = ElanBattle

    def rulebook(self) -> Rulebook:
        """The rulebook instance that the tables are read from, so that the file is parsed once."""
        return rulebook()

    def roster(self) -> Roster:
        return roster()

    def read_roster(self, source: Source) -> Roster:
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> ElanBattle:
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        return situation.contradictions(scenario)

    def next(self, battle: ElanBattle) -> Do[ElanBattle] | None:
        return turn.next_procedure(battle)

    def score(self, battle: ElanBattle, side: int) -> float:
        """Victory points, plus a twentieth of a point for each strength point that enemies lost."""
        lost = sum(unit.lost for unit in battle.units if unit.side != side)
        return victory.points(battle, side).total + lost / 20

    def card(self, battle: ElanBattle, unit: Body) -> Card:
        return cards.card(battle, unit)

    def tokens(self, battle: ElanBattle) -> tuple[Token, ...]:
        """The commanders on the table."""
        return cards.tokens(battle)

    def hex_field(self, battle: ElanBattle) -> HexField | None:
        """The hexes of a battle that is played on them (hex.plan.grid)."""
        return hex_field(battle.field, battle.corners) if battle.scale is Scale.HEX else None

    def resolutions(self) -> tuple[Resolution, ...]:
        return resolutions.RESOLUTIONS

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        return resolutions.FIGURES

    def policies(self) -> Mapping[str, Policy]:
        return policies.POLICIES

    def doctrine(self) -> Doctrine:
        return DOCTRINE

    def paper(self) -> Paper:
        return paper.paper()

    def painter(self) -> Painter[ElanBattle]:
        return PAINTER


SYSTEM = Elan()
