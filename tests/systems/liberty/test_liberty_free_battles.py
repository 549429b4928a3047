"""Free battles: armies from the lists within the limits, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario import problems
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import Step
from sandtable.systems.liberty.deployment import PlaceBrigade
from sandtable.systems.liberty.muster import muster
from sandtable.systems.liberty.roster import Scenario, roster
from sandtable.systems.liberty.system import SYSTEM
from tests.systems.liberty.free_battles import (
    Army,
    Brigade,
    Levy,
    bases_of,
    free_battle,
    proposed,
)
from tests.systems.liberty.parade import MILITIA, scenario

Case = Callable[[str], dict[str, Any]]

EXAMPLE = Path(__file__).parents[3] / "examples" / "free-battle.toml"


def army(lists: str, brigades: int, *, bases: int = 4, units: int = 3) -> Army:
    """Brigades of the same units over and over."""
    rows = {
        "continental": [
            "militia-regiment",
            "continental-regiment",
            "green-militia-regiment",
            "green-continental-regiment",
        ],
        "british": [
            "regular-infantry-regiment",
            "highland-infantry-regiment",
            "guard-infantry",
            "grenadier-infantry",
        ],
        "hessian": ["fusilier-regiment", "musketeer-regiment", "grenadier-infantry"],
    }[lists]
    return Army(
        name=lists,
        lists=(lists,),
        brigades=tuple(
            Brigade(
                general=f"General {n}",
                units=tuple(
                    Levy(profile=f"{lists}.{rows[k % len(rows)]}", bases=bases) for k in range(units)
                ),
            )
            for n in range(brigades)
        ),
    )


def test_an_army_within_all_limits_is_accepted() -> None:
    """army.choice, army.brigades, command.assign"""
    found = free_battle((army("continental", 2), army("british", 2)))
    assert found.free
    assert problems(found, roster()) == ()
    assert {unit.brigade for unit in found.units} == {leader.brigade for leader in found.leaders}
    assert all(unit.pose() is None for unit in found.units)


def swapped(found: Army, place: int, **change: Any) -> Army:
    """An army with a unit of its first brigade changed."""
    units = list(found.brigades[0].units)
    units[place] = replace(units[place], **change)
    return replace(found, brigades=(replace(found.brigades[0], units=tuple(units)), *found.brigades[1:]))


GUNS = "british.6pdr-artillery-battery"


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (army("continental", 1), army("british", 1), "has 1 brigades; there must be 2 to 3"),
        (army("continental", 2, units=2), army("british", 2, units=2), "has 2 units; there must be 3 to 6"),
        (army("continental", 2), army("british", 2, bases=3), "the bases are uneven: side-1 24, side-2 18"),
        (
            army("continental", 2),
            swapped(swapped(army("british", 2, units=4), 0, profile=GUNS, bases=1), 1, profile=GUNS, bases=1),
            "has 2 artillery units",
        ),
        (
            swapped(army("continental", 3), 1, profile=MILITIA),
            army("british", 3),
            "Militia Regiment (continental.militia-regiment) is taken 4 times; at most 3 times",
        ),
        (
            army("continental", 2),
            replace(
                swapped(army("british", 2), 0, profile="hessian.fusilier-regiment"),
                lists=("british", "hessian"),
            ),
            "mixes british and hessian units",
        ),
        (
            replace(
                army("continental", 2),
                lists=("continental", "hessian"),
                brigades=(army("continental", 1).brigades[0], army("hessian", 1).brigades[0]),
            ),
            army("british", 2),
            "continental and hessian units do not serve in one army",
        ),
    ],
)
def test_an_army_beyond_the_limits_is_refused_with_the_limit(left: Army, right: Army, words: str) -> None:
    """army.choice, army.hessians-british: the first problem is told; the others are found as well."""
    told = [problem.words for problem in problems(proposed((left, right)), roster())]
    assert any(words in one for one in told), told
    with pytest.raises(BadFile, match=r"army\.(choice|hessians-british)"):
        free_battle((left, right))


def test_hessians_serve_with_the_british_in_brigades_of_their_own() -> None:
    """army.hessians-british"""
    british, hessian = army("british", 1).brigades[0], army("hessian", 1).brigades[0]
    allied = Army(name="Allied", lists=("british", "hessian"), brigades=(british, hessian))
    assert problems(free_battle((army("continental", 2), allied)), roster()) == ()
    assert problems(free_battle((army("continental", 2), army("hessian", 2))), roster()) == ()


def test_a_scenario_may_mix_brigades_where_it_says_so() -> None:
    """army.hessians-british: British guns with the Hessians at Trenton."""
    trenton = scenario("trenton-1776")
    assert {unit.profile.split(".")[0] for unit in trenton.units if unit.brigade == "rall"} == {
        "hessian",
        "british",
    }
    assert problems(trenton, roster()) == ()


def test_grenadiers_detached_cost_a_base(case: Case) -> None:
    """lib-069: army.grenadiers-detached, army.grenadiers-detached.when, troops.size-by-bases"""
    guards = Levy(profile="british.guard-infantry", bases=4, grenadiers_detached=True)
    british = swapped(army("british", 2), 0, **msgspec.structs.asdict(guards))
    assert bases_of(british) == 23
    scene = muster(free_battle((army("continental", 2), british)), Readings())
    found = next(one for one in scene.units if one.profile_id == "british.guard-infantry")
    expected = case("lib-069")
    assert found.bases == len(found.shape.bases) == expected["bases"]
    assert [found.wear.worn, found.wear.shaken, found.wear.broken] == expected["values"]
    assert found.profile.size(found.bases).shoot_dice_effective == expected["dice"]


@pytest.mark.parametrize(
    ("profile", "bases", "words"),
    [
        ("british.guard-infantry", 3, "3 bases less the grenadiers are 2; at least 3 must be left"),
        ("british.grenadier-infantry", 4, "has no grenadiers to detach"),
    ],
)
def test_grenadiers_are_detached_only_where_there_are_some_to_spare(
    profile: str, bases: int, words: str
) -> None:
    """army.grenadiers-detached.when"""
    away = swapped(army("british", 2), 0, profile=profile, bases=bases, grenadiers_detached=True)
    with pytest.raises(BadFile, match=words):
        free_battle((army("continental", 2), away))


def test_the_example_of_a_free_battle_can_be_fought() -> None:
    found = SYSTEM.read_scenario(EXAMPLE)
    assert isinstance(found, Scenario)
    assert found.free
    scene = muster(found, Readings())
    assert (scene.step, scene.turn_limit) == (Step.INITIATIVE, 10)
    assert [unit.bases for unit in scene.units if unit.key in ("foot-4", "foot-5")] == [3, 4]


def test_a_side_with_brigades_left_places_them_last() -> None:
    """deploy.order"""
    three = army("continental", 3, units=4, bases=3)
    two = swapped(swapped(army("british", 2, units=4, bases=5), 0, bases=3), 1, bases=3)
    scene = muster(replace(free_battle((three, two)), first_player="side-2"), Readings())
    game = Game(SYSTEM, scene, PlannedHand([1, 1]))
    seats = []
    while isinstance(game.question, PlaceBrigade):
        seats.append(game.question.seat)
        game.answer(game.question.sensible()[0])
    assert seats == [0, 1, 0, 1, 0]
