"""The play driver: answers and dice, forks, undo and redo, and the log of all that happened."""

from __future__ import annotations

import gc
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import Count, Hand, PlannedHand, RandomHand
from sandtable.game.ask.questions import Decision, Do, do, tell
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL, BoutEnded, Duel, DuelSystem, TrickShown, bout


def dawn() -> Duel:
    """Before anything was drawn."""
    return DUEL.muster(DUEL.scenario("dawn"), Readings())


def drawn() -> Duel:
    """A cut against a riposte."""
    return replace(dawn(), tricks=("cut", "riposte"), spare=("flourish",))


def duel(*faces: int, battle: Duel | None = None) -> Game[Duel]:
    """A game from after the draw on, its dice planned."""
    return Game(DUEL, battle or drawn(), PlannedHand(faces))


def kinds(log: list[Entry]) -> list[str]:
    """The log in short."""
    return [
        type(entry.event).__name__ if isinstance(entry, Happened) else type(entry).__name__ for entry in log
    ]


def asked(game: Game[Duel]) -> str:
    """Which decision waits."""
    assert game.question is not None
    return game.question.decision


def state(game: Game[Duel]) -> tuple[object, ...]:
    """All that can be seen of a game from outside."""
    return game.battle, game.question, tuple(game.log), game.throws, game.checkpoint, game.undoable


# ----------------------------------------------------------------------- asking and answering
def test_procedures_without_a_decision_are_carried_out_before_anybody_is_asked() -> None:
    game = Game(DUEL, dawn(), PlannedHand([2, 1]))
    assert kinds(game.log) == ["Thrown", "TrickDrawn", "Thrown", "TrickDrawn"]
    assert game.battle.tricks == ("flourish", "cut")
    assert asked(game) == "attack"


def test_a_bout_is_logged_in_the_order_in_which_it_happened() -> None:
    game = duel(6, 3)
    game.answer("lunge")
    game.answer("parry")
    assert kinds(game.log) == ["Decided", "Attacked", "Decided", "Thrown", "Touched", "BoutEnded"]
    assert game.battle.touches == (1, 0)
    assert game.battle.turn == 2
    assert game.question is not None
    assert game.question.seat == 1


def test_the_log_keeps_the_faces_the_number_and_the_result_of_every_throw() -> None:
    game = duel(6, 3, 5, 5)
    for answer in ("lunge", "parry", "lunge", "dodge"):
        game.answer(answer)
    first, second = (entry for entry in game.log if isinstance(entry, Thrown))
    assert (first.number, first.result, first.fell[0].faces) == (0, 1, (6, 3))
    assert (second.number, second.result, second.fell[0].faces) == (1, 2, (5, 5))
    assert first.throw == Count(2, at_least=4, purpose="touch")


def test_the_battle_in_the_middle_of_a_bout_is_the_battle_at_that_question() -> None:
    game = duel()
    game.answer("lunge")
    assert game.battle.phase == "lunge"
    assert game.checkpoint.battle.phase == ""


@pytest.mark.parametrize("answer", ["parry", "LUNGE", "", None, 0, object()])
def test_an_answer_that_does_not_stand_leaves_the_game_as_it_was(answer: object) -> None:
    game = duel(6, 3)
    before = state(game)
    assert game.objection(answer) is not None
    with pytest.raises(Refused, match="is not offered here"):
        game.answer(answer)
    with pytest.raises(Refused, match="is not offered here"):
        game.answer_raw(answer)
    assert state(game) == before
    assert game.objection("lunge") is None
    assert state(game) == before


def test_a_refused_answer_does_not_forget_what_was_taken_back() -> None:
    game = duel()
    game.answer("salute")
    after = state(game)
    game.undo()
    with pytest.raises(Refused):
        game.answer("bite")
    game.redo()
    assert state(game) == after


class Strict(DuelSystem):
    """A system that can say why something is not offered."""

    def why_not(self, battle: Duel, question: Decision[object], answer: object) -> Refusal | None:
        """Biting is named."""
        return Refusal("gentlemen do not bite", rule="duel.bout") if answer == "bite" else None


