"""The report of a run: one HTML file that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable import __version__
from sandtable.game.rules.house_rules import written
from sandtable.lab.findings.charts import band_chart, curve_chart, share_bar
from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.findings import Findings, SideFindings
from sandtable.lab.findings.phrases import between, fairness, percent
from sandtable.report.drawing.liveries import PLAIN
from sandtable.report.page.markup import Markup, joined, tag
from sandtable.report.page.style import STYLE

LIVERIES: Final = tuple(" ".join(livery) for livery in PLAIN)
OWN_STYLE: Final = """
td.figure{text-align:right;white-space:nowrap}
th.figure{text-align:right}
td.bar{width:34%}
table{margin-bottom:18px}
td.bar svg{display:block;width:100%;height:14px}
.lead{font:20px/1.5 var(--serif);max-width:44em}
.share{fill:var(--side,var(--ink-3))}
.bound{stroke:var(--ink);stroke-width:1.5}
.band{fill:var(--paper-lo)}
.broken{border-left:4px solid var(--madder);padding-left:12px}
details summary{cursor:pointer;color:var(--verdigris-dk);margin:10px 0}
.unused{columns:3 220px;font-size:13.5px}
"""


def html(found: Findings) -> str:
    """The report as HTML text."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{found.name}, fought {found.battles} times"),
        tag("style", Markup(STYLE + OWN_STYLE)),
    )
    body = tag("body", _banner(found), tag("main", *_sections(found)), _foot())
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _banner(found: Findings) -> Markup:
    swapped = ", changing sides" if found.swap else ""
    return tag(
        "header",
        tag("p", f"{found.battles} battles, {' against '.join(found.agents)}{swapped}", cls="kicker"),
        tag("h1", found.name),
        tag("p", f"{found.system}, seeds from {found.seed}", cls="when"),
        *_house_rules(found),
        tag("p", tag("strong", fairness(found)), cls="outcome"),
    )


def _house_rules(found: Findings) -> Iterator[Markup]:
    for key, value in found.house_rules.items():
        remark = ", which was never used" if key in found.unasked else ""
        yield tag("p", f"House rule: {key}={written(value)}{remark}", cls="when")


def _sections(found: Findings) -> Iterator[Markup]:
    if found.broken:
        yield _broken(found)
    if found.battles:
        yield _section("Who wins", _shares(found), _degrees(found))
        yield _section("How it goes", *_course(found))
        yield _section("What it costs", _losses(found), _units(found))
    if found.studied:
        yield _section("Rules that applied", *_rules(found))


def _section(title: str, *parts: Markup) -> Markup:
    return tag("section", tag("h2", title), *parts)


def _table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], figures: int = 1) -> Markup:
    """A table in which the columns from *figures* on are numbers."""
    head = tag(
        "tr", *(tag("th", word, cls="figure" if n >= figures else "") for n, word in enumerate(headings))
    )
    lines = [
        tag("tr", *(tag("td", cell, cls="figure" if n >= figures else "") for n, cell in enumerate(row)))
        for row in rows
    ]
    return tag("table", tag("thead", head), tag("tbody", *lines))


# --------------------------------------------------------------------- who wins
def _shares(found: Findings) -> Markup:
    rows = [(side.name, side.won, side.share, LIVERIES[n % 2]) for n, side in enumerate(found.sides)]
    rows.append(("Draws", found.drawn, found.draws, ""))
    if found.swap and found.agents[0] != found.agents[1]:
        rows += [(player.name.capitalize(), player.won, player.share, "") for player in found.players]
    words = ("", "won", "share", "95 % interval", "")
    head = tag("tr", *(tag("th", word, cls="figure" if word else "") for word in words))
    lines = [
        tag(
            "tr",
            tag("td", name),
            tag("td", str(won), cls="figure"),
            tag("td", percent(share.value), cls="figure"),
            tag("td", f"{percent(share.low)} to {percent(share.high)}", cls="figure"),
            tag("td", share_bar(share, livery), cls="bar"),
        )
        for name, won, share, livery in rows
    ]
    return tag("table", tag("thead", head), tag("tbody", *lines))


