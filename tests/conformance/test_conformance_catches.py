"""The suite can fail: a system that breaks its contract in one way is caught, by a sentence that says how.

Each system here is the duel with one fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import nan
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import Count, Deck, Hand, RandomHand, Throw
from sandtable.game.ask.faces import Face, Prompt
from sandtable.game.ask.questions import Decision, Do, Event, do, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.files.scenario import Scenario
from sandtable.game.kit.system import Called, System
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Tally
from sandtable.table.space import Field, Piece, Point, Pose
from tests.conformance import suite
from tests.conformance.bout import Bout, Broken, system_named
from tests.conformance.duel.system import (
    DUEL,
    UNKNOWN,
    Attacked,
    BoutEnded,
    Duel,
    DuelChoice,
    DuelSystem,
    SecretDraw,
    Touched,
    TrickDrawn,
    TrickShown,
    bout,
    draw_trick,
)
from tests.conformance.keeping import check_scenario
from tests.conformance.suite import Crash, fight


@pytest.fixture(autouse=True)
def _crashes_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crashes that are wanted are not left lying about."""
    monkeypatch.setattr(suite, "CRASHES", tmp_path / "crashes")


def caught(system: System[Any], seeds: int = 12) -> str:
    """The words by which the suite refuses a system, in one of a few bouts."""
    for seed in range(seeds):
        try:
            fight(system, Bout("duel", "dawn", ("militia", "militia"), seed, every=1))
        except Broken as broken:
            return str(broken)
    raise AssertionError("the suite has let a faulty system through")


def test_the_duel_without_a_fault_passes() -> None:
    for seed in range(6):
        fight(DUEL, Bout("duel", "dawn", ("militia", "greedy"), seed, every=1))


# ----------------------------------------------------------------------- questions
class Stepping(DuelSystem):
    """The duel with another bout in place of the ordinary one."""

    step: ClassVar[Any] = bout

    def next(self, battle: Duel) -> Do[Duel] | None:
        """The tricks first, then the other bout."""
        ordinary = super().next(battle)
        assert ordinary is not None
        return do(type(self).step, battle) if ordinary.procedure is bout else ordinary


async def unknown_decision(battle: Duel) -> Duel:
    """Asks what the rulebook does not list."""
    await DuelChoice("mood", battle.active, ("good", "bad"))
    return await tell(battle, BoutEnded())


async def dead_end(battle: Duel) -> Duel:
    """Asks without offering anything."""
    await DuelChoice("attack", battle.active, ())
    return await tell(battle, BoutEnded())


async def no_such_seat(battle: Duel) -> Duel:
    """Asks somebody who is not there."""
    await DuelChoice("attack", 2, ("lunge",))
    return await tell(battle, BoutEnded())


class Cut(Struct, frozen=True):
    """An option without a tag."""

    at: int


class Thrust(Struct, frozen=True):
    """Another that looks the same in a file."""

    at: int


async def twins(battle: Duel) -> Duel:
    """Offers two options that a file cannot tell apart."""
    await DuelChoice("attack", battle.active, (Cut(1), Thrust(1)))
    return await tell(battle, BoutEnded())


async def leaves_the_table(battle: Duel) -> Duel:
    """Lets a fencer step back too far."""
    await DuelChoice("attack", battle.active, ("lunge",))
    battle = await tell(battle, Stood(0, Pose(500, 40)))
    return await tell(battle, BoutEnded())


async def overlaps(battle: Duel) -> Duel:
    """Lets a fencer step into the other."""
    await DuelChoice("attack", battle.active, ("lunge",))
    battle = await tell(battle, Stood(0, Pose(530, 650)))
    return await tell(battle, BoutEnded())


class Stood(Event[Duel], frozen=True):
    """A fencer has stepped somewhere."""

    unit: int
    to: Pose

    def apply(self, battle: Duel) -> Duel:
        """There he stands."""
        return battle.with_unit(replace(battle.units[self.unit], pose=self.to))


async def goes_on_for_ever(battle: Duel) -> Duel:
    """Never comes to the next turn."""
    await DuelChoice("attack", battle.active, ("lunge", "salute"))
    return await tell(battle, Attacked(battle.active, "salute"))


async def plays_after_the_end(battle: Duel) -> Duel:
    """Does not look at the turn limit."""
    await DuelChoice("attack", battle.active, ("lunge", "salute"))
    return await tell(replace(battle, turns=1000), BoutEnded())


