"""Battles of coldsteel in the middle: what is stated takes effect, and what contradicts is refused."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import arena, systems
from sandtable.dice.hand import PlanSpent
from sandtable.game.ask.refusal import Refused
from sandtable.systems.coldsteel.battle import ColdSteelUnit, Link, Removal, Step
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Point, Pose
from tests.arena.situations import assert_is_an_ordinary_battle, readings, refusal, text_of

GUARD: dict[str, Any] = {"id": "guard", "side": "a", "profile": "guard-battalion", "x": 36, "y": 20}
LINE: dict[str, Any] = {
    "id": "line",
    "side": "b",
    "profile": "line-battalion",
    "x": 36,
    "y": 30,
    "facing": 180,
}
UPON: dict[str, Any] = {"id": "line", "side": "b", "profile": "line-battalion", "touches": ["guard"]}


def loaded(*units: dict[str, Any], **more: object) -> arena.Arena[Any]:
    return arena.load("coldsteel", text_of(units, **more))


def guard(**state: object) -> ColdSteelUnit:
    found: ColdSteelUnit = loaded({**GUARD, **state}, LINE, situation={"turn": 2}, cards="assigned").unit(
        "guard"
    )
    return found


# --------------------------------------------------------------------- what takes effect
def test_two_units_on_bare_ground_are_enough() -> None:
    begun = loaded(GUARD, LINE)
    assert (begun.battle.turn, begun.battle.step) == (1, Step.INITIATIVE)
    assert [unit.name for unit in begun.battle.units] == ["guard", "line"]
    assert [camp.id for camp in begun.battle.camps] == ["a", "b"]


def test_a_unit_that_lost_models_keeps_its_files_and_has_the_shape_of_those_left() -> None:
    unit = guard(models=14)
    # 24 models form a line of 12 files; 14 of them fill the first rank and 2 places of the second.
    assert (unit.models, unit.files, unit.shape.width, len(unit.shape.bases)) == (14, 12, 900, 14)


def test_a_unit_may_have_formed_up_with_fewer_files_after_losses() -> None:
    unit = guard(models=14, files=7)
    assert (unit.files, unit.shape.width, unit.shape.depth) == (7, 525, 150)


def test_only_the_command_figures_that_are_named_are_alive() -> None:
    assert guard(command=["officer"]).command == (Figure.OFFICER,)
    assert guard(command=[]).command == ()
    assert len(guard().command) == 4


def test_a_square_has_its_hub_in_its_middle() -> None:
    unit = guard(formation="square")
    # 24 models: 6 on a face, so 7 bases of 0.75 in wide, 5.25 in; its middle lies 2.625 in behind its front.
    assert (unit.formation, unit.hub) == (Formation.SQUARE, Point(3600.0, 1737.0))


@pytest.mark.parametrize(
    "mark",
    ["failed", "named", "manoeuvred", "muskets_now", "guns_now", "muskets_before", "guns_before", "rerolled"],
)
def test_marks_of_a_unit_are_as_they_are_stated(mark: str) -> None:
    assert getattr(guard(**{mark: True}), mark) is True
    assert getattr(guard(), mark) is False


def test_marks_of_cards_need_the_card() -> None:
    assert guard(card="cowardly-officer", held_back=True).held_back
    assert guard(card="lucky-officer", lucky_used=True).lucky_used
    assert guard(card="dirty-muskets", fouled=True).fouled == 2
    spent = guard(card="veterans", card_spent=True)
    assert (spent.trait, spent.trait_spent) == (Trait.VETERANS, True)


def test_a_unit_that_left_play_stands_nowhere_and_counts_as_lost() -> None:
    gone = {"id": "gone", "side": "b", "profile": "line-battalion", "removed": "routed"}
    begun = loaded(GUARD, LINE, gone)
    assert (begun.unit("gone").pose, begun.unit("gone").removed) == (None, Removal.ROUTED)


@pytest.mark.parametrize(
    ("edge", "pose"),
    [
        ("front", Pose(3600, 2000, 1800)),
        ("rear", Pose(3600, 1850, 0)),
        ("left", Pose(3150, 1925, 900)),
        ("right", Pose(4050, 1925, 2700)),
    ],
)
def test_a_unit_without_a_place_is_laid_against_the_edge_of_the_enemy_it_touches(
    edge: str, pose: Pose
) -> None:
    # The guard stands in a line of 9 x 1.5 in with the middle of its front at (36, 20).
    begun = loaded(GUARD, {**UPON, "touches_at": edge}, situation={"step": "melee"})
    assert begun.unit("line").pose == pose
    assert begun.battle.links == (Link(1, 0, 1),)


def test_a_contact_of_this_turn_is_a_charge_and_an_older_one_is_not() -> None:
    now = loaded(GUARD, UPON, situation={"turn": 3, "step": "melee"})
    assert (now.unit("line").charged, now.unit("guard").charged_by) == (0, (1,))
    assert not now.unit("guard").was_engaged
    before = loaded(GUARD, {**UPON, "since": 2}, situation={"turn": 3, "step": "melee"})
    assert before.battle.links == (Link(1, 0, 2),)
    assert (before.unit("line").charged, before.unit("guard").charged_by) == (None, ())
    assert before.unit("guard").was_engaged
    assert before.unit("line").was_engaged


def test_the_turn_the_step_and_player_1_say_whose_step_it_is() -> None:
    begun = loaded(GUARD, LINE, situation={"turn": 4, "step": "first manoeuvres", "first": "b"}).battle
    assert (begun.turn, begun.step, begun.phase, begun.first, begun.active) == (
        4,
        Step.FIRST_MANOEUVRES,
        "manoeuvres",
        1,
        1,
    )
    shooting = text_of([GUARD, LINE], situation={"step": "first shooting", "first": "b"})
    # Player 2 shoots first as printed; by the other reading it is Player 1.
    assert arena.load("coldsteel", shooting).battle.active == 0
    other = readings("coldsteel", Reading.SHOOTING_ORDER)
    assert arena.load("coldsteel", shooting, other).battle.active == 1


def test_units_that_have_fought_do_not_fight_again_in_the_step() -> None:
    begun = loaded(GUARD, UPON, situation={"step": "melee", "fought": ["guard", "line"]})
    assert begun.battle.fought == (0, 1)
    assert begun.play().asked == ()


def test_a_unit_may_have_a_profile_that_no_list_has() -> None:
    own = {
        "id": "old-guard",
        "name": "Old Guard",
        "troop_class": "elite",
        "models": 12,
        "command": ["officer"],
    }
    begun = loaded({**GUARD, "profile": "old-guard"}, LINE, profiles=[own])
    unit = begun.unit("guard")
    assert (unit.profile.name, unit.models, unit.files, unit.command) == (
        "Old Guard",
        12,
        6,
        (Figure.OFFICER,),
    )
    assert_is_an_ordinary_battle(
        systems.load("coldsteel"), text_of([{**GUARD, "profile": "old-guard"}, LINE], profiles=[own])
    )


# --------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"models": 25}, {}, "units[0].models", "guard has 25 models, but guard-battalion begins with 24"),
        (
            {"models": 3, "command": ["officer", "standard", "sergeant", "musician"]},
            {},
            "units[0].command",
            "4",
        ),
        ({"command": ["standard"], "profile": "foot-battery"}, {}, "units[0].command", "has no standard"),
        ({"files": 13}, {}, "units[0].files", "13 files are more than the 12"),
        ({"formation": "garrison"}, {}, "units[0].building", "names a building"),
        ({"profile": "light-cavalry", "formation": "square"}, {}, "units[0].formation", "may be in"),
        ({"since": 1}, {}, "units[0].since", "touches nothing"),
        ({"card_spent": True}, {}, "units[0].card_spent", "has none"),
        ({"held_back": True}, {}, "units[0].held_back", "its card is none"),
        ({"lucky_used": True}, {}, "units[0].lucky_used", "its card is none"),
        ({"fouled": True}, {}, "units[0].fouled", "its card is none"),
        ({"guns_before": True}, {}, "units[0]", "it is turn 1"),
        ({"removed": "routed"}, {}, "units[0]", "has left the table, and so has no x and y"),
        ({"hits": 3}, {}, "units[0].hits", "there is no such key here"),
        ({"touches": ["line"]}, {}, "units[0].touches[0]", "they stand 10 in apart"),
        ({"touches": ["guard"]}, {}, "units[0].touches[0]", "is not an enemy of it; allowed are line"),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "must be one of"),
        ({}, {"situation": {"step": "deployment"}}, "situation.step", "has left deployment behind"),
        ({}, {"situation": {"turn": 11}}, "situation.turn", "turn_limit ends the battle after 10"),
        ({}, {"situation": {"first": "c"}}, "situation.first", 'there is no side "c"'),
        (
            {},
            {"situation": {"fought": ["guard"]}},
            "situation.fought",
            "in the step melee, not in initiative",
        ),
        ({}, {"situation": {"step": "melee", "fought": ["x"]}}, "situation.fought[0]", 'no unit "x"'),
        ({}, {"situation": {}, "cards": "dealt"}, "cards", "before the first turn"),
        ({"profile": "x"}, {}, "units[0].profile", 'there is no profile "x"'),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    where, why = refusal("coldsteel", text_of([{**GUARD, **unit}, LINE], **more))
    assert where == key
    assert words in why


def test_contact_since_a_turn_that_has_not_come_is_refused() -> None:
    key, words = refusal(
        "coldsteel", text_of([GUARD, {**UPON, "since": 3}], situation={"turn": 2, "step": "melee"})
    )
    assert (key, words) == ("units[1].since", "line is in contact since turn 3, but it is turn 2")


def test_an_own_profile_may_neither_take_a_listed_id_nor_break_the_rules() -> None:
    own = {
        "id": "old-guard",
        "name": "Old Guard",
        "troop_class": "elite",
        "models": 1,
        "command": ["officer"],
    }
    listed = text_of([GUARD, LINE], profiles=[{**own, "id": "lancers"}])
    assert refusal("coldsteel", listed)[0] == "profiles[0].id"
    broken = text_of([GUARD, LINE], profiles=[{**own, "command": ["officer", "standard"]}])
    assert refusal("coldsteel", broken)[0] == "profiles[0].models"


# --------------------------------------------------------------------- playing
MELEE = text_of(
    [{**GUARD, "models": 3, "command": []}, {**UPON, "models": 2, "command": []}],
    situation={"turn": 3, "step": "melee"},
)


def test_planned_dice_and_answers_must_be_called_for_and_no_others() -> None:
    melee = arena.load("coldsteel", MELEE)
    with pytest.raises(PlanSpent, match="2D6 are thrown for 'to wound'"):
        melee.play(dice=[6])
    with pytest.raises(AssertionError, match="1 of 5 planned faces were not thrown"):
        melee.play(dice=[6, 1, 3, 1, 1])
    with pytest.raises(arena.Unplanned, match=r"planned and not asked for: \['officer'\]"):
        melee.play(dice=[6, 1, 3, 1], answers=["officer"])


def test_an_answer_that_is_missing_is_named_in_words_and_one_that_breaks_a_rule_is_refused() -> None:
    begun = loaded(GUARD, LINE)
    with pytest.raises(
        arena.Unplanned, match=r"game\.concede was asked, and no answer was planned: .*Play on"
    ):
        begun.play(dice=[5, 2])
    with pytest.raises(Refused, match="surrender"):
        begun.play(dice=[5, 2], answers=["surrender"])


def test_the_odds_of_a_table_procedure_sum_to_one_and_agree_with_a_count_by_hand() -> None:
    melee = arena.load("coldsteel", MELEE)
    odds = melee.odds(of=lambda after: after.units[0].models, exact=True)
    assert sum(odds.values()) == 1
    # Two dice of a charger that wounds on 4+: none, one or two of the three models fall.
    assert [str(odds[left]) for left in (3, 2, 1)] == ["1/4", "1/2", "1/4"]


def test_a_battle_begun_in_the_middle_is_an_ordinary_battle() -> None:
    game = assert_is_an_ordinary_battle(systems.load("coldsteel"), MELEE)
    assert game.is_over
