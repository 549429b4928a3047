"""The chronicle: a game as deeds, each with its dice, figures, result and rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.agents import Militia
from sandtable.dice import D6, Cast, Count, Draw, PlannedHand, RandomHand, Unsaved
from sandtable.game.battle.log import Decided, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.present.figures import TallySeen, dice_rows, shown, tallies_seen
from sandtable.game.present.painting import Token
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Effect, Modifier, Tally
from sandtable.game.story.calls import figured_calls, figures_ahead
from sandtable.game.story.chronicle import Chronicler, LogEntry, says_no_more, uncited
from tests.conformance.duel.system import DUEL, Duel, DuelEvent, DuelSystem
from tests.conformance.toy.system import SYSTEM as TOY


def fought(system: System[Any], scenario: str, seed: int, answers: int = 10_000) -> Game[Any]:
    """A battle between two militias, up to so many answers."""
    game = Game(system, system.muster(system.scenario(scenario), Readings()), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for _ in range(answers):
        if game.question is None:
            break
        game.answer(agents[game.question.seat].decide(game.position()))
    return game


def told(game: Game[Any], scenario: str, eyes: Any) -> tuple[LogEntry, ...]:
    """The whole log as one reader sees it."""
    chronicler = Chronicler(game, game.system.scenario(scenario), eyes)
    chronicler.take(game)
    return chronicler.entries


def duel(*faces: int) -> Game[Any]:
    """The tricks are cut and riposte; the dice of touches fall so."""
    return Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand([1, 2, *faces]))


# --------------------------------------------------------------------- dice and figures
def test_dice_lie_in_a_row_with_what_they_need_and_which_were_good() -> None:
    thrown = Thrown(Count(4, at_least=4, purpose="to hit"), 0, (Cast(D6, (1, 4, 6, 3), "to hit"),), 2)
    (row,) = dice_rows(thrown)
    assert (row.purpose, row.need, row.die, row.sides) == ("to hit", "4+", "D6", 6)
    assert row.faces == (1, 4, 6, 3)
    assert row.good == (False, True, True, False)
    assert row.result == "2 of 4"


def test_what_hits_become_lies_in_a_row_of_its_own_before_the_saves() -> None:
    throw = Unsaved(2, save=5, each=D6, purpose="hits not saved")
    cast = (Cast(D6, (1, 2), "hits not saved: each hit"), Cast(D6, (5, 1, 2), "hits not saved"))
    becomes, saves = dice_rows(Thrown(throw, 0, cast, 2))
    assert (becomes.need, becomes.result) == ("", "")
    assert (saves.need, saves.good, saves.result) == ("save 5+", (True, False, False), "2 lost")


@pytest.mark.parametrize(
    ("effect", "value", "words"),
    [
        (Effect.BASE, 2.5, "2.5"),
        (Effect.PLUS, 0.5, "+0.5"),
        (Effect.PLUS, -1, "−1"),
        (Effect.TIMES, 3, "×3"),
        (Effect.AT_LEAST, 0.5, "at least 0.5"),
        (Effect.ROUND_UP, 0, "round up"),
    ],
)
def test_a_step_of_a_figure_is_written_as_people_write_it(effect: Effect, value: float, words: str) -> None:
    assert shown(Modifier(effect, value, "", "")) == words


def test_equal_figures_are_told_once() -> None:
    tally = Tally.of(3, "muskets", "a").plus(-1, "worn", "b")
    (seen,) = tallies_seen([("dice", tally), ("dice", tally)])
    assert isinstance(seen, TallySeen)
    assert (seen.total, seen.shown, [item.rule for item in seen.items]) == (2, "2", ["a", "b"])


def test_rules_cited_in_brackets_stand_beside_the_words_and_not_in_them() -> None:
    words, rules = uncited(
        "Move Legion, 7 in left (ADVANCE: 8 of infantry [movement.rates], -1 [under.fire])"
    )
    assert words == "Move Legion, 7 in left (ADVANCE: 8 of infantry, -1)"
    assert rules == ("movement.rates", "under.fire")
    assert uncited("four bases [of five]") == ("four bases [of five]", ())


# --------------------------------------------------------------------- deeds
def test_a_deed_has_its_sentence_its_dice_and_what_came_of_them() -> None:
    game = duel(6, 1)
    game.answer("lunge")
    game.answer("parry")
    deeds = [entry for entry in told(game, "dawn", None) if entry.dice and not entry.dice[0].secret]
    (deed,) = deeds
    assert deed.kind == "deed"
    assert [(row.purpose, row.faces, row.good) for row in deed.dice] == [("touch", (6, 1), (True, False))]
    assert "lunge" in " ".join((deed.title, *deed.words))
    assert deed.step == 2


def test_a_secret_throw_is_told_without_its_face() -> None:
    rows = [row for entry in told(duel(), "dawn", None) for row in entry.dice]
    assert [row.secret for row in rows] == [True, True]
    assert all(row.faces == () and row.result == "" for row in rows)
    own = [row for entry in told(duel(), "dawn", 0) for row in entry.dice]
    assert [row.secret for row in own] == [False, True]
    assert own[0].result == "cut"


def test_a_reader_is_told_his_own_decisions_and_nobody_elses() -> None:
    game = duel(6, 1)
    game.answer("lunge")
    game.answer("parry")
    for seat, answer in ((0, "Lunge"), (1, "Parry")):
        decisions = [entry for entry in told(game, "dawn", seat) if entry.kind == "decision"]
        assert [(entry.seat, entry.title) for entry in decisions] == [(seat, answer)]
    assert not [entry for entry in told(game, "dawn", None) if entry.kind == "decision"]


@pytest.mark.parametrize("eyes", [0, 1, None, "all"])
def test_a_game_told_as_it_goes_is_the_game_told_at_once(eyes: Any) -> None:
    game = Game(TOY, TOY.muster(TOY.scenario("hearthrug"), Readings()), RandomHand(4))
    chronicler, agent = Chronicler(game, TOY.scenario("hearthrug"), eyes), Militia(4)
    while game.question is not None:
        chronicler.take(game)
        game.answer(agent.decide(game.position()))
    chronicler.take(game)
    assert chronicler.entries == told(game, "hearthrug", eyes)


def test_every_throw_is_told_in_some_deed_and_no_throw_twice() -> None:
    game = fought(TOY, "potted-palms", 3)
    rows = [row for entry in told(game, "potted-palms", "all") for row in entry.dice]
    thrown = [entry for entry in game.log if isinstance(entry, Thrown)]
    cast = sum(1 if isinstance(entry.throw, Draw) else len(entry.fell) for entry in thrown)
    assert len(rows) == cast


def test_entries_count_the_answers_that_were_given() -> None:
    game = fought(TOY, "hearthrug", 2)
    steps = [entry.step for entry in told(game, "hearthrug", None)]
    assert steps == sorted(steps)
    assert steps[-1] <= sum(isinstance(entry, Decided) for entry in game.log)


class Marshalled(DuelSystem):
    """A duel that a marshal watches."""

    def tokens(self, battle: Duel) -> tuple[Token, ...]:
        """The marshal stands by the first fencer."""
        pose = battle.units[0].pose
        assert pose is not None
        return (Token("Marshal", 0, pose, battle.units[0].shape), Token("", 0, pose, battle.units[0].shape))


@pytest.mark.parametrize(
    ("said", "is_told"), [("The Marshal looks on", True), ("It rains", False), ("Left salutes", True)]
)
def test_a_detail_is_told_only_if_it_names_a_unit_a_side_or_a_token(
    monkeypatch: pytest.MonkeyPatch, said: str, *, is_told: bool
) -> None:
    """Every sentence says the same, and all of it is detail."""
    monkeypatch.setattr(DuelEvent, "sentence", lambda event, before, after: said)
    monkeypatch.setattr(DuelEvent, "is_detail", True)
    system = Marshalled()
    scenario = system.scenario("dawn")
    game: Game[Any] = Game(system, system.muster(scenario, Readings()), PlannedHand([1, 2, 6, 1]))
    game.answer("lunge")
    game.answer("parry")
    chronicler = Chronicler(game, scenario, "all")
    chronicler.take(game)
    titles = {words for entry in chronicler.entries for words in (entry.title, *entry.words, entry.result)}
    assert (said in titles) is is_told


def test_a_sentence_that_repeats_its_heading_says_no_more() -> None:
    assert says_no_more("Turn 2, side British", "2 British Command")
    assert not says_no_more("The British shoot", "2 British Shooting")


# --------------------------------------------------------------------- calls
def test_a_take_back_leaves_the_calls_before_it_and_the_next_answer_those_after_it() -> None:
    game = fought(TOY, "hearthrug", 9, answers=40)
    while game.undoable is None and game.question is not None:
        game.answer(Militia(1).decide(game.position()))
    calls, throwers = list(game.calls), dict(game.throwers)
    assert calls
    game.undo()
    assert all(one in calls for one in game.calls)
    game.redo()
    assert (game.calls, game.throwers) == (calls, throwers)


def test_the_calls_of_a_fork_are_those_since_its_checkpoint() -> None:
    game = fought(TOY, "hearthrug", 9, answers=40)
    start = game.checkpoint.at
    forked = game.fork(RandomHand(2))
    assert [one.call for one in forked.calls] == [one.call for one in game.calls if one.at >= start]


def test_the_figures_ahead_are_those_of_the_first_throw_after_an_answer() -> None:
    game = Game(TOY, TOY.muster(TOY.scenario("hearthrug"), Readings()), RandomHand(1))
    agent = Militia(1)
    for _ in range(400):
        question = game.question
        if question is None:
            break
        if question.decision == "target":
            position, chosen = game.position(), agent.decide(game.position())
            found = figures_ahead(position, chosen)
            before = len(game.log)
            game.answer(chosen)
            first = next((at for at, e in enumerate(game.log) if at > before and isinstance(e, Thrown)), None)
            calls = [
                call
                for call in figured_calls(game)
                if before < call.at and (first is None or call.at <= first)
            ]
            assert list(found)[:1] == [tally for call in calls for tally in call.tallies][:1]
            return
        game.answer(agent.decide(game.position()))
    raise AssertionError("nobody shot")
