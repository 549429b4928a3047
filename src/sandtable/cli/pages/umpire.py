"""The page of ``sandtable umpire``: the figures, the dice thrown, what is wanted next, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sandtable.cli.pages.layout import heading
from sandtable.cli.pages.odds import figures_page
from sandtable.lab.paper.stages import Stage, ThrownDice


def stage_page(at: Stage, since: int) -> RenderableType:
    """What is new since the last page: everything at first (*since* below 0), later only the new dice."""
    return Group(*_parts(at, since))


def _parts(at: Stage, since: int) -> Iterator[RenderableType]:
    if since < 0:
        yield heading(at.title)
        yield Padding(figures_page(at.figures), (1, 0, 1, 2), expand=False)
    for fell in at.fell[max(since, 0) :]:
        yield _fell(fell)
    if at.dice is not None:
        yield Text(f"Throw {at.dice.count}{at.dice.die}{_for(at.dice.purpose)}.", style="bold")
    if at.decision is not None:
        yield Text(f"{at.decision.when} ({at.decision.who}, {at.decision.decision})".strip(), style="bold")
        if at.decision.between:
            yield Text(f"  {at.decision.between}", style="dim")
        for number, option in enumerate(at.decision.options, start=1):
            yield Text(f"  {number}  {option.words}")
    if at.ended is not None:
        yield heading("\nResult")
        if at.ended.measured:
            yield Text(f"  {at.ended.measured}: {at.ended.value}")
        for words in at.ended.headings:
            yield Text(f"  {words}")


def _fell(fell: ThrownDice) -> Text:
    faces = "; ".join(" ".join(map(str, cast)) for cast in fell.faces)
    words = Text(f"  {fell.purpose or 'dice'}: {faces or 'no dice'} = ")
    return words.append(fell.result, style="bold")


def _for(purpose: str) -> str:
    return f", {purpose}" if purpose else ""
