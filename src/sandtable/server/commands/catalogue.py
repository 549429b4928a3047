"""What can be played: systems, scenarios, rules and agents, and how the service does."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any, Final

from sandtable import __version__, systems
from sandtable.agents import AGENTS, IN_WORDS
from sandtable.game.files.record import as_plain_data
from sandtable.game.kit.catalogue import ScenarioRow, scenario_row
from sandtable.game.kit.system import System
from sandtable.game.present.picture import Picture, drawn
from sandtable.game.rules.rulebook import Readings, Rule
from sandtable.server.commands.asker import Asker
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.house_rules import house_rule_rows
from sandtable.server.wire.catalogue import (
    AgentRow,
    Health,
    MusterWanted,
    ReadingRow,
    Rules,
    RuleSeen,
    RulesWanted,
    RuleWanted,
    Scenarios,
    ScenarioSeen,
    ScenarioWanted,
    SystemRow,
    Systems,
    VariantRow,
)

MOST_MUSTERED: Final = 64
"""The most pictures of scenarios that are kept, by scenario and options."""


async def all_systems(asker: Asker) -> Systems:
    """Every system that can be played."""
    rows = tuple(map(_system_row, map(systems.load, systems.names())))
    agents = tuple(AgentRow(id, id.capitalize(), IN_WORDS.get(id, "")) for id in AGENTS)
    return Systems(rows, agents, asker.service.kernels.status)


async def health(asker: Asker) -> Health:
    """How the service does."""
    return Health(asker.service.kernels.status, __version__)


def _system_row(system: System[Any]) -> SystemRow:
    book = system.rulebook()
    return SystemRow(
        id=system.id,
        name=system.short_name,
        title=system.title,
        version=system.version,
        period=book.period,
        complete=book.complete,
        scenarios=system.scenarios(),
    )


async def all_scenarios(asker: Asker) -> Scenarios:
    """Every scenario of every system."""
    del asker
    found = map(systems.load, systems.names())
    return Scenarios(tuple(_row(system.id, id) for system in found for id in system.scenarios()))


@cache
def _row(system: str, id: str) -> ScenarioRow:
    """The row of a scenario; cached, so that its file is read once."""
    return scenario_row(systems.load(system), id)


def scenario_named(system: System[Any], id: str) -> str:
    """The id of a scenario that comes with a system; Denied if there is none."""
    if id not in system.scenarios():
        known = ", ".join(system.scenarios())
        raise Denied(Denial.NOT_THERE, f'{system.id} has no scenario "{id}"; there are {known}')
    return id


async def one_scenario(asker: Asker, wanted: ScenarioWanted) -> ScenarioSeen:
    """A scenario with its story and the readings to choose."""
    del asker
    system = systems.load(wanted.system)
    id = scenario_named(system, wanted.scenario)
    scenario = system.scenario(id)
    readings = tuple(
        ReadingRow(rule.id, rule.name, rule.text, rule.readings)
        for rule in system.rulebook().rules
        if rule.readings
    )
    variants = tuple(
        VariantRow(one.id, one.text, one.rule, one.choices, one.words) for one in system.rulebook().variants
    )
    return ScenarioSeen(
        row=_row(system.id, id),
        history=scenario.history,
        caution=scenario.caution,
        scenario=as_plain_data(scenario),
        readings=readings,
        variants=variants,
        house_rules=house_rule_rows(system.package, system.rulebook().house_rules),
    )


async def scenario_picture(asker: Asker, wanted: MusterWanted) -> Picture:
    """A scenario as it is mustered, before the first act."""
    system = systems.load(wanted.system)
    id = scenario_named(system, wanted.scenario)
    readings = system.rulebook().choose(_options(wanted.options))
    return await asker.compute(partial(_mustered, system.id, id, readings))


def _options(words: str) -> dict[str, int]:
    """Options as an address has them: `scale:2,deployment:1`."""
    try:
        pairs = [part.split(":") for part in words.split(",") if part]
        return {option: int(choice) for option, choice in pairs}
    except ValueError:
        shape = "ids with the places of their choices, such as scale:2,deployment:1"
        raise Denied(Denial.NOT_UNDERSTOOD, f"options are {shape}, not {words[:60]!a}") from None


@lru_cache(maxsize=MOST_MUSTERED)
def _mustered(name: str, id: str, readings: Readings) -> Picture:
    system = systems.load(name)
    scenario = system.scenario(id)
    battle = system.muster(scenario, readings)
    return drawn(system, system.seen_by(battle, None), scenario)


async def all_rules(asker: Asker, wanted: RulesWanted) -> Rules:
    """Every rule of a system."""
    del asker
    system = systems.load(wanted.system)
    return Rules(system.id, system.short_name, tuple(map(_rule, system.rulebook().rules)))


async def one_rule(asker: Asker, wanted: RuleWanted) -> RuleSeen:
    """A rule by its id."""
    del asker
    return _rule(systems.load(wanted.system).rulebook()[wanted.rule])


def _rule(rule: Rule) -> RuleSeen:
    return RuleSeen(rule.id, rule.title, rule.text, rule.where, rule.basis.value, rule.why, rule.readings)
