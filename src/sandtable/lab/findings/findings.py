"""The findings of a run as plain values: who won, by how much, how long it took, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import Plain
from sandtable.lab.findings.estimates import Estimate, edge_of, mean_of, share_of
from sandtable.lab.findings.leads import LeadHistory, lead_history
from sandtable.lab.runs.battle import FailedBattle, FinishedBattle, Result
from sandtable.lab.runs.plan import Plan, PlannedBattle, StartingPoint


class SideFindings(Struct, frozen=True):
    """What a side won, lost and scored.

    ``luck`` is how many successes its dice threw above their mean, over the studied battles.
    """

    name: str
    won: int
    share: Estimate
    lost: Estimate
    units: int
    points: Estimate
    degrees: dict[str, int]
    luck: Estimate | None


class AgentFindings(Struct, frozen=True):
    """What an agent won, over both sides that it played."""

    name: str
    won: int
    share: Estimate


class UnitFindings(Struct, frozen=True):
    """How often a unit was still on the table at the end, in which states, and how often the log names it
    first."""

    number: int
    side: int
    name: str
    kind: str
    stood: Estimate
    states: dict[str, int]
    deeds: float


class RuleFindings(Struct, frozen=True):
    """How often a rule applied per studied battle, and in how many of those battles."""

    rule: str
    title: str
    per_battle: float
    battles: int


class Findings(Struct, frozen=True):
    """All findings of a run; ``edge`` is side 0's share of wins less side 1's.

    ``unasked`` are the house rules whose tables were not read in any battle.
    """

    system: str
    scenario: str
    name: str
    agents: tuple[str, str]
    swap: bool
    seed: int
    readings: dict[str, int]
    house_rules: dict[str, Plain]
    unasked: tuple[str, ...]
    battles: int
    planned: int
    broken: tuple[FailedBattle, ...]
    sides: tuple[SideFindings, ...]
    players: tuple[AgentFindings, ...]
    drawn: int
    draws: Estimate
    edge: Estimate
    turns: Estimate
    longest: int
    decisions: Estimate
    endings: dict[str, int]
    course: LeadHistory
    units: tuple[UnitFindings, ...]
    studied: int
    rules: tuple[RuleFindings, ...]
    unused: tuple[str, ...]

    @property
    def fair_within(self) -> float:
        """The smallest x such that, at 95 % confidence, the sides' chances differ by at most x."""
        return max(abs(self.edge.low), abs(self.edge.high))


def findings(plan: Plan, start: StartingPoint, results: Sequence[Result]) -> Findings:
    """Gather the findings of the battles that were fought."""
    battles = [result for result in results if isinstance(result, FinishedBattle)]
    studied = [battle for battle in battles if battle.study is not None]
    won = Counter(battle.winner for battle in battles)
    rules, unused = _rules(start.system, studied)
    return Findings(
        system=plan.system,
        scenario=start.scenario.id,
        name=start.scenario.name,
        agents=plan.agents,
        swap=plan.swap,
        seed=plan.seed,
        readings=plan.readings,
        house_rules=plan.house_rules,
        unasked=tuple(key for key in plan.house_rules if all(key in battle.unasked for battle in battles)),
        battles=len(battles),
        planned=plan.battles,
        broken=tuple(result for result in results if isinstance(result, FailedBattle)),
        sides=tuple(_side(start, battles, side) for side in range(len(start.scenario.sides))),
        players=_players(plan, battles),
        drawn=won[None],
        draws=share_of(won[None], len(battles)),
        edge=edge_of(_edges(plan, battles)),
        turns=mean_of([battle.turns for battle in battles]),
        longest=max((battle.turns for battle in battles), default=0),
        decisions=mean_of([battle.decisions for battle in battles]),
        endings=dict(Counter(battle.rule for battle in battles if battle.rule).most_common()),
        course=lead_history(battles),
        units=_units(start, battles),
        studied=len(studied),
        rules=rules,
        unused=unused,
    )


# --------------------------------------------------------------------- sides and agents
def _side(start: StartingPoint, battles: Sequence[FinishedBattle], side: int) -> SideFindings:
    mine = [battle for battle in battles if battle.winner == side]
    luck = [battle.study.luck[side] for battle in battles if battle.study is not None]
    units = start.battle().units
    return SideFindings(
        name=start.scenario.sides[side].name,
        won=len(mine),
        share=share_of(len(mine), len(battles)),
        lost=mean_of([battle.worn[side] for battle in battles]),
        units=sum(unit.side == side for unit in units),
        points=mean_of([battle.scores[-1][side] for battle in battles]),
        degrees=dict(Counter(battle.degree for battle in mine).most_common()),
        luck=mean_of(luck) if luck else None,
    )


def _players(plan: Plan, battles: Sequence[FinishedBattle]) -> tuple[AgentFindings, ...]:
    won = [0, 0]
    for battle in battles:
        if battle.winner is not None:
            planned = PlannedBattle(battle.number, battle.seed, battle.agents)
            won[plan.player(planned, battle.winner)] += 1
    return tuple(
        AgentFindings(name, count, share_of(count, len(battles)))
        for name, count in zip(plan.agents, won, strict=True)
    )


def result_of(battle: FinishedBattle) -> float:
    """1 if side 0 won, -1 if side 1 did, 0 for a draw."""
    return 0.0 if battle.winner is None else 1.0 - 2.0 * battle.winner


def _edges(plan: Plan, battles: Sequence[FinishedBattle]) -> list[float]:
    """The result of each battle; with changed sides, the mean of the two battles that share a seed."""
    if not plan.swap:
        return list(map(result_of, battles))
    pairs: dict[int, list[float]] = {}
    for battle in battles:
        pairs.setdefault(battle.number // 2, []).append(result_of(battle))
    return [fmean(pair) for pair in pairs.values() if len(pair) == 2]


# --------------------------------------------------------------------- units and rules
def _units(start: StartingPoint, battles: Sequence[FinishedBattle]) -> tuple[UnitFindings, ...]:
    system: System[Any] = start.system
    battle = start.battle()
    found = []
    for unit in battle.units:
        card, ends = system.card(battle, unit), [one.units[unit.id] for one in battles]
        found.append(
            UnitFindings(
                number=unit.id + 1,
                side=unit.side,
                name=card.name,
                kind=card.kind,
                stood=share_of(sum(end.stands for end in ends), len(ends)),
                states=dict(Counter(end.state.split(",")[0] for end in ends).most_common()),
                deeds=fmean(end.deeds for end in ends) if ends else 0.0,
            )
        )
    return tuple(found)


def _rules(
    system: System[Any], studied: Sequence[FinishedBattle]
) -> tuple[tuple[RuleFindings, ...], tuple[str, ...]]:
    """The rules that applied, most frequent first, and the ids of those that did not."""
    fired, present = Counter[str](), Counter[str]()
    for battle in studied:
        assert battle.study is not None
        fired.update(battle.study.rules)
        present.update(battle.study.rules.keys())
    rulebook = system.rulebook()
    rules = [
        RuleFindings(rule.id, rule.name, fired[rule.id] / len(studied), present[rule.id])
        for rule in rulebook.rules
        if fired[rule.id]
    ]
    rules.sort(key=lambda rule: -rule.per_battle)
    unused = tuple(rule.id for rule in rulebook.rules if not fired[rule.id]) if studied else ()
    return tuple(rules), unused
