"""The pages of ``sandtable replay`` and ``sandtable verify``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.cli.pages.layout import SIDE_STYLES, heading, house_rule_lines, unbroken
from sandtable.cli.reports.records import RecordCheck, ReplayReport, VerifyReport
from sandtable.game.battle.battle import Outcome
from sandtable.game.story.narration import LogLine, Waiting

STYLES = {"dice": "yellow", "decision": "", "event": "cyan"}


def replay_page(report: ReplayReport) -> RenderableType:
    """The heading, the log and the waiting question."""
    return Group(*_replay(report))


def _replay(report: ReplayReport) -> Iterator[RenderableType]:
    seats = " v ".join(
        f"{side} ({seat.name})" for side, seat in zip(report.sides, report.seats, strict=False)
    )
    yield heading(f"{report.system}, {report.scenario}: {seats}")
    yield from (Text(f"rule {rule} by its reading {number}") for rule, number in report.readings.items())
    yield from house_rule_lines(report.house_rules)
    yield from (Text(remark, style="yellow") for remark in report.remarks)
    yield Text(f"step {report.step} of {report.steps}\n", style="dim")
    yield from log_lines(report.log, report.sides)
    yield Text("")
    if report.outcome is not None:
        yield outcome_line(report.outcome, report.sides)
    elif report.closed is not None:
        yield closed_line(report.closed, report.sides)
    elif report.waiting is not None:
        yield from question(report.waiting, report.sides)
    else:
        yield Text("Nothing more happens.", style="dim")


def log_lines(lines: Iterable[LogLine], sides: Sequence[str]) -> Iterator[Text]:
    """Each line of a log with its step, its side and the faces of its dice."""
    for line in lines:
        number = "" if line.step is None else str(line.step)
        text = unbroken().append(f"{number:>5}  ", style="dim")
        if line.seat is not None:
            text.append(f"{sides[line.seat]}: ", style=SIDE_STYLES[line.seat])
        text.append(line.words, style=STYLES[line.kind] or "default")
        if line.faces:
            faces = " | ".join(" ".join(map(str, cast)) for cast in line.faces)
            text.append(f"  ({faces})", style="dim")
        yield text


def question(waiting: Waiting, sides: Sequence[str]) -> Iterator[Text]:
    """A question with its options, numbered from 1."""
    yield (
        Text(f"{sides[waiting.seat]}: ", style=SIDE_STYLES[waiting.seat])
        .append(waiting.words, style="bold default")
        .append(f" [{waiting.rule}]", style="not bold dim default")
    )
    width = len(str(len(waiting.options)))
    for number, label in enumerate(waiting.options, start=1):
        yield unbroken(f"  {number:>{width}}  {label}")


def outcome_line(outcome: Outcome, sides: Sequence[str]) -> Text:
    """How a battle ended."""
    if outcome.winner is None:
        words = Text(outcome.degree, style="bold")
    else:
        words = Text(f"{sides[outcome.winner]}: {outcome.degree}", style=SIDE_STYLES[outcome.winner])
    rule = f" [{outcome.rule}]" if outcome.rule else ""
    return words.append(f" ({outcome.words}){rule}", style="not bold default")


def closed_line(closed: Outcome, sides: Sequence[str]) -> Text:
    """How the players ended a battle early, and who won."""
    words = unbroken("closed by the players: ").append(closed.words, style="bold")
    if closed.winner is None:
        return words.append("; no winner")
    return words.append("; ").append(f"{sides[closed.winner]} wins", style=SIDE_STYLES[closed.winner])


def verify_page(report: VerifyReport) -> RenderableType:
    """A line for each file, with what was found."""
    return Group(*(line for verdict in report.files for line in _verdict(verdict)))


def _verdict(verdict: RecordCheck) -> Iterator[Text]:
    if verdict.ok:
        yield unbroken(f"{verdict.file}: ").append("ok", style="bold green")
    else:
        yield unbroken(f"{verdict.file}: ").append("not ok", style="bold red")
    if verdict.problem is not None:
        yield unbroken(f"  {verdict.problem}")
    for finding in verdict.findings:
        yield unbroken(f"  {finding.topic}: {finding.words}")
    for remark in verdict.remarks:
        yield Text(f"  {remark}", style="dim")
