"""The plan of a run, and the battles that follow from it.

>>> plan = Plan(system="liberty", scenario={}, agents=("captain", "militia"), battles=4, seed=7, swap=True)
>>> plan.planned_battle(1)
PlannedBattle(number=1, seed=7, agents=('militia', 'captain'))
"""

from __future__ import annotations

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
    """One battle of a plan: its number, the seed of its dice, and the agent of each side."""

    number: int
    seed: int
    agents: tuple[str, ...]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Battles of one scenario between two agents, with consecutive seeds.

    With ``swap`` each seed serves two battles, between which the agents change sides. The first ``studied``
    battles are studied closely. The plan holds the whole scenario, so it means the same on every machine.
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
        """The battle with this number."""
        if not self.swap:
            return PlannedBattle(number, self.seed + number, self.agents)
        return PlannedBattle(
            number, self.seed + number // 2, self.agents[::-1] if number % 2 else self.agents
        )

    def player(self, fought: PlannedBattle, side: int) -> int:
        """Which of the plan's agents played a side: 0 for the first, 1 for the second."""
        return 1 - side if self.swap and fought.number % 2 else side


class StartingPoint(NamedTuple):
    """What every battle of a plan starts from; each process makes it once."""

    system: System[Any]
    scenario: Scenario
    readings: Readings

    def battle(self) -> Any:
        """A new battle."""
        return self.system.muster(self.scenario, self.readings)


def starting_point(plan: Plan) -> StartingPoint:
    """The starting point of a plan; BadFile or NotInRulebook if it cannot be fought.

    The house rules of the plan must be in force in this process (``systems.by_house_rules``).
    """
    system = systems.load(plan.system)
    ours, wanted = system.rulebook().house_rules, HouseRules.of(plan.house_rules)
    if ours != wanted:
        raise BadHouseRule(f"the plan is of battles by the house rules {wanted}, but those here are {ours}")
    readings = system.rulebook().choose(plan.readings)
    return StartingPoint(system, system.convert_scenario(plan.scenario, "the scenario of the plan"), readings)


def agent_for(name: str, seed: int, seat: int) -> Agent:
    """The agent of a seat, with a seed that reveals nothing about the dice."""
    return AGENTS[name](Random(f"{seed}, seat {seat}").getrandbits(63))