def test_the_reason_of_the_system_goes_before_the_general_one() -> None:
    game = Game(Strict(), drawn(), PlannedHand([]))
    with pytest.raises(Refused, match=r"gentlemen do not bite \(duel.bout\)"):
        game.answer("bite")
    assert str(game.objection("bite")) == "gentlemen do not bite (duel.bout)"
    with pytest.raises(Refused, match="is not offered here"):
        game.answer("kick")


def test_a_battle_that_is_over_asks_nothing_and_takes_nothing() -> None:
    game = duel(6, 6, 1, 1, 6, 6)
    for answer in ("lunge", "parry") * 3:
        game.answer(answer)
    assert game.is_over
    assert game.question is None
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == 0
    for attempt in (lambda: game.answer("lunge"), lambda: game.answer_raw("lunge"), game.position):
        with pytest.raises(Refused, match="the battle is over"):
            attempt()


def test_a_game_that_is_over_is_gone_as_soon_as_nobody_holds_it() -> None:
    """Simulations fight thousands: none of them is to wait for the collector."""
    gc.disable()
    try:
        game = duel(6, 6, 1, 1, 6, 6)
        for answer in ("lunge", "parry"):
            game.answer(answer)
        game.play_out(answered)
        known = ref(game)
        del game
        assert known() is None
    finally:
        gc.enable()


# ----------------------------------------------------------------------- playing a battle out
def answered(position: Position[Duel]) -> str:
    """A lunge, and a parry against it."""
    return "lunge" if position.question.decision == "attack" else "parry"


@given(seed=st.integers(0, 2**32))
def test_a_battle_played_out_is_the_battle_that_single_answers_give(seed: int) -> None:
    at_once, by_steps = (Game(DUEL, dawn(), RandomHand(seed)) for _ in range(2))
    agents, others = ([Militia(seed), Militia(-seed)] for _ in range(2))
    at_once.play_out(lambda position: agents[position.seat].decide(position))
    while by_steps.question is not None:
        by_steps.answer(others[by_steps.question.seat].decide(by_steps.position()))
    assert at_once.is_over
    assert state(at_once) == state(by_steps)
    assert at_once.checkpoints == by_steps.checkpoints


def test_who_plays_a_battle_out_is_shown_what_he_is_shown_between_single_answers() -> None:
    seen: list[Position[Duel]] = []

    def player(position: Position[Duel]) -> str:
        seen.append(position)
        return answered(position)

    faces = (6, 6, 1, 1, 6, 6)
    duel(*faces).play_out(player)
    game = duel(*faces)
    for position in seen:
        assert position == game.position()
        game.answer(answered(position))
    assert game.is_over


@pytest.mark.parametrize("fails_at", [0, 1, 2, 3])
def test_a_player_who_fails_leaves_the_game_at_the_question_he_was_asked(fails_at: int) -> None:
    game, other = duel(6, 6, 1, 1, 6, 6), duel(6, 6, 1, 1, 6, 6)

    def player(position: Position[Duel]) -> str:
        if sum(isinstance(entry, Decided) for entry in game.log) == fails_at:
            raise ZeroDivisionError
        return answered(position)

    with pytest.raises(ZeroDivisionError):
        game.play_out(player)
    for _ in range(fails_at):
        other.answer(answered(other.position()))
    assert state(game) == state(other)
    game.play_out(answered)
    assert game.is_over
    assert game.battle.outcome is not None


@pytest.mark.parametrize("refused_at", [0, 1, 2, 3])
def test_an_answer_of_a_player_that_does_not_stand_leaves_the_game_at_its_question(refused_at: int) -> None:
    game, other = duel(6, 6, 1, 1, 6, 6), duel(6, 6, 1, 1, 6, 6)

    def player(position: Position[Duel]) -> str:
        given = sum(isinstance(entry, Decided) for entry in game.log)
        return "bite" if given == refused_at else answered(position)

    with pytest.raises(Refused, match="is not offered here"):
        game.play_out(player)
    for _ in range(refused_at):
        other.answer(answered(other.position()))
    assert state(game) == state(other)


def test_what_was_taken_back_is_forgotten_once_a_player_has_answered() -> None:
    game = duel(6, 6)
    game.answer("salute")
    game.undo()
    answers = iter(["lunge", "bite"])
    with pytest.raises(Refused, match="is not offered here"):
        game.play_out(lambda _: next(answers))
    with pytest.raises(Refused, match="nothing was taken back"):
        game.redo()


