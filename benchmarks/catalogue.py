"""Every benchmark by name, in the order of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import battle, commands, drivers, fights, geometry, lab, odds, records, rooms
from benchmarks.figures import Figure, figures
from benchmarks.stopwatch import Effort, Question, time

BENCHMARKS: dict[str, Callable[[Effort], Iterator[Question]]] = {
    "odds": odds.questions,
    "geometry": geometry.questions,
    "battle": battle.questions,
    "drivers": drivers.questions,
    "records": records.questions,
    "commands": commands.questions,
    "fights": fights.questions,
    "rooms": rooms.questions,
    "lab": lab.questions,
}


def measure(name: str, effort: Effort) -> list[Figure]:
    """The figures of one benchmark; questions are made one at a time, as some are large."""
    return [
        figure
        for question in BENCHMARKS[name](effort)
        for figure in figures(name, question, time(question, effort))
    ]