class Moody:
    """Something outside the battle that changes."""

    bouts = 0


async def remembers(battle: Duel) -> Duel:
    """Keeps something beside the battle, and asks by it."""
    Moody.bouts += 1
    await DuelChoice("attack", battle.active, ("lunge", "salute"), about=(Moody.bouts,))
    return await tell(battle, BoutEnded())


async def breaks_down(battle: Duel) -> Duel:
    """Has a plain fault in it."""
    await DuelChoice("attack", battle.active, ("lunge", "salute"))
    return await tell(battle, Touched(7, 1 // (battle.turn - battle.turn)))


async def secret_in_the_middle(battle: Duel) -> Duel:
    """Draws in secret and asks the other seat in the same procedure."""
    seat = battle.active
    await SecretDraw(("cut", "flourish", "riposte"), seat, purpose="another trick")
    await DuelChoice("defence", 1 - seat, ("parry", "dodge"))
    return await tell(battle, BoutEnded())


async def asks_by_the_secret(battle: Duel) -> Duel:
    """Offers the defender what depends on the attacker's secret."""
    seat = battle.active
    dodges = ("dodge",) if battle.tricks[seat] in ("cut", UNKNOWN) else ()
    await DuelChoice("defence", 1 - seat, ("parry", *dodges))
    return await tell(battle, BoutEnded())


async def throws_by_the_secret(battle: Duel) -> Duel:
    """Throws more dice for a secret trick without showing it."""
    seat = battle.active
    await DuelChoice("attack", seat, ("lunge", "salute"))
    touches = await Count(2 if battle.tricks[seat] == "cut" else 1, at_least=6, purpose="touch")
    battle = await tell(battle, Touched(seat, touches))
    return await tell(battle, BoutEnded())


class Slyly(TrickShown, frozen=True):
    """A trick is shown, but it is not said that this reveals something."""

    reveals = False


async def shows_slyly(battle: Duel) -> Duel:
    """Lets a reveal be undone."""
    seat = battle.active
    how = await DuelChoice("attack", seat, ("feint", "salute"))
    if how == "feint":
        battle = await tell(battle, Slyly(seat, battle.tricks[seat]))
    return await tell(battle, BoutEnded())


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (unknown_decision, "mood in turn 1: the rulebook has no decision of that id"),
        (dead_end, "a dead end, no option is offered"),
        (no_such_seat, "seat 2 is asked"),
        (twins, "was read as Cut(at=1), not as Thrust(at=1)"),
        (leaves_the_table, "body 0 has a corner off the table"),
        (overlaps, "bodies 0 and 1 overlap by"),
        (goes_on_for_ever, "an endless battle"),
        (plays_after_the_end, "is played after the last, 6"),
        (remembers, "a fork is asked another question"),
        (breaks_down, "division"),
        (secret_in_the_middle, "the secret throw 'another trick' stands in the position of the other seat"),
        (asks_by_the_secret, "defence is another question in the battle as seat"),
        (throws_by_the_secret, "can tell a secret by the dice for 'touch'"),
        (shows_slyly, "can tell by its view what is hidden from it"),
    ],
)
def test_a_rule_that_breaks_the_contract_is_caught(step: Any, words: str) -> None:
    faulty = type("Faulty", (Stepping,), {"step": staticmethod(step)})
    assert words in caught(faulty())


class Unlabelled(DuelChoice[str], frozen=True):
    """A choice with words alone."""

    def prompt(self, battle: Duel) -> Prompt:
        return Prompt("What now?", self.rule)


class Lawless(DuelChoice[str], frozen=True):
    """A choice by a rule that does not exist."""

    rule = "duel.fancy"


class PointsElsewhere(DuelChoice[str], frozen=True):
    """Offers every option as somebody who is not there."""

    def face(self, battle: Duel, option: str) -> Face:
        return Face(option, subject=2)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Unlabelled, "an option has no label"),
        (Lawless, "names 'duel.fancy', which is no rule"),
        (PointsElsewhere, "names 2, which is neither a body nor a token"),
    ],
)
def test_a_decision_that_breaks_the_contract_is_caught(choice: type[DuelChoice[str]], words: str) -> None:
    async def asks(battle: Duel) -> Duel:
        await choice("attack", battle.active, ("lunge", "salute"))
        return await tell(battle, BoutEnded())

    faulty = type("Faulty", (Stepping,), {"step": staticmethod(asks)})
    assert words in caught(faulty())


