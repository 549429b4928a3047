"""Questions: what may be asked, who judges the answer, and how an answer travels as plain data."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from sandtable.game.ask.questions import Choose, Do, Event, Tell, do, plain, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import Battle
from sandtable.table.space import Body, Field


class Shot(Struct, frozen=True):
    """An option that is more than a word."""

    target: int
    aimed: bool


def refusal(question: Choose[Any], answer: object) -> Refusal:
    """The refusal that an answer gets."""
    judged = question.judge(answer)
    assert isinstance(judged, Refusal), f"{answer!r} was let through as {judged!r}"
    return judged


def _at(start: int, count: int) -> int:
    """Draws the answer at that place, counted round."""
    return start % count


PACE = Choose("pace", 0, ("slow", "quick"))


def test_an_offered_option_stands_and_any_other_is_refused_by_the_name_of_the_decision() -> None:
    assert PACE.judge("slow") == "slow"
    refused = refusal(PACE, "double")
    assert refused.rule == "pace"
    assert str(refused) == '"double" is not offered here; choose one of: "slow", "quick" (pace)'


def test_a_grave_option_stands_but_is_not_among_the_sensible_ones() -> None:
    question = Choose("concede", seat=0, options=("play on", "concede"), grave=("concede",))
    assert question.judge("concede") == "concede"
    assert question.sensible() == ("play on",)


class Brisk(Choose[str], frozen=True):
    """A choice that knows more of sense than what is grave."""

    def sensible(self) -> tuple[str, ...]:
        """Whatever is quick."""
        return tuple(option for option in self.options if option.startswith("quick"))


def test_an_answer_is_drawn_from_what_the_question_itself_holds_for_sensible() -> None:
    question = Brisk("pace", 0, ("slow", "quick", "slower", "quickest", "give up"))
    drawn = {question.any_answer(partial(_at, at)) for at in range(10)}
    assert drawn == {"quick", "quickest"}


def test_a_long_list_of_options_is_named_in_part() -> None:
    words = refusal(Choose("number", 0, tuple(range(20))), 99).words
    assert words == "99 is not offered here; choose one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more"


def test_a_long_answer_is_shown_in_part() -> None:
    words = refusal(PACE, "x" * 1000).words
    assert len(words) < 200
    assert words.startswith('"xxx')


def test_an_equal_number_of_another_kind_is_not_the_option() -> None:
    """Python holds 1, 1.0 and True to be equal; a file does not, and could not be replayed."""
    number = Choose("number", 0, (0, 1))
    assert number.judge(1) == 1
    refusal(number, 1.0)
    refusal(number, True)  # noqa: FBT003 - it is the wrong answer on purpose


def test_the_rule_goes_on_with_the_option_itself_and_not_with_its_twin() -> None:
    offered = Shot(3, aimed=True)
    judged = Choose("shot", 1, (offered,)).judge(Shot(3, aimed=True))
    assert judged is offered


@pytest.mark.parametrize(
    "answer", [object(), {1: 2}, "\ud800", 1 + 2j, {"a": object()}, [[]], None, float("nan"), b"slow", 2**80]
)
def test_no_answer_however_strange_does_more_than_be_refused(answer: object) -> None:
    refused = refusal(PACE, answer)
    assert "is not offered here" in refused.words
    assert isinstance(PACE.read(answer), Refusal)


def test_an_answer_that_holds_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append(loop)
    assert "is not offered here" in refusal(PACE, loop).words


def test_an_option_is_found_again_from_its_plain_form() -> None:
    shots = Choose("shot", 1, (Shot(3, aimed=True), Shot(3, aimed=False)))
    assert shots.read({"target": 3, "aimed": False}) is shots.options[1]
    assert shots.read({"aimed": False, "target": 3}) is shots.options[1]
    unknown = shots.read({"target": 4, "aimed": False})
    assert isinstance(unknown, Refusal)
    assert unknown.rule == "shot"


options = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.text(max_size=3), st.tuples(st.integers(0, 2))
)


@given(st.lists(options, min_size=1, max_size=8, unique_by=plain))
@settings(deadline=None, max_examples=100)
def test_every_option_survives_the_way_over_the_wire(offered: list[object]) -> None:
    question = Choose("any", 0, tuple(offered))
    for option in question.sensible():
        there_and_back = question.read(msgspec.json.decode(plain(option)))
        assert there_and_back is option
        assert question.judge(there_and_back) is option


def test_an_answer_drawn_by_chance_is_one_of_the_sensible_ones_and_never_a_grave_one() -> None:
    asked = Choose("pace", 0, ("slow", "quick", "give up"), grave=("give up",))
    counts: list[int] = []

    def last(count: int) -> int:
        counts.append(count)
        return count - 1

    assert asked.any_answer(last) == "quick"
    assert counts == [2]


def test_the_digest_of_a_question_changes_with_all_that_makes_it_this_question() -> None:
    asked = Choose("pace", 0, ("slow", "quick"), about=(4,))
    others = (
        Choose("speed", 0, ("slow", "quick"), about=(4,)),
        Choose("pace", 1, ("slow", "quick"), about=(4,)),
        Choose("pace", 0, ("quick", "slow"), about=(4,)),
        Choose("pace", 0, ("slow", "quick"), about=(5,)),
    )
    digests = {question.digest() for question in (asked, *others)}
    assert len(digests) == 5
    assert Choose("pace", 0, ("slow", "quick"), about=(4,), aims=(2,)).digest() == asked.digest()


def test_the_digest_of_a_question_is_the_same_on_every_machine() -> None:
    assert PACE.digest() == "554d7627337d4215"


async def twice(number: int) -> int:
    """A procedure without questions."""
    return 2 * number


def test_calls_of_one_procedure_with_equal_facts_are_equal_and_can_be_remembered() -> None:
    assert do(twice, 4) == do(twice, 4)
    assert hash(do(twice, 4)) == hash(do(twice, 4))
    assert do(twice, 4) != do(twice, 5)


def test_a_call_can_be_started_again_and_again() -> None:
    call: Do[int] = do(twice, 4)
    for _ in range(2):
        procedure = call.start()
        with pytest.raises(StopIteration) as end:
            _ = procedure.send(None)
        assert end.value.value == 8


class Rained(Event[Battle[Body]], frozen=True):
    """It has rained."""

    def apply(self, battle: Battle[Body]) -> Battle[Body]:
        """The next turn begins."""
        return msgspec.structs.replace(battle, turn=battle.turn + 1)


def test_an_event_makes_the_next_battle_and_leaves_the_old_one() -> None:
    before: Battle[Body] = Battle(Field(100, 100), ())
    told = tell(before, Rained())
    asked = told.send(None)
    assert asked == Tell(before, Rained())
    with pytest.raises(StopIteration) as after:
        told.send(asked.event.apply(asked.battle))
    assert after.value.value.turn == 2
    assert before.turn == 1
    assert not Rained.reveals


def test_twelve_options_are_named_without_more() -> None:
    refused = Choose("pick", 0, tuple(range(12))).judge(99)
    assert isinstance(refused, Refusal)
    assert refused.words.endswith("choose one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11")


def test_a_long_answer_is_shown_in_eighty_letters() -> None:
    for answer, shown in (("x" * 78, f'"{"x" * 78}"'), ("x" * 79, f'"{"x" * 79}...')):
        refused = Choose("pick", 0, (0,)).judge(answer)
        assert isinstance(refused, Refusal)
        assert refused.words.startswith(f"{shown} is not offered here")
