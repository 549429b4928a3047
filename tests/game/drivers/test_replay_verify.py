"""Verification: all that can be said against a record, and what cannot be said yet."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import FairHand, PlannedHand, RandomHand, commitment
from sandtable.game.drivers.replay import Topic, replay, verify
from sandtable.game.files.record import (
    AnswerStep,
    Dice,
    Fair,
    Fork,
    Record,
    Ruled,
    Seeded,
    Step,
    ThrowStep,
    Typed,
    sealed,
)
from tests.game.skirmish import SKIRMISH, CorrectedSkirmish, Rules, SkirmishSystem, begin, kept, take

SECRET = bytes(range(1, 33))
CONTRIBUTIONS = (b"a penny for them", b"two pence")
PICKS = (0, 1) * 30
FAIR = Fair(commitment(SECRET), tuple(each.hex() for each in CONTRIBUTIONS), SECRET.hex())


def fought(answers: int = len(PICKS), dice: Dice = FAIR) -> Record:
    return kept(take(begin(FairHand(SECRET, CONTRIBUTIONS)), PICKS[:answers]), dice)


def words_on(topic: Topic, made: Record, system: SkirmishSystem = SKIRMISH) -> list[str]:
    return [finding.words for finding in verify(made, system).findings if finding.topic is topic]


def with_steps(made: Record, steps: tuple[Step, ...]) -> Record:
    return sealed(replace(made, entries=steps))


# ----------------------------------------------------------------------- what is well
def test_a_battle_fought_to_its_end_with_fair_dice_is_proven() -> None:
    made = fought()
    assert made.is_over
    found = verify(made, SKIRMISH)
    assert found.is_ok
    assert found.remarks == (f"The faces of {made.casts} out of {made.casts} casts were checked.",)


def test_dice_whose_secret_is_not_yet_revealed_are_not_held_against_a_record() -> None:
    made = fought(5, replace(FAIR, secret=None))
    found = verify(made, SKIRMISH)
    assert found.is_ok
    assert "not yet revealed" in found.remarks[0]
    assert verify(sealed(replace(made, dice=FAIR)), SKIRMISH).is_ok


def test_a_simulation_is_proven_by_its_seed() -> None:
    made = kept(take(begin(RandomHand(11)), PICKS), Seeded(11))
    assert verify(made, SKIRMISH).is_ok
    faults = words_on(Topic.DICE, sealed(replace(made, dice=Seeded(12))))
    assert faults
    assert "but the seed gives" in faults[0]
    hidden = verify(made.without_secret(), SKIRMISH)
    assert hidden.is_ok
    assert "kept back" in hidden.remarks[0]


def test_of_real_dice_nothing_but_their_faces_can_be_checked() -> None:
    found = verify(kept(take(begin(PlannedHand([6, 6, 6])), (0, 0)), Typed()), SKIRMISH)
    assert found.is_ok
    assert "People threw the dice" in found.remarks[0]


def test_what_anybody_may_see_of_a_battle_in_progress_verifies_as_far_as_it_goes() -> None:
    found = verify(fought(5).public(), SKIRMISH)
    assert found.is_ok
    assert "breaks off" in found.remarks[0]


# ----------------------------------------------------------------------- what is not
def test_a_record_without_a_seal_or_with_a_wrong_one_is_not_proven() -> None:
    made = fought()
    assert words_on(Topic.SEAL, replace(made, seal="")) == [
        "The record has no seal, so it cannot be checked for changes."
    ]
    (words,) = words_on(Topic.SEAL, replace(made, seats=made.seats[::-1]))
    assert "was changed after it was sealed" in words


def test_a_secret_other_than_the_one_committed_to_is_found_out() -> None:
    other = bytes(32)
    made = sealed(replace(fought(), dice=replace(FAIR, secret=other.hex())))
    faults = words_on(Topic.DICE, made)
    assert faults[0] == "The secret is not the one that was committed to."
    assert len(faults) > 1


def test_a_player_whose_contribution_was_left_out_can_tell() -> None:
    made = sealed(replace(fought(), dice=replace(FAIR, contributions=FAIR.contributions[:1])))
    assert words_on(Topic.DICE, made)


def test_dice_that_cannot_be_fair_are_said_to_be_so() -> None:
    made = sealed(replace(fought(), dice=replace(FAIR, contributions=("00",))))
    (words,) = words_on(Topic.DICE, made)
    assert "Contribution 1 has 1 bytes" in words


def test_many_wrong_casts_are_counted_rather_than_listed() -> None:
    made = kept(take(begin(RandomHand(1), scenario="endless"), (0,) * 200), Seeded(2), scenario="endless")
    faults = words_on(Topic.DICE, made)
    assert len(faults) == 11
    assert faults[-1].startswith("And ")


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 200), better=st.integers(1, 6))
def test_one_better_face_is_found_out_even_if_all_else_fits(at: int, better: int) -> None:
    made = fought()
    falls = [number for number, step in enumerate(made.entries) if isinstance(step, ThrowStep)]
    number = falls[at % len(falls)]
    step = made.entries[number]
    assert isinstance(step, ThrowStep)
    first, *rest = step.faces
    assume(first[0] != better)
    forged = replace(step, faces=((better, *first[1:]), *rest))
    steps = (*made.entries[:number], forged, *made.entries[number + 1 :])
    assert not verify(with_steps(made, steps), SKIRMISH).is_ok


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 200), pick=st.integers(0, 2))
def test_another_answer_that_is_just_as_legal_is_found_out(at: int, pick: int) -> None:
    made = fought()
    numbers = [number for number, step in enumerate(made.entries) if isinstance(step, AnswerStep)]
    number = numbers[at % len(numbers)]
    step = made.entries[number]
    assert isinstance(step, AnswerStep)
    orders: list[object] = [
        {"kind": "fire", "paces": 0},
        {"kind": "creep", "paces": 3},
        {"kind": "rest", "paces": 0},
    ]
    options = orders if step.decision == "order" else ["stand", "run"]
    answer = options[pick % len(options)]
    assume(answer != step.answer)
    steps = (*made.entries[:number], replace(step, answer=answer), *made.entries[number + 1 :])
    assert words_on(Topic.RULES, with_steps(made, steps))


def test_a_wrong_outcome_is_found_out() -> None:
    made = fought()
    assert made.end is not None
    assert made.end.outcome is not None
    stolen = replace(made.end.outcome, winner=1 - (made.end.outcome.winner or 0))
    (words,) = words_on(Topic.RULES, sealed(replace(made, end=replace(made.end, outcome=stolen))))
    assert "then has the outcome" in words


def test_a_rule_corrected_since_is_reported_at_its_first_step() -> None:
    (finding,) = verify(fought(), CorrectedSkirmish(Rules(to_hit=4))).findings
    assert finding.step == 2
    assert finding.words.startswith("step 2 differs: the record throws")


@pytest.mark.parametrize(
    "changes", [{"system": "chess"}, {"scenario": {"id": "nowhere"}}, {"readings": {"weather": 1}}]
)
def test_a_record_of_something_else_is_a_finding_not_a_crash(changes: dict[str, object]) -> None:
    assert len(words_on(Topic.RULES, sealed(replace(fought(), **changes)))) == 1


def test_rules_that_break_down_are_a_finding_not_a_crash() -> None:
    (words,) = words_on(Topic.RULES, fought(), SkirmishSystem(Rules(breaks_at_turn=3)))
    assert words.startswith("The rules broke down after step ")
    assert words.endswith("AssertionError: a fault in the rules")


# ----------------------------------------------------------------------- take-backs and forks
def in_epochs(made: Record, *epochs: int) -> Record:
    """The record with these epochs written beside its throws."""
    named = dict(enumerate(epochs))
    steps = (
        replace(step, epoch=named[step.number]) if isinstance(step, ThrowStep) else step
        for step in made.entries
    )
    return with_steps(made, tuple(steps))


def throws_of(made: Record) -> int:
    return sum(isinstance(step, ThrowStep) for step in made.entries)


def test_dice_of_a_later_epoch_are_proven_by_it_and_the_take_backs_are_told() -> None:
    made = kept(take(begin(FairHand(SECRET, CONTRIBUTIONS, epoch=3)), PICKS), FAIR)
    counted = sealed(replace(in_epochs(made, *[3] * throws_of(made)), take_backs=3))
    found = verify(counted, SKIRMISH)
    assert found.is_ok, found.findings
    assert found.remarks[0] == "3 take-backs past dice."
    assert verify(made, SKIRMISH).findings, "without their epoch they are other dice"


def test_one_take_back_is_told_as_one() -> None:
    found = verify(sealed(replace(fought(), take_backs=1)), SKIRMISH)
    assert found.is_ok
    assert found.remarks[0] == "1 take-back past dice."


def test_an_epoch_that_no_take_back_began_is_held_against_a_record() -> None:
    """Else a table could choose for each throw among as many faces as it likes."""
    made = kept(take(begin(FairHand(SECRET, CONTRIBUTIONS, epoch=3)), PICKS), FAIR)
    claimed = sealed(replace(in_epochs(made, *[3] * throws_of(made)), take_backs=2))
    (words,) = words_on(Topic.DICE, claimed)
    assert words == "The throws come to epoch 3, but the record counts 2 take-backs past dice."


def test_an_epoch_that_falls_again_is_held_against_a_record() -> None:
    made = fought()
    falling = sealed(replace(in_epochs(made, 1, *[0] * (throws_of(made) - 1)), take_backs=1))
    assert words_on(Topic.DICE, falling)[0].startswith("The epochs of the throws do not rise")


def test_a_fork_is_proven_by_its_own_dice_and_says_of_what_it_is_a_fork() -> None:
    before = kept(take(begin(RandomHand(11)), PICKS[:9]), Typed())
    game = replay(before, SKIRMISH, hand=FairHand(SECRET, CONTRIBUTIONS, number=before.casts))
    whole = kept(take(game, PICKS[9:]), FAIR)
    fork = Fork("game 0123456789abcdef", 9, len(before.entries))
    found = verify(sealed(replace(whole, fork=fork)), SKIRMISH)
    assert found.is_ok, found.findings
    own = whole.casts - before.casts
    assert found.remarks == (
        "This is a fork of game 0123456789abcdef at step 9.",
        f"The faces of {own} out of {own} casts were checked; {before.casts} fell before the fork.",
    )
    assert words_on(Topic.DICE, whole), "without the fork the first dice are not the secret's"


def test_the_acts_of_an_umpire_are_told() -> None:
    ruled = (Ruled(3, "went back to step 3"), Ruled(5, "answered for Ann"))
    found = verify(sealed(replace(fought(), rulings=ruled)), SKIRMISH)
    assert found.is_ok
    assert "An umpire acted 2 times; the record lists what he did." in found.remarks
