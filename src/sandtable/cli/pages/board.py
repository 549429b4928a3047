"""The table as a map of characters: ground as letters, units as numbers with arrows for their facing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from sandtable.cli.pages.character_map import (
    SAMPLES,
    CharacterCell,
    MapScale,
    cells,
    colour,
    letters,
    scale_to_fit,
)
from sandtable.cli.pages.layout import SIDE_STYLES, listing
from sandtable.game.present.view import BodyView, View
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Field, Point, Pose, as_inches

MOST_ROWS: Final = 40
MARGIN: Final = 4
HALF: Final = SAMPLES * SAMPLES // 2
STEP: Final = 6
"""The rulers are marked every six inches."""

ARROWS: Final = "↑↗→↘↓↙←↖"
FILL: Final = ("■", "□", "◆", "◇")
PLAIN_ARROWS: Final = "^/>\\v/<\\"
PLAIN_FILL: Final = ("#", "=", "%", "+")
UNIT_STYLES: Final = (
    "bold white on blue",
    "bold white on red",
    "bold white on magenta",
    "bold black on yellow",
)


class MapCharacter(NamedTuple):
    """A character of the map and its colour."""

    letter: str
    style: str


class BoardMap:
    """The map of a view, as large as fits into the terminal."""

    def __init__(self, view: View, sides: Sequence[str]) -> None:
        self._view = view
        self._sides = sides

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The map with its rulers, and the meaning of the letters below."""
        field = self._view.field
        scale = scale_to_fit(field, options.max_width - MARGIN - 1, MOST_ROWS)
        arrows, fill = (PLAIN_ARROWS, PLAIN_FILL) if options.ascii_only else (ARROWS, FILL)
        marks = _ground(field, scale)
        for body in self._view.bodies:
            if body.pose is not None:
                marks |= dict(_unit(body, body.pose, scale, arrows, fill))
        yield from _lines(marks, scale)
        yield _legend(field, self._sides, fill)


def _ground(field: Field, scale: MapScale) -> dict[CharacterCell, MapCharacter]:
    named = letters(field.pieces)
    return {
        cell: MapCharacter(named[piece.kind], colour(piece.kind))
        for piece in field.pieces
        for cell in cells(piece, scale)
    }


def _unit(
    body: BodyView, pose: Pose, scale: MapScale, arrows: str, fill: Sequence[str]
) -> Iterator[tuple[CharacterCell, MapCharacter]]:
    """The characters of a unit: its footprint filled, with arrow and number in its widest row."""
    style = UNIT_STYLES[body.side]
    footprint = _footprint(body, pose, scale)
    for cell in footprint:
        yield cell, MapCharacter(fill[body.side], style)
    rows = [row for _, row in footprint]
    row = max(dict.fromkeys(rows), key=lambda row: (rows.count(row), -row))
    columns = [column for column, other in footprint if other == row]
    label = f"{arrows[round(pose.heading / FULL_TURN * 8) % 8]}{body.id + 1}"
    start = (min(columns) + max(columns) + 1 - len(label)) // 2
    for place, letter in enumerate(label, start=min(max(start, 0), scale.columns - len(label))):
        yield (place, row), MapCharacter(letter, style)


def _footprint(body: BodyView, pose: Pose, scale: MapScale) -> list[CharacterCell]:
    """The cells at least half covered by bases; for a body too thin for that, those along its middle."""
    far = max(max(abs(base.x) + base.width, abs(base.y) + base.depth) for base in body.bases)
    left, top = scale.cell(Point(pose.x - far, pose.y + far))
    right, bottom = scale.cell(Point(pose.x + far, pose.y - far))
    near = [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    covered = [
        cell for cell in near if sum(_is_on(body, pose, point) for point in scale.points(cell)) >= HALF
    ]
    return covered or list(_middles(body, pose, scale))


def _is_on(body: BodyView, pose: Pose, point: Point) -> bool:
    """Does a point lie on one of the bases?"""
    across, ahead = pose.local(point)
    return any(
        abs(across - base.x) <= base.width / 2 and base.y - base.depth <= ahead <= base.y
        for base in body.bases
    )


def _middles(body: BodyView, pose: Pose, scale: MapScale) -> Iterator[CharacterCell]:
    """The cells of a row from the middle of its leftmost base to that of its rightmost."""
    middles = [scale.cell(pose.at(base.x, base.y - base.depth / 2)) for base in body.bases]
    for row in dict.fromkeys(row for _, row in middles):
        columns = [column for column, other in middles if other == row]
        yield from ((column, row) for column in range(min(columns), max(columns) + 1))


# --------------------------------------------------------------------- rulers and legend
def _lines(marks: dict[CharacterCell, MapCharacter], scale: MapScale) -> Iterator[Text]:
    """The rows of the map with inches at the left and along the bottom."""
    for row in range(scale.rows):
        line = Text(f"{_ruler_at(row, scale):>{MARGIN - 1}} ", style="dim")
        for column in range(scale.columns):
            mark = marks.get((column, row))
            line.append(mark.letter if mark else " ", style=f"not dim {mark.style}" if mark else "")
        yield line
    yield Text(" " * MARGIN + _bottom_ruler(scale), style="dim")


def _ruler_at(row: int, scale: MapScale) -> str:
    """The inches shown beside a row, if it is a row with a mark."""
    top, bottom = (scale.depth * (1 - edge / scale.rows) / INCH for edge in (row, row + 1))
    told = int(top // STEP) * STEP
    return str(told) if bottom < told <= top or (told == 0 and row == scale.rows - 1) else ""


def _bottom_ruler(scale: MapScale) -> str:
    ruler = [" "] * (scale.columns + 3)
    step = STEP if scale.per_inch >= 0.75 else 2 * STEP
    for told in range(0, scale.width // INCH + 1, step):
        for place, letter in enumerate(str(told), start=round(told * INCH / scale.width * scale.columns)):
            ruler[place] = letter
    return "".join(ruler).rstrip()


def _legend(field: Field, sides: Sequence[str], fill: Sequence[str]) -> Text:
    legend = Text(" " * MARGIN)
    for number, side in enumerate(sides):
        legend.append(f" {fill[number]} ", style=UNIT_STYLES[number]).append(f" {side}   ")
    for kind, letter in letters(field.pieces).items():
        legend.append(letter, style=colour(kind)).append(f" {kind}  ")
    return legend


def roster_table(
    view: View, sides: Sequence[str], hexes: Mapping[int, tuple[str, str]] | None = None
) -> Table:
    """Every unit with its state, markers and place: in inches, or as a hex on a hex grid."""
    where = "at" if hexes is None else "hex"
    table = listing("side", "no", "unit", "type", "state", "markers", where, "facing")
    for body in sorted(view.bodies, key=lambda body: (body.side, body.id)):
        card, pose = body.card, body.pose
        at = "off the table" if pose is None else f"{as_inches(pose.x):g} {as_inches(pose.y):g}"
        facing = "" if pose is None else f"{pose.heading / DEGREE:g}"
        at, facing = (hexes or {}).get(body.id, (at, facing))
        markers = ", ".join(f"{words} {count}" for words, count in card.markers)
        side = Text(sides[body.side], style=SIDE_STYLES[body.side])
        table.add_row(side, str(body.id + 1), card.name, card.kind, card.state, markers, at, facing)
    return table
