"""Elan as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Policy, Prompt, Resolution, System
from sandtable.game.present.painting import Card, Painter, Token
from sandtable.game.rules.rulebook import Readings, Rulebook
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan import muster, paper, policies, resolutions, situation, turn, victory, wording
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.book import PACKAGE, rulebook
from sandtable.systems.elan.doctrine import DOCTRINE
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.plan import hex_field
from sandtable.systems.elan.painting import PAINTER
from sandtable.systems.elan.roster import Roster, Scenario, read_roster, roster
from sandtable.systems.elan.wording import cited
from sandtable.table.hexes.field import HexField
from sandtable.table.space.body import Body


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
        """The copy that the tables are read from, so that a large file is read once."""
        return rulebook()

    def roster(self) -> Roster:
        """The profiles of the period."""
        return roster()

    def read_roster(self, source: Source) -> Roster:
        """Profiles of somebody's own."""
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> ElanBattle:
        """Both armies as the scenario deploys them, in the set of figures that was chosen."""
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        """What a scenario says of a battle under way that cannot be true together."""
        return situation.contradictions(scenario)

    def next(self, battle: ElanBattle) -> Do[ElanBattle] | None:
        """One brigade, one charge, one move, one volley, one melee."""
        return turn.next_procedure(battle)

    def score(self, battle: ElanBattle, side: int) -> float:
        """Victory points, and the strength that enemies lost as small change."""
        lost = sum(unit.lost for unit in battle.units if unit.side != side)
        return victory.points(battle, side).total + lost / 20

    def prompt(self, battle: ElanBattle, question: Decision[Any]) -> Prompt:
        """A question in words."""
        return wording.prompt(battle, question)

    def card(self, battle: ElanBattle, unit: Body) -> Card:
        """A unit in words, or a commander who is about to move."""
        if isinstance(unit, ElanUnit):
            return wording.card(battle, unit)
        return wording.leaders.card(battle, unit)

    def sentence(self, battle: ElanBattle, event: Event[ElanBattle]) -> str:
        """An event in words."""
        return wording.sentence(battle, event)

    def tokens(self, battle: ElanBattle) -> tuple[Token, ...]:
        """The commanders on the table."""
        return wording.leaders.tokens(battle)

    def hex_field(self, battle: ElanBattle) -> HexField | None:
        """The hexes of a battle that is fought on them (hex.plan.grid)."""
        return hex_field(battle.field, battle.corners) if battle.scale is Scale.HEX else None

    def cites(self, event: Event[ElanBattle]) -> tuple[str, ...]:
        """The rules of an event."""
        assert isinstance(event, ElanEvent)
        return cited.cites(event)

    def parties(self, event: Event[ElanBattle]) -> tuple[int, ...]:
        """Who shot, charged or fought whom."""
        assert isinstance(event, ElanEvent)
        return cited.parties(event)

    def resolutions(self) -> tuple[Resolution, ...]:
        """All that can be resolved without a table."""
        return resolutions.RESOLUTIONS

    def figures(self, call: Do[Any]) -> Mapping[str, Tally]:
        """The figures of a resolution, or of a procedure that a battle on the table is made of."""
        known = resolutions.FIGURES.get(call.procedure)
        return super().figures(call) if known is None else known(*call.args)

    def policies(self) -> Mapping[str, Policy]:
        """How small decisions inside a resolution are taken for computed odds."""
        return policies.POLICIES

    def doctrine(self) -> Doctrine:
        """How a sensible commander of the century fights."""
        return DOCTRINE

    def paper(self) -> Paper:
        """Roster cards for a real table."""
        return paper.paper()

    def painter(self) -> Painter[ElanBattle]:
        """How its battles are drawn and offered."""
        return PAINTER


SYSTEM = Elan()
