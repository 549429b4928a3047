"""The specimen sheet: every drawing of a report, each on a line of ``specimens.svg``.

A drawing has no rule but its look, so each is compared with the sheet that somebody has looked at. If a
drawing is meant to change, draw the sheet again, open it in a browser and look at what is different:

    python -m tests.report.specimens
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Objective, Side
from sandtable.game.present.painting import Drawn, Glyph, Manner
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.shown_throws import DieMark, ShownDie, ShownThrow
from sandtable.report.map import labels
from sandtable.report.map.blocks import Blocks
from sandtable.report.map.ground import DRAWINGS, ground
from sandtable.report.map.labels import Box, UnitLabel
from sandtable.report.map.map import Atlas
from sandtable.report.map.sheet import Sheet
from sandtable.report.map.vegetation import crowns
from sandtable.report.page import dice_faces
from sandtable.report.page.chart import Curve, chart
from sandtable.report.page.markup import Markup, joined, tag
from sandtable.report.page.style import STYLE
from sandtable.report.story.story import PlayerTurn, Shot, UnitChange, UnitPath
from sandtable.table.space import Base, Field, Piece, Point, Pose, Shape, block
from tests.conformance.toy.system import SYSTEM as TOY

FILE = Path(__file__).with_name("specimens.svg")
SIDES = (Side(id="a", name="A", edge="top"), Side(id="b", name="B", edge="bottom"))

LARGE, USUAL, SMALL = Field(1200, 800), Field(7200, 4800), Field(30000, 20000)
"""Tables on which an inch is drawn large, as designed, and so small that strokes keep a least width."""

TALL = (Point(100, 100), Point(400, 100), Point(450, 600), Point(100, 500))
WIDE = (Point(300, 200), Point(1100, 200), Point(1100, 500), Point(300, 450))
BENT = (Point(100, 100), Point(600, 300), Point(1100, 250))


def specimens() -> dict[str, Markup]:
    """Every drawing by its name."""
    return {**_grounds(), **_units(), **_names(), **_charts(), **_dice(), **_maps()}


# --------------------------------------------------------------------- ground
def _grounds() -> dict[str, Markup]:
    drawn: dict[str, Markup] = {"crowns": crowns()}
    for manner in DRAWINGS:
        word = manner.value
        drawn[f"{word} tall"] = _piece(LARGE, Piece("tall", word, polygon=TALL, level=1))
        drawn[f"{word} strip"] = _piece(LARGE, Piece("strip", word, line=BENT, width=80))
        drawn[f"{word} thin"] = _piece(LARGE, Piece("thin", word, line=BENT))
    for word in ("hill", "wood", "road", "building", "fence", "work", "open", "lake"):
        drawn[f"{word} wide"] = _piece(LARGE, Piece("wide", word, polygon=WIDE, level=2))
        drawn[f"{word} as designed"] = _piece(USUAL, Piece("usual", word, polygon=TALL))
        drawn[f"{word} small"] = _piece(SMALL, Piece("small", word, polygon=WIDE))
    drawn["level ground"] = _piece(LARGE, Piece("flat", "hill", polygon=WIDE))
    return drawn


def _piece(field: Field, piece: Piece) -> Markup:
    legend = (Drawn(piece.kind, Manner(piece.kind), piece.kind),)
    return ground(Field(field.width, field.depth, (piece,)), legend, Sheet(field))


# --------------------------------------------------------------------- units
WHEELED = Shape((Base(-50, 0, 100, 60), Base(80, -20, 100, 60, turn=450)), 260, 100)
"""Two bases, one of which is turned."""


def _units() -> dict[str, Markup]:
    drawn: dict[str, Markup] = {}
    for field, scale in ((LARGE, "large"), (USUAL, "as designed"), (SMALL, "small")):
        for side, manner in enumerate(("light", "dark")):
            for glyph in Glyph:
                if glyph is not Glyph.MODEL:
                    shape = block(2, files=1, width=100, depth=160)
                    drawn[f"{glyph} {manner} {scale}"] = _unit(field, shape, side, glyph)
    drawn["wheeled"] = _unit(LARGE, WHEELED, 0, Glyph.FOOT)
    drawn["narrow"] = _unit(USUAL, block(1, files=1, width=10, depth=100), 0, Glyph.LOOSE)
    return drawn


def _unit(field: Field, shape: Shape, side: int, glyph: Glyph) -> Markup:
    blocks = Blocks(Sheet(field), ("british", "american"))
    pose = Pose(400, 500, 300)
    return joined(
        (blocks.at(pose, shape, side, glyph), blocks.ghost(pose, shape, side), blocks.definitions())
    )


# --------------------------------------------------------------------- names
def _names() -> dict[str, Markup]:
    paper = Box(0, 0, 400, 300)
    long, short = "Maryland and Delaware Continentals", "Guards"
    unit, beside = Box(150, 120, 260, 150), Box(150, 160, 260, 190)
    walls = [Box(0, top, 400, top + 20) for top in (60, 100, 155, 215)]
    return {
        "name": _named([UnitLabel(short, "", unit, "light")], paper),
        "name and state": _named([UnitLabel(short, "worn", unit, "dark")], paper),
        "long name": _named([UnitLabel(long, "shaken", unit, "light")], paper, [Box(0, 150, 400, 170)]),
        "two names": _named(
            [UnitLabel(short, "", unit, "light"), UnitLabel(long, "", beside, "dark")], paper
        ),
        "name led to": _named([UnitLabel(short, "", unit, "light")], paper, walls),
        "name in a corner": _named([UnitLabel(long, "", Box(380, 280, 400, 300), "light")], paper),
        "name without room": _named([UnitLabel(long, "", unit, "light")], Box(100, 100, 280, 170), [unit]),
    }


def _named(names: list[UnitLabel], paper: Box, taken: list[Box] | None = None) -> Markup:
    return labels.draw(labels.place(names, paper, taken or ()))


# --------------------------------------------------------------------- charts and dice
def _charts() -> dict[str, Markup]:
    turns = ("", *(str(turn // 2 + 1) if turn % 2 == 0 else "" for turn in range(40)))
    fell = Curve("A", "light", tuple(20.0 - turn / 4 for turn in range(41)))
    rose = Curve("B", "dark", tuple(-3.0 + turn / 3 for turn in range(41)))
    near = Curve("C", "dark", tuple(20.0 - turn / 4.1 for turn in range(41)))
    return {
        "chart": chart("Score", (fell, rose), turns),
        "chart of curves that end together": chart("Score", (fell, near), turns),
        "chart of nothing": chart("Score", (Curve("A", "light", (0.0,)),), ("start",)),
        "chart of losses": chart("Score", (Curve("A", "light", (-3.0, -12.0)),), ("start", "1")),
        "chart of thousands": chart("Score", (Curve("A", "light", (0.0, 54321.0)),), ("start", "1")),
    }


def _dice() -> dict[str, Markup]:
    marks = {1: DieMark.MISS, 2: DieMark.AGAIN, 3: DieMark.PLAIN}
    cubes = tuple(ShownDie("D6", face, marks.get(face, DieMark.HIT)) for face in range(1, 7))
    others = ShownDie("D20", 17, DieMark.PLAIN), ShownDie("D6", 7, DieMark.HIT)
    return {
        "faces": dice_faces.faces(),
        "throw": dice_faces.throw(ShownThrow("to hit", "4+", (cubes, others), "3 of 6")),
        "throw without need": dice_faces.throw(ShownThrow("dice", "", (), "drums")),
    }


# --------------------------------------------------------------------- whole maps
def _maps() -> dict[str, Markup]:
    """The furniture of a map, on a large and on a small table, with objectives."""
    goals = (
        Objective(id="yard", area=((2.0, 1.0), (4.0, 1.0), (4.0, 3.0))),
        Objective(id="well", x=5, y=2),
        Objective(id="all", area=((0.0, 0.0), (999.0, 0.0), (999.0, 999.0), (0.0, 999.0))),
        Objective(id="fame"),
    )
    maps = {f"map of {field.width}": _map(field, goals) for field in (LARGE, USUAL, SMALL)}
    return {**maps, "map of a turn": _turn()}


def _map(field: Field, goals: tuple[Objective, ...]) -> Markup:
    battle = replace(_battle(), field=field)
    atlas = Atlas(TOY, replace(TOY.scenario("hearthrug"), objectives=goals), battle)
    return joined((atlas.deployment(battle, "Deployment"), atlas.definitions()))


def _battle() -> Any:
    scenario = TOY.scenario("hearthrug")
    return Game(TOY, TOY.muster(scenario, Readings()), RandomHand(1)).battle


def _turn() -> Markup:
    """A turn in which one unit marches, one hardly moves, one leaves, one is lost, and shots fall."""
    start = replace(_battle(), field=Field(4800, 3600))
    marcher, stayer, leaver, lost = start.units[:4]
    bend, there = Pose(1500, 1600, 450), Pose(2200, 2400, 900)
    aside = replace(stayer.pose, x=stayer.pose.x + 99)
    units = replace(marcher, pose=there), replace(stayer, pose=aside), replace(leaver, pose=None)
    end = replace(start, units=(*units, replace(lost, pose=None), *start.units[4:]))
    cards = [TOY.card(start, unit) for unit in start.units]
    gone = [
        UnitChange(unit.id, unit.side, cards[unit.id], replace(cards[unit.id], state="Lost"), has_left=True)
        for unit in (leaver, lost)
    ]
    turn = PlayerTurn(
        number=1,
        side=0,
        phases=(),
        start=start,
        end=end,
        moves=(
            UnitPath(marcher.id, (marcher.pose, bend, there), marcher.shape),
            UnitPath(stayer.id, (stayer.pose, aside), stayer.shape),
            UnitPath(leaver.id, (leaver.pose, Pose(900, 3500, 0)), leaver.shape),
        ),
        shots=(Shot(0, Point(2200, 2500), Point(2400, 3000)),),
        changes=tuple(gone),
        scores=(),
    )
    after = [replace(cards[0], state="Worn"), *cards[1:]]
    return Atlas(TOY, TOY.scenario("hearthrug"), start).turn(turn, after, "Turn 1")


# --------------------------------------------------------------------- the sheet
def kept() -> dict[str, str]:
    """The drawings of the sheet by name."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {line.split('"')[1]: line for line in lines if line.startswith("<g id=")}


def line(name: str, drawing: Markup) -> str:
    """A drawing as a line of the sheet."""
    return str(tag("g", drawing, id=name)).replace("\n", " ")


def write() -> None:
    """Draw the sheet."""
    lines = [line(name, drawing) for name, drawing in specimens().items()]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700">\n<style>{STYLE}</style>\n'
    FILE.write_text(head + "\n".join(lines) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    write()
