"""A session: lines are typed, replies come back, and the game judges."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.agents import Militia
from sandtable.cli.reports.muster import Muster
from sandtable.cli.terminal import replies
from sandtable.cli.terminal.replies import DoneReply, RefusalReply, Reply
from sandtable.cli.terminal.session import Session
from sandtable.cli.terminal.setup import Dice, SeatedGame
from sandtable.dice import FairHand, commitment
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY

SECRET = bytes(range(32))


def session(system: System[Any] = DUEL, scenario: str = "dawn", *, agents: tuple[int, ...] = ()) -> Session:
    """A session of two people, or against an agent."""
    setting = system.scenario(scenario)
    battle = system.muster(setting, Readings())
    seats = tuple(
        Seat("militia", SeatKind.AGENT) if seat in agents else Seat("you", SeatKind.PERSON) for seat in (0, 1)
    )
    return Session(
        SeatedGame(
            Muster(system, setting, Readings(), battle),
            Game(system, battle, FairHand(SECRET, ())),
            seats,
            {seat: Militia(seat) for seat in agents},
            Dice(SECRET, ()),
        )
    )


def typed(at: Session, line: str) -> list[Reply]:
    """The replies to a line."""
    return list(at.carry_out(line))


def refused(at: Session, line: str) -> str:
    """Why a line is refused."""
    (reply,) = typed(at, line)
    assert isinstance(reply, RefusalReply), reply
    return reply.words


def test_the_opening_says_who_plays_and_what_the_dice_are_sealed_by() -> None:
    opening = session(agents=(1,)).opening()
    assert isinstance(opening, replies.Opening)
    assert [seat.name for seat in opening.seats] == ["you", "militia"]
    assert (opening.commitment, opening.resumed_at) == (commitment(SECRET), 0)


def test_an_option_is_chosen_by_number_or_by_words_that_only_it_has() -> None:
    for line in ("1", "lunge", "LUN"):
        at = session()
        assert at.game.question is not None
        typed(at, line)
        assert at.has_moved_on
        assert at.game.question.decision == "defence"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("0", "there is no option 0: choose 1 to"),
        ("99", "there is no option 99: choose 1 to"),
        ("e", '"e" matches'),
        ("somersault", '"somersault" is not understood'),
        ("always", "type always and the number of an option, 1 to"),
        ("always 0", "type always and the number of an option, 1 to"),
        ("always 99", "type always and the number of an option, 1 to"),
        ("advance 3", "this is not a move"),
        ("go", "this is not a move"),
        ("stand", "this is not a move"),
        ("take", "this is not a move"),
        ("to 3 4", "this is not a move"),
        ("odds 0", "there is no option 0"),
        ("odds 99", "there is no option 99"),
        ("odds x", "there is no option x"),
        ("log 0", '"log 0" is not understood'),
        ("log x", '"log x" is not understood'),
        ("save", "name a file"),
        ("rule duel.none", "duel.none"),
    ],
)
def test_what_does_not_fit_is_refused_and_the_question_stands(line: str, words: str) -> None:
    at = session()
    before = at.game.question
    assert words in refused(at, line)
    assert at.game.question is before
    assert not at.has_moved_on


def test_what_is_always_answered_alike_is_not_asked_until_it_is_asked_again() -> None:
    at = session()
    done, *_ = typed(at, "always 1")
    assert isinstance(done, DoneReply)
    assert at.game.question is not None
    assert at.game.question.decision == "defence"
    assert not at.has_known_answer
    typed(at, "1")
    assert at.game.question is not None
    other = at.game.question
    assert (other.decision, other.seat) == ("attack", 1)
    assert not at.has_known_answer, "the other fencer has said nothing"
    typed(at, "1")
    typed(at, "1")
    assert at.has_known_answer
    list(at.give_known_answer())
    assert at.game.question.decision == "defence"
    typed(at, "ask")
    typed(at, "1")
    typed(at, "1")
    typed(at, "1")
    assert not at.has_known_answer


def test_an_answer_is_taken_back_and_given_again() -> None:
    at = session()
    assert refused(at, "undo")
    typed(at, "1")
    (back,) = typed(at, "undo")
    assert isinstance(back, DoneReply)
    assert at.game.question is not None
    assert at.game.question.decision == "attack"
    (again,) = typed(at, "redo")
    assert isinstance(again, DoneReply)
    assert at.game.question.decision == "defence"


def test_two_people_at_one_screen_see_what_the_one_asked_sees_and_one_sees_his_own() -> None:
    shared = session()
    shown = next(reply for reply in shared.ask() if isinstance(reply, replies.Board))
    assert shown.view.seat == 0
    typed(shared, "1")
    (board,) = typed(shared, "map")
    assert isinstance(board, replies.Board)
    assert board.view.seat == 1
    alone = session(agents=(0,))
    list(alone.let_agent_play())
    (board,) = typed(alone, "map")
    assert isinstance(board, replies.Board)
    assert (board.view.seat, alone.seat) == (1, 1)
    assert session().seat is None


def test_the_table_is_shown_only_when_the_turn_has_changed_sides() -> None:
    at = session()
    assert [type(reply) for reply in at.ask()] == [replies.Board, replies.QuestionReply]
    assert [type(reply) for reply in at.ask()] == [replies.QuestionReply]


def test_an_empty_line_asks_again_and_help_and_rules_can_be_read() -> None:
    at = session()
    assert typed(at, "") == []
    assert at.has_moved_on
    (shown,) = typed(at, "help")
    assert isinstance(shown, replies.HelpReply)
    (rule,) = typed(at, "rule duel.bout")
    assert isinstance(rule, replies.RuleReply)
    typed(at, "quit")
    assert at.is_left


def test_the_last_lines_of_the_log_are_shown() -> None:
    at = session()
    for line in ("1", "1") * 3:
        if at.game.question is None:
            break
        typed(at, line)
    (two,) = typed(at, "log 2")
    (all_lines,) = typed(at, "log 99")
    assert isinstance(two, replies.LogReply)
    assert isinstance(all_lines, replies.LogReply)
    assert two.lines == all_lines.lines[-2:]
    assert len(all_lines.lines) > 4


def test_the_odds_of_one_option_or_of_all_are_shown() -> None:
    at = session()
    typed(at, "1")
    (one,) = typed(at, "odds 2")
    (every,) = typed(at, "odds")
    assert isinstance(one, replies.OddsReply)
    assert isinstance(every, replies.OddsReply)
    assert [option.option for option in one.options] == [2]
    assert [option.option for option in every.options] == [1, 2]


def test_an_agent_plays_its_own_seat() -> None:
    at = session(agents=(0,))
    assert at.agent_to_play == "militia"
    list(at.let_agent_play())
    assert at.agent_to_play is None


def test_a_move_is_typed_or_one_stands_still() -> None:
    at = session(TOY, "hearthrug", agents=(1,))
    for _ in range(50):
        assert at.game.question is not None
        if type(at.game.question).__name__ == "PlanMove":
            break
        if at.agent_to_play:
            list(at.let_agent_play())
        else:
            typed(at, "1")
    question = at.game.question
    assert "this is a move: type its legs" in refused(at, "1")
    assert "odds are only shown for options; this is a move" in refused(at, "odds")
    assert "always works for options only" in refused(at, "always 1")
    assert "no move is drafted" in refused(at, "go")
    (asked,) = [reply for reply in at.ask() if isinstance(reply, replies.QuestionReply)]
    assert asked.move is not None
    assert (asked.hexes, asked.is_place) == (None, False)
    (drafted,) = typed(at, "advance 1")
    assert isinstance(drafted, replies.PlanReply)
    assert at.game.question is question
    typed(at, "clear")
    assert "no move is drafted" in refused(at, "go")
    typed(at, "advance 1")
    typed(at, "go")
    assert at.game.question is not question
