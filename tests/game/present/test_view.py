"""Views: what a seat may see of a game, as plain data, and nothing more."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.present.view import OptionView, View, view
from sandtable.game.rules.rulebook import Readings
from sandtable.table.space import Pose
from tests.conformance.duel.system import DUEL, Duel


def duel(*faces: int, tricks: tuple[str, str] = ("cut", "riposte")) -> Game[Duel]:
    """The tricks are drawn in the game, as these faces say or as the tricks want it."""
    places = {("cut", "riposte"): (1, 2), ("cut", "flourish"): (1, 1)}[tricks]
    return Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand([*places, *faces]))


def plain(seen: View) -> Any:
    """A view as it arrives."""
    return msgspec.json.decode(msgspec.json.encode(seen))


def text(seen: View) -> str:
    """A view as it is sent."""
    return msgspec.json.encode(seen).decode()


def test_a_view_tells_the_turn_the_field_and_every_body_with_its_card() -> None:
    seen = view(duel(), 0)
    assert (seen.system, seen.seat, seen.turn, seen.active) == ("duel", 0, 1, 0)
    assert (seen.field.width, seen.field.depth) == (1000, 1000)
    left, right = seen.bodies
    assert (left.side, left.pose) == (0, Pose(500, 400))
    assert left.card.name == "Left"
    assert left.card.state == "cut"
    assert len(right.bases) == 1
    assert right.card.markers == (("touches", 0),)


def test_only_the_seat_that_is_asked_has_a_prompt_and_all_know_who_is_waited_for() -> None:
    game = duel()
    asked, other, spectator = (view(game, seat) for seat in (0, 1, None))
    assert asked.waiting_for == other.waiting_for == spectator.waiting_for == 0
    assert other.prompt is None
    assert spectator.prompt is None
    assert asked.prompt is not None
    assert (asked.prompt.decision, asked.prompt.kind) == ("attack", "Choose")
    assert (asked.prompt.words, asked.prompt.rule) == ("attack, if you please", "duel.bout")
    assert asked.prompt.options[0] == OptionView("Lunge", "lunge", title="lunge")


def test_the_answer_in_an_option_is_the_answer_that_the_game_takes() -> None:
    game = duel()
    for option in plain(view(game, 0))["prompt"]["options"]:
        assert game.objection(game.question.read(option["answer"]) if game.question else None) is None


def test_the_trick_of_the_other_fencer_is_nowhere_in_a_view() -> None:
    game = duel()
    assert "riposte" not in text(view(game, 0))
    assert '"cut"' not in text(view(game, 1))
    for hidden in ("cut", "riposte"):
        assert f'"{hidden}"' not in text(view(game, None))


def test_a_view_is_the_same_whatever_is_hidden_from_it() -> None:
    one, two = duel(), duel(tricks=("cut", "flourish"))
    assert view(one, 0) == view(two, 0)
    assert view(one, None) == view(two, None)
    assert view(one, 1) != view(two, 1)


def test_only_who_gave_the_last_answer_may_take_it_back() -> None:
    game = duel(6, 3)
    assert [view(game, seat).can_undo for seat in (0, 1, None)] == [False, False, False]
    game.answer("lunge")
    assert [view(game, seat).can_undo for seat in (0, 1, None)] == [True, False, False]
    game.answer("parry")
    assert [view(game, seat).can_undo for seat in (0, 1, None)] == [False, False, False]


def test_a_view_of_a_battle_that_is_over_has_its_outcome_and_asks_nothing() -> None:
    game = Game(DUEL, replace(DUEL.muster(DUEL.scenario("dawn"), Readings()), turns=1), PlannedHand([1, 1]))
    game.answer("salute")
    seen = plain(view(game, 0))
    assert seen["outcome"] == {"winner": None, "degree": "drawn", "words": "time is up", "rule": "duel.limit"}
    assert seen["prompt"] is None
    assert seen["waiting_for"] is None
