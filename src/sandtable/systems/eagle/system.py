"""Eagle as a `System`: what the rest of the program uses."""

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
from sandtable.systems.eagle import muster, paper, policies, resolutions, situation, turn, victory
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import PACKAGE, rulebook
from sandtable.systems.eagle.doctrine import DOCTRINE
from sandtable.systems.eagle.painting import PAINTER
from sandtable.systems.eagle.painting.cards import card, tokens
from sandtable.systems.eagle.roster import Roster, Scenario, read_roster, roster
from sandtable.table.space import Body


class Eagle(System[EagleBattle]):
    """Rome against the Britons."""

    id = "eagle"
    name = "Eagle"
    title = "Roman conquest of Britain, 55 BC to AD 84"
    version = 2
    package = PACKAGE
    scenario_type = situation.Scenario
    battle_type = EagleBattle

    def rulebook(self) -> Rulebook:
        """The cached rulebook from which the tables are read, so that the file is parsed once."""
        return rulebook()

    def roster(self) -> Roster:
        return roster()

    def read_roster(self, source: Source) -> Roster:
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> EagleBattle:
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        return situation.contradictions(scenario)

    def next(self, battle: EagleBattle) -> Do[EagleBattle] | None:
        return turn.next_procedure(battle)

    def score(self, battle: EagleBattle, side: int) -> float:
        """The enemy's share of losses less the side's own, in percent; bases and disorder count a little.

        victory.value; a hundred more for the winner, a hundred less for the loser
        """
        ours, theirs = victory.army(battle, side), victory.army(battle, 1 - side)
        change = sum(wear(unit) * (1 if unit.side != side else -1) for unit in battle.units)
        won = 0 if battle.outcome is None or battle.outcome.winner is None else 100
        ahead = float(100 * theirs.share - 100 * ours.share) + change
        return ahead + (won if won and battle.outcome and battle.outcome.winner == side else -won)

    def card(self, battle: EagleBattle, unit: Body) -> Card:
        assert isinstance(unit, EagleUnit)
        return card(battle, unit)

    def tokens(self, battle: EagleBattle) -> tuple[Token, ...]:
        return tokens(battle)

    def paper(self) -> Paper:
        return paper.paper()

    def painter(self) -> Painter[EagleBattle]:
        return PAINTER

    def resolutions(self) -> tuple[Resolution, ...]:
        return resolutions.RESOLUTIONS

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        return resolutions.FIGURES

    def policies(self) -> Mapping[str, Policy]:
        return policies.POLICIES

    def doctrine(self) -> Doctrine:
        return DOCTRINE


def wear(unit: EagleUnit) -> float:
    """How much a unit on the table has suffered, as a small part of a score."""
    if unit.pose is None:
        return 0.0
    return (unit.began - unit.bases) / 4 + unit.dp / 8 + unit.shaken / 2 + 2 * unit.routing


SYSTEM = Eagle()
