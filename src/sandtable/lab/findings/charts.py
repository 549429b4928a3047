"""Charts of a run, in the style of the battle report."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.lab.findings.estimates import Estimate
from sandtable.report.page.chart import Axes, Curve, chart, grid, step_of, ticks_under
from sandtable.report.page.markup import Markup, number, path_through, tag


def share_bar(share: Estimate, livery: str) -> Markup:
    """Draw a share as a bar with its interval."""
    return tag(
        "svg",
        tag("title", f"{100 * share.value:.0f} of a hundred"),
        tag("rect", cls="band", x=0, y=0, width=100, height=10),
        tag("rect", cls=f"share {livery}".strip(), x=0, y=1, width=100 * share.value, height=8),
        tag("line", cls="bound", x1=100 * share.low, x2=100 * share.high, y1=5, y2=5),
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        role="img",
    )


def curve_chart(title: str, values: Sequence[float], ticks: Sequence[str]) -> Markup:
    """Draw one curve over the turns."""
    return chart(title, [Curve("", "light prussian", tuple(round(value) for value in values))], ticks)


def band_chart(
    title: str,
    spread: Sequence[tuple[float, float, float]],
    means: Sequence[float],
    ticks: Sequence[str],
) -> Markup:
    """Draw the mean over the turns inside a band that holds 80 % of the battles."""
    values = [value for low, _, high in spread for value in (low, high)] + [0.0]
    step = step_of(max(values) - min(values))
    low = step * (min(values) // step)
    axes = Axes(len(ticks) - 1, low, low + step * max(1, -(-(max(values) - low) // step)))
    over = [axes.spot(turn, high) for turn, (_, _, high) in enumerate(spread)]
    under = [axes.spot(turn, low) for turn, (low, _, _) in enumerate(spread)]
    mean = [axes.spot(turn, value) for turn, value in enumerate(means)]
    return tag(
        "svg",
        tag("title", f"{title}: from {number(means[0])} to {number(means[-1])}"),
        tag("path", d=path_through([*over, *reversed(under)], closed=True), cls="band"),
        grid(axes, step),
        ticks_under(axes, ticks),
        tag("g", tag("path", d=path_through(mean)), cls="curve light prussian"),
        viewBox=f"0 0 {number(axes.width)} {number(axes.height)}",
        role="img",
        cls="chart",
    )
