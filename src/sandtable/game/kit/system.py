"""The contract between a system and the rest of the house.

A new system is a package with an entry point of the group ``sandtable.systems`` that names an instance of a
subclass of `System`. The command line, the agents and the service use only this interface, and the
conformance suite plays every system through it. The folder holds ``rulebook.toml`` and the folder
``scenarios``, which are read and checked here in the same way for all systems.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.dice import Hand, Throw
from sandtable.game.ask.questions import Decision, Do
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
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook, load_rulebook
from sandtable.game.rules.tally import Tally
from sandtable.table.hexes import HexField
from sandtable.table.space import Body

B = TypeVar("B", bound=Battle[Any])

Called = Callable[..., Coroutine[Any, Any, Any]]
"""A procedure that is called."""

Policy = Callable[[Decision[Any]], object]
"""A fixed way of deciding, for computed odds: it takes a decision and returns the answer."""


class System(ABC, Generic[B]):
    """A rule set: its rulebook, its scenarios, how a battle begins and which procedure comes next."""

    id: ClassVar[str]
    title: ClassVar[str]
    name: ClassVar[str] = ""
    """The short name; if empty, it is made from the id."""
    version: ClassVar[int]
    """It increases when a rule is corrected; a record says by which version it was fought."""
    package: ClassVar[str]
    """The package that holds its rulebook and its scenarios."""
    scenario_type: ClassVar[type[Scenario]] = Scenario
    """The type of its scenarios."""
    battle_type: type[B]

    @property
    def short_name(self) -> str:
        """The short name."""
        return self.name or self.id.capitalize()

    # ------------------------------------------------------------------ rulebook and roster
    def rulebook(self) -> Rulebook:
        """Every rule and decision with its id."""
        return load_rulebook(self.package)

    @abstractmethod
    def roster(self) -> Roster[Any]:
        """The profiles, kinds of ground and other facts that a scenario is checked against."""

    def read_roster(self, source: Source) -> Roster[Any]:
        """The roster in a file of army lists; BadFile if it cannot be used."""
        raise BadFile(str(source), "", f"{self.id} keeps no army lists in files, so none can be checked")

    # ------------------------------------------------------------------ the scenarios
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the system's own scenarios."""
        return tuple(scenario_files(self.package))

    def scenario(self, id: str) -> Scenario:
        """One of the system's own scenarios; BadFile if there is none with that id."""
        return self.read_scenario(scenario_file(self.package, id))

    def read_scenario(self, source: Source) -> Scenario:
        """The scenario in any file; BadFile if it cannot be fought."""
        scenario: Scenario = load_scenario(source, self.scenario_type, self.roster(), self.contradictions)
        return scenario

    def parse_scenario(self, text: str, path: str = "the scenario") -> Scenario:
        """The scenario in the text of a file; BadFile, which names *path*, if it cannot be fought."""
        scenario: Scenario = parse_scenario(
            text, self.scenario_type, self.roster(), path, self.contradictions
        )
        return scenario

    def convert_scenario(self, raw: object, path: str = "") -> Scenario:
        """The scenario in plain data, as a record holds it; BadFile if it cannot be fought."""
        scenario: Scenario = convert_scenario(
            raw, self.scenario_type, self.roster(), path, self.contradictions
        )
        return scenario

    def contradictions(self, scenario: Scenario) -> Iterable[tuple[str, str]]:
        """The contradictions in a scenario that begins in mid-battle: keys and words."""
        del scenario
        return ()

    def scenario_problems(self, source: Source) -> tuple[Problem, ...]:
        """All problems of the scenario in a file."""
        try:
            scenario = read_scenario(source, self.scenario_type)
        except BadFile as fault:
            return (fault.problem,)
        return problems(scenario, self.roster(), str(source), self.contradictions)

    # ------------------------------------------------------------------ the battle
    @abstractmethod
    def muster(self, scenario: Scenario, readings: Readings) -> B:
        """The battle at the start of a scenario."""

    @abstractmethod
    def next(self, battle: B) -> Do[B] | None:
        """The next procedure, one activation or one resolution; None if the battle is over."""

    @abstractmethod
    def score(self, battle: B, side: int) -> float:
        """How well a side does by the victory conditions, for agents; higher is better."""

    # ------------------------------------------------------------------ words

    def labels_on_paper(self, question: Decision[Any]) -> tuple[str, ...]:
        """Labels for the options of a question without a battle; if empty, the options as they are."""
        del question
        return ()

    @abstractmethod
    def card(self, battle: B, unit: Body) -> Card:
        """The card of a unit."""

    def tokens(self, battle: B) -> tuple[Token, ...]:
        """The pieces on the table that are not units."""
        del battle
        return ()

    def hex_field(self, battle: B) -> HexField | None:
        """The hex grid of a battle with its ground; None on an open table.

        Poses of units and hexes use the same coordinates, so both can be drawn on one map.
        """
        del battle
        return None

    def why_not(self, battle: B, question: Decision[Any], answer: object) -> Refusal | None:
        """Why *answer* is not offered, if the system can name the rule."""
        del battle, question, answer
        return None

    # ------------------------------------------------------------------ hidden information
    def seen_by(self, battle: B, seat: int | None) -> B:
        """The battle as a seat knows it (None: a spectator), with everything hidden from it removed.

        Views and pictures are made of this alone.
        """
        del seat
        return battle

    def imagine(self, battle: B, seat: int, hand: Hand) -> B:
        """A complete battle that agrees with what a seat knows; *hand* draws what is unknown."""
        del seat, hand
        return battle

    def is_open(self, throw: Throw[Any], seat: int | None) -> bool:
        """May a seat see the result of this throw or draw?"""
        del throw, seat
        return True

    # ------------------------------------------------------------------ odds
    @abstractmethod
    def resolutions(self) -> tuple[Resolution, ...]:
        """The resolutions that can be asked about without a battle."""

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        """The figures of procedures inside resolutions, or that only a battle calls."""
        return {}

    def throwers(self) -> Mapping[Called, Callable[..., int | None]]:
        """The side that throws in a call of a procedure, where the events do not tell."""
        return {}

    @cached_property
    def noted(self) -> frozenset[Called]:
        """The procedures whose calls a game notes: those with figures, and those that say who throws."""
        resolved = [one.procedure for one in self.resolutions()]
        return frozenset((*resolved, *self.table_figures(), *self.throwers()))

    def thrower(self, call: Do[Any]) -> int | None:
        """The side that throws the dice in a call; None if it is not known."""
        known = self.throwers().get(call.procedure)
        return None if known is None else known(*call.args)

    def figures(self, call: Do[Any]) -> Mapping[str, Tally]:
        """The figures that a call of a procedure uses, for the log; empty if there are none."""
        known = self.table_figures().get(call.procedure)
        if known is not None:
            return known(*call.args)
        for one in self.resolutions():
            if (
                one.procedure is call.procedure
                and len(call.args) == 1
                and isinstance(call.args[0], one.facts)
            ):
                return one.tallies(call.args[0])
        return {}

    def policies(self) -> Mapping[str, Policy]:
        """The policies for computed odds by name; the first is the default.

        A policy raises `NoPolicy` for a decision that it does not cover.
        """
        return {}

    @abstractmethod
    def paper(self) -> Paper:
        """Roster cards of its units for a real table, and what each resolution does to their marks."""

    # ------------------------------------------------------------------ drawing
    def painter(self) -> Painter[B]:
        """How its battles are drawn on a screen."""
        return Painter()

    # ------------------------------------------------------------------ the computer opponent
    def doctrine(self) -> Doctrine | None:
        """How the computer opponent plays these rules; None if there is no doctrine."""
        return None
