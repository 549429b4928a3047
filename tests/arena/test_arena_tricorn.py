"""Battles of tricorn in the middle: what is stated takes effect, and what contradicts is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import arena, systems
from sandtable.systems.tricorn.battle import RESHUFFLE, Allowance, Removal, Shot, Step, TricornUnit
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Pose
from tests.arena.situations import assert_is_an_ordinary_battle, refusal, text_of

OWN: dict[str, Any] = {"id": "own", "side": "a", "profile": "musket-trained", "x": 36, "y": 20}
FOE: dict[str, Any] = {"id": "foe", "side": "b", "profile": "heavy-trained", "x": 36, "y": 36, "facing": 180}
UPON: dict[str, Any] = {"id": "foe", "side": "b", "profile": "heavy-trained", "touches": ["own"]}
ACTIVE: dict[str, Any] = {"step": "movement", "active": "general a"}


def loaded(*units: dict[str, Any], **more: object) -> arena.Arena[Any]:
    return arena.load("tricorn", text_of(units, **more))


def own(**state: object) -> TricornUnit:
    found: TricornUnit = loaded({**OWN, **state}, FOE, situation=ACTIVE).unit("own")
    return found


# --------------------------------------------------------------------- what takes effect
def test_two_units_on_bare_ground_are_enough() -> None:
    begun = loaded(OWN, FOE).battle
    assert (begun.turn, begun.step) == (1, Step.CARD)
    assert [(one.name, one.chief, one.rating.value) for one in begun.officers] == [
        ("general a", True, "average"),
        ("general b", True, "average"),
    ]
    assert begun.deck.left == (RESHUFFLE, RESHUFFLE, "general a", "general b")


def test_markers_are_as_they_are_stated() -> None:
    unit = own(markers=3, permanent=1)
    assert (unit.markers, unit.permanent, unit.removable) == (3, 1, 2)


@pytest.mark.parametrize("mark", ["moved", "rallied", "broke_off", "passed", "named", "withdrew"])
def test_deeds_of_a_unit_are_as_they_are_stated(mark: str) -> None:
    assert getattr(own(**{mark: True}), mark) is True
    assert getattr(own(), mark) is False


def test_guns_may_be_limbered_or_abandoned() -> None:
    assert own(profile="guns-field", formation="limbered").formation is Formation.LIMBERED
    assert own(profile="guns-field", formation="abandoned").is_abandoned


def test_a_unit_that_left_play_stands_nowhere_and_counts_as_lost() -> None:
    gone = {"id": "gone", "side": "b", "profile": "heavy-trained", "removed": "captured"}
    begun = loaded(OWN, FOE, gone)
    assert (begun.unit("gone").pose, begun.unit("gone").removed) == (None, Removal.CAPTURED)
    assert len(begun.battle.lost(1)) == 1


def test_a_unit_that_touches_an_enemy_is_laid_flush_and_fights_it() -> None:
    begun = loaded(OWN, UPON, situation={"step": "melee", "active": "general b"})
    assert begun.unit("foe").pose == Pose(3600, 2000, 1800)
    assert foes(begun.battle, 0) == (begun.battle.units[1],)


def test_the_active_officer_has_his_units_in_command_by_his_radius() -> None:
    far = {**OWN, "id": "far", "x": 70, "y": 47}
    begun = loaded(OWN, far, FOE, situation=ACTIVE).battle
    assert begun.activation.in_command == (0,)
    assert (begun.active, begun.activation.allowance) == (0, Allowance.FULL)
    named = loaded(OWN, far, FOE, situation={**ACTIVE, "in_command": ["far"], "allowance": "half"}).battle
    assert (named.activation.in_command, named.activation.allowance) == ((1,), Allowance.HALF)
    assert loaded(OWN, FOE, situation={**ACTIVE, "officer_moved": True}).battle.activation.officer_moved


def test_cards_that_were_turned_are_out_of_the_deck() -> None:
    now = {**ACTIVE, "turn": 3, "turned": ["general b", RESHUFFLE], "declined": ["general b"]}
    begun = loaded(OWN, FOE, situation=now).battle
    assert (begun.turn, begun.deck.left) == (3, (RESHUFFLE,))
    assert (begun.activated, begun.declined) == ((1, 0), (1,))


def test_shots_and_who_fought_are_as_they_are_stated() -> None:
    shots = [{"unit": "own", "target": "foe"}]
    volley = loaded(
        OWN, {**FOE, "y": 24}, situation={"step": "volley", "active": "general a", "shots": shots}
    )
    assert volley.battle.shots == (Shot(0, 1),)
    named = {"fought": ["own"], "supported": ["foe"], "followed": ["foe"]}
    melee = loaded(OWN, UPON, situation={"step": "melee", "active": "general b", **named}).battle
    assert (melee.fought, melee.supported, melee.followed) == ((0,), (1,), (1,))


def test_targets_of_fire_that_fell_have_to_consult() -> None:
    shots = [{"unit": "own", "target": "foe"}]
    now = {"step": "morale after fire", "active": "general a", "shots": shots}
    begun = loaded(OWN, {**FOE, "y": 24, "markers": 1}, situation=now).battle
    assert [(due.unit, due.shooters, due.nearest, due.in_flank) for due in begun.dues] == [
        (1, (0,), 0, False)
    ]
    flank = loaded(OWN, {**FOE, "y": 25, "facing": 0, "markers": 1}, situation=now).battle
    assert flank.dues[0].in_flank


def test_losses_of_officers_and_states_of_commands_are_as_they_are_stated() -> None:
    sides = [
        {"id": "a", "edge": "bottom", "chief_lost": True, "generals_lost": 2, "start_points": 3},
        {"id": "b", "edge": "top"},
    ]
    men: list[dict[str, object]] = [
        {"id": "one", "side": "a", "brigade": "left", "lost": True},
        {"id": "chief", "side": "a", "chief": True, "x": 5, "y": 5},
        {"id": "other", "side": "b", "brigade": "right", "chief": True, "x": 5, "y": 40},
    ]
    commands = [
        {"id": "left", "side": "a", "commander": "one", "demoralized": True, "no_melee": True},
        {"id": "right", "side": "b", "commander": "other"},
    ]
    units = {**OWN, "brigade": "left"}, {**FOE, "brigade": "right"}
    begun = loaded(*units, sides=sides, leaders=men, brigades=commands, situation={"turn": 4}).battle
    assert (begun.camps[0].chief_lost, begun.camps[0].generals_lost, begun.camps[0].points) == (True, 2, 3)
    assert [(one.lost, one.is_here) for one in begun.officers] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    plain = [{"id": "a", "edge": "bottom"}, {"id": "b", "edge": "top"}]
    fallen = [men[0], men[1], {"id": "other", "side": "b", "brigade": "right", "chief": True, "lost": True}]
    camps = loaded(*units, sides=plain, leaders=fallen, brigades=commands).battle.camps
    assert [(one.chief_lost, one.generals_lost) for one in camps] == [(False, 1), (True, 0)]
    assert [(one.demoralized, one.no_melee) for one in begun.commands] == [(True, 4), (False, 0)]


def test_a_unit_may_have_a_profile_that_no_list_has() -> None:
    lights = msgspec.to_builtins(replace(roster().profile("light-trained"), id="jaegers", name="Jaegers"))
    begun = loaded({**OWN, "profile": "jaegers"}, FOE, profiles=[lights])
    assert (begun.unit("own").profile.name, begun.unit("own").is_formed) == ("Jaegers", False)
    text = text_of([{**OWN, "profile": "jaegers"}, FOE], profiles=[lights])
    assert_is_an_ordinary_battle(systems.load("tricorn"), text)


# --------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("unit", "more", "key", "words"),
    [
        ({"markers": 4}, {}, "units[0].markers", "own has 4 markers, and 4 eliminate it"),
        ({"permanent": 1}, {}, "units[0].permanent", "1 permanent markers, but only 0 in all"),
        ({"formation": "abandoned"}, {}, "units[0].formation", "musket-trained may be in"),
        ({"removed": "captured"}, {}, "units[0]", "has left the table, and so has no x and y"),
        ({"touches": ["foe"]}, {}, "units[0].touches[0]", "they stand 16 in apart"),
        ({"hits": 3}, {}, "units[0].hits", "there is no such key here"),
        ({}, {"situation": {"step": "tea"}}, "situation.step", "must be one of"),
        ({}, {"situation": {"step": "deployment"}}, "situation.step", "has left deployment behind"),
        ({}, {"situation": {"turn": 11}}, "situation.turn", "turn_limit ends the battle after 10"),
        (
            {},
            {"situation": {"active": "general a"}},
            "situation.active",
            "no officer is active in the step card",
        ),
        ({}, {"situation": {"step": "melee"}}, "situation.active", "in the step melee an officer is active"),
        ({}, {"situation": {"step": "fire", "active": "x"}}, "situation.active", 'no officer "x"'),
        ({}, {"situation": {"turned": ["x"]}}, "situation.turned[0]", 'no officer "x"'),
        ({}, {"situation": {**ACTIVE, "turned": ["general a"]}}, "situation.turned", "came up twice"),
        ({}, {"situation": {"turned": [RESHUFFLE, RESHUFFLE]}}, "situation.turned", "ends the turn"),
        ({}, {"situation": {"declined": ["general a"]}}, "situation.declined[0]", "not among those turned"),
        ({}, {"situation": {**ACTIVE, "in_command": ["x"]}}, "situation.in_command[0]", 'no unit "x"'),
        ({}, {"situation": {**ACTIVE, "fought": ["x"]}}, "situation.fought[0]", 'no unit "x"'),
        (
            {},
            {"situation": {**ACTIVE, "shots": [{"unit": "own", "target": "foe"}]}},
            "situation.shots",
            "waits for the step volley, but it is movement",
        ),
        (
            {},
            {"situation": {**ACTIVE, "step": "volley", "shots": [{"unit": "own", "target": "foe"}]}},
            "situation.shots[0]",
            "own fires at foe, but cannot from where it stands",
        ),
        (
            {},
            {"situation": {**ACTIVE, "step": "volley", "shots": [{"unit": "own", "target": "own"}]}},
            "situation.shots[0]",
            "are of one side",
        ),
    ],
)
def test_a_contradiction_is_refused_with_both_statements(
    unit: dict[str, Any], more: dict[str, Any], key: str, words: str
) -> None:
    where, why = refusal("tricorn", text_of([{**OWN, **unit}, FOE], **more))
    assert (where, words in why) == (key, True), why


# --------------------------------------------------------------------- an ordinary battle
@pytest.mark.parametrize("step", ["card", "movement", "fire", "melee", "end of turn"])
def test_a_battle_begun_in_the_middle_is_an_ordinary_battle(step: str) -> None:
    wing = [{**OWN, "id": "wing", "x": 10, "y": 8}, {**FOE, "id": "guard", "x": 10, "y": 40}]
    active = {} if step in ("card", "end of turn") else {"active": "general b"}
    text = text_of([{**OWN, "markers": 1}, UPON, *wing], situation={"turn": 3, "step": step, **active})
    assert assert_is_an_ordinary_battle(systems.load("tricorn"), text).is_over