# ----------------------------------------------------------------------- systems
class NoOutcome(DuelSystem):
    """Stops without saying how it ended."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """Nothing comes after the third turn."""
        return None if battle.turn > 3 else super().next(battle)


class ShortRefusal(DuelSystem):
    """Refuses without a reason."""

    def why_not(self, battle: Duel, question: Decision[Any], answer: object) -> Refusal | None:
        """No."""
        return Refusal("no", rule="duel.bout")


class LawlessRefusal(DuelSystem):
    """Refuses by a rule that does not exist."""

    def why_not(self, battle: Duel, question: Decision[Any], answer: object) -> Refusal | None:
        """It is not done."""
        return Refusal("that is simply not done", rule="duel.manners")


class NoScore(DuelSystem):
    """Has no idea who is ahead."""

    def score(self, battle: Duel, side: int) -> float:
        """No number."""
        return nan


class HalfPlaces(DuelSystem):
    """Puts whole numbers where a file brings parts back."""

    def muster(self, scenario: Scenario, readings: Readings) -> Duel:
        """A pond whose corners are whole numbers."""
        pond = Piece("pond", "water", polygon=(Point(0, 0), Point(100, 0), Point(0, 100)))
        return replace(super().muster(scenario, readings), field=Field(1000, 1000, (pond,)))


class Stubborn(DuelSystem):
    """Fights the meadow of that name whatever it is given."""

    def muster(self, scenario: Scenario, readings: Readings) -> Duel:
        """The file counts."""
        return super().muster(self.scenario(scenario.id), readings)


class Misnamed(DuelSystem):
    """Has a scenario that goes by another name."""

    def scenario(self, id: str) -> Scenario:
        """Dusk instead of dawn."""
        return replace(super().scenario(id), id="dusk")


class Misplaced(DuelSystem):
    """Loses something on the way back from a record."""

    def convert_scenario(self, raw: object, path: str = "") -> Scenario:
        """The place is gone."""
        return replace(super().convert_scenario(raw, path), place="")


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        (Stubborn, "does not begin by the scenario dawn as it is given"),
        (Misnamed, "the scenario dawn calls itself dusk"),
        (Misplaced, "not the same when it comes back from JSON"),
    ],
)
def test_a_system_that_does_not_fight_what_it_is_given_is_caught(
    faulty: type[DuelSystem], words: str
) -> None:
    with pytest.raises(Broken, match=words):
        check_scenario(faulty(), "dawn", Readings())


class SeesAll(DuelSystem):
    """Hides nothing of the battle."""

    def seen_by(self, battle: Duel, seat: int | None) -> Duel:
        """All of it."""
        return battle


class OpenlyDrawn(TrickDrawn, frozen=True):
    """A trick that everybody sees."""

    def seen_by(self, seat: int | None) -> OpenlyDrawn:
        return self


async def draw_openly(battle: Duel, seat: int) -> Duel:
    """Draws a trick for all to see."""
    trick = await SecretDraw(battle.spare, seat, purpose="trick")
    return await tell(battle, OpenlyDrawn(seat, trick))


class TellsAll(DuelSystem):
    """Hides nothing of what happened."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """Tricks are drawn openly."""
        call = super().next(battle)
        return do(draw_openly, *call.args) if call is not None and call.procedure is draw_trick else call


class OpenDraw(DuelSystem):
    """Lets everybody see the cards drawn."""

    def is_open(self, throw: Throw[Any], seat: int | None) -> bool:
        """Always."""
        return True


class KnowingSpectator(DuelSystem):
    """Tells a spectator what neither seat is told."""

    def seen_by(self, battle: Duel, seat: int | None) -> Duel:
        """A spectator sees everything."""
        return battle if seat is None else super().seen_by(battle, seat)


class KeepsTheDeck(DuelSystem):
    """Hides a trick, but not that it is missing from the spare ones."""

    def seen_by(self, battle: Duel, seat: int | None) -> Duel:
        """The spare tricks as they are."""
        return replace(super().seen_by(battle, seat), spare=battle.spare)

    def imagine(self, battle: Duel, seat: int, hand: Hand) -> Duel:
        """Any trick that is not the own one."""
        spare = Deck.of({"cut", "flourish", "riposte"} - {battle.tricks[seat]}).left
        return replace(super().imagine(replace(battle, spare=spare), seat, hand), spare=battle.spare)


class WildImagination(DuelSystem):
    """Imagines its own trick away."""

    def imagine(self, battle: Duel, seat: int, hand: Hand) -> Duel:
        """Everybody holds a cut."""
        return replace(battle, tricks=("cut", "cut"))


class Forgetful(DuelSystem):
    """Sees less the second time."""

    def seen_by(self, battle: Duel, seat: int | None) -> Duel:
        """Touches fade."""
        left, right = battle.touches
        return replace(super().seen_by(battle, seat), touches=(left // 2, right // 2))


class TellingFigures(DuelSystem):
    """Lets the figures of a bout tell the other fencer's trick."""

    def table_figures(self) -> Mapping[Called, Callable[..., Mapping[str, Tally]]]:
        """How long the word for it is."""
        return {bout: self._trick}

    def _trick(self, battle: Duel) -> Mapping[str, Tally]:
        trick = battle.tricks[1 - battle.active]
        return {"trick": Tally.of(len(trick), "letters of a trick", "duel.trick")}


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        (NoOutcome, "stopped without an outcome"),
        (ShortRefusal, "'no' is no sentence"),
        (LawlessRefusal, "names no rule or decision of the rulebook"),
        (NoScore, "the score of side 0 is no number"),
        (HalfPlaces, "a whole number became a part"),
        (SeesAll, "can tell by its view what is hidden from it"),
        (TellsAll, "can tell by its log what is hidden from it"),
        (OpenDraw, "sees the card drawn for 'trick', and yet it is hidden from it"),
        (KnowingSpectator, "a spectator sees more of the battle than seat"),
        (KeepsTheDeck, "can tell by its position what is hidden from it"),
        (WildImagination, "imagines does not fit what it knows"),
        (Forgetful, "sees less when it looks twice"),
        (TellingFigures, "can tell by its log what is hidden from it"),
    ],
)
def test_a_system_that_breaks_the_contract_is_caught(faulty: type[DuelSystem], words: str) -> None:
    assert words in caught(faulty())


