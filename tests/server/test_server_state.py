"""The state of a game, made from its journal: who sits where, which answers stand, and what is noted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.files.record import AnswerStep, SeatKind, ThrowStep
from sandtable.server.games import journal
from sandtable.server.games.journal import AnyAct, Chair, GameClosed, Heading, SeatAtStart, read_act, written
from sandtable.server.games.keys import hashed
from sandtable.server.games.state import GameState, casts_in, is_by_umpire
from sandtable.server.games.summary import chat, notes
from sandtable.server.store import Status

DIGEST = "0" * 16
ANSWER = AnswerStep(0, "march", 3, DIGEST)
DICE = ThrowStep(0, "to hit", ((6, 1), (3,)), DIGEST)
HEADING = Heading(
    system="toy",
    system_version=1,
    scenario={"id": "rug"},
    readings={},
    start=DIGEST,
    seats=(SeatAtStart("Ann", SeatKind.PERSON), SeatAtStart("captain", SeatKind.AGENT)),
    secret="00",
    seat_keys=(hashed("Ann's key"), ""),
    invitations=("", ""),
)
OPEN = replace(
    HEADING,
    seats=(SeatAtStart("Ann", SeatKind.PERSON), SeatAtStart("", SeatKind.PERSON)),
    invitations=("", hashed("come")),
)
"""A game whose second seat waits for a person."""


def game(*acts: AnyAct, heading: Heading = HEADING) -> GameState:
    """A game after these acts."""
    state = GameState(heading)
    for act in acts:
        state.apply(act)
    return state


def answered(*steps: AnswerStep | ThrowStep, **more: Any) -> journal.AnswerGiven:
    """An answer with the dice that fell after it."""
    return journal.AnswerGiven(0, (ANSWER, *steps), **more)


# --------------------------------------------------------------------- who
def test_a_key_opens_its_own_seat_and_no_other() -> None:
    state = game(journal.Seated(1, "Bob", hashed("Bob's key")), heading=OPEN)
    assert [state.seat_of(key) for key in ("Ann's key", "Bob's key", "other")] == [0, 1, None]
    assert state.names == ["Ann", "Bob"]


def test_an_invitation_can_be_used_once() -> None:
    state = game(heading=OPEN)
    assert (state.invited_to("come"), state.invited_to("go")) == (1, None)
    assert not state.is_taken(1)
    state.apply(journal.Seated(1, "Bob", hashed("Bob's key")))
    assert state.invited_to("come") is None
    assert state.is_taken(1)


def test_a_seat_that_is_opened_again_has_no_key_and_a_new_invitation() -> None:
    state = game(journal.Contributed(0, "aa"), journal.Invited(0, hashed("again"), by=0))
    assert state.seat_of("Ann's key") is None
    assert state.invited_to("again") == 0
    assert state.contributions == ()


def test_what_was_contributed_stands_once_the_game_has_begun() -> None:
    begun = game(journal.Contributed(0, "aa"), journal.Began(), journal.Invited(0, hashed("again")))
    assert begun.contributions == ("aa",)
    late = game(journal.Began(), journal.Seated(0, "Ann", "", contribution="bb"))
    assert late.contributions == ()
    early = game(journal.Seated(0, "Ann", "", contribution="bb"))
    assert (early.contributions, early.has_contributed(0), early.has_contributed(1)) == (("bb",), True, False)


def test_a_game_is_complete_when_all_sit_and_every_person_has_contributed() -> None:
    assert not game().is_complete
    assert game(journal.Contributed(0, "aa")).is_complete
    assert not game(journal.Contributed(0, "aa"), heading=OPEN).is_complete
    umpired = replace(HEADING, chair=Chair("Una", invitation=hashed("judge")))
    waiting = game(journal.Contributed(0, "aa"), heading=umpired)
    assert not waiting.is_complete
    waiting.apply(journal.UmpireSeated("Una", hashed("Una's key")))
    assert waiting.is_complete
    assert game(heading=replace(OPEN, closing=GameClosed("to be looked at"))).is_complete


def test_the_umpires_chair_has_a_key_and_an_invitation_of_its_own() -> None:
    state = game(heading=replace(HEADING, chair=Chair("Una", invitation=hashed("judge"))))
    assert state.is_invited_to_umpire("judge")
    assert not state.is_invited_to_umpire("come")
    assert not state.is_umpire("Una's key")
    state.apply(journal.UmpireSeated("Una", hashed("Una's key")))
    assert state.is_umpire("Una's key")
    assert not state.is_umpire("Ann's key")
    assert not state.is_invited_to_umpire("judge")
    assert not game().is_umpire("Una's key")
    assert not game().is_invited_to_umpire("judge")


def test_an_agent_decides_for_its_seat_and_for_one_that_gave_up() -> None:
    state = game()
    assert (state.agent_for(0), state.agent_for(1), state.people) == (None, "captain", (0,))
    state.apply(journal.GivenUp(0))
    assert state.agent_for(0) == "captain"
    state.apply(journal.TookOver(0, "militia", "for once", for_good=False))
    assert state.people == (0,)
    state.apply(journal.TookOver(0, "militia", "for good"))
    assert ([*state.people], state.agent_for(0)) == ([], "militia")


# --------------------------------------------------------------------- what happened
def test_answers_are_counted_with_those_that_were_taken_over() -> None:
    state = game(heading=replace(HEADING, before=(DICE, ANSWER, DICE)))
    assert (state.step, len(state.steps), state.number) == (1, 3, 0)
    state.apply(journal.Began((DICE,)))
    state.apply(answered(DICE))
    assert (state.step, len(state.steps), state.number, state.question) == (2, 6, 2, 2)
    assert casts_in(state.steps) == 4 * 2


def test_a_take_back_past_dice_begins_an_epoch_and_another_does_not() -> None:
    state = game(journal.Began(), answered(DICE), answered(), answered())
    assert (state.goes_past_dice(2), state.goes_past_dice(1), state.goes_past_dice(0)) == (False, False, True)
    state.apply(journal.TakenBack(1, 0, undone=(3, 3)))
    assert (state.step, len(state.steps), state.epoch) == (1, 2, 0)
    assert (state.question, state.went_back, state.undone) == (5, [(5, 1)], [3, 3])
    state.apply(journal.TakenBack(0))
    assert (state.step, len(state.steps), state.epoch, state.undone) == (0, 0, 1, [])


def test_what_was_undone_may_be_given_again_until_something_else_is_answered() -> None:
    state = game(journal.Began(), answered(), answered(), journal.TakenBack(0, 0, undone=(3, 4)))
    state.apply(answered(again=True))
    assert state.undone == [3]
    state.apply(answered())
    assert state.undone == []


def test_a_wish_to_go_back_stands_until_it_is_declined_or_the_game_goes_on() -> None:
    asked = journal.TakeBackAsked(0, 0)
    waiting = game(journal.Began(), answered(), asked)
    assert (waiting.take_back_asked, waiting.take_back_number) == (asked, 3)
    for act in (journal.TakeBackDeclined(1), answered(), journal.TakenBack(0)):
        state = game(journal.Began(), answered(), asked, act)
        assert state.take_back_asked is None


def test_a_game_gathers_runs_and_is_over() -> None:
    assert game().status(is_over=False) is Status.GATHERING
    assert game(journal.Began()).status(is_over=False) is Status.RUNNING
    assert game(journal.Began()).status(is_over=True) is Status.OVER
    assert game(journal.Began(), GameClosed("agreed")).status(is_over=False) is Status.OVER


# --------------------------------------------------------------------- what is noted
@pytest.mark.parametrize(
    ("act", "words", "is_his"),
    [
        (journal.Seated(0, "Ann", ""), "Ann takes a seat", False),
        (journal.UmpireSeated("Una", ""), "Una takes the umpire's chair", False),
        (journal.UmpireLooked(1), "the umpire looks at what captain sees", True),
        (journal.Forked(3), "the umpire forks the game at step 3", True),
        (journal.Invited(0, "", by=1, reason="late"), "captain opens the seat of Ann again: late", False),
        (journal.Invited(0, ""), "the umpire opens the seat of Ann again", True),
        (answered(reason="he left"), "the umpire answers for Ann: he left", True),
        (journal.TakenBack(0), "the umpire goes back to step 0, as was agreed", True),
        (journal.TakenBack(0, 0), "Ann goes back to step 0, as was agreed", False),
        (journal.TakenBack(0, 0, undone=(3,)), "Ann goes back to step 0", False),
        (journal.TakenBack(0, reason="a slip"), "the umpire goes back to step 0: a slip", True),
        (journal.TakeBackAsked(0, 2), "Ann asks to go back to step 2", False),
        (journal.TakeBackDeclined(1), "captain does not agree to go back", False),
        (journal.GivenUp(0), "Ann gives the battle up", False),
        (GameClosed("it is late", by="umpire"), "it is late", True),
        (GameClosed("Ann resigns", by="0"), "Ann resigns", False),
        (journal.TookOver(0, "militia", "militia plays for Ann"), "militia plays for Ann", False),
    ],
)
def test_what_happens_beside_the_battle_is_noted_and_the_umpires_acts_are_marked(
    act: AnyAct, words: str, *, is_his: bool
) -> None:
    state = game(journal.Began(), act)
    (note,) = notes(state)
    assert (note.number, note.words) == (2, words)
    assert is_by_umpire(act) is is_his
    assert [made for _, made in state.rulings] == ([act] if is_his else [])
    assert notes(state, since=1) == (note,)
    assert notes(state, since=2) == ()


def test_what_the_log_or_the_chat_tells_is_not_noted() -> None:
    state = game(journal.Began(), journal.Contributed(0, "aa"), journal.Said(0, "Hello"), answered())
    assert notes(state) == ()
    assert [(line.number, line.seat, line.words) for line in chat(state)] == [(3, 0, "Hello")]
    assert chat(state, since=2) == chat(state)
    assert chat(state, since=3) == ()


# --------------------------------------------------------------------- what is stored
def test_an_act_is_stored_without_what_it_does_not_have_and_refuses_what_no_act_has() -> None:
    assert written(journal.Began()) == '{"act":"began"}'
    assert read_act('{"act":"began"}') == journal.Began()
    assert read_act(written(answered(DICE, again=True))) == answered(DICE, again=True)
    with pytest.raises(msgspec.ValidationError):
        read_act('{"act":"began","luck":7}')
    with pytest.raises(msgspec.ValidationError):
        journal.read_heading(written(HEADING)[:-1] + ',"luck":7}')
    assert journal.read_heading(written(HEADING)) == HEADING
