"""The arena with the shortest system, and what holds for situations of all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from sandtable import arena, systems
from sandtable.agents import Captain
from sandtable.cli.app import app
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.files.profiles import Profiles
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from tests.arena import (
    test_arena_coldsteel,
    test_arena_eagle,
    test_arena_elan,
    test_arena_liberty,
    test_arena_tricorn,
)
from tests.arena.situations import assert_is_an_ordinary_battle, refusal, text_of
from tests.conformance.toy.battle import CompanyChanged, Held
from tests.conformance.toy.system import SYSTEM as TOY
from tests.conformance.toy.turn import fire, fire_at, shoot

RED: dict[str, Any] = {"id": "red", "side": "a", "profile": "company", "x": 20, "y": 10}
BLUE: dict[str, Any] = {"id": "blue", "side": "b", "profile": "company", "x": 20, "y": 14, "facing": 180}
DUEL = text_of([{**RED, "figures": 1}, {**BLUE, "figures": 2}])
DECIDING = {"turn": 3, "active": "b", "held": ["drums", ""], "shown": ["", "powder"]}


# --------------------------------------------------------------------- the toy
def test_a_company_and_the_cards_are_as_they_are_stated() -> None:
    units = [{**RED, "figures": 3, "activated": True, "reacted": True}, BLUE]
    begun = arena.load(TOY, text_of(units, situation=DECIDING))
    red = begun.unit("red")
    assert (red.figures, red.shape.width, red.activated, red.reacted) == (3, 300, True, True)
    assert (begun.battle.turn, begun.battle.active) == (3, 1)
    assert begun.battle.held == (Held("drums"), Held("powder", shown=True))
    assert begun.battle.deck == ("drums", "drums", "powder", "powder")


@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"figures": 5}, {}, "units[0].figures", "from 1 up to 4"),
        ({"touches": ["blue"]}, {}, "units[0].touches[0]", "they stand 4 in apart"),
        ({"x": ...}, {}, "units[0]", "must have both x and y, or neither"),
        ({"x": ..., "y": ...}, {}, "units[0]", "has no x and y"),
        (
            {"x": ..., "y": ..., "touches": ["green"]},
            {},
            "units[0].touches[0]",
            "which is not an enemy of it",
        ),
        (
            {},
            {"situation": {"turn": 11}},
            "situation.turn",
            "turn 11 never comes; turn_limit ends the battle",
        ),
        ({}, {"situation": {"active": "c"}}, "situation.active", 'there is no side "c"'),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "there is no such key here"),
        ({}, {"situation": {"held": ["pipes", ""]}}, "situation.held", "the deck has 0 pipes, not 1"),
        ({}, {"profiles": [{"id": "x"}]}, "profiles", "must be a list"),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    red = {name: value for name, value in {**RED, **unit}.items() if value is not ...}
    where, why = refusal(TOY, text_of([red, BLUE], **more))
    assert (where, words in why) == (key, True), (where, why)


def test_two_that_touch_one_another_and_stand_nowhere_are_refused() -> None:
    nowhere = [{"id": id, "side": side, "profile": "company"} for id, side in (("red", "a"), ("blue", "b"))]
    text = text_of([{**nowhere[0], "touches": ["blue"]}, {**nowhere[1], "touches": ["red"]}])
    key, words = refusal(TOY, text)
    assert (key, "no x and y to stand together at" in words) == ("units[0].touches[0]", True)


# --------------------------------------------------------------------- playing
def test_any_procedure_that_takes_the_battle_first_can_be_played() -> None:
    duel = arena.load(TOY, DUEL)
    red, blue = duel.unit("red"), duel.unit("blue")
    # One figure at four inches hits on 4 or more; the hit is not saved; the nerve test passes on a six.
    played = duel.play(fire, fire_at(duel.battle, red, blue), blue, dice=[4, 1, 6])
    assert played.story == ("blue is shot at and loses 1",)
    assert [happening.event for happening in played.happenings] == list(played.told(CompanyChanged))
    assert duel.after(played).unit("blue").figures == 1
    assert duel.unit("blue").figures == 2


def test_answers_are_asked_in_words_and_kept_as_questions() -> None:
    duel = arena.load(TOY, DUEL)
    played = duel.play(shoot, duel.unit("red"), duel.unit("red"), answers=[None])
    assert played.asked == ("target",)
    assert [question.seat for question in played.questions] == [0]
    with pytest.raises(
        arena.Unplanned, match="target was asked, and no answer was planned: Choose a target Nobody, Blue"
    ):
        duel.play(shoot, duel.unit("red"), duel.unit("red"))


def test_the_next_procedure_is_played_until_the_battle_is_over() -> None:
    duel = arena.load(TOY, DUEL)
    assert duel.play(dice=[1]).story == ("Side 0 draws an order card: drums",)
    game = duel.game(RandomHand(1))
    assert game.question is not None
    gone = arena.Arena(TOY, duel.battle)
    with pytest.raises(LookupError, match='there is no unit "red"'):
        gone.unit("red")


def test_a_procedure_of_no_battle_is_carried_out_alone() -> None:
    async def pick() -> str:
        return await Choose("company", 0, ("one", "other"))

    carried = arena.carry_out(do(pick), answers=["other"])
    assert (carried.result, [question.decision for question in carried.questions]) == ("other", ["company"])


# --------------------------------------------------------------------- odds
def test_the_odds_of_a_table_procedure_are_those_of_its_dice() -> None:
    duel = arena.load(TOY, DUEL)
    red, blue = duel.unit("red"), duel.unit("blue")
    facts = fire_at(duel.battle, red, blue)
    lost = duel.odds(fire, facts, blue, of=lambda after: 2 - after.units[1].figures, exact=True)
    # A hit on 4 or more, unsaved unless a six falls: 1/2 * 5/6.
    assert str(lost[1]) == "5/12"
    assert duel.odds(fire, facts, blue, of=lambda after: after.units[1].pose is None, policy="best")[True] > 0
    assert duel.odds(fire, facts, blue, of=lambda after: True, policy=best) == {True: 1.0}


def test_decisions_are_taken_by_a_stated_policy_or_by_an_answer_for_each() -> None:
    duel = arena.load(TOY, DUEL)
    red = duel.unit("red")
    holds = duel.odds(shoot, red, red, of=lambda after: after == duel.battle, policy={"target": None})
    assert holds == {True: 1.0}
    with pytest.raises(NoPolicy, match="depend on the decision target: give an answer for it"):
        duel.odds(shoot, red, red, of=bool, policy={})
    with pytest.raises(NoPolicy, match="target"):
        duel.odds(shoot, red, red, of=bool)
    with pytest.raises(LookupError, match='there is no policy "bold"; there are cautious, best'):
        duel.odds(shoot, red, red, of=bool, policy="bold")


# --------------------------------------------------------------------- every system
CONTACTS = [
    pytest.param(
        "coldsteel", test_arena_coldsteel.GUARD, test_arena_coldsteel.UPON, {"step": "melee"}, id="coldsteel"
    ),
    pytest.param("eagle", test_arena_eagle.OWN, test_arena_eagle.UPON, {"step": "combats"}, id="eagle"),
    pytest.param("elan", test_arena_elan.OWN, test_arena_elan.UPON, {"step": "melees"}, id="elan"),
    pytest.param(
        "liberty", test_arena_liberty.OWN, test_arena_liberty.UPON, {"step": "melees"}, id="liberty"
    ),
    pytest.param(
        "tricorn",
        test_arena_tricorn.OWN,
        test_arena_tricorn.UPON,
        {"step": "melee", "active": "general b"},
        id="tricorn",
    ),
]
every_system = pytest.mark.parametrize(("system", "own", "upon", "now"), CONTACTS)


@every_system
def test_a_situation_read_back_as_a_record_keeps_it_is_the_same_battle(
    system: str, own: dict[str, Any], upon: dict[str, Any], now: dict[str, Any]
) -> None:
    owner = systems.load(system)
    scenario = owner.parse_scenario(text_of([own, upon], situation={"turn": 2, **now}))
    kept = owner.convert_scenario(msgspec.json.decode(msgspec.json.encode(scenario)))
    assert kept == scenario
    first, second = owner.muster(scenario, Readings()), owner.muster(kept, Readings())
    assert first == second
    assert msgspec.json.decode(msgspec.json.encode(first), type=owner.battle_type) == first


@every_system
def test_units_said_to_touch_that_stand_apart_are_refused(
    system: str, own: dict[str, Any], upon: dict[str, Any], now: dict[str, Any]
) -> None:
    apart = {**upon, "x": 36, "y": 23, "facing": 180}
    key, words = refusal(system, text_of([own, apart], situation={"turn": 2, **now}))
    assert key == "units[1].touches[0]"
    assert words == f"{upon['id']} touches {own['id']}, but by their x and y they stand 3 in apart"


@every_system
def test_a_situation_is_linted_and_fought_like_any_file(
    system: str, own: dict[str, Any], upon: dict[str, Any], now: dict[str, Any], tmp_path: Path
) -> None:
    file, kept = tmp_path / "melee.toml", tmp_path / "melee.json"
    file.write_text(text_of([own, upon], situation={"turn": 2, **now}), encoding="utf-8")
    run = CliRunner()
    assert run.invoke(app, ["lint", str(file)]).exit_code == 0
    fought = ["fight", str(file), "--agents", "captain,militia", "--record", str(kept)]
    assert run.invoke(app, fought).exit_code == 0
    assert run.invoke(app, ["verify", str(kept)]).exit_code == 0


@every_system
def test_captains_fight_with_profiles_of_a_scenarios_own(
    system: str, own: dict[str, Any], upon: dict[str, Any], now: dict[str, Any]
) -> None:
    owner = systems.load(system)
    listed = owner.roster()
    assert isinstance(listed, Profiles)
    profiles = [
        msgspec.to_builtins(msgspec.structs.replace(listed.profile(unit["profile"]), id=id))
        for unit, id in ((own, "ours"), (upon, "theirs"))
    ]
    known = [{key: value for key, value in profile.items() if value is not None} for profile in profiles]
    units = [{**own, "profile": "ours"}, {**upon, "profile": "theirs"}]
    text = text_of(units, profiles=known, situation={"turn": 2, **now}, turn_limit=3)
    game = assert_is_an_ordinary_battle(owner, text, agent=Captain)
    assert {unit.profile.id for unit in game.battle.units} == {"ours", "theirs"}


def test_the_toy_begun_in_the_middle_is_an_ordinary_battle() -> None:
    assert assert_is_an_ordinary_battle(TOY, text_of([RED, BLUE], situation=DECIDING)).is_over


def test_a_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(BadFile, match="the scenario: this is not valid TOML"):
        arena.load("liberty", "units = [")
