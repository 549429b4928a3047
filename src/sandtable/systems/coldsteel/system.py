"""Cold Steel as a rule system of Sandtable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from sandtable.dice import Hand
from sandtable.game.ask.questions import Do
from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Called, Policy, System
from sandtable.game.present.painting import Card
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import (
    forces,
    muster,
    paper,
    policies,
    resolutions,
    situation,
    turn,
    victory,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.book import PACKAGE, rulebook
from sandtable.systems.coldsteel.doctrine import DOCTRINE
from sandtable.systems.coldsteel.painting import PAINTER, ColdSteelPainter
from sandtable.systems.coldsteel.painting.cards import card
from sandtable.systems.coldsteel.roster import Roster, Scenario, read_roster, roster
from sandtable.table.space import Body


class ColdSteel(System[ColdSteelBattle]):
    """Napoleonic battles man by man."""

    id = "coldsteel"
    name = "Cold Steel"
    title = "Napoleonic Wars, 1792 to 1815"
    version = 2
    package = PACKAGE
    scenario_type = situation.Scenario
    battle_type = ColdSteelBattle

    def rulebook(self) -> Rulebook:
        """The rulebook that `book.py` loaded, so that the file is read once."""
        return rulebook()

    def roster(self) -> Roster:
        return roster()

    def read_roster(self, source: Source) -> Roster:
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> ColdSteelBattle:
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        return situation.contradictions(scenario)

    def next(self, battle: ColdSteelBattle) -> Do[ColdSteelBattle] | None:
        return turn.next_procedure(battle)

    def score(self, battle: ColdSteelBattle, side: int) -> float:
        """Victory points, plus a small weight for enemy models lost."""
        fallen = sum(unit.profile.models - unit.models for unit in battle.units if unit.side != side)
        return victory.points(battle, side).total + fallen / 40

    def card(self, battle: ColdSteelBattle, unit: Body) -> Card:
        assert isinstance(unit, ColdSteelUnit)
        return card(battle, unit)

    def paper(self) -> Paper:
        return paper.paper()

    def painter(self) -> ColdSteelPainter:
        return PAINTER

    def seen_by(self, battle: ColdSteelBattle, seat: int | None) -> ColdSteelBattle:
        """Everything is open but the forces being chosen (setup.open-information, setup.forces)."""
        if not any(battle.picks):
            return battle
        picks = forces.hidden(battle.picks, seat)
        return battle if picks == battle.picks else replace(battle, picks=picks)

    def imagine(self, battle: ColdSteelBattle, seat: int, hand: Hand) -> ColdSteelBattle:
        """A possible force in place of the one that the enemy is choosing (setup.forces)."""
        del seat
        return forces.imagined(battle, hand)

    def resolutions(self) -> tuple[Resolution, ...]:
        return resolutions.RESOLUTIONS

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        return resolutions.FIGURES

    def policies(self) -> Mapping[str, Policy]:
        return policies.POLICIES

    def doctrine(self) -> Doctrine:
        return DOCTRINE


SYSTEM = ColdSteel()
