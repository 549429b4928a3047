"""The record of a game: what it holds, what of it may be shown, and how it comes back from a file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import FairHand, PlannedHand, RandomHand, commitment
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import replay, scenario_of, verify
from sandtable.game.files.record import (
    AnswerStep,
    Fair,
    Fork,
    Record,
    Ruled,
    Seeded,
    ThrowStep,
    Typed,
    record,
    sealed,
    text_of,
)
from sandtable.game.files.record_files import BadRecord, load, parse, save
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from tests.game.skirmish import SEATS, SKIRMISH, Skirmish, begin, ground, kept, take

SECRET = bytes(range(32))
CONTRIBUTIONS = (b"heads or", b"or tails?")
FIRE, STAND, RUN = 0, 0, 1


def fair(*, secret: bytes | None = SECRET) -> Fair:
    shown = None if secret is None else secret.hex()
    return Fair(commitment(SECRET), tuple(each.hex() for each in CONTRIBUTIONS), shown)


def fair_game(*picks: int) -> Game[Skirmish]:
    return take(begin(FairHand(SECRET, CONTRIBUTIONS)), picks)


def same(one: Game[Skirmish], other: Game[Skirmish]) -> bool:
    return (one.log, one.battle, one.question, one.throws) == (
        other.log,
        other.battle,
        other.question,
        other.throws,
    )


# ----------------------------------------------------------------------- what it holds
def test_a_record_holds_every_answer_and_every_face_in_order() -> None:
    hand = PlannedHand([6, 5, 1, 2, 3])  # three dice of which one fails and fails again; then a card
    game = take(begin(hand), (FIRE, RUN))
    hand.assert_used()
    steps = kept(game, Typed()).entries
    assert [(step.seat, step.answer) for step in steps if isinstance(step, AnswerStep)] == [
        (0, {"kind": "fire", "paces": 0}),
        (1, "run"),
    ]
    assert [(step.number, step.purpose, step.faces) for step in steps if isinstance(step, ThrowStep)] == [
        (0, "to hit", ((6, 5, 1), (2,))),
        (1, "flight", ((3,),)),
    ]
    assert [type(step) for step in steps] == [AnswerStep, ThrowStep, AnswerStep, ThrowStep]


def test_a_record_names_what_it_was_fought_by() -> None:
    readings = SKIRMISH.rulebook().choose({"skirmish.dark": 1})
    copse = SKIRMISH.scenario("copse")
    game = Game(SKIRMISH, SKIRMISH.muster(copse, readings), RandomHand(1))
    made = record(game, scenario=copse, seats=SEATS, dice=Seeded(1), readings=readings)
    assert (made.system, made.system_version, made.scenario_id) == ("skirmish", 1, "copse")
    assert made.readings == {"skirmish.dark": 1}
    assert made.seats == SEATS
    assert replay(made, SKIRMISH).battle.dark == 12


def test_a_record_holds_the_whole_scenario_as_plain_data() -> None:
    made = kept(begin(RandomHand(1)), Seeded(1))
    assert made.scenario["turn_limit"] == 8
    assert made.scenario["table"] == {"width": 10, "depth": 12}
    units = made.scenario["units"]
    assert isinstance(units, list)
    assert [unit["name"] for unit in units] == ["Red", "Blue"]
    assert scenario_of(made, SKIRMISH) == SKIRMISH.scenario("copse")


def test_a_battle_from_a_scenario_that_no_system_has_comes_back_from_its_file(tmp_path: Path) -> None:
    garden = ground("my-garden", turns=2, men=9)
    game = take(Game(SKIRMISH, SKIRMISH.muster(garden, Readings()), RandomHand(4)), (FIRE,) * 60)
    save(record(game, scenario=garden, seats=SEATS, dice=Seeded(4)), tmp_path / "a.battle.json")
    loaded = load(tmp_path / "a.battle.json")
    assert loaded.scenario_id == "my-garden"
    assert scenario_of(loaded, SKIRMISH) == garden
    assert same(replay(loaded, SKIRMISH), game)
    assert verify(loaded, SKIRMISH).is_ok


def test_a_game_that_was_kept_and_resumed_makes_the_same_record_as_one_that_was_not() -> None:
    made = kept(begin(RandomHand(1)), Seeded(1))
    again = replay(made, SKIRMISH)
    copied = record(again, scenario=scenario_of(made, SKIRMISH), seats=SEATS, dice=Seeded(1))
    assert text_of(copied) == text_of(made)
    assert b'"table":{"depth":12.0,"width":10.0}' in text_of(made)


def test_a_scenario_that_could_not_be_read_again_is_not_recorded() -> None:
    crowded = ground("copse", turns=8, men=10_000)
    game = Game(SKIRMISH, SKIRMISH.muster(crowded, Readings()), RandomHand(1))
    with pytest.raises(BadFile, match="the scenario to be recorded: men: no squad has 10000 men"):
        record(game, scenario=crowded, seats=SEATS, dice=Seeded(1))


def test_a_record_of_a_finished_battle_names_its_outcome() -> None:
    game = take(begin(RandomHand(7)), (FIRE,) * 60)
    end = kept(game, Seeded(7)).end
    assert end is not None
    assert end.over
    assert end.question is None
    assert end.outcome == game.battle.outcome
    assert end.outcome is not None


def test_states_are_noted_where_a_procedure_ended_and_not_too_often() -> None:
    game = take(begin(RandomHand(5), scenario="endless"), (FIRE,) * 300)
    steps = kept(game, Seeded(5), scenario="endless").entries
    noted = [number for number, step in enumerate(steps, start=1) if step.state is not None]
    gaps = [later - sooner for sooner, later in zip([0, *noted], noted, strict=False)]
    # an activation has four steps at most, and a state is noted where one ends
    assert set(gaps) <= {50, 51, 52, 53}
    assert 50 in gaps
    for following in (steps[number] for number in noted if number < len(steps)):
        assert isinstance(following, AnswerStep)
        assert following.decision == "order", "a procedure begins with an order"


def test_a_longer_record_begins_with_the_steps_of_the_shorter_one() -> None:
    game = take(begin(RandomHand(5), scenario="endless"), (FIRE,) * 120)
    sooner = kept(game, Seeded(5), scenario="endless").entries
    later = kept(take(game, (FIRE,) * 120), Seeded(5), scenario="endless").entries
    assert later[: len(sooner)] == sooner


@pytest.mark.parametrize("answers", [2, 3])
def test_a_fork_is_not_recorded_because_it_does_not_know_how_it_began(answers: int) -> None:
    game = take(begin(PlannedHand([6, 6, 6, 6, 6, 6])), (FIRE, STAND, FIRE)[:answers])
    fork = game.fork(PlannedHand([6, 6, 6]))
    with pytest.raises(ValueError, match="record the game itself, not a fork of it"):
        kept(take(fork, (STAND, FIRE) if answers == 1 else (FIRE,)), Typed())


def test_a_game_is_not_recorded_under_a_scenario_it_did_not_begin_with() -> None:
    with pytest.raises(ValueError, match="did not begin with endless and these readings"):
        kept(begin(RandomHand(1)), Seeded(1), scenario="endless")


# ----------------------------------------------------------------------- what may be shown
def test_nothing_shown_during_play_foretells_the_dice_or_tells_what_is_hidden() -> None:
    made = kept(fair_game(FIRE, STAND, FIRE), fair())
    text = text_of(made.public()).decode()
    assert SECRET.hex() not in text
    assert made.public().entries == ()
    assert made.public().end is None
    assert commitment(SECRET) in text
    assert CONTRIBUTIONS[0].hex() in text


def test_the_seed_of_a_simulation_is_not_shown_either_while_it_lasts() -> None:
    made = kept(take(begin(RandomHand(987654321)), (FIRE,)), Seeded(987654321))
    assert "987654321" not in text_of(made.public()).decode()
    assert "987654321" not in text_of(made.without_secret()).decode()


def test_all_is_open_when_the_battle_is_over() -> None:
    game = fair_game(*(FIRE,) * 60)
    made = kept(game, fair())
    assert game.is_over
    assert made.public() == made


def test_a_record_without_its_secret_keeps_its_steps() -> None:
    made = kept(fair_game(FIRE, STAND), fair())
    bare = made.without_secret()
    assert bare.entries == made.entries
    assert bare.dice == fair(secret=None)
    assert kept(fair_game(FIRE), Typed()).without_secret().dice == Typed()


# ----------------------------------------------------------------------- to a file and back
@settings(max_examples=60, deadline=None)
@given(picks=st.lists(st.integers(0, 5), max_size=40).map(tuple), seed=st.integers(0, 2**32))
def test_a_game_comes_back_from_its_file_to_the_bit(
    picks: tuple[int, ...], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = take(begin(RandomHand(seed)), picks)
    made = kept(game, Seeded(seed))
    path = tmp_path_factory.mktemp("records") / "a.battle.json"
    save(made, path)
    loaded = load(path)
    assert loaded == made
    assert same(replay(loaded, SKIRMISH), game)


def test_a_game_comes_back_from_the_middle_of_an_activation(tmp_path: Path) -> None:
    game = take(begin(PlannedHand([6, 6, 6])), (FIRE,))
    assert game.question is not None
    assert game.question.decision == "stand"
    save(kept(game, Typed()), tmp_path / "a.battle.json")
    again = replay(load(tmp_path / "a.battle.json"), SKIRMISH, hand=PlannedHand([2]))
    assert same(again, game)
    take(again, (RUN,))
    assert again.question is not None
    assert again.question.decision == "order"


def test_the_file_is_json_with_a_step_to_a_line_and_the_seal_under_all_of_it(tmp_path: Path) -> None:
    made = kept(fair_game(FIRE, STAND, FIRE, RUN), fair(secret=None))
    save(made, tmp_path / "a.battle.json")
    text = (tmp_path / "a.battle.json").read_bytes()
    whole = json.loads(text)
    assert whole["format"] == "sandtable.battle"
    assert whole["version"] == 1
    lines = text.split(b"\n")
    opening, closing = lines.index(b'"entries":['), lines.index(b"],")
    assert [json.loads(line.rstrip(b",")) for line in lines[opening + 1 : closing]] == whole["entries"]
    above = text[: text.rindex(b'"seal"')]
    assert whole["seal"] == sha256(above).hexdigest()


def test_the_same_game_always_makes_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save(kept(fair_game(FIRE, STAND, FIRE), fair()), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_saving_again_replaces_the_file_and_leaves_nothing_else_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.battle.json"
    save(kept(fair_game(FIRE), fair()), path)
    later = kept(fair_game(FIRE, STAND), fair())
    save(later, path)
    assert load(path) == later
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_fails_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.battle.json"
    before = kept(fair_game(FIRE), fair())
    save(before, path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(BadRecord, match=r"cannot be written here: No space left"):
            save(kept(fair_game(FIRE, STAND), fair()), path)
    assert load(path) == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["nowhere/a.battle.json", "a\0b", "."])
def test_a_place_that_cannot_be_written_to_is_refused(place: str, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be written here"):
        save(kept(fair_game(FIRE), fair()), tmp_path / place)
    assert list(tmp_path.iterdir()) == []


def _unsealed(made: Record) -> Record:
    return replace(made, seal="")


def _changed(made: Record) -> Record:
    return replace(made, scenario=made.scenario | {"turn_limit": 9})


def _unreadable(made: Record) -> Record:
    return sealed(replace(made, dice=Seeded(2**70)))


def _of_tomorrow(made: Record) -> Record:
    return sealed(replace(made, version=2))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_unsealed, "without a seal cannot be saved"),
        (_changed, "seal: does not fit what the record says"),
        (_unreadable, r"dice\.seed: Expected `int` <= 9223372036854775807"),
        (_of_tomorrow, "version: must be 1, not 2"),
    ],
)
def test_what_could_not_be_loaded_again_is_not_saved(
    change: Callable[[Record], Record], words: str, tmp_path: Path
) -> None:
    with pytest.raises(BadRecord, match=words):
        save(change(kept(fair_game(FIRE), fair())), tmp_path / "a.battle.json")
    assert list(tmp_path.iterdir()) == []


def test_readings_left_at_their_defaults_are_not_listed() -> None:
    game = begin(RandomHand(1))
    made = record(game, scenario=SKIRMISH.scenario("copse"), seats=SEATS, dice=Seeded(1), readings=Readings())
    assert made.readings == {}


FORKED = Fork("game 0123456789abcdef", 2, 5)
RULED = (Ruled(1, "answered for Ann"),)


@pytest.mark.parametrize("fork", [None, FORKED])
@pytest.mark.parametrize("take_backs", [0, 3])
@pytest.mark.parametrize("rulings", [(), RULED])
def test_a_fork_take_backs_and_rulings_stand_in_a_record_that_has_them_and_in_no_other(
    fork: Fork | None, take_backs: int, rulings: tuple[Ruled, ...], tmp_path: Path
) -> None:
    plain_record = kept(fair_game(FIRE), fair())
    made = sealed(replace(plain_record, fork=fork, take_backs=take_backs, rulings=rulings))
    path = tmp_path / "a.battle.json"
    save(made, path)
    assert load(path) == made
    text = path.read_text()
    for name, value in (("fork", fork), ("take_backs", take_backs), ("rulings", rulings)):
        assert (f'\n"{name}":' in text) == bool(value)
    assert len(text.split("\n")) == len(text_of(plain_record).split(b"\n")) + sum(
        map(bool, (fork, take_backs, rulings))
    )


def test_a_throw_names_its_epoch_only_after_a_take_back() -> None:
    made = kept(fair_game(FIRE), fair())
    assert b"epoch" not in text_of(made)
    fallen = [step for step in made.entries if isinstance(step, ThrowStep)]
    assert fallen
    steps = tuple(replace(step, epoch=2) if isinstance(step, ThrowStep) else step for step in made.entries)
    again = parse(text_of(sealed(replace(made, entries=steps))), "again")
    assert [step.epoch for step in again.entries if isinstance(step, ThrowStep)] == [2] * len(fallen)
