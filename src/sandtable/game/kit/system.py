"""What a system is to the rest of the house: the contract every rule set fulfils, and nothing of any one of
them.

A sixth system is a new folder under ``systems/`` whose module ``system`` offers ``SYSTEM``, an instance of a
subclass of `System`. The conformance suite plays it; the command line, the agents and the table find all they
need here. Its folder holds ``rulebook.toml`` and the folder ``scenarios``; how these are read and checked is
the same for all systems and written here once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from sandtable.dice import Hand, Throw
from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import Battle
from sandtable.game.files.scenario import (
    Roster,
    convert_scenario,
    load_scenario,
    parse_scenario,
    problems,
    read_scenario,
    scenario_file,
    scenario_files,
)
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import BadFile, Problem, Source
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.present.painting import Card, Painter, Token
from sandtable.game.rules.rulebook import Readings, Rulebook, load_rulebook
from sandtable.game.rules.tally import Tally
from sandtable.table.hexes.field import HexField
from sandtable.table.space.body import Body

B = TypeVar("B", bound=Battle[Any])

Policy = Callable[[Decision[Any]], object]
"""A stated way of deciding, for computed odds: it is given a decision and returns the answer."""


class Parting(Struct, frozen=True):
    """Outcomes told apart: each comes under one heading and no other, from the mildest to the gravest."""

    headings: tuple[str, ...]
    heading: Callable[[Any], str]


class Resolution(Struct, frozen=True):
    """A named resolution: what it is about, the facts it needs, the tallies they make, and the procedure.

    ``facts`` is a frozen Struct whose fields carry their descriptions: forms and command lines are made from
    its schema. ``procedure`` takes the facts and returns a frozen outcome; ``tallies`` names the figures it
    rests on.
    ``summary`` sorts an outcome under the headings that people ask for ("the target breaks"). Where an
    outcome has a figure worth a chart, ``measure`` reads it and ``measured`` names it. ``parting`` tells
    outcomes apart by what matters most, so that their chances add up to one.
    """

    id: str
    title: str
    facts: type[Struct]
    procedure: Callable[[Any], Coroutine[Any, Any, Any]]
    tallies: Callable[[Any], Mapping[str, Tally]]
    summary: Callable[[Any, Any], tuple[str, ...]]
    measure: Callable[[Any], int] | None = None
    measured: str = ""
    parting: Parting | None = None


class Prompt(Struct, frozen=True):
    """A question in words: what is asked, by which rule, and a label for each option of a choice."""

    words: str
    rule: str
    labels: tuple[str, ...] = ()


class System(ABC, Generic[B]):
    """A rule set: its rulebook, its scenarios, how a battle begins and what happens next in it."""

    id: ClassVar[str]
    title: ClassVar[str]
    name: ClassVar[str] = ""
    """What it is called for short; nothing: after its id."""
    version: ClassVar[int]
    """Raised when a rule is corrected, so that an old record says by which text it was fought."""
    package: ClassVar[str]
    """The package in which its rulebook and its scenarios lie."""
    scenario_type: ClassVar[type[Scenario]] = Scenario
    """What its scenarios are read into, if they have keys of their own."""
    battle_type: type[B]

    @property
    def short_name(self) -> str:
        """What it is called for short."""
        return self.name or self.id.capitalize()

    # ------------------------------------------------------------------ the text
    def rulebook(self) -> Rulebook:
        """Every rule and decision with its id, in our words."""
        return load_rulebook(self.package)

    @abstractmethod
    def roster(self) -> Roster[Any]:
        """The profiles, kinds of ground and further knowledge that a scenario is checked against."""

    def read_roster(self, source: Source) -> Roster[Any]:
        """The roster that a file of army lists makes; BadFile if it cannot be used."""
        raise BadFile(str(source), "", f"{self.id} keeps no army lists in files, so none can be checked")

    # ------------------------------------------------------------------ the scenarios
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios that come with the system."""
        return tuple(scenario_files(self.package))

    def scenario(self, id: str) -> Scenario:
        """A scenario that comes with the system; BadFile if there is none with that id."""
        return self.read_scenario(scenario_file(self.package, id))

    def read_scenario(self, source: Source) -> Scenario:
        """The scenario in a file of anybody's; BadFile if it cannot be fought."""
        scenario: Scenario = load_scenario(source, self.scenario_type, self.roster(), self.contradictions)
        return scenario

    def parse_scenario(self, text: str, path: str = "the scenario") -> Scenario:
        """The scenario that the text of a file means; BadFile, which names *path*, if it cannot be fought."""
        scenario: Scenario = parse_scenario(
            text, self.scenario_type, self.roster(), path, self.contradictions
        )
        return scenario

    def convert_scenario(self, raw: object, path: str = "") -> Scenario:
        """The scenario that plain data means, as a record keeps it; BadFile if it cannot be fought."""
        scenario: Scenario = convert_scenario(
            raw, self.scenario_type, self.roster(), path, self.contradictions
        )
        return scenario

    def contradictions(self, scenario: Scenario) -> Iterable[tuple[str, str]]:
        """What a scenario says of a battle under way that cannot be true together: keys and words."""
        del scenario
        return ()

    def scenario_problems(self, source: Source) -> tuple[Problem, ...]:
        """Everything that keeps the scenario in a file from being fought."""
        try:
            scenario = read_scenario(source, self.scenario_type)
        except BadFile as fault:
            return (fault.problem,)
        return problems(scenario, self.roster(), str(source), self.contradictions)

    # ------------------------------------------------------------------ the battle
    @abstractmethod
    def muster(self, scenario: Scenario, readings: Readings) -> B:
        """The battle as a scenario of the system's own type begins it."""

    @abstractmethod
    def next(self, battle: B) -> Do[B] | None:
        """The procedure that comes next, one activation or one resolution; None when nothing does."""

    @abstractmethod
    def score(self, battle: B, side: int) -> float:
        """How well a side stands by the victory conditions, higher is better: a yardstick for agents."""

    # ------------------------------------------------------------------ what people are told
    @abstractmethod
    def prompt(self, battle: B, question: Decision[Any]) -> Prompt:
        """A question in words."""

    def labels_on_paper(self, question: Decision[Any]) -> tuple[str, ...]:
        """What the options of a question are called where there is no table; nothing: as they stand."""
        del question
        return ()

    @abstractmethod
    def card(self, battle: B, unit: Body) -> Card:
        """A unit in words."""

    @abstractmethod
    def sentence(self, battle: B, event: Event[B]) -> str:
        """An event in words, for the log."""

    def tokens(self, battle: B) -> tuple[Token, ...]:
        """What stands on the table besides units."""
        del battle
        return ()

    def hex_field(self, battle: B) -> HexField | None:
        """The hexes on which a battle is fought, with their ground; None on an open table.

        Poses of units and hexes lie in the same inches, so both can be drawn on one map.
        """
        del battle
        return None

    def cites(self, event: Event[B]) -> tuple[str, ...]:
        """The rules by which an event happened, for the log."""
        del event
        return ()

    def parties(self, event: Event[B]) -> tuple[int, ...]:
        """The units that an event concerns, whoever acts first."""
        del event
        return ()

    def why_not(self, battle: B, question: Decision[Any], answer: object) -> Refusal | None:
        """The rule that keeps *answer* from being offered, where the system can name it."""
        del battle, question, answer
        return None

    # ------------------------------------------------------------------ what is hidden
    def seen_by(self, battle: B, seat: int | None) -> B:
        """The battle as a seat knows it (None: a spectator), all that is hidden from it made unknown.

        Views are made of this alone.
        """
        del seat
        return battle

    def imagine(self, battle: B, seat: int, hand: Hand) -> B:
        """A whole battle that fits what a seat knows, the unknown filled in by *hand*, for looking ahead."""
        del seat, hand
        return battle

    def event_seen_by(self, event: Event[B], seat: int | None) -> Event[B] | None:
        """An event as a seat learns of it; None if it learns nothing."""
        del seat
        return event

    def is_open(self, throw: Throw[Any], seat: int | None) -> bool:
        """May a seat see how these dice or cards fell?"""
        del throw, seat
        return True

    # ------------------------------------------------------------------ the odds
    @abstractmethod
    def resolutions(self) -> tuple[Resolution, ...]:
        """Each resolution that can be asked about without a table."""

    def figures(self, call: Do[Any]) -> Mapping[str, Tally]:
        """The figures on which a call of a procedure rests, for accounts of a battle; none if of no interest.

        Of a named resolution they are its tallies; a system may know those of the procedures inside them too.
        """
        for one in self.resolutions():
            if (
                one.procedure is call.procedure
                and len(call.args) == 1
                and isinstance(call.args[0], one.facts)
            ):
                return one.tallies(call.args[0])
        return {}

    def policies(self) -> Mapping[str, Policy]:
        """The named ways of deciding that the rulebook states for computed odds; the first is the default.

        A policy raises `NoPolicy` for a decision about which it says nothing.
        """
        return {}

    @abstractmethod
    def paper(self) -> Paper:
        """Its units as roster cards for a real table, and what each resolution does to their marks."""

    # ------------------------------------------------------------------ the picture
    def painter(self) -> Painter[B]:
        """How its battles are drawn and offered on a screen."""
        return Painter()

    # ------------------------------------------------------------------ the computer opponent
    def doctrine(self) -> Doctrine | None:
        """How to fight by these rules, for the computer opponent; None where nobody has written it down."""
        return None
