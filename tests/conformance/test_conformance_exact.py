"""What a battle, an event, an option or a digest holds is exact, in every system and the toy."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Objective
from sandtable.table.movement import Plan
from sandtable.table.space import Point, Pose, exact
from tests.conformance.bout import system_named, system_names
from tests.conformance.exactness import inexact, state_types, undeclared

NAMES = system_names()
ANSWERS = 1500
"""So many answers of a battle are looked at, with all that is offered, told and asked on the way."""
EVERY = 50
"""The whole battle is looked at once in so many answers: what changes it is told by events."""


@pytest.mark.parametrize("name", NAMES)
def test_no_battle_and_no_event_has_room_for_a_float_that_is_not_declared_exact(name: str) -> None:
    found = {kind.__name__: undeclared(kind) for kind in state_types(system_named(name))}
    assert not {kind: where for kind, where in found.items() if where}


def test_legs_and_poses_are_whole() -> None:
    assert not undeclared(Plan)
    assert not undeclared(Pose)


@pytest.mark.parametrize(
    ("name", "scenario"), [(name, scenario) for name in NAMES for scenario in system_named(name).scenarios()]
)
def test_all_that_a_battle_of_militia_holds_tells_and_offers_is_exact(name: str, scenario: str) -> None:
    system = system_named(name)
    game = Game(
        system, system.muster(system.scenario(scenario), system.rulebook().choose({})), RandomHand(23)
    )
    agents = [Militia(23), Militia(24)]
    found, known = dict[str, None](), set[type]()
    for number in range(ANSWERS):
        question = game.question
        if question is None:
            break
        answer = agents[question.seat].decide(game.position())
        offered = (answer, *(question.options if isinstance(question, Choose) else ()))
        held = (*offered, question.essence(), *((game.battle,) if number % EVERY == 0 else ()))
        found.update(dict.fromkeys(inexact(held)))
        known.update(type(option) for option in offered if isinstance(option, Struct))
        game.answer(answer)
    for entry in game.log:
        if isinstance(entry, Happened):
            found.update(dict.fromkeys(inexact(entry.event)))
    assert not list(found)[:10]
    assert not {kind.__name__: undeclared(kind) for kind in known if undeclared(kind)}


class Loose(Struct, frozen=True):
    """A state with a float of which nothing is said."""

    length: float = 0.0


class Exact(Struct, frozen=True):
    """A state with a float that is declared."""

    places: tuple[Point, ...] = ()
    dice: Annotated[float, exact(0.5)] = 0.0


def test_a_float_that_is_not_declared_is_found_in_a_type_and_in_a_value() -> None:
    assert undeclared(Loose) == ("Loose.length",)
    assert list(inexact((Loose(1.0),))) == ["Loose.length = 1.0"]
    assert list(inexact((1, 2.0))) == ["tuple = 2.0"]


def test_a_declared_float_that_is_not_what_it_is_declared_to_be_is_found_in_a_value() -> None:
    assert not undeclared(Exact)
    assert not list(inexact(Exact((Point(3.0, 4),), 2.5)))
    assert list(inexact(Exact((Point(3.0, 4.25),), 2.6))) == ["Point.y = 4.25", "Exact.dice = 2.6"]


def test_an_objective_between_two_hundredths_of_an_inch_is_refused() -> None:
    assert Objective(id="ford", x=12.34, y=5).x == 12.34
    with pytest.raises(ValueError, match="whole hundredths of an inch"):
        Objective(id="ford", x=12.345, y=5)
    with pytest.raises(ValueError, match="whole hundredths of an inch"):
        Objective(id="ford", area=((0, 0), (0, 0.001), (1, 1)))
