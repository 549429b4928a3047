"""The duel: its battle, its events, its procedures, and the contract fulfilled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Count, Deck, Draw, Hand, Throw
from sandtable.game.ask.questions import Choose, Do, Event, do, tell
from sandtable.game.battle.battle import Battle, Outcome
from sandtable.game.files.scenario import Roster, Scenario, StandingEntry
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Card
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings, Rulebook, parse_rulebook
from sandtable.table.space import Body, block

O = TypeVar("O")  # noqa: E741 - an option
UNKNOWN = "?"
TRICKS = ("cut", "flourish", "riposte")
MAN = block(1, files=1, width=100, depth=100)


class Duel(Battle[Body], frozen=True, kw_only=True):
    """The touches each fencer has scored, the trick each holds in secret, and the tricks nobody holds."""

    touches: tuple[int, int] = (0, 0)
    tricks: tuple[str, str] = ("", "")
    shown: tuple[bool, bool] = (False, False)
    spare: tuple[str, ...] = TRICKS
    turns: int


class SecretDraw(Draw, frozen=True):
    """A trick drawn by one fencer, which the other does not see."""

    seat: int


class DuelChoice(Choose[O], Generic[O], frozen=True):
    """A choice in a duel; its options are their own labels."""

    rule = "duel.bout"

    def words(self, battle: Duel) -> str:
        return f"{self.decision}, if you please"


# ----------------------------------------------------------------------- events
class DuelEvent(Event[Duel], frozen=True):
    """An event of a duel; its own words are short enough."""

    def sentence(self, before: Duel, after: Duel) -> str:
        return str(self)


class TrickDrawn(DuelEvent, frozen=True):
    """A fencer has drawn a trick in secret."""

    def seen_by(self, seat: int | None) -> TrickDrawn:
        """That a trick was drawn is seen, not which."""
        return self if self.seat == seat else replace(self, trick=UNKNOWN)

    seat: int
    trick: str

    def apply(self, battle: Duel) -> Duel:
        """The trick is no longer among the spare ones."""
        return replace(
            battle,
            tricks=_put(battle.tricks, self.seat, self.trick),
            spare=Deck(battle.spare).after(self.trick).left,
        )


class TrickShown(DuelEvent, frozen=True):
    """A fencer has shown his trick."""

    reveals = True
    seat: int
    trick: str

    def apply(self, battle: Duel) -> Duel:
        """Everybody knows it now."""
        return replace(
            battle,
            tricks=_put(battle.tricks, self.seat, self.trick),
            shown=_put(battle.shown, self.seat, True),  # noqa: FBT003 - the value put there
        )


class Attacked(DuelEvent, frozen=True):
    """An attack has begun."""

    seat: int
    how: str

    def apply(self, battle: Duel) -> Duel:
        """The phase says which."""
        return replace(battle, phase=self.how)


class Touched(DuelEvent, frozen=True):
    """An attack has touched so many times."""

    seat: int
    touches: int

    def apply(self, battle: Duel) -> Duel:
        """The touches are counted."""
        return replace(
            battle, touches=_put(battle.touches, self.seat, battle.touches[self.seat] + self.touches)
        )


class BoutEnded(DuelEvent, frozen=True):
    """The other fencer attacks next, unless somebody has won or time is up."""

    def apply(self, battle: Duel) -> Duel:
        """Three touches win (duel.win); without them the last turn ends it (duel.limit)."""
        outcome = None
        if max(battle.touches) >= 3:
            winner = battle.touches.index(max(battle.touches))
            outcome = Outcome(winner, "won", "three touches", "duel.win")
        elif battle.turn == battle.turns:
            outcome = Outcome(None, "drawn", "time is up", "duel.limit")
        return replace(battle, turn=battle.turn + 1, active=1 - battle.active, phase="", outcome=outcome)


# ----------------------------------------------------------------------- procedures
async def draw_trick(battle: Duel, seat: int) -> Duel:
    """A fencer draws his trick (duel.trick)."""
    trick = await SecretDraw(battle.spare, seat, purpose="trick")
    return await tell(battle, TrickDrawn(seat, trick))


async def attack(dice: int, defence: str) -> int:
    """The touches of an attack (duel.touch)."""
    return await Count(dice, at_least=4 if defence == "parry" else 5, purpose="touch")


async def bout(battle: Duel) -> Duel:
    """One attack and its defence (duel.bout)."""
    seat = battle.active
    how = await DuelChoice("attack", seat, ("lunge", "feint", "salute"))
    if how == "feint":
        battle = await tell(battle, TrickShown(seat, battle.tricks[seat]))
    battle = await tell(battle, Attacked(seat, how))
    if how != "salute":
        defence = await DuelChoice("defence", 1 - seat, ("parry", "dodge"), about=(how,))
        battle = await tell(battle, Touched(seat, await do(attack, 2, defence)))
    return await tell(battle, BoutEnded())


def _put(pair: tuple[Any, Any], seat: int, value: object) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


# ----------------------------------------------------------------------- the system
class Attack(Struct, frozen=True):
    """The facts of an attack."""

    dice: Annotated[int, Meta(description="dice thrown", ge=1, le=4)] = 2
    defence: Annotated[Literal["parry", "dodge"], Meta(description="how it is met")] = "parry"


async def _attack(facts: Attack) -> int:
    return await do(attack, facts.dice, facts.defence)


RULES = ("duel.bout", "duel.touch", "duel.trick", "duel.win", "duel.limit")
BOOK = parse_rulebook(
    {
        "system": "duel",
        "title": "A duel",
        "period": "any",
        "complete": True,
        "rule": [{"id": rule, "where": "DUEL", "text": rule, "basis": "stated"} for rule in RULES],
        "decision": [
            {"id": name, "who": who, "when": "in a bout", "options": "", "constraints": ""}
            for name, who in (("attack", "attacker"), ("defence", "defender"))
        ],
    },
    "duel.toml",
)


class Fencers(Roster[Scenario]):
    """Two men on a meadow."""

    profile_ids = ("fencer",)

    def standing(self, scenario: Scenario) -> Iterator[StandingEntry]:
        """Each where he begins."""
        for place, unit in enumerate(scenario.units):
            if (pose := unit.pose()) is not None:
                yield StandingEntry(f"units[{place}]", unit.name, pose, MAN)


class DuelSystem(System[Duel]):
    """The rules above as a system."""

    id = "duel"
    title = "A duel"
    version = 1
    package = __package__
    battle_type = Duel

    def rulebook(self) -> Rulebook:
        """Five rules and two decisions."""
        return BOOK

    def roster(self) -> Fencers:
        """Fencers alone."""
        return Fencers()

    def muster(self, scenario: Scenario, readings: Readings) -> Duel:
        """Two fencers face each other."""
        fencers = tuple(Body(seat, seat, unit.pose(), MAN) for seat, unit in enumerate(scenario.units))
        return Duel(scenario.field(), fencers, turns=scenario.turn_limit)

    def next(self, battle: Duel) -> Do[Duel] | None:
        """First both draw, then bouts are fought."""
        for seat, trick in enumerate(battle.tricks):
            if not trick:
                return do(draw_trick, battle, seat)
        return do(bout, battle)

    def score(self, battle: Duel, side: int) -> float:
        """Touches."""
        return float(battle.touches[side])

    def card(self, battle: Duel, unit: Body) -> Card:
        """The fencer's trick is on his card, if it is known."""
        touches = battle.touches[unit.side]
        return Card(("Left", "Right")[unit.side], "fencer", battle.tricks[unit.side], (("touches", touches),))

    def seen_by(self, battle: Duel, seat: int | None) -> Duel:
        """The other's trick is unknown until he shows it; it might be any that is not seen."""
        for other, trick in enumerate(battle.tricks):
            if other != seat and trick not in ("", UNKNOWN) and not battle.shown[other]:
                spare = Deck.of([*battle.spare, trick]).left
                battle = replace(battle, tricks=_put(battle.tricks, other, UNKNOWN), spare=spare)
        return battle

    def imagine(self, battle: Duel, seat: int, hand: Hand) -> Duel:
        """An unknown trick is any of the spare ones."""
        for other, trick in enumerate(battle.tricks):
            if trick == UNKNOWN:
                drawn = Draw(battle.spare).cast(hand)
                battle = TrickDrawn(other, drawn).apply(battle)
        return battle

    def is_open(self, throw: Throw[Any], seat: int | None) -> bool:
        """A drawn trick is seen by who drew it."""
        return not isinstance(throw, SecretDraw) or throw.seat == seat

    def paper(self) -> Paper:
        """Fencers have no cards."""
        return Paper(marks=(), cards=(), parties={"attack": ()})

    def resolutions(self) -> tuple[Resolution, ...]:
        """The attack alone."""
        return (
            Resolution(
                id="attack",
                title="An attack",
                facts=Attack,
                procedure=_attack,
                tallies=lambda facts: {},
                summary=lambda facts, touches: ("it touches" if touches else "it misses",),
                measure=int,
                measured="touches",
            ),
        )


DUEL = DuelSystem()