def test_a_player_who_tries_a_rule_out_is_not_thrown_the_dice_of_the_game() -> None:
    async def toss() -> int:
        return await Count(1, at_least=4, purpose="a coin")

    asked: list[object] = []

    def player(position: Position[Duel]) -> str:
        for trial in (toss(), bout(position.battle)):
            asked.append(trial.send(None))
            trial.close()
        return answered(position)

    game = duel(6, 6, 1, 1, 6, 6)
    game.play_out(player)
    assert len(asked) == 12
    assert all(isinstance(question, Count | Decision) for question in asked)
    assert kinds(game.log).count("Thrown") == 3


def test_a_battle_that_is_over_is_played_out_already() -> None:
    game = duel(6, 6, 1, 1, 6, 6)
    game.play_out(answered)
    after = state(game)
    game.play_out(answered)
    assert state(game) == after


# ----------------------------------------------------------------------- undo and redo
def test_an_answer_without_dice_after_it_can_be_taken_back_and_given_again() -> None:
    game = duel(6, 3)
    start = state(game)
    game.answer("lunge")
    lunged = state(game)
    game.undo()
    assert state(game) == start
    game.redo()
    assert state(game) == lunged


def test_an_answer_that_ended_a_bout_can_be_taken_back_across_the_mark() -> None:
    game = duel()
    states = [state(game)]
    for _ in range(4):
        game.answer("salute")
        states.append(state(game))
    for earlier in reversed(states[:-1]):
        game.undo()
        assert state(game) == earlier
    with pytest.raises(Refused):
        game.undo()
    for later in states[1:]:
        game.redo()
        assert state(game) == later
    with pytest.raises(Refused, match="nothing was taken back"):
        game.redo()


def test_a_battle_that_ended_without_dice_can_be_taken_up_again() -> None:
    game = duel(battle=replace(drawn(), turns=1))
    game.answer("salute")
    assert game.is_over
    game.undo()
    assert not game.is_over
    assert game.battle.outcome is None
    game.answer("lunge")
    assert asked(game) == "defence"


def test_nothing_before_a_throw_can_be_taken_back() -> None:
    game = duel(6, 3)
    game.answer("salute")
    game.answer("lunge")
    game.answer("parry")
    before = state(game)
    assert game.undoable is None
    with pytest.raises(Refused, match="dice were thrown or something was shown"):
        game.undo()
    assert state(game) == before


def test_what_came_after_a_throw_can_be_taken_back_up_to_it() -> None:
    game = duel(6, 3)
    for answer in ("lunge", "parry"):
        game.answer(answer)
    thrown = state(game)
    game.answer("salute")
    game.answer("lunge")
    game.undo()
    game.undo()
    assert state(game) == thrown
    with pytest.raises(Refused):
        game.undo()


def test_nothing_before_a_reveal_can_be_taken_back() -> None:
    game = duel()
    game.answer("feint")
    assert isinstance(game.log[1], Happened)
    assert game.log[1].event == TrickShown(0, "cut")
    before = state(game)
    with pytest.raises(Refused, match="dice were thrown or something was shown"):
        game.undo()
    assert state(game) == before


def test_the_last_answer_may_be_taken_back_by_whom_it_belongs_to() -> None:
    game = duel()
    game.answer("salute")
    assert isinstance(game.undoable, Decided)
    assert game.undoable.question.seat == 0
    game.answer("salute")
    assert game.undoable.question.seat == 1


def test_a_new_answer_forgets_what_was_taken_back() -> None:
    game = duel()
    game.answer("salute")
    game.undo()
    game.answer("lunge")
    with pytest.raises(Refused, match="nothing was taken back"):
        game.redo()


def test_dice_are_numbered_on_after_an_undo() -> None:
    game = duel(6, 3, 1, 1)
    for answer in ("lunge", "parry", "salute"):
        game.answer(answer)
    game.undo()
    for answer in ("lunge", "dodge"):
        game.answer(answer)
    assert [entry.number for entry in game.log if isinstance(entry, Thrown)] == [0, 1]


