"""Views: what a seat may see of a game, as plain data, and nothing more."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.present.view import OptionView, View, as_json, view
from sandtable.game.rules.rulebook import Readings
from sandtable.table.space.pose import Pose
from tests.conformance.duel.system import DUEL, Duel


def duel(*faces: int, tricks: tuple[str, str] = ("cut", "riposte")) -> Game[Duel]:
    """The tricks are drawn in the game, as these faces say or as the tricks want it."""
    places = {("cut", "riposte"): (1, 2), ("cut", "flourish"): (1, 1)}[tricks]
    return Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand([*places, *faces]))


def plain(seen: View) -> Any:
    """A view as it arrives."""
    return msgspec.json.decode(as_json(seen))


def lines(seen: View) -> list[str]:
    """The log in words."""
    return [line.words for line in seen.log]


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
    assert asked.prompt.options[0] == OptionView("lunge", "lunge", title="lunge")


def test_the_answer_in_an_option_is_the_answer_that_the_game_takes() -> None:
    game = duel()
    for option in plain(view(game, 0))["prompt"]["options"]:
        assert game.objection(game.question.read(option["answer"]) if game.question else None) is None


def test_the_trick_of_the_other_fencer_is_nowhere_in_a_view() -> None:
    game = duel()
    assert "riposte" not in as_json(view(game, 0)).decode()
    assert '"cut"' not in as_json(view(game, 1)).decode()
    for hidden in ("cut", "riposte"):
        assert f'"{hidden}"' not in as_json(view(game, None)).decode()


def test_a_view_is_the_same_whatever_is_hidden_from_it() -> None:
    one, two = duel(), duel(tricks=("cut", "flourish"))
    assert as_json(view(one, 0)) == as_json(view(two, 0))
    assert as_json(view(one, None)) == as_json(view(two, None))
    assert as_json(view(one, 1)) != as_json(view(two, 1))


def test_who_drew_a_card_sees_it_and_the_others_see_that_it_was_drawn() -> None:
    game = duel()
    assert lines(view(game, 0)) == [
        "trick: cut",
        "TrickDrawn(seat=0, trick='cut')",
        "trick: thrown in secret",
        "TrickDrawn(seat=1, trick='?')",
    ]


def test_a_card_is_shown_without_its_place_in_the_deck_which_would_tell_the_other_card() -> None:
    """Of three tricks the flourish is the first that is left if the cut is gone, else the second."""
    first, second = (
        Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand(faces))
        for faces in ([1, 1], [3, 2])
    )
    assert first.battle.tricks == ("cut", "flourish")
    assert second.battle.tricks == ("riposte", "flourish")
    assert as_json(view(first, 1)) == as_json(view(second, 1))


def test_what_was_shown_is_seen_by_all() -> None:
    game = duel()
    game.answer("feint")
    for seat in (0, 1, None):
        assert "TrickShown(seat=0, trick='cut')" in lines(view(game, seat))


def test_dice_on_the_table_are_seen_by_all_with_their_faces() -> None:
    game = duel(6, 3)
    game.answer("lunge")
    game.answer("parry")
    for seat in (0, 1, None):
        dice = [line for line in view(game, seat).log if line.kind == "dice"][-1]
        assert (dice.words, dice.faces) == ("touch: 1", ((6, 3),))


def test_a_decision_is_told_to_who_took_it() -> None:
    game = duel()
    game.answer("lunge")
    assert 'attack: "lunge"' in lines(view(game, 0))
    assert 'attack: "lunge"' not in lines(view(game, 1))
    assert 'attack: "lunge"' not in lines(view(game, None))


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
