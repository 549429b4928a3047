"""Everything that goes over the wire by HTTP: what is asked for and what is told. JSON, the same for all.

Lengths are whole hundredths of an inch, headings whole tenths of a degree clockwise from up the table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable.game.battle.battle import Outcome
from sandtable.game.present.bouts import BoutSeen
from sandtable.game.present.figures import TallySeen
from sandtable.game.present.painting import Overlay
from sandtable.game.present.prospects import OptionOdds
from sandtable.server.games.journal import ChatText, Contribution, ShortText
from sandtable.server.workers.warming import Readiness
from sandtable.table.hexes.movement.steps import HexPlan
from sandtable.table.movement.legs import Plan
from sandtable.table.space.pose import Pose

Key = Annotated[str, Meta(min_length=1, max_length=100)]
StepNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
QuestionNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
"""Names one question of a game: no other ever has that number, not even the same one asked again."""
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
BodyNumber = Annotated[int, Meta(ge=0, le=10_000)]
Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
SystemName = Annotated[str, Meta(min_length=1, max_length=60)]
ScenarioName = Annotated[str, Meta(min_length=1, max_length=100)]
RuleName = Annotated[str, Meta(min_length=1, max_length=200)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for; keys that nobody knows are refused."""


class Trouble(Struct, frozen=True):
    """Why a request was not carried out; a refusal by the rules names the rule, the measure and the limit."""

    words: str
    rule: str = ""
    measured: float | None = None
    limit: float | None = None
    nearest: Any = None


# --------------------------------------------------------------------- systems, scenarios, rules
class SystemRow(Struct, frozen=True):
    """A system that can be played."""

    id: str
    name: str
    title: str
    version: int
    period: str
    complete: bool
    scenarios: tuple[str, ...]


class AgentRow(Struct, frozen=True):
    """An agent: its id, its name, and how it plays, in a line."""

    id: str
    name: str
    words: str


class Systems(Struct, frozen=True):
    """Every system, and the agents that play them, the best first; whether battles can be shown already."""

    systems: tuple[SystemRow, ...]
    agents: tuple[AgentRow, ...]
    status: Readiness = "ready"


class Health(Struct, frozen=True):
    """How the service does: until it is ready, whatever needs a battle waits."""

    status: Readiness
    version: str


class SideRow(Struct, frozen=True):
    """One side of a scenario."""

    id: str
    name: str
    commander: str
    units: int


class ScenarioRow(Struct, frozen=True):
    """A scenario in a list."""

    system: str
    id: str
    name: str
    date: str
    place: str
    turns: int
    units: int
    sides: tuple[SideRow, ...]


class Scenarios(Struct, frozen=True):
    """Every scenario that can be fought."""

    scenarios: tuple[ScenarioRow, ...]


class ReadingRow(Struct, frozen=True):
    """A rule that can be played in more than one way; the first is the default."""

    rule: str
    title: str
    text: str
    readings: tuple[str, ...]


class VariantRow(Struct, frozen=True):
    """An option of a battle that is no reading of a rule, such as its scale; the first choice is usual."""

    id: str
    text: str
    rule: str
    choices: tuple[str, ...]
    words: tuple[str, ...] = ()


class HouseRuleRow(Struct, frozen=True):
    """A figure that is not as printed here: its key, its rule with that one's title, its value, and that by
    the book."""

    figure: str
    rule: str
    title: str
    value: str
    printed: str


class Mustering(Struct, frozen=True, forbid_unknown_fields=True):
    """By which variants a scenario is mustered: ids with the places of choices, `scale:2,deployment:1`."""

    options: Annotated[str, Meta(max_length=1000)] = ""


class ScenarioSeen(Struct, frozen=True):
    """A scenario before it is chosen: its story, sides and ground, the variants and readings to choose.

    ``house_rules`` are the figures that are not as printed here, whatever is chosen.
    """

    row: ScenarioRow
    history: str
    caution: str
    scenario: dict[str, Any]
    readings: tuple[ReadingRow, ...]
    variants: tuple[VariantRow, ...] = ()
    house_rules: tuple[HouseRuleRow, ...] = ()


class RuleSeen(Struct, frozen=True):
    """A rule in our words: where the sheet has it, on what basis, and why where it is our decision."""

    id: str
    title: str
    text: str
    where: str
    basis: str
    why: str
    readings: tuple[str, ...]


class Rules(Struct, frozen=True):
    """Every rule of a system, in the order of its sheet."""

    system: str
    name: str
    rules: tuple[RuleSeen, ...]


# --------------------------------------------------------------------- games
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
    readings: Annotated[dict[RuleName, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=100)] = {}
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


# --------------------------------------------------------------------- playing
class GiveAnswer(Request, frozen=True):
    """The answer to the question of that number: an option's ``answer``, or the legs of a move."""

    question: QuestionNumber
    answer: Any


class Done(Struct, frozen=True):
    """It is done, and durable: the number of the act and the step the game has come to."""

    number: int
    step: int


class AtQuestion(Request, frozen=True):
    """Do it if the question of that number still waits."""

    question: QuestionNumber


class AtStep(Request, frozen=True):
    """Do it if the game is at this step still."""

    step: StepNumber


class AskTakeBack(Request, frozen=True):
    """Ask the others to go back to a step."""

    to: StepNumber


class ReplyTakeBack(Request, frozen=True):
    """Agree to go back, or decline; ``number`` is that of the take-back that is asked for."""

    number: QuestionNumber
    agree: bool


