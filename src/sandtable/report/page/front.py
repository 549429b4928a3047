"""The front of a report: title and outcome, history, both orders of battle; and the colophon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sandtable.game.battle.battle import Battle
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import Card
from sandtable.game.rules.house_rules import written
from sandtable.report.page.account import rule_link
from sandtable.report.page.markup import NOTHING, Markup, joined, tag
from sandtable.report.story.story import ReportedBattle

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


# --------------------------------------------------------------------- the title and who won
def banner(fought: ReportedBattle, end: Battle[Any], liveries: Sequence[str]) -> Markup:
    """What was fought, where and when, and how it ended."""
    scenario, outcome = fought.scenario, end.outcome
    when = ", ".join(part for part in (scenario.place, dated(scenario.date)) if part)
    if outcome is None:
        result, words, livery = "Undecided", f"The account ends in turn {end.turn}", "draw"
    elif outcome.winner is None:
        result, words, livery = outcome.degree.capitalize() or "Drawn", outcome.words, "draw"
    else:
        result = f"{fought.side(outcome.winner)}: {outcome.degree}"
        words, livery = outcome.words, liveries[outcome.winner]
    rule = rule_link(outcome.rule) if outcome is not None and outcome.rule else NOTHING
    won = tag(
        "p",
        tag("strong", result),
        tag("span", f"{words[:1].upper()}{words[1:]}. ", rule),
        cls=f"outcome {livery}",
    )
    return tag(
        "header",
        tag("p", fought.system.title, cls="kicker"),
        tag("h1", scenario.name),
        tag("p", when, cls="when"),
        won,
    )


def dated(date: str) -> str:
    """A date as it is written on a letter; one that is not a plain year, month and day stays as it is.

    >>> dated("1781-01-17"), dated("spring 61")
    ('17 January 1781', 'spring 61')
    """
    parts = date.split("-")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts) or not 1 <= int(parts[1]) <= 12:
        return date
    return f"{int(parts[2])} {MONTHS[int(parts[1]) - 1]} {int(parts[0])}"


# --------------------------------------------------------------------- the history
def history(fought: ReportedBattle) -> Markup:
    """The history, the commanders and what is at stake."""
    scenario = fought.scenario
    notes = [scenario.caution, scenario.orientation, *(special.text for special in scenario.special)]
    return tag(
        "section",
        tag("h2", "The battle"),
        tag("p", scenario.history, cls="history") if scenario.history else NOTHING,
        _commanders(fought),
        _list("At stake", [objective.text or objective.name for objective in scenario.objectives]),
        _list("In this battle", [f"{note[:1].upper()}{note[1:]}" for note in notes if note]),
        id="history",
    )


def _commanders(fought: ReportedBattle) -> Markup:
    rows = []
    for number, side in enumerate(fought.scenario.sides):
        leaders = [leader.name for leader in fought.scenario.leaders if leader.side == side.id]
        seat = fought.seats[number] if number < len(fought.seats) else None
        told = [side.commander] if side.commander else []
        told += [f"with {', '.join(leaders)}"] if leaders else []
        told += [f"played by {seat.name}"] if seat else []
        if told:
            rows.append(tag("dt", side.name))
            rows.append(tag("dd", ", ".join(told)))
    return tag("dl", *rows, cls="commanders") if rows else NOTHING


def _list(title: str, texts: Sequence[str]) -> Markup:
    shown = [text for text in texts if text]
    return joined((tag("h3", title), tag("ul", *(tag("li", text) for text in shown)))) if shown else NOTHING


# --------------------------------------------------------------------- the orders of battle
def armies(
    fought: ReportedBattle,
    began: Sequence[Card],
    ended: Sequence[Card],
    end: Battle[Any],
    liveries: Sequence[str],
) -> Markup:
    """Both orders of battle: every unit with its kind, its end, and its markers."""
    columns = [_army(fought, side, began, ended, end, livery) for side, livery in enumerate(liveries)]
    return tag("section", tag("h2", "The armies"), tag("div", *columns, cls="columns"), id="armies")


def _army(
    fought: ReportedBattle,
    side: int,
    began: Sequence[Card],
    ended: Sequence[Card],
    end: Battle[Any],
    livery: str,
) -> Markup:
    rows = [
        _unit(fought.scenario, began[unit.id], ended[unit.id], unit.id, is_standing=unit.pose is not None)
        for unit in end.units
        if unit.side == side
    ]
    heads = tag("tr", *(tag("th", words, scope="col") for words in ("Unit", "At the end", "Markers")))
    caption = tag("caption", fought.side(side), cls=livery)
    return tag("table", caption, tag("thead", heads), tag("tbody", *rows), cls="army")


def _unit(scenario: Scenario, began: Card, ended: Card, number: int, *, is_standing: bool) -> Markup:
    brigade = scenario.units[number].brigade if number < len(scenario.units) else ""
    kind = ", ".join(part for part in (began.kind, brigade and f"{_named(scenario, brigade)}") if part)
    name = tag("th", ended.name, tag("small", kind) if kind else NOTHING, scope="row")
    state = ended.state.lower() if is_standing else f"{ended.state.lower()}, off the table"
    bore = ", ".join(f"{marker} {count}" for marker, count in ended.markers)
    return tag("tr", name, tag("td", state), tag("td", bore), cls="" if is_standing else "gone")


def _named(scenario: Scenario, brigade: str) -> str:
    """The name of a brigade in the scenario, else its leader, else its id."""
    for row in scenario.brigades:
        if row.id == brigade and row.name:
            return row.name
    leaders = [leader.name for leader in scenario.leaders if leader.brigade == brigade]
    return f"under {leaders[0]}" if leaders else brigade


# --------------------------------------------------------------------- how it was fought
def colophon(fought: ReportedBattle, version: str) -> Markup:
    """The rules, readings, players and dice of the battle."""
    return tag(
        "footer", *(tag("p", words) for words in _facts(fought)), tag("p", f"Written by Sandtable {version}.")
    )


def _facts(fought: ReportedBattle) -> Iterator[str]:
    system = fought.system
    book = system.rulebook()
    yield f"Fought by {system.id} ({book.title}), version {system.version}, scenario {fought.scenario.id}."
    if fought.seats:
        yield f"{' against '.join(f'{seat.name} ({seat.kind.value})' for seat in fought.seats)}."
    if fought.dice:
        yield fought.dice
    for rule, number in fought.readings.chosen:
        yield f"{rule} was played by its reading {number}: {book.offered(rule)[number]}"
    for key, value in book.house_rules.figures:
        yield f"By a house rule {key} was {written(value)}."
