"""Pictures: everything that a page needs to draw a game as one seat sees it, and to offer the options.

Like a view it is made only of ``system.seen_by(battle, seat)``, so nothing hidden can reach it. What a page
needs less often (overlays, odds, the log) is not in it.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.battle import Battle, Outcome
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.present.hex_view import GridView, grid_view
from sandtable.game.present.painting import (
    Area,
    DeckSeen,
    Drawn,
    Figure,
    Glyph,
    GroundName,
    Men,
    Need,
    SideView,
    Strip,
    Token,
    Track,
)
from sandtable.game.present.view import PromptView, prompt_view
from sandtable.table.hexes import HexGrid
from sandtable.table.space import COSINES, DEGREE, FULL_TURN, SINES, Base, Body, Field, Pose, centre

B = TypeVar("B", bound=Battle[Any])
SHARE: Final = 0.36
"""The distance of a token from the middle of a hex that it shares, as a share of the hex size."""
ASIDE: Final = 60 * DEGREE
"""The angle between tokens that share a hex: the first is drawn to the south-east, the others clockwise."""


class Sheet(Struct, frozen=True):
    """A unit in words and figures: its card and the painter's notes."""

    name: str
    kind: str
    state: str
    markers: tuple[tuple[str, int], ...]
    glyph: Glyph
    group: str
    strip: Strip | None
    need: Need
    figures: tuple[Figure, ...]


class Figured(Struct, frozen=True):
    """A unit: its pose if it is on the table, its bases, its card, and its men if they are drawn."""

    id: int
    side: int
    pose: Pose | None
    bases: tuple[Base, ...]
    card: Sheet
    men: Men | None = None


class TokenView(Struct, frozen=True):
    """A token with its bases."""

    id: str
    side: int
    pose: Pose
    bases: tuple[Base, ...]
    name: str
    glyph: Glyph
    attached_to: int | None
    group: str


class Picture(Struct, frozen=True, kw_only=True):
    """A game as one seat sees it on a page.

    ``grid`` is the hex grid, if there is one, ``deck`` the deck of cards, if there is one.
    """

    system: str
    title: str
    place: str
    date: str
    field: Field
    ground: tuple[Drawn, ...]
    names: tuple[GroundName, ...]
    sides: tuple[SideView, ...]
    track: Track
    bodies: tuple[Figured, ...]
    tokens: tuple[TokenView, ...]
    areas: tuple[Area, ...]
    grid: GridView | None = None
    deck: DeckSeen | None = None
    waiting_for: int | None = None
    prompt: PromptView | None = None
    can_undo: bool = False
    can_redo: bool = False
    outcome: Outcome | None = None
    step: int = 0


def picture(game: Game[B], scenario: Scenario, seat: int | None, step: int) -> Picture:
    """The game as *seat* may see it (None: a spectator); *step* is the number of answers so far."""
    system, question, undoable = game.system, game.question, game.undoable
    battle = system.seen_by(game.battle, seat)
    asked = question if question is not None and question.seat == seat else None
    return drawn(
        system,
        battle,
        scenario,
        asked,
        waiting_for=None if question is None else question.seat,
        can_undo=undoable is not None and undoable.question.seat == seat,
        step=step,
    )


def drawn(
    system: System[B],
    battle: B,
    scenario: Scenario,
    asked: Decision[Any] | None = None,
    *,
    waiting_for: int | None = None,
    can_undo: bool = False,
    step: int = 0,
) -> Picture:
    """The picture of a battle; *battle* is what the viewer may see of it, *asked* the viewer's question."""
    painter, hexes = system.painter(), system.hex_field(battle)
    tokens = system.tokens(battle) if hexes is None else beside(hexes.grid, system, battle)
    return Picture(
        system=system.id,
        title=scenario.name,
        place=scenario.place,
        date=scenario.date,
        field=battle.field,
        ground=painter.legend(battle.field),
        names=painter.names(battle, scenario),
        sides=painter.sides(battle, scenario),
        track=painter.track(battle, scenario),
        bodies=tuple(_figured(system, battle, unit, asked) for unit in battle.units),
        tokens=tuple(map(_token, tokens)),
        areas=painter.areas(battle, scenario),
        grid=None if hexes is None else grid_view(hexes),
        deck=painter.deck(battle),
        waiting_for=waiting_for,
        prompt=None if asked is None else prompt_view(system, battle, asked),
        can_undo=can_undo,
        outcome=battle.outcome,
        step=step,
    )


def _figured(system: System[B], battle: B, unit: Body, asked: Decision[Any] | None) -> Figured:
    card, sheet = system.card(battle, unit), system.painter().sheet(battle, unit, asked)
    shown = Sheet(
        card.name,
        card.kind,
        card.state,
        card.markers if sheet.signs is None else sheet.signs,
        card.glyph,
        sheet.group,
        sheet.strip,
        sheet.need,
        sheet.figures,
    )
    men = system.painter().men(battle, unit)
    return Figured(unit.id, unit.side, unit.pose, unit.shape.bases, shown, men)


def beside(grid: HexGrid, system: System[B], battle: B) -> tuple[Token, ...]:
    """Tokens on hexes: a token that shares a hex is drawn towards a corner of it."""
    taken = [grid.nearest(centre(unit.pose, unit.shape)) for unit in battle.units if unit.pose is not None]
    drawn = list[Token]()
    for token in system.tokens(battle):
        hex_ = grid.nearest(centre(token.pose, token.shape))
        sharing = taken.count(hex_)
        if sharing and token.attached_to is None:
            heading = (1 + sharing) * ASIDE % FULL_TURN
            far = grid.size * SHARE
            x, y = token.pose.x + far * SINES[heading], token.pose.y + far * COSINES[heading]
            token = replace(token, pose=Pose(round(x), round(y), token.pose.heading))
        drawn.append(token)
        taken.append(hex_)
    return tuple(drawn)


def _token(token: Token) -> TokenView:
    return TokenView(
        token.id,
        token.side,
        token.pose,
        token.shape.bases,
        token.name,
        token.glyph,
        token.attached_to,
        token.group,
    )