class Resign(Request, frozen=True):
    """Give the battle up: as soon as the rules ask, or at once. It is final whenever it arrives."""

    at_once: bool = False


class Say(Request, frozen=True):
    """Something to be said at the table."""

    words: ChatText


class Override(Request, frozen=True, tag_field="do", tag="answer"):
    """The umpire answers the question of that number for its seat."""

    question: QuestionNumber
    answer: Any
    reason: ChatText


class GoBack(Request, frozen=True, tag_field="do", tag="go-back"):
    """The umpire takes back every answer after a step."""

    to: StepNumber
    reason: ChatText


class Close(Request, frozen=True, tag_field="do", tag="close"):
    """The umpire ends the game: who has won, if anybody."""

    reason: ChatText
    winner: SeatNumber | None = None


Ruling = Override | GoBack | Close
"""What an umpire may do, each with a reason that everybody reads."""


# --------------------------------------------------------------------- trying
class TryPlan(Request, frozen=True):
    """A move to be tried: its legs, or the pose that is wanted."""

    step: StepNumber
    legs: Plan | None = None
    wanted: WantedPose | None = None


class WantedPose(Request, frozen=True):
    """Where the middle of the front is to be, and the heading."""

    x: Coordinate
    y: Coordinate
    heading: Annotated[int, Meta(ge=0, lt=3600)]

    def pose(self) -> Pose:
        """The same on the table."""
        return Pose(self.x, self.y, self.heading)


class TrySteps(Request, frozen=True):
    """A move on hexes to be tried: its steps, or the hex that is wanted."""

    step: StepNumber
    steps: HexPlan | None = None
    wanted: WantedHex | None = None


class WantedHex(Request, frozen=True):
    """The hex in which a move is to end, by its axial numbers, and the heading to face there, if any."""

    q: Coordinate
    r: Coordinate
    facing: Annotated[int, Meta(ge=0, lt=3600)] | None = None


class TrySpot(Request, frozen=True):
    """A place to be tried for what is to be put down."""

    step: StepNumber
    x: Coordinate
    y: Coordinate


class PutDown(Request, frozen=True):
    """A piece that is put down: in which of its stands, where its middle lies, and its heading."""

    who: BodyNumber | Key
    stand: Annotated[int, Meta(ge=0, le=100)]
    x: Coordinate
    y: Coordinate
    heading: Annotated[int, Meta(ge=0, lt=3600)]


class TryArray(Request, frozen=True):
    """Everything of a levy as it is put down, to be tried."""

    step: StepNumber
    puts: Annotated[tuple[PutDown, ...], Meta(max_length=100)]


class AtBody(Request, frozen=True, tag_field="at", tag="body"):
    """An end of a tape at a body."""

    body: BodyNumber


class AtPlace(Request, frozen=True, tag_field="at", tag="place"):
    """An end of a tape at a place."""

    x: Coordinate
    y: Coordinate


class LayTape(Request, frozen=True):
    """Measure from one end to the other."""

    start: AtBody | AtPlace
    end: AtBody | AtPlace


class AskOdds(Request, frozen=True):
    """What may come of an option of the question that waits; options are counted from 0."""

    step: StepNumber
    option: Annotated[int, Meta(ge=0, le=100_000)]


class OddsSeen(Struct, frozen=True):
    """The odds of an option, up to the next decision, and the figures of what would be rolled first."""

    step: int
    odds: OptionOdds
    tallies: tuple[TallySeen, ...] = ()


class AskAbout(Request, frozen=True, kw_only=True):
    """A body at a step, where it stands or where the legs or steps of a move that is asked for take it."""

    step: StepNumber
    body: BodyNumber
    legs: Plan | None = None
    steps: HexPlan | None = None


class AskOverlays(AskAbout, frozen=True, kw_only=True):
    """What may be drawn about a body."""


class AskBouts(AskAbout, frozen=True, kw_only=True):
    """What a body could do to its enemies, or to one of them, and they to it."""

    against: BodyNumber | None = None


class OverlaysSeen(Struct, frozen=True):
    """What may be drawn about a body: arcs, ranges, sight, threats, support, command, its trail."""

    step: int
    body: int
    overlays: tuple[Overlay, ...]


class BoutsSeen(Struct, frozen=True):
    """What a body could do, and what could be done to it; ``left_out`` says how many were not worked out."""

    step: int
    body: int
    bouts: tuple[BoutSeen, ...]
    left_out: int = 0


class ChatLine(Struct, frozen=True):
    """Something that was said; no seat is the umpire."""

    number: int
    seat: int | None
    words: str


class Note(Struct, frozen=True):
    """Something that happened at the table beside the battle: a seat taken, a take-back, a ruling."""

    number: int
    kind: str
    words: str
    seat: int | None = None
    by_umpire: bool = False


class CastSeen(Struct, frozen=True):
    """Dice that were cast together, with all that their faces follow from besides the secret."""

    number: int
    epoch: int
    die: str
    sides: tuple[int, ...]
    purpose: str
    faces: tuple[int, ...]


class DiceSeen(Struct, frozen=True):
    """Every cast of a battle that is over, for a client to check by itself; a fork shows its own alone."""

    commitment: str
    contributions: tuple[str, ...]
    secret: str
    take_backs: int
    casts: tuple[CastSeen, ...]