@given(
    st.lists(st.sampled_from(["first", "second", "last", "undo", "redo"]), max_size=30), st.integers(0, 99)
)
@settings(deadline=None, max_examples=100)
def test_undo_and_redo_walk_to_and_fro_between_the_same_points(steps: list[str], seed: int) -> None:
    """A list of the points behind and ahead is kept beside the game; it has to agree with it throughout."""
    game = Game(DUEL, dawn(), RandomHand(seed))
    behind: list[tuple[object, ...]] = []
    ahead: list[tuple[object, ...]] = []
    for step in steps:
        here = state(game)
        if step in ("undo", "redo"):
            source, target = (behind, ahead) if step == "undo" else (ahead, behind)
            move = game.undo if step == "undo" else game.redo
            if not source:
                with pytest.raises(Refused):
                    move()
                assert state(game) == here
                continue
            target.append(here)
            move()
            assert state(game) == source.pop()
        elif game.question is not None:
            options = game.question.sensible()
            game.answer({"first": options[0], "second": options[1], "last": options[-1]}[step])
            ahead.clear()
            behind.append(here)
            if any(isinstance(entry, Thrown) or _reveals(entry) for entry in game.log[len_of(here) :]):
                behind.clear()


def len_of(point: tuple[object, ...]) -> int:
    """How long the log was at a point."""
    log = point[2]
    assert isinstance(log, tuple)
    return len(log)


def _reveals(entry: Entry) -> bool:
    return isinstance(entry, Happened) and entry.event.reveals


# ----------------------------------------------------------------------- forks
class LongBout(DuelSystem):
    """Two attacks in one procedure, so that dice lie between the mark and the question."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """One procedure of two bouts."""
        return do(two_bouts, battle)


async def two_bouts(battle: Duel) -> Duel:
    """A throw before and after each decision."""
    battle = await do(bout, battle)
    return await do(bout, battle)


def test_a_fork_in_mid_activation_stands_at_the_same_point() -> None:
    game = Game(LongBout(), drawn(), PlannedHand([6, 3]))
    for answer in ("lunge", "parry", "lunge"):
        game.answer(answer)
    assert game.checkpoint.at == 0
    fork = game.fork(PlannedHand([5, 5]))
    assert fork.battle == game.battle
    assert fork.question == game.question
    assert fork.log == game.log
    fork.answer("dodge")
    assert fork.battle.touches == (1, 2)


def test_what_is_played_on_a_fork_does_not_touch_the_game_nor_the_other_way_round() -> None:
    game = Game(LongBout(), drawn(), PlannedHand([6, 3, 1, 1]))
    for answer in ("lunge", "parry", "lunge"):
        game.answer(answer)
    before = state(game)
    fork, other = game.fork(PlannedHand([5, 5])), game.fork(PlannedHand([]))
    fork.answer("dodge")
    assert state(game) == before
    game.answer("parry")
    assert game.battle.touches == (1, 0)
    assert fork.battle.touches == (1, 2)
    assert asked(other) == "defence"
    assert other.battle.touches == (1, 0)
    assert other.battle.phase == "lunge"


def test_a_fork_can_take_back_what_was_answered_since_the_mark() -> None:
    game = Game(LongBout(), drawn(), PlannedHand([6, 3]))
    for answer in ("lunge", "parry", "lunge"):
        game.answer(answer)
    fork = game.fork(PlannedHand([]))
    fork.undo()
    assert asked(fork) == "attack"
    assert asked(game) == "defence"
    with pytest.raises(Refused):
        fork.undo()


def test_the_same_dice_and_answers_make_the_same_battle() -> None:
    def fought() -> Game[Duel]:
        game = Game(DUEL, dawn(), RandomHand(42))
        while game.question:
            game.answer(game.question.sensible()[len(game.log) % 2])
        return game

    assert state(fought()) == state(fought())


# ----------------------------------------------------------------------- rules at fault
class Restless(DuelSystem):
    """A turn that goes on without a question."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """One bout ends after another."""
        return do(end_only, replace(battle, turns=10**9))


async def end_only(battle: Duel) -> Duel:
    """A bout without an attack."""
    return await tell(battle, BoutEnded())


def test_a_turn_that_never_asks_anybody_anything_is_a_fault() -> None:
    hand: Hand = PlannedHand([])
    with pytest.raises(AssertionError, match="duel: the turn goes on without ever asking a question"):
        Game(Restless(), drawn(), hand)
