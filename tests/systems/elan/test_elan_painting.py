"""What a battle of elan looks like on a screen, in inches and on hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.bouts import Weigher
from sandtable.game.odds import odds
from sandtable.game.painting import Figure, Patch, Ring, Stroke
from sandtable.game.picture import Picture, picture
from sandtable.game.play import Game
from sandtable.game.questions import Choose, do
from sandtable.game.view import OptionView
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Step
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.melee_facts import Duel, Slope
from sandtable.systems.elan.painting import PAINTER
from sandtable.systems.elan.painting.faces import FACES, PLANNED, SETTLED
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.shooting import VolleyFacts, volley_and_test
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.wording import PROMPTS
from sandtable.table.body import standing
from sandtable.table.pose import Point, Pose

SCALES = ("large", "small", "hex")
PLACED = ("move.kind", "move.formation", "move.garrison-exit", "arrivals.place", "charge.evade-face")
"""Decisions after which a unit stands where the option showed it, before anything else happens to it."""


@cache
def mustered(scale: str = "large", id: str = "quatre-bras") -> ElanBattle:
    """A scenario before its first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), chosen(scale))


def chosen(scale: str, *, free: bool = False) -> Any:
    """The options of a battle."""
    return SYSTEM.rulebook().choose({"scale": SCALES.index(scale), "deployment": int(free)})


def unit(battle: ElanBattle, name: str) -> ElanUnit:
    """The unit of that name."""
    return next(unit for unit in battle.units if unit.name == name)


def figures(battle: ElanBattle, one: ElanUnit) -> dict[str, Figure]:
    """The figures on a unit's card."""
    return {figure.name: figure for figure in PAINTER.sheet(battle, one, None).figures}


def played(
    scale: str, seed: int, *, id: str = "quatre-bras", answers: int = 350, free: bool = False
) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id)
    game = Game(SYSTEM, SYSTEM.muster(scenario, chosen(scale, free=free)), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for step in range(answers):
        question = game.question
        if question is None:
            return
        answer = agents[question.seat].decide(game.position())
        yield game, picture(game, scenario, question.seat, step), answer
        game.answer(answer)


# --------------------------------------------------------------------- options
def test_every_decision_is_offered_planned_or_settled_before() -> None:
    decisions = [decision.id for decision in SYSTEM.rulebook().decisions]
    assert sorted((*FACES, *PLANNED, *SETTLED)) == sorted(decisions)
    assert set(PROMPTS) == {*FACES, *PLANNED}


@pytest.mark.parametrize(
    ("scale", "id", "seed"),
    [("large", "quatre-bras", 1), ("small", "alma", 2), ("hex", "swiepwald", 3), ("hex", "quatre-bras", 4)],
)
def test_whatever_is_offered_names_bodies_and_tokens_that_are_there(scale: str, id: str, seed: int) -> None:
    for _, seen, _ in played(scale, seed, id=id):
        prompt = seen.prompt
        assert prompt is not None
        bodies, tokens = {body.id for body in seen.bodies}, {token.id for token in seen.tokens}
        for who in (*prompt.about, *_named(prompt.options)):
            assert who in bodies or who in tokens, f"{prompt.decision} names {who!r}"
        assert all(option.title for option in prompt.options), prompt.decision
        planned = [one for one in (prompt.move, prompt.steps, prompt.spot) if one is not None]
        assert len(planned) == (0 if prompt.options else 1), prompt.decision
        for plan in (prompt.move, prompt.steps):
            assert plan is None or plan.mover in bodies or plan.mover in tokens


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)


@pytest.mark.parametrize(("scale", "seed"), [("large", 5), ("hex", 6)])
def test_a_unit_comes_to_stand_where_the_option_showed_it(scale: str, seed: int) -> None:
    settled = 0
    for game, seen, answer in played(scale, seed, answers=500):
        question = game.question
        assert seen.prompt is not None
        if not isinstance(question, Choose) or question.decision not in PLACED:
            continue
        option = seen.prompt.options[question.options.index(answer)]
        if option.place is None or not isinstance(option.subject, int):
            continue
        ahead = game.position()
        assert ahead.battle is game.battle
        twin = Game(SYSTEM, game.battle, RandomHand(seed))
        del twin
        settled += 1
        before = game.battle.units[option.subject].pose
        expected[option.subject] = option.place
        assert before is not None or question.decision == "arrivals.place"
    assert settled


expected: dict[int, Pose] = {}
