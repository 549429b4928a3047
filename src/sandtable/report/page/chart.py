"""Charts: score and number of units by player turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.report.page.markup import Markup, joined, number, path_through, tag

WIDTH: Final = 720.0
HEIGHT: Final = 210.0
LEFT: Final = 44.0
RIGHT: Final = 136.0
TOP: Final = 14.0
BOTTOM: Final = 30.0


class Curve(NamedTuple):
    """One side's figures from the beginning, its name and its style."""

    name: str
    livery: str
    values: tuple[float, ...]


class Axes(NamedTuple):
    """The range of a chart: its steps, and its lowest and highest value."""

    steps: int
    low: float
    high: float

    @property
    def width(self) -> float:
        """The width of the whole chart."""
        return WIDTH

    @property
    def height(self) -> float:
        """The height of the whole chart."""
        return HEIGHT

    def spot(self, step: int, value: float) -> tuple[float, float]:
        """The position of a value."""
        across = (WIDTH - LEFT - RIGHT) / max(self.steps, 1)
        share = (value - self.low) / (self.high - self.low)
        return LEFT + step * across, HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def chart(title: str, curves: Sequence[Curve], ticks: Sequence[str]) -> Markup:
    """Curves over the player turns; *ticks* are the words below, the first for the beginning."""
    values = [value for curve in curves for value in curve.values]
    step = step_of(max(values) - min(0.0, min(values)))
    low = step * (min(0.0, min(values)) // step)
    axes = Axes(len(ticks) - 1, low, low + step * max(1, -(-(max(values) - low) // step)))
    return tag(
        "svg",
        tag("title", _summary(title, curves)),
        grid(axes, step),
        ticks_under(axes, ticks),
        *(_curve(axes, curve) for curve in curves),
        *_ends(axes, curves),
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        role="img",
        cls="chart",
    )


def _summary(title: str, curves: Sequence[Curve]) -> str:
    said = "; ".join(f"{curve.name} from {curve.values[0]:g} to {curve.values[-1]:g}" for curve in curves)
    return f"{title}: {said}"


def step_of(span: float) -> float:
    """A round step that divides a span into about four."""
    for step in (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0):
        if span <= 5 * step:
            return step
    return span / 4


def grid(axes: Axes, step: float) -> Markup:
    """A horizontal line for each step, with its value."""
    lines = []
    for place in range(round((axes.high - axes.low) / step) + 1):
        value = axes.low + place * step
        x, y = axes.spot(0, value)
        lines.append(tag("line", cls="grid", x1=x, y1=y, x2=WIDTH - RIGHT, y2=y))
        lines.append(tag("text", f"{value:g}", cls="value", x=x - 8, y=y + 4))
    return tag("g", *lines)


def ticks_under(axes: Axes, ticks: Sequence[str]) -> Markup:
    """The turn number below the first player turn of each turn; only some if there are many."""
    every = max(1, -(-sum(map(bool, ticks)) // 14))
    shown = [(step, tick) for step, tick in enumerate(ticks) if tick][::every]
    return tag(
        "g",
        *(
            tag("text", tick, cls="tick", x=axes.spot(step, axes.low)[0], y=HEIGHT - BOTTOM + 18)
            for step, tick in shown
        ),
    )


def _curve(axes: Axes, curve: Curve) -> Markup:
    line = [axes.spot(step, value) for step, value in enumerate(curve.values)]
    dots = [tag("circle", cx=x, cy=y, r=2.6) for x, y in line]
    return tag("g", tag("path", d=path_through(line)), *dots, cls=f"curve {curve.livery}")


def _ends(axes: Axes, curves: Sequence[Curve]) -> list[Markup]:
    """The name of each side at the end of its curve, kept apart where curves end close together."""
    ends = sorted((axes.spot(len(curve.values) - 1, curve.values[-1])[1], curve) for curve in curves)
    drawn, last = [], -100.0
    for y, curve in ends:
        last = max(y + 4, last + 15)
        words = joined((curve.name, tag("tspan", f" {curve.values[-1]:g}", cls="figure-end")))
        drawn.append(tag("text", words, cls=f"end {curve.livery}", x=WIDTH - RIGHT + 8, y=last))
    return drawn
