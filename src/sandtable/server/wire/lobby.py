"""Games before and around the battle: making, joining, inviting, listing, and a game from outside."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from sandtable.game.battle.battle import Outcome
from sandtable.server.store import Status
from sandtable.server.wire.catalogue import HouseRuleRow
from sandtable.server.wire.fields import (
    ChatText,
    Contribution,
    Key,
    Request,
    RuleName,
    ScenarioName,
    SeatNumber,
    ShortText,
    StepNumber,
    SystemName,
)


class SeatWanted(Request, frozen=True):
    """Who is to sit there. ``mine`` is whoever makes the game; otherwise there will be an invitation."""

    kind: Literal["person", "agent"]
    name: ShortText = "somebody"
    mine: bool = True


class UmpireWanted(Request, frozen=True):
    """Who is to be the umpire: the maker of the game, who then plays no seat, or by an invitation."""

    name: ShortText = "the umpire"
    mine: bool = False


class MakeGame(Request, frozen=True, kw_only=True):
    """A new game of a scenario: who plays, by which readings, with or without an umpire.

    ``dice_stand``: nobody takes anything back past a throw, not even by agreement.
    """

    system: SystemName
    scenario: ScenarioName
    seats: Annotated[tuple[SeatWanted, ...], Meta(min_length=1, max_length=16)]
    readings: Annotated[dict[RuleName, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=100)] = field(
        default_factory=dict
    )
    umpire: UmpireWanted | None = None
    dice_stand: bool = False
    listed: bool = True


class ImportGame(Request, frozen=True, kw_only=True):
    """A game that goes on from a record: the text of the file, and who plays on.

    It is to be played unless it says otherwise. One that is only to be looked at is over from the start:
    nobody is asked anything, it is in no list, and it is no unfinished game.
    """

    record: Annotated[str, Meta(min_length=1)]
    seats: Annotated[tuple[SeatWanted, ...], Meta(min_length=1, max_length=16)]
    listed: bool = True
    purpose: Literal["to play", "to look at"] | UnsetType = UNSET


class ForkGame(Request, frozen=True, kw_only=True):
    """A new game, with dice of its own, that goes on from a step of another."""

    step: StepNumber
    seats: Annotated[tuple[SeatWanted, ...], Meta(min_length=1, max_length=16)]
    listed: bool = True


class SeatRow(Struct, frozen=True):
    """A seat: its side, who sits there, and whether it has put something into the dice."""

    seat: int
    side: str
    name: str
    kind: str
    taken: bool
    agent: str | None
    gave_up: bool
    has_contributed: bool


class UmpireRow(Struct, frozen=True):
    """The umpire of an umpired game, and whether he has taken his chair."""

    name: str
    taken: bool


class TakeBackRow(Struct, frozen=True):
    """A take-back that a seat asks for; ``number`` is named by whoever replies."""

    seat: int
    to: int
    number: int


class GameSeen(Struct, frozen=True, kw_only=True):
    """A game from outside: what is fought, by whom, how far it is. ``secret`` is shown once it is over.

    ``question`` is the number of the question that waits. ``take_backs`` counts those past dice; with
    ``dice_stand`` there are none. ``first_step`` is where it was forked, if it was.
    """

    game: str
    system: str
    system_name: str
    scenario: str
    title: str
    status: str
    seats: tuple[SeatRow, ...]
    umpire: UmpireRow | None
    readings: dict[str, int]
    house_rules: tuple[HouseRuleRow, ...]
    number: int
    step: int
    first_step: int
    question: int | None
    waiting_for: int | None
    thinking: str | None
    take_back: TakeBackRow | None
    take_backs: int
    dice_stand: bool
    outcome: Outcome | None
    commitment: str
    contributions: tuple[str, ...]
    secret: str | None
    forked_from: str
    from_record: str


class KeyRow(Struct, frozen=True):
    """A key to a seat or an invitation to it, shown this once. No seat is the umpire's chair."""

    seat: int | None
    key: str | None = None
    invitation: str | None = None


class GameMade(Struct, frozen=True):
    """A new game with its keys. Keep them: they are shown this once.

    The dice are committed to. Each seat that is played by a person now puts in its contribution.
    """

    game: GameSeen
    keys: tuple[KeyRow, ...]
    umpire: KeyRow | None = None


class JoinGame(Request, frozen=True):
    """Take a seat, or the umpire's chair, by an invitation."""

    invitation: Key
    name: ShortText


class Contribute(Request, frozen=True):
    """What a seat puts into the dice: once, before the battle begins."""

    contribution: Contribution


class ShowInvitation(Request, frozen=True):
    """Ask what an invitation is to, without using it up."""

    invitation: Key


class InvitationSeen(Struct, frozen=True):
    """The seat that an invitation is to; none is the umpire's chair."""

    seat: int | None


class Joined(Struct, frozen=True):
    """A seat that was taken, with its key. Keep it: it is shown this once. No seat: the umpire's chair."""

    seat: int | None
    key: str
    game: GameSeen


class InviteAnew(Request, frozen=True):
    """Open one's own seat again, a free one, or as the umpire any; its old key opens nothing any more."""

    seat: SeatNumber
    reason: ChatText


class GamesWanted(Request, frozen=True):
    """Which games are wanted: of which status, how many, touched before when (milliseconds)."""

    status: Status | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class GameRowSeen(Struct, frozen=True):
    """A game in a list."""

    game: str
    system: str
    scenario: str
    title: str
    status: str
    made: int
    touched: int


class Games(Struct, frozen=True):
    """Games, those touched last first."""

    games: tuple[GameRowSeen, ...]