def _degrees(found: Findings) -> Markup:
    said = [
        f"{side.name}: {', '.join(f'{count} {degree}' for degree, count in side.degrees.items())}"
        for side in found.sides
        if side.degrees
    ]
    ended = ", ".join(f"{count} by {rule}" for rule, count in found.endings.items())
    return joined((tag("p", f"{'; '.join(said)}."), tag("p", f"How they ended: {ended}.") if ended else ""))


# --------------------------------------------------------------------- the course
def _course(found: Findings) -> Iterator[Markup]:
    course, first = found.course, found.sides[0].name
    decided = (
        "none was decided before its end" if course.decided is None else f"half by turn {course.decided:g}"
    )
    yield tag(
        "p",
        f"{between(found.turns)} turns, {found.longest} at most. The lead changed {course.lead_changes:.1f}"
        f" times a battle. A battle counts as decided from the turn on at which its winner was never less"
        f" than nine in ten likely to win: {decided}; {course.never_in_doubt} were never in doubt.",
    )
    ticks = [str(turn.turn) for turn in course.turns]
    yield _figure(
        band_chart(
            f"Lead of {first}",
            [turn.spread for turn in course.turns],
            [turn.lead for turn in course.turns],
            ticks,
        ),
        f"The lead of {first} in points at the beginning of each turn: the mean, and eight battles of ten.",
    )
    yield _figure(
        curve_chart("How sure the winner was", [100 * turn.told for turn in course.turns], ticks),
        "How likely, in a hundred, the side that won in the end was to win, judged by the points alone.",
    )


def _figure(drawn: Markup, caption: str) -> Markup:
    return tag("figure", drawn, tag("figcaption", caption), cls="charted")


# --------------------------------------------------------------------- losses
def _losses(found: Findings) -> Markup:
    rows = [
        (side.name, f"{between(side.lost)} of {side.units}", between(side.points), _luck(side))
        for side in found.sides
    ]
    return _table(("", "units lost", "points in the end", "luck of the dice"), rows)


def _luck(side: SideFindings) -> str:
    return "" if side.luck is None else f"{between(_rounded(side.luck))} successes over the mean"


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(round(estimate.value, 1), round(estimate.low, 1), round(estimate.high, 1))


def _units(found: Findings) -> Markup:
    rows = []
    for unit in found.units:
        states = ", ".join(
            f"{state} {percent(n / found.battles)}" for state, n in unit.states.items() if state
        )
        rows.append(
            (
                found.sides[unit.side].name,
                unit.name,
                unit.kind,
                states,
                percent(unit.stood.value),
                f"{unit.deeds:.1f}",
            )
        )
    return _table(
        ("side", "unit", "type", "state in the end", "still stood", "named in the log"), rows, figures=4
    )


# --------------------------------------------------------------------- rules
def _rules(found: Findings) -> Iterator[Markup]:
    yield tag(
        "p",
        f"{found.studied} battles were studied closely. {len(found.rules)} rules were cited in them, by"
        f" what happened, by a step of a figure or by a decision; {len(found.unused)} never were.",
    )
    rows = [(rule.rule, rule.title, f"{rule.per_battle:.1f}", f"{rule.battles}") for rule in found.rules]
    shown = _table(("rule", "", "times a battle", "in battles"), rows, figures=2)
    yield tag("details", tag("summary", "All rules cited"), shown)
    unused = tag("ul", *(tag("li", rule) for rule in found.unused), cls="unused")
    yield tag("details", tag("summary", "Rules never cited"), unused)


def _broken(found: Findings) -> Markup:
    rows = [
        tag(
            "li",
            f"battle {one.number}, seed {one.seed}: {one.words}",
            f" (its record is failed/{one.record})" if one.record else "",
        )
        for one in found.broken
    ]
    return tag(
        "section",
        tag("h2", f"{len(rows)} battles failed"),
        tag("ul", *rows),
        cls="broken",
    )


def _foot() -> Markup:
    return tag("footer", tag("p", f"Sandtable {__version__}. Intervals hold with 95 % confidence."))
