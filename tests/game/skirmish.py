"""A skirmish small enough to read at a glance, for tests of the record: two squads that fire, creep or rest.

An activation: the active squad takes an order. Who fires throws dice and throws the failures again; a squad
that is hit chooses to stand or to run, and one that runs draws a card that says how far. ``Rules`` are the
figures that a test changes, to see what a record made by the old ones says to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import Count, Deck, Hand, RerollFailures
from sandtable.game.ask.questions import Choose, Do, Event, do, tell
from sandtable.game.battle.battle import Battle, Outcome
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Dice, Record, Seat, SeatKind, record
from sandtable.game.files.scenario import Roster, Scenario, Side, StandingEntry, Table, UnitEntry
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Card
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook, parse_rulebook
from sandtable.table.space import Body, block

O = TypeVar("O")  # noqa: E741 - an option


class Rules(Struct, frozen=True):
    """The figures of the rules."""

    to_hit: int = 5
    orders: tuple[str, ...] = ("fire", "creep", "rest")
    lost: int = 1
    breaks_at_turn: int = 0


class Order(Struct, frozen=True):
    """The order of a squad, and its paces."""

    kind: str
    paces: int


class Skirmish(Battle[Body], frozen=True, kw_only=True):
    """The men of each squad, the cards of flight, and after how many turns it gets dark."""

    men: tuple[int, int]
    dark: int
    cards: Deck = Deck.of(["far", "near", "off the table", "near"])


class SkirmishChoice(Choose[O], Generic[O], frozen=True):
    """A choice in a skirmish: its name has to do."""

    rule = "skirmish.win"

    def words(self, battle: Skirmish) -> str:
        return self.decision


# ----------------------------------------------------------------------- events
class SkirmishEvent(Event[Skirmish], frozen=True):
    """An event of a skirmish, told as it is."""

    def sentence(self, before: Skirmish, after: Skirmish) -> str:
        return str(self)


class MenLost(SkirmishEvent, frozen=True):
    """A squad has lost men."""

    seat: int
    men: int

    def apply(self, battle: Skirmish) -> Skirmish:
        """They are gone."""
        left = max(battle.men[self.seat] - self.men, 0)
        return replace(battle, men=(left, battle.men[1]) if self.seat == 0 else (battle.men[0], left))


class Ran(SkirmishEvent, frozen=True):
    """A squad has run as far as its card says."""

    card: str

    def apply(self, battle: Skirmish) -> Skirmish:
        """The card is drawn; when all are, they are shuffled again."""
        deck = battle.cards.after(self.card)
        return replace(battle, cards=deck if deck.left else Deck.of(deck.drawn), phase=self.card)


class Crept(SkirmishEvent, frozen=True):
    """A squad has crept forward."""

    seat: int
    paces: int

    def apply(self, battle: Skirmish) -> Skirmish:
        """It stands so much farther on."""
        squad = battle.units[self.seat]
        assert squad.pose is not None
        return battle.with_unit(replace(squad, pose=squad.pose.shifted(0, self.paces)))


class ActivationEnded(SkirmishEvent, frozen=True):
    """The other squad is active; the battle ends when a squad is gone or it gets dark."""

    def apply(self, battle: Skirmish) -> Skirmish:
        """A squad without men has lost; nobody wins in the dark."""
        outcome = None
        if 0 in battle.men:
            outcome = Outcome(1 - battle.men.index(0), "won", "the enemy is gone", "skirmish.win")
        elif battle.turn == battle.dark:
            outcome = Outcome(None, "drawn", "it is dark", "skirmish.dark")
        return replace(battle, turn=battle.turn + 1, active=1 - battle.active, phase="", outcome=outcome)


# ----------------------------------------------------------------------- procedures
async def volley(dice: int, rules: Rules) -> int:
    """The hits of a squad that fires and fires again."""
    return await RerollFailures(Count(dice, at_least=rules.to_hit, purpose="to hit"))


async def activation(battle: Skirmish, rules: Rules) -> Skirmish:
    """What one squad does."""
    assert battle.turn != rules.breaks_at_turn, "a fault in the rules"
    seat = battle.active
    options = tuple(Order(kind, 3 if kind == "creep" else 0) for kind in rules.orders)
    order = await SkirmishChoice("order", seat, options, about=(battle.men,))
    if order.kind == "creep":
        battle = await tell(battle, Crept(seat, order.paces))
    hits = await do(volley, min(battle.men[seat], 3), rules) if order.kind == "fire" else 0
    if hits:
        battle = await tell(battle, MenLost(1 - seat, rules.lost))
        if await SkirmishChoice("stand", 1 - seat, ("stand", "run"), about=(hits,)) == "run":
            battle = await tell(battle, Ran(await battle.cards.draw("flight")))
    return await tell(battle, ActivationEnded())


# ----------------------------------------------------------------------- the system
BOOK = parse_rulebook(
    {
        "system": "skirmish",
        "title": "A skirmish",
        "period": "any",
        "complete": True,
        "rule": [
            {"id": "skirmish.win", "where": "END", "text": "A squad without men loses.", "basis": "stated"},
            {
                "id": "skirmish.dark",
                "where": "END",
                "text": "It gets dark at the turn limit or four turns later.",
                "basis": "ruling",
                "why": "Days differ in length.",
                "readings": ["at the limit", "four turns later"],
            },
        ],
    },
    "skirmish.toml",
)


SQUAD = block(3, files=3, width=100, depth=100)


class Ground(Scenario, frozen=True, kw_only=True):
    """A scenario; ``men`` are in each squad, where they are not as many as usual."""

    men: int = 0


def ground(id: str, *, turns: int, men: int = 0) -> Ground:
    """Red below and Blue above, five inches apart."""
    return Ground(
        id=id,
        name=f"The {id}",
        date="today",
        place="behind the house",
        history="Nobody remembers.",
        table=Table(10, 12),
        turn_limit=turns,
        first_player="red",
        sides=(Side(id="red", name="Red", edge="bottom"), Side(id="blue", name="Blue", edge="top")),
        units=(
            UnitEntry(id="r", side="red", name="Red", profile="squad", x=5, y=4),
            UnitEntry(id="b", side="blue", name="Blue", profile="squad", x=5, y=9, facing=180),
        ),
        men=men,
    )


GROUNDS = {"copse": ground("copse", turns=8), "endless": ground("endless", turns=9_999, men=9_999)}


class Squads(Roster[Ground]):
    """Squads are all there is."""

    profile_ids = ("squad",)

    def standing(self, scenario: Ground) -> Iterator[StandingEntry]:
        """Every squad in line."""
        for place, unit in enumerate(scenario.units):
            if (pose := unit.pose()) is not None:
                yield StandingEntry(f"units[{place}]", unit.name, pose, SQUAD)

    def complaints(self, scenario: Ground) -> Iterator[tuple[str, str]]:
        """A side has one squad of men, and the red one is listed first."""
        if [unit.side for unit in scenario.units] != [side.id for side in scenario.sides]:
            yield "units", "each side must have one squad, in the order of the sides"
        if not 0 <= scenario.men < 10_000:
            yield "men", f"no squad has {scenario.men} men; it must have fewer than 10,000"


class SkirmishSystem(System[Skirmish]):
    """The rules above as a system, in this version and with these figures."""

    id = "skirmish"
    title = "A skirmish"
    version = 1
    scenario_type = Ground
    battle_type = Skirmish

    def __init__(self, rules: Rules | None = None, men: int = 4) -> None:
        self.rules = rules or Rules()
        self.men = men

    def rulebook(self) -> Rulebook:
        """Two rules, one of which can be read in two ways."""
        return BOOK

    def roster(self) -> Squads:
        """Squads."""
        return Squads()

    def scenarios(self) -> tuple[str, ...]:
        """A short one, and one that hardly ends."""
        return tuple(GROUNDS)

    def scenario(self, id: str) -> Ground:
        """One of those made above: no file is needed."""
        return GROUNDS[id]

    def muster(self, scenario: Scenario, readings: Readings) -> Skirmish:
        """Two squads face each other."""
        assert isinstance(scenario, Ground)
        bodies = tuple(Body(seat, seat, unit.pose(), SQUAD) for seat, unit in enumerate(scenario.units))
        sides = [side.id for side in scenario.sides]
        men = scenario.men or self.men
        dark = scenario.turn_limit + (0, 4)[readings.of("skirmish.dark")]
        active = sides.index(scenario.first_player)
        return Skirmish(scenario.field(), bodies, active=active, men=(men, men), dark=dark)

    def next(self, battle: Skirmish) -> Do[Skirmish] | None:
        """One activation after another."""
        return do(activation, battle, self.rules)

    def score(self, battle: Skirmish, side: int) -> float:
        """Men."""
        return float(battle.men[side])

    def card(self, battle: Skirmish, unit: Body) -> Card:
        """A squad and its men."""
        return Card(("Red", "Blue")[unit.side], "squad", "steady", (("men", battle.men[unit.side]),))

    def resolutions(self) -> tuple[Resolution, ...]:
        """None."""
        return ()

    def paper(self) -> Paper:
        """Nobody keeps a roster of two squads."""
        return Paper(marks=(), cards=(), parties={})


class CorrectedSkirmish(SkirmishSystem):
    """The same in its second version."""

    version = 2


SKIRMISH = SkirmishSystem()
SEATS = (Seat("Ann", SeatKind.PERSON), Seat("greedy", SeatKind.AGENT))


def begin(hand: Hand, *, scenario: str = "copse", system: SkirmishSystem = SKIRMISH) -> Game[Skirmish]:
    """A skirmish at its first decision."""
    return Game(system, system.muster(system.scenario(scenario), Readings()), hand)


def take(game: Game[Skirmish], picks: tuple[int, ...]) -> Game[Skirmish]:
    """Answer with the picked option of each question, as long as the battle lasts."""
    for pick in picks:
        question = game.question
        if question is None:
            break
        assert isinstance(question, Choose)
        game.answer(question.options[pick % len(question.options)])
    return game


def kept(game: Game[Skirmish], dice: Dice, *, scenario: str = "copse") -> Record:
    """The record of a skirmish."""
    return record(game, scenario=GROUNDS[scenario], seats=SEATS, dice=dice)
