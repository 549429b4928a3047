"""The page of ``sandtable fight``: the result of one battle with every unit, or the score of many."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.cli.pages.layout import SIDE_STYLES, heading, house_rule_lines, listing
from sandtable.cli.reports.fight import BattleReport, FightReport, UnitLosses


def page(report: FightReport) -> RenderableType:
    """One battle with its losses, or how often each side won."""
    return Group(*(_one(report) if len(report.battles) == 1 else _many(report)))


def _title(report: FightReport) -> Text:
    sides = " v ".join(f"{side} ({agent})" for side, agent in zip(report.sides, report.agents, strict=True))
    return heading(f"{report.scenario}: {sides}")


def _one(report: FightReport) -> Iterator[RenderableType]:
    battle = report.battles[0]
    yield _title(report)
    yield from house_rule_lines(report.house_rules, report.unasked)
    yield Text(
        f"seed {battle.seed}, {battle.turns} turns, {battle.decisions} decisions, {battle.throws} throws"
    )
    yield result(report.sides, battle)
    yield losses(report.sides, battle.units)


def result(sides: tuple[str, ...], battle: BattleReport) -> Text:
    """Who won, and why."""
    if battle.winner is None:
        words = Text(battle.degree or "no result", style="bold")
    else:
        words = Text(f"{sides[battle.winner]}: {battle.degree}", style=SIDE_STYLES[battle.winner])
    rule = f" [{battle.rule}]" if battle.rule else ""
    return words.append(f" ({battle.words}){rule}", style="not bold")


def losses(sides: tuple[str, ...], units: tuple[UnitLosses, ...]) -> RenderableType:
    """Every unit at the end of the battle."""
    table = listing("side", "no", "unit", "type", "state", "markers")
    for unit in units:
        side = Text(sides[unit.side], style=SIDE_STYLES[unit.side])
        state = unit.state if unit.state == unit.began else f"{unit.began} -> {unit.state}"
        where = "" if unit.on_table else " (off the table)"
        markers = ", ".join(f"{words} {count}" for words, count in unit.markers)
        table.add_row(side, str(unit.number), unit.name, unit.kind, f"{state}{where}", markers)
    return table


def _many(report: FightReport) -> Iterator[RenderableType]:
    yield _title(report)
    yield from house_rule_lines(report.house_rules, report.unasked)
    count = len(report.battles)
    for side, wins in zip(report.sides, report.wins, strict=True):
        yield Text(f"  {side}: {wins} won ({100 * wins / count:.0f} %)")
    yield Text(f"  draws: {report.draws} ({100 * report.draws / count:.0f} %)")
    yield Text(f"  {report.turns_on_average:.1f} turns on average")
    table = listing("seed", "winner", "degree", "turns", "how it ended")
    for battle in report.battles:
        winner = "-" if battle.winner is None else report.sides[battle.winner]
        table.add_row(str(battle.seed), winner, battle.degree, str(battle.turns), battle.words)
    yield table
