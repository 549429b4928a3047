"""The pages of ``sandtable simulate`` and ``sandtable compare``."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.cli.pages.layout import SIDE_STYLES, heading, house_rule_lines, listing
from sandtable.lab.findings.comparison import Comparison
from sandtable.lab.findings.findings import Findings, UnitFindings
from sandtable.lab.findings.phrases import between, fairness, percent

BAR = 30
SHOWN = 12
STATES = 3


def page(found: Findings) -> RenderableType:
    """The findings of a run."""
    return Group(*_lines(found))


def _lines(found: Findings) -> Iterator[RenderableType]:
    swapped = ", changing sides" if found.swap else ""
    yield heading(
        f"{found.name}: {found.battles} of {found.planned} battles, {' v '.join(found.agents)}{swapped}"
    )
    yield from house_rule_lines(found.house_rules, found.unasked)
    if not found.battles:
        yield Text("  no battle was finished")
    else:
        yield _shares(found)
        yield Text(f"  {fairness(found)}")
        yield Text(
            f"  {between(found.turns)} turns, {found.longest} at most; {found.decisions.value:.0f} decisions"
            f" a battle; the lead changed {found.course.lead_changes:.1f} times; {_decided(found)}"
        )
        yield _sides(found)
        yield _units(found)
        yield from _rules(found)
    for broken in found.broken:
        kept = f"; its record is failed/{broken.record}" if broken.record else ""
        yield Text(
            f"battle {broken.number} (seed {broken.seed}) failed: {broken.words}{kept}", style="bold red"
        )


def _decided(found: Findings) -> str:
    at = found.course.decided
    return "no battle was decided before its end" if at is None else f"half were decided by turn {at:g}"


def _shares(found: Findings) -> RenderableType:
    table = listing("", "won", "share", "95 %", "")
    rows = [(side.name, side.won, side.share, SIDE_STYLES[n]) for n, side in enumerate(found.sides)]
    rows.append(("draws", found.drawn, found.draws, "dim"))
    if found.swap and found.agents[0] != found.agents[1]:
        rows += [(player.name, player.won, player.share, "bold") for player in found.players]
    for name, won, share, style in rows:
        bar = "\N{FULL BLOCK}" * round(BAR * share.value)
        bounds = f"{percent(share.low)} to {percent(share.high)}"
        table.add_row(Text(name, style=style), str(won), percent(share.value), bounds, Text(bar, style=style))
    return table


def _sides(found: Findings) -> RenderableType:
    table = listing("side", "units lost", "points", "victories", "luck of the dice")
    for number, side in enumerate(found.sides):
        degrees = ", ".join(f"{count} {degree}" for degree, count in side.degrees.items())
        luck = "" if side.luck is None else between(side.luck)
        name = Text(side.name, style=SIDE_STYLES[number])
        table.add_row(name, f"{between(side.lost)} of {side.units}", between(side.points), degrees, luck)
    return table


def _units(found: Findings) -> RenderableType:
    table = listing("side", "no", "unit", "stood at the end", "states", "in the log")
    for unit in found.units:
        states = ", ".join(f"{state} {percent(n / found.battles)}" for state, n in _most(unit) if state)
        side = Text(found.sides[unit.side].name, style=SIDE_STYLES[unit.side])
        table.add_row(
            side, str(unit.number), unit.name, percent(unit.stood.value), states, f"{unit.deeds:.1f} times"
        )
    return table


def _most(unit: UnitFindings) -> list[tuple[str, int]]:
    """The most frequent states of a unit."""
    return list(unit.states.items())[:STATES]


def _rules(found: Findings) -> Iterator[RenderableType]:
    if not found.studied:
        return
    table = listing("rule", "times a battle", title=f"Rules applied in {found.studied} studied battles")
    for rule in found.rules[:SHOWN]:
        table.add_row(rule.rule, f"{rule.per_battle:.1f}")
    yield table
    yield Text(
        f"{len(found.rules)} rules were cited, {len(found.unused)} never: --json and the report list them all"
    )


def comparison_page(found: Comparison) -> RenderableType:
    """The differences between two runs."""
    table = listing("", "first", "second", "difference", "95 %", "")
    for row in found.differences:
        apart = row.difference
        sure = "clear" if apart.excludes_nought else "not clear"
        table.add_row(
            row.words,
            f"{row.first.value:.3g}",
            f"{row.second.value:.3g}",
            f"{apart.value:+.3g}",
            f"{apart.low:+.3g} to {apart.high:+.3g}",
            Text(sure, style="bold" if sure == "clear" else "dim"),
        )
    set_apart = (
        *house_rule_lines({f"first, {key}": value for key, value in found.first_house_rules.items()}),
        *house_rule_lines({f"second, {key}": value for key, value in found.second_house_rules.items()}),
    )
    same = f"{found.pairs} pairs of battles with the same dice, {found.same_result} with the same winner"
    return Group(heading(f"{found.first} and {found.second}"), *set_apart, Text(same), table)
