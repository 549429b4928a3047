"""What is to be fought: a plan, and the battles that follow from it.

>>> plan = Plan(system="liberty", scenario={}, agents=("captain", "militia"), battles=4, seed=7, swap=True)
>>> [(planned.number, planned.seed, planned.agents) for planned in plan.planned_battles()][:2]
[(0, 7, ('captain', 'militia')), (1, 7, ('militia', 'captain'))]
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct, field

from sandtable import systems
from sandtable.agents import AGENTS, Agent
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule, HouseRules, Plain
from sandtable.game.rules.rulebook import Readings


class PlannedBattle(NamedTuple):
    """One battle of a plan: its number, the seed of its dice, and who plays each side."""

    number: int
    seed: int
    agents: tuple[str, ...]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Battles of one scenario between two agents, with seeds that follow one another.

    With ``swap`` every two battles share their seed, and the agents change sides between them. ``studied``
    battles are looked at closely. The scenario is held whole, so that a plan means the same everywhere.
    """

    system: str
    scenario: dict[str, Any]
    agents: tuple[str, str]
    battles: int
    seed: int = 1
    swap: bool = False
    readings: dict[str, int] = field(default_factory=dict)
    studied: int = 0
    house_rules: dict[str, Plain] = field(default_factory=dict)

    def planned_battle(self, number: int) -> PlannedBattle:
        """A battle by its number."""
        if not self.swap:
            return PlannedBattle(number, self.seed + number, self.agents)
        return PlannedBattle(
            number, self.seed + number // 2, self.agents[::-1] if number % 2 else self.agents
        )

    def planned_battles(self) -> Iterator[PlannedBattle]:
        """Every battle in order."""
        return map(self.planned_battle, range(self.battles))

    def player(self, fought: PlannedBattle, side: int) -> int:
        """Which of the plan's two agents played a side: 0 the first that is named, 1 the second."""
        return 1 - side if self.swap and fought.number % 2 else side


class StartingPoint(NamedTuple):
    """What every battle of a plan begins from, made once by each process."""

    system: System[Any]
    scenario: Scenario
    readings: Readings

    def battle(self) -> Any:
        """The battle as it begins."""
        return self.system.muster(self.scenario, self.readings)


def starting_point(plan: Plan) -> StartingPoint:
    """What a plan begins from; BadFile or NotInRulebook if it cannot be fought.

    The house rules of the plan must be in force in this process (``systems.by_house_rules``).
    """
    system = systems.load(plan.system)
    ours, wanted = system.rulebook().house_rules, HouseRules.of(plan.house_rules)
    if ours != wanted:
        raise BadHouseRule(f"the plan is of battles by the house rules {wanted}, but those here are {ours}")
    readings = system.rulebook().choose(plan.readings)
    return StartingPoint(system, system.convert_scenario(plan.scenario, "the scenario of the plan"), readings)


def agent_for(name: str, seed: int, seat: int) -> Agent:
    """An agent in a seat, with a seed of its own that tells nothing of the dice."""
    return AGENTS[name](Random(f"{seed}, seat {seat}").getrandbits(63))
