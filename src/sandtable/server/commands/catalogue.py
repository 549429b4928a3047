"""Systems, scenarios and rules: what can be played, and by what words."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any, Final

from sandtable import __version__, systems
from sandtable.agents import AGENTS, IN_WORDS
from sandtable.game.kit.system import System
from sandtable.game.present.picture import Picture, drawn
from sandtable.game.rules.rulebook import Readings, Rule
from sandtable.server.commands.call import Call, Endpoint
from sandtable.server.games.house_rules import house_rule_rows
from sandtable.server.games.journal import as_read
from sandtable.server.http.faults import NOT_THERE, NOT_UNDERSTOOD, Denied
from sandtable.server.wire.catalogue import (
    AgentRow,
    Health,
    Mustering,
    ReadingRow,
    Rules,
    RuleSeen,
    ScenarioRow,
    Scenarios,
    ScenarioSeen,
    SideRow,
    SystemRow,
    Systems,
    VariantRow,
)

MOST_MUSTERED: Final = 64
"""So many pictures of scenarios are kept, by scenario and options."""


async def all_systems(call: Call) -> Systems:
    """Every system that can be played."""
    rows = tuple(map(_system_row, map(systems.load, systems.names())))
    agents = tuple(AgentRow(id, id.capitalize(), IN_WORDS.get(id, "")) for id in AGENTS)
    return Systems(rows, agents, call.readiness)


async def health(call: Call) -> Health:
    """How the service does."""
    return Health(call.readiness, __version__)


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


async def all_scenarios(call: Call) -> Scenarios:
    """Every scenario of every system."""
    del call
    found = map(systems.load, systems.names())
    return Scenarios(tuple(_row(system.id, id) for system in found for id in system.scenarios()))


@cache
def _row(name: str, id: str) -> ScenarioRow:
    scenario = systems.load(name).scenario(id)
    sides = tuple(
        SideRow(side.id, side.name, side.commander, sum(unit.side == side.id for unit in scenario.units))
        for side in scenario.sides
    )
    return ScenarioRow(
        system=name,
        id=id,
        name=scenario.name,
        date=scenario.date,
        place=scenario.place,
        turns=scenario.turn_limit,
        units=len(scenario.units),
        sides=sides,
    )


def scenario_named(system: System[Any], id: str) -> str:
    """The id of a scenario that comes with a system; refused if there is none."""
    if id not in system.scenarios():
        known = ", ".join(system.scenarios())
        raise Denied(NOT_THERE, f'{system.id} has no scenario "{id}"; there are {known}')
    return id


async def one_scenario(call: Call) -> ScenarioSeen:
    """A scenario with its story and the readings to choose."""
    system = systems.load(call.path["system"])
    id = scenario_named(system, call.path["scenario"])
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
        scenario=as_read(scenario),
        readings=readings,
        variants=variants,
        house_rules=house_rule_rows(system.package, system.rulebook().house_rules),
    )


async def scenario_picture(call: Call) -> Picture:
    """A scenario as it is mustered, before anybody has done anything."""
    system = systems.load(call.path["system"])
    id = scenario_named(system, call.path["scenario"])
    wanted: Mustering = call.query
    readings = system.rulebook().choose(_options(wanted.options))
    return await call.reckoning.do(partial(_mustered, system.id, id, readings))


def _options(words: str) -> dict[str, int]:
    """Options as an address has them: `scale:2,deployment:1`."""
    try:
        pairs = [part.split(":") for part in words.split(",") if part]
        return {option: int(choice) for option, choice in pairs}
    except ValueError:
        shape = "ids with the places of their choices, such as scale:2,deployment:1"
        raise Denied(NOT_UNDERSTOOD, f"options are {shape}, not {words[:60]!a}") from None


@lru_cache(maxsize=MOST_MUSTERED)
def _mustered(name: str, id: str, readings: Readings) -> Picture:
    system = systems.load(name)
    scenario = system.scenario(id)
    battle = system.muster(scenario, readings)
    return drawn(system, system.seen_by(battle, None), scenario)


async def all_rules(call: Call) -> Rules:
    """Every rule of a system."""
    system = systems.load(call.path["system"])
    return Rules(system.id, system.short_name, tuple(map(_rule, system.rulebook().rules)))


async def one_rule(call: Call) -> RuleSeen:
    """A rule by its id."""
    return _rule(systems.load(call.path["system"]).rulebook()[call.path["rule"]])


def _rule(rule: Rule) -> RuleSeen:
    return RuleSeen(rule.id, rule.title, rule.text, rule.where, rule.basis.value, rule.why, rule.readings)


ENDPOINTS = (
    Endpoint("GET", "/api/health", "health", "How the service does", health, Health),
    Endpoint("GET", "/api/systems", "systems", "Every system and agent", all_systems, Systems),
    Endpoint("GET", "/api/scenarios", "scenarios", "Every scenario", all_scenarios, Scenarios),
    Endpoint(
        "GET",
        "/api/systems/{system}/scenarios/{scenario}",
        "scenario",
        "A scenario with its story and readings",
        one_scenario,
        ScenarioSeen,
    ),
    Endpoint(
        "GET",
        "/api/systems/{system}/scenarios/{scenario}/picture",
        "scenarioPicture",
        "A scenario as it is mustered",
        scenario_picture,
        Picture,
        query=Mustering,
        is_reckoning=True,
    ),
    Endpoint("GET", "/api/systems/{system}/rules", "rules", "Every rule of a system", all_rules, Rules),
    Endpoint("GET", "/api/systems/{system}/rules/{rule}", "rule", "A rule in our words", one_rule, RuleSeen),
)
