"""Pictures: a game as one seat sees it on a page, and tokens that share a hex with others."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Token
from sandtable.game.present.picture import beside, drawn, picture
from sandtable.game.rules.rulebook import Readings
from sandtable.table.hexes import HexGrid
from sandtable.table.space import Body, Pose, block
from tests.conformance.duel.system import DUEL, Duel

DAWN = DUEL.scenario("dawn")


def duel() -> Game[Duel]:
    """A duel at its first question, which is the left fencer's."""
    return Game(DUEL, DUEL.muster(DAWN, Readings()), PlannedHand([1, 2, 6, 3]))


def test_only_the_seat_that_is_asked_sees_the_question() -> None:
    game = duel()
    asked, other, spectator = (picture(game, DAWN, seat, step=0) for seat in (0, 1, None))
    assert asked.prompt is not None
    assert (other.prompt, spectator.prompt) == (None, None)
    assert (asked.waiting_for, other.waiting_for, spectator.waiting_for) == (0, 0, 0)


def test_only_the_seat_that_answered_last_may_take_it_back() -> None:
    game = duel()
    assert [picture(game, DAWN, seat, step=0).can_undo for seat in (0, 1, None)] == [False, False, False]
    game.answer("lunge")
    assert [picture(game, DAWN, seat, step=1).can_undo for seat in (0, 1, None)] == [True, False, False]


def test_a_picture_of_a_bare_battle_asks_nothing_and_offers_no_way_back() -> None:
    bare = drawn(DUEL, duel().battle, DAWN)
    assert (bare.prompt, bare.waiting_for, bare.step) == (None, None, 0)
    assert (bare.can_undo, bare.can_redo) == (False, False)
    assert (bare.title, bare.system) == (DAWN.name, "duel")
    assert picture(duel(), DAWN, 0, step=7).step == 7


# --------------------------------------------------------------------- tokens on hexes
GRID = HexGrid(5, 5, "north-south", 600)
PIECE = block(1, files=1, width=100, depth=100)
FARM = GRID.centre(GRID.hex(2, 2))
FIELD = GRID.centre(GRID.hex(0, 0))


class Standing(Struct, frozen=True):
    """A battle of units only."""

    units: tuple[Body, ...]


def at(x: float, y: float) -> Pose:
    """The pose of a piece whose middle lies on a point."""
    return Pose(round(x), round(y) + 50)


def shown(*tokens: Token, units: tuple[Body, ...] = ()) -> list[tuple[int, int]]:
    """How far each token is drawn from the middle of its hex."""

    class Tokens:
        """A system that has only tokens."""

        def tokens(self, battle: object) -> tuple[Token, ...]:
            """Those given."""
            del battle
            return tokens

    found = beside(GRID, cast("System[Any]", Tokens()), cast("Any", Standing(units)))
    return [
        (new.pose.x - old.pose.x, new.pose.y - old.pose.y) for old, new in zip(tokens, found, strict=True)
    ]


def general(attached_to: int | None = None) -> Token:
    """A general on the farm."""
    return Token("General", 0, at(*FARM), PIECE, attached_to=attached_to)


def test_a_token_alone_on_its_hex_is_drawn_in_the_middle() -> None:
    unit = Body(0, 0, at(*FIELD), PIECE)
    assert shown(general(), units=(unit, Body(1, 0, None, PIECE))) == [(0, 0)]


def test_a_token_that_shares_a_hex_is_drawn_towards_a_corner_the_first_to_the_south_east() -> None:
    """The tokens lie 0.36 of the hex from its middle, 2.16 in, a sixth of a turn apart."""
    unit = Body(0, 0, at(*FARM), PIECE)
    assert shown(general(), general(), general(), units=(unit,)) == [(187, -108), (0, -216), (-187, -108)]


def test_a_token_that_is_with_a_unit_stays_where_the_unit_is() -> None:
    unit = Body(0, 0, at(*FARM), PIECE)
    assert shown(general(attached_to=0), general(), units=(unit,)) == [(0, 0), (0, -216)]