class HandInPocket(DuelSystem):
    """Carries dice about."""

    def __init__(self) -> None:
        self.pocket = {"dice": [RandomHand(1)]}


class HandUpTheSleeve(DuelSystem):
    """Carries dice about in a closure."""

    def __init__(self) -> None:
        hand = RandomHand(1)
        self.sleeve = lambda: hand


@pytest.mark.parametrize("cheat", [HandInPocket, HandUpTheSleeve])
def test_dice_that_an_agent_could_reach_are_found(cheat: type[DuelSystem]) -> None:
    assert "holds a RandomHand: it foretells dice" in caught(cheat())


# ----------------------------------------------------------------------- crashes
def test_a_broken_battle_is_dumped_with_its_record_and_the_command_that_fights_it_again(
    tmp_path: Path,
) -> None:
    words = caught(type("Faulty", (Stepping,), {"step": staticmethod(plays_after_the_end)})())
    path = tmp_path / "crashes" / "duel-dawn-militia-militia-0.crash.json"
    assert "broke after 7 answers" in words
    assert f"it is fought again by: python -m tests.conformance.suite {path}" in words
    crash = msgspec.json.decode(path.read_bytes(), type=Crash)
    assert crash.bout == Bout("duel", "dawn", ("militia", "militia"), 0, every=1)
    assert "turn 8 is played after the last" in crash.fault
    assert len(crash.answers) == 7
    assert set(crash.answers) <= {"lunge", "salute"}
    assert crash.record == "duel-dawn-militia-militia-0.battle.json"
    assert (path.parent / crash.record).is_file()


def test_a_crash_is_fought_again_and_what_was_mended_is_said(tmp_path: Path) -> None:
    caught(type("Faulty", (Stepping,), {"step": staticmethod(overlaps)})())
    said: list[str] = []
    suite.again(tmp_path / "crashes" / "duel-dawn-militia-militia-0.crash.json", said.append)
    assert "overlap" in said[0]
    assert "it does not break any more" in said[1]


def test_a_battle_whose_rule_broke_down_is_dumped_too(tmp_path: Path) -> None:
    caught(type("Faulty", (Stepping,), {"step": staticmethod(breaks_down)})())
    (path,) = (tmp_path / "crashes").glob("*.crash.json")
    crash = msgspec.json.decode(path.read_bytes(), type=Crash)
    assert "ZeroDivisionError" in crash.fault
    assert "in breaks_down" in crash.where


def test_every_system_is_found_by_its_name() -> None:
    assert system_named("duel") is DUEL
    assert system_named("toy").id == "toy"
