"""Replay: the same game again from its record, or the first step at which the rules of today part with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import FairHand, PlannedHand, RandomHand
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.log import Decided, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import Differs, RecordSpent, remark_on_version, replay, verify
from sandtable.game.files.record import AnswerStep, Record, Seeded, Step, ThrowStep, Typed, record, sealed
from sandtable.game.files.record_files import BadRecord
from sandtable.game.rules.rulebook import Readings
from tests.game.skirmish import (
    SEATS,
    SKIRMISH,
    CorrectedSkirmish,
    Rules,
    Skirmish,
    SkirmishSystem,
    begin,
    ground,
    kept,
    take,
)

FIRE, CREEP, REST, STAND, RUN = 0, 1, 2, 0, 1
SECRET = bytes(range(32))

HITS = (6, 6, 6)
ONE_HIT = (6, 1, 1, 1, 1)  # two dice fail and fail again


def planned(faces: tuple[int, ...], *picks: int) -> Game[Skirmish]:
    """A game with planned dice, all of which are thrown."""
    hand = PlannedHand(faces)
    game = take(begin(hand), picks)
    hand.assert_used()
    return game


def sample() -> Record:
    """Fire and stand, creep, fire and run: eight steps, the last answer waiting for an order."""
    game = planned((*HITS, *ONE_HIT, 2), FIRE, STAND, CREEP, FIRE, RUN)
    made = kept(game, Typed())
    assert [type(step) for step in made.entries] == [
        AnswerStep,
        ThrowStep,
        AnswerStep,
        AnswerStep,
        AnswerStep,
        ThrowStep,
        AnswerStep,
        ThrowStep,
    ]
    return made


def with_step(made: Record, at: int, /, **changes: Any) -> Record:
    """The record with a step changed, and sealed anew."""
    steps = list(made.entries)
    steps[at - 1] = replace(steps[at - 1], **changes)
    return sealed(replace(made, entries=tuple(steps)))


def difference(made: Record, system: SkirmishSystem = SKIRMISH) -> Differs:
    with pytest.raises(Differs) as differs:
        replay(made, system)
    return differs.value


# ----------------------------------------------------------------------- the same game again
@settings(max_examples=40, deadline=None)
@given(
    picks=st.lists(st.integers(0, 5), max_size=30).map(tuple),
    seed=st.integers(0, 10**6),
    stop=st.integers(0, 60),
)
def test_a_replay_to_a_step_stands_where_the_game_stood(picks: tuple[int, ...], seed: int, stop: int) -> None:
    made = kept(take(begin(RandomHand(seed)), picks), Seeded(seed))
    stop = min(stop, len(made.entries))
    again = replay(made, SKIRMISH, stop)
    answers = sum(isinstance(step, AnswerStep) for step in made.entries[:stop])
    before = take(begin(RandomHand(seed)), picks[:answers])
    assert (again.log, again.battle, again.question) == (before.log, before.battle, before.question)
    if before.question is not None:
        assert again.position() == before.position()


def test_a_replayed_game_is_played_on_like_any_other() -> None:
    made = sample()
    again = replay(made, SKIRMISH, hand=PlannedHand((1, 1, 1, 1, 1, 1, *HITS)))
    take(again, (FIRE, FIRE, STAND, REST))
    whole = planned(
        (*HITS, *ONE_HIT, 2, 1, 1, 1, 1, 1, 1, *HITS), FIRE, STAND, CREEP, FIRE, RUN, FIRE, FIRE, STAND, REST
    )
    assert (again.log, again.battle, again.throws) == (whole.log, whole.battle, whole.throws)
    assert kept(again, Typed()) == kept(whole, Typed())


def test_answers_are_taken_back_in_a_replayed_game_as_in_any_other() -> None:
    again = replay(sample(), SKIRMISH, 3)
    again.undo()
    assert again.question is not None
    assert again.question.decision == "stand"
    with pytest.raises(Refused, match="nothing can be taken back"):
        again.undo()
    again.redo()
    assert again.log == replay(sample(), SKIRMISH, 3).log


def test_fair_dice_go_on_where_the_record_stops() -> None:
    picks = (FIRE, RUN) * 20
    whole = take(begin(FairHand(SECRET)), picks)
    half = kept(take(begin(FairHand(SECRET)), picks[:9]), Typed())
    assert half.casts == sum(
        len(entry.fell) for entry in replay(half, SKIRMISH).log if isinstance(entry, Thrown)
    )
    again = replay(half, SKIRMISH, hand=FairHand(SECRET, number=half.casts))
    assert take(again, picks[9:]).log == whole.log


def test_a_game_replayed_without_a_hand_can_be_looked_at_but_not_played_on() -> None:
    again = replay(sample(), SKIRMISH)
    with pytest.raises(RecordSpent, match="2D6 for 'to hit' are to be thrown: replay it with a hand"):
        take(again, (FIRE,))


@pytest.mark.parametrize("step", [-1, 9])
def test_a_step_the_record_does_not_have_is_refused(step: int) -> None:
    with pytest.raises(ValueError, match=f"There is no step {step}: the record has 8"):
        replay(sample(), SKIRMISH, step)


# ----------------------------------------------------------------------- records that break off
def test_a_record_that_breaks_off_among_dice_gives_the_game_before_that_answer() -> None:
    made = replace(sample(), entries=sample().entries[:5], end=None, seal="")  # fire, and no dice yet
    again = replay(made, SKIRMISH)
    assert again.question is not None
    assert (again.question.decision, again.question.seat) == ("order", 0)
    assert sum(isinstance(entry, Decided) for entry in again.log) == 3


def test_a_record_that_breaks_off_among_dice_goes_on_with_a_hand() -> None:
    made = replace(sample(), entries=sample().entries[:5], end=None, seal="")
    again = replay(made, SKIRMISH, hand=PlannedHand([*ONE_HIT, 2]))
    assert take(again, (RUN,)).log == replay(sample(), SKIRMISH).log


# ----------------------------------------------------------------------- rules that changed
@pytest.mark.parametrize(
    ("rules", "step", "words"),
    [
        (Rules(to_hit=4), 2, 'the record throws [[6,6,6]] as throw 0 for \'to hit\''),
        (Rules(orders=("fire",)), 1, 'the record answers {"kind":"fire","paces":0} to order of seat 0'),
        (Rules(lost=2), 4, 'the record answers {"kind":"creep","paces":3} to order of seat 1'),
    ],
)  # fmt: skip
def test_the_first_step_that_differs_is_named(rules: Rules, step: int, words: str) -> None:
    differs = difference(sample(), SkirmishSystem(rules))
    assert differs.step == step
    assert str(differs).startswith(f"step {step} differs: {words}")
    assert ", the rules now " in str(differs)
    assert differs.expected in str(differs)
    assert differs.found in str(differs)


def test_a_changed_question_is_told_in_words_and_options() -> None:
    differs = difference(sample(), SkirmishSystem(Rules(orders=("fire", "creep"))))
    assert (
        'ask order of seat 0 out of [{"kind":"fire","paces":0},{"kind":"creep","paces":3}]' in differs.found
    )


def test_a_battle_that_now_begins_otherwise_differs_at_step_0() -> None:
    differs = difference(sample(), SkirmishSystem(men=5))
    assert differs.step == 0
    assert "muster copse" in str(differs)


def test_the_scenario_in_the_record_counts_whatever_the_system_has_under_its_id() -> None:
    own = ground("copse", turns=2)
    game = Game(SKIRMISH, SKIRMISH.muster(own, Readings()), RandomHand(1))
    take(game, (REST, REST))
    made = record(game, scenario=own, seats=SEATS, dice=Seeded(1))
    assert SKIRMISH.scenario("copse").turn_limit == 8
    again = replay(made, SKIRMISH)
    assert (again.battle.dark, again.is_over) == (2, True)
    assert verify(made, SKIRMISH).is_ok


def test_another_scenario_put_into_a_record_differs_at_step_0() -> None:
    made = sample()
    differs = difference(sealed(replace(made, scenario=made.scenario | {"turn_limit": 9})))
    assert differs.step == 0
    assert "the rules now muster copse as" in str(differs)


def test_another_version_of_the_rules_replays_if_nothing_differs_and_says_so() -> None:
    made, corrected = sample(), CorrectedSkirmish()
    assert replay(made, corrected).log == replay(made, SKIRMISH).log
    remark = "The record was fought by version 1 of skirmish; these are the rules of version 2."
    assert remark_on_version(made, corrected) == remark
    assert remark_on_version(made, SKIRMISH) == ""
    found = verify(made, corrected)
    assert found.is_ok
    assert remark in found.remarks


def test_a_difference_says_if_the_version_is_another() -> None:
    differs = difference(sample(), CorrectedSkirmish(Rules(to_hit=4)))
    assert "version 1 of skirmish; these are the rules of version 2" in str(differs)


# ----------------------------------------------------------------------- records that were tampered with
@pytest.mark.parametrize(
    ("step", "changes", "words"),
    [
        (1, {"answer": {"kind": "flee", "paces": 0}}, "the rules now refuse it"),
        (1, {"answer": None}, "the rules now refuse it: null is not offered here"),
        (1, {"seat": 1}, "to order of seat 1"),
        (1, {"decision": "bribe"}, "to bribe of seat 0"),
        (1, {"question": "0" * 16}, "[0000000000000000], the rules now ask order"),
        (2, {"faces": ((6, 6),)}, "refuse them: 3D6 are thrown for 'to hit', but 2 faces were given"),
        (2, {"faces": ((6, 6, 6, 6),)}, "refuse them: 3D6 are thrown for 'to hit', but 4 faces were given"),
        (2, {"faces": ((6, 6, 7),)}, "the rules now refuse them: Die 3 for 'to hit' shows 7"),
        (2, {"faces": ((6, 6, 1),)}, "the rules now want 1D6 more: these are too few"),
        (2, {"faces": ()}, "the rules now want 3D6 more: these are too few"),
        (2, {"faces": ((6, 6, 6), (1,))}, "the rules now cast dice 1 times: these are too many"),
        (2, {"throw": "0" * 16}, "[0000000000000000], the rules now throw"),
        (2, {"number": 7}, "as throw 7 for 'to hit'"),
        (2, {"purpose": "luck"}, "for 'luck'"),
        (2, {"state": "0" * 16}, "the record then has the state 0000000000000000"),
        (8, {"faces": ((5,),)}, "Die 1 for 'flight' shows 5, which is not on D4"),
    ],
)  # fmt: skip
def test_a_step_that_was_tampered_with_is_named(step: int, changes: dict[str, Any], words: str) -> None:
    differs = difference(with_step(sample(), step, **changes))
    assert differs.step == step
    assert words in str(differs)


def test_a_long_answer_is_told_in_120_letters() -> None:
    whole, longer = "x" * 118, "x" * 119  # and two quotation marks
    assert f'answers "{whole}" to order' in str(difference(with_step(sample(), 1, answer=whole)))
    assert f'answers "{longer}... to order' in str(difference(with_step(sample(), 1, answer=longer)))


def _dropped(steps: tuple[Step, ...], at: int) -> tuple[Step, ...]:
    return steps[:at] + steps[at + 1 :]


def _doubled(steps: tuple[Step, ...], at: int) -> tuple[Step, ...]:
    return steps[: at + 1] + steps[at:]


def _swapped(steps: tuple[Step, ...], at: int) -> tuple[Step, ...]:
    return (*steps[:at], *reversed(steps[at : at + 2]), *steps[at + 2 :])


@pytest.mark.parametrize("change", [_dropped, _doubled, _swapped])
@pytest.mark.parametrize("at", range(7))
def test_steps_dropped_doubled_or_swapped_are_noticed(
    change: Callable[[tuple[Step, ...], int], tuple[Step, ...]], at: int
) -> None:
    made = sample()
    differs = difference(sealed(replace(made, entries=change(made.entries, at))))
    assert at <= differs.step - 1 <= at + 2


def test_a_record_that_stops_short_of_the_dice_it_owes_differs_after_its_last_step() -> None:
    made = sample()
    differs = difference(sealed(replace(made, entries=made.entries[:5])))
    assert differs.step == 6
    assert "the record ends, the rules now throw" in str(differs)


def test_a_record_that_goes_on_after_the_end_of_the_battle_differs() -> None:
    made = kept(take(begin(RandomHand(7)), (FIRE,) * 60), Seeded(7))
    assert made.is_over
    differs = difference(sealed(replace(made, entries=(*made.entries, made.entries[0]))))
    assert differs.step == len(made.entries) + 1
    assert "the rules now end the battle" in str(differs)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": "0" * 16}, 'then has the state "0000000000000000"'),
        ({"question": None}, "then has the question null"),
        ({"over": True}, "then has the over true, the rules now come to false"),
    ],
)
def test_an_end_that_was_tampered_with_is_named(changes: dict[str, Any], words: str) -> None:
    made = sample()
    assert made.end is not None
    differs = difference(sealed(replace(made, end=replace(made.end, **changes))))
    assert differs.step == 8
    assert words in str(differs)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"system": "chess"}, 'system: the record is of "chess", not of "skirmish"'),
        ({"scenario": {"id": "cope"}}, "scenario.units: is missing; it must be a list"),
        ({"readings": {"skirmish.win": 1}}, "readings: skirmish.win has only one reading"),
        ({"readings": {"skirmish.dark": 7}}, "readings: skirmish.dark has no reading 7"),
        ({"readings": {"weather": 1}}, 'readings: skirmish has no rule "weather"'),
    ],
)
def test_a_record_of_something_else_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord) as refused:
        replay(sealed(replace(sample(), **changes)), SKIRMISH)
    assert str(refused.value).startswith(words)


def test_a_rule_that_crashes_loses_no_game_and_crashes_again_from_its_record() -> None:
    faulty = SkirmishSystem(Rules(breaks_at_turn=2))
    game = begin(RandomHand(1), system=faulty)
    before = (game.battle, game.question, list(game.log), game.throws)
    with pytest.raises(AssertionError, match="a fault in the rules"):
        take(game, (CREEP,))
    assert (game.battle, game.question, game.log, game.throws) == before
    made = kept(game, Seeded(1))
    assert not made.is_over
    with pytest.raises(AssertionError, match="a fault in the rules"):
        take(replay(made, faulty, hand=RandomHand(1)), (CREEP,))
