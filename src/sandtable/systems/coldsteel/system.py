"""Cold Steel as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.dice import Hand
from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Policy, Prompt, Resolution, System
from sandtable.game.present.painting import Card
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
    wording,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.book import PACKAGE, rulebook
from sandtable.systems.coldsteel.doctrine import DOCTRINE
from sandtable.systems.coldsteel.events import ColdSteelEvent
from sandtable.systems.coldsteel.painting import PAINTER, ColdSteelPainter
from sandtable.systems.coldsteel.roster import Roster, Scenario, read_roster, roster
from sandtable.systems.coldsteel.setup_events import UNKNOWN, ForceChosen
from sandtable.systems.coldsteel.wording import cited
from sandtable.table.space.body import Body


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
        """The copy that the tables are read from, so that a large file is read once."""
        return rulebook()

    def roster(self) -> Roster:
        """The battalions, regiments and batteries of the period."""
        return roster()

    def read_roster(self, source: Source) -> Roster:
        """Profiles of somebody's own."""
        return read_roster(source)

    def muster(self, scenario: scenario_rows.Scenario, readings: Readings) -> ColdSteelBattle:
        """Both armies as the scenario deploys them."""
        assert isinstance(scenario, Scenario)
        return situation.begun(muster.muster(scenario, readings), scenario)

    def contradictions(self, scenario: scenario_rows.Scenario) -> Iterable[tuple[str, str]]:
        """What a scenario says of a battle under way that cannot be true together."""
        return situation.contradictions(scenario)

    def next(self, battle: ColdSteelBattle) -> Do[ColdSteelBattle] | None:
        """One test, one manoeuvre, one volley, one fight."""
        return turn.next_procedure(battle)

    def score(self, battle: ColdSteelBattle, side: int) -> float:
        """Victory points, and enemy models that fell as small change."""
        fallen = sum(unit.profile.models - unit.models for unit in battle.units if unit.side != side)
        return victory.points(battle, side).total + fallen / 40

    def prompt(self, battle: ColdSteelBattle, question: Decision[Any]) -> Prompt:
        """A question in words."""
        return wording.prompt(battle, question)

    def card(self, battle: ColdSteelBattle, unit: Body) -> Card:
        """A unit in words."""
        assert isinstance(unit, ColdSteelUnit)
        return wording.card(battle, unit)

    def sentence(self, battle: ColdSteelBattle, event: Event[ColdSteelBattle]) -> str:
        """An event in words."""
        return wording.sentence(battle, event)

    def cites(self, event: Event[ColdSteelBattle]) -> tuple[str, ...]:
        """The rules of an event."""
        assert isinstance(event, ColdSteelEvent)
        return cited.cites(event)

    def parties(self, event: Event[ColdSteelBattle]) -> tuple[int, ...]:
        """Who shot, charged or fought whom."""
        assert isinstance(event, ColdSteelEvent)
        return cited.parties(event)

    def paper(self) -> Paper:
        """Roster cards for a real table."""
        return paper.paper()

    def painter(self) -> ColdSteelPainter:
        """Man by man."""
        return PAINTER

    def seen_by(self, battle: ColdSteelBattle, seat: int | None) -> ColdSteelBattle:
        """All is open but the forces that are being chosen (setup.open-information, setup.forces)."""
        if not any(battle.picks):
            return battle
        picks = forces.hidden(battle.picks, seat)
        return battle if picks == battle.picks else replace(battle, picks=picks)

    def imagine(self, battle: ColdSteelBattle, seat: int, hand: Hand) -> ColdSteelBattle:
        """Some force in place of the one that the enemy is choosing (setup.forces)."""
        del seat
        return forces.imagined(battle, hand)

    def event_seen_by(self, event: Event[ColdSteelBattle], seat: int | None) -> Event[ColdSteelBattle]:
        """That the other side chose a unit, but not which (setup.forces)."""
        if isinstance(event, ForceChosen) and event.side != seat:
            return replace(event, profile=UNKNOWN)
        return event

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
        """How a sensible commander of the period fights."""
        return DOCTRINE


SYSTEM = ColdSteel()
