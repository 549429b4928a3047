"""Systems, scenarios, rules and agents that can be played."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from sandtable.game.kit.catalogue import ScenarioRow
from sandtable.server.wire.fields import Readiness


class SystemRow(Struct, frozen=True):
    """A system that can be played."""

    id: str
    name: str
    title: str
    version: int
    period: str
    complete: bool
    scenarios: tuple[str, ...]


class AgentRow(Struct, frozen=True):
    """An agent: its id, its name, and how it plays, in a line."""

    id: str
    name: str
    words: str


class Systems(Struct, frozen=True):
    """Every system, and the agents that play them, the best first; whether battles can be shown already."""

    systems: tuple[SystemRow, ...]
    agents: tuple[AgentRow, ...]
    status: Readiness = "ready"


class Health(Struct, frozen=True):
    """How the service does: until it is ready, whatever needs a battle waits."""

    status: Readiness
    version: str


class Scenarios(Struct, frozen=True):
    """Every scenario that can be fought."""

    scenarios: tuple[ScenarioRow, ...]


class ReadingRow(Struct, frozen=True):
    """A rule that can be played in more than one way; the first is the default."""

    rule: str
    title: str
    text: str
    readings: tuple[str, ...]


class VariantRow(Struct, frozen=True):
    """An option of a battle that is no reading of a rule, such as its scale; the first choice is usual."""

    id: str
    text: str
    rule: str
    choices: tuple[str, ...]
    words: tuple[str, ...] = ()


class HouseRuleRow(Struct, frozen=True):
    """A figure that is not as printed here: its key, its rule with that one's title, its value, and that by
    the book."""

    figure: str
    rule: str
    title: str
    value: str
    printed: str


class ScenarioWanted(Struct, frozen=True):
    """A scenario of a system, both by their ids."""

    system: str
    scenario: str


class MusterWanted(ScenarioWanted, frozen=True, forbid_unknown_fields=True):
    """By which variants a scenario is mustered: ids with the places of choices, `scale:2,deployment:1`."""

    options: Annotated[str, Meta(max_length=1000)] = ""


class RulesWanted(Struct, frozen=True):
    """A system by its id."""

    system: str


class RuleWanted(RulesWanted, frozen=True):
    """A rule of a system by its id."""

    rule: str


class ScenarioSeen(Struct, frozen=True):
    """A scenario before it is chosen: its story, sides and ground, the variants and readings to choose.

    ``house_rules`` are the figures that are not as printed here, whatever is chosen.
    """

    row: ScenarioRow
    history: str
    caution: str
    scenario: dict[str, Any]
    readings: tuple[ReadingRow, ...]
    variants: tuple[VariantRow, ...] = ()
    house_rules: tuple[HouseRuleRow, ...] = ()


class RuleSeen(Struct, frozen=True):
    """A rule in our words: where the sheet has it, on what basis, and why where it is our decision."""

    id: str
    title: str
    text: str
    where: str
    basis: str
    why: str
    readings: tuple[str, ...]


class Rules(Struct, frozen=True):
    """Every rule of a system, in the order of its sheet."""

    system: str
    name: str
    rules: tuple[RuleSeen, ...]
