"""Battles about to see a charge, and how they are played, for the tests of charges on the table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.log import Decided, Happened
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import Camp, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.charge_decisions import Charge
from sandtable.systems.liberty.charge_ways import legal_targets
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.space import Piece
from tests.systems.liberty.parade import battle, unit

C = TypeVar("C", bound=Choose[Any])
Case = Callable[[str], dict[str, Any]]

DRAGOONS = "british.light-dragoon-regiment"
RIFLEMEN = "continental.riflemen"
GOOD, FAIR, POOR, NONE = (6, 6, 1, 1, 1), (6, 1, 1, 1, 1), (4, 1, 1, 1, 1), (1, 1, 1, 1, 1)
"""The five dice of Drilled infantry in a CHARGE test that give four, two, one and no success."""


def far(*, after: int) -> tuple[Regiment, ...]:
    """Two more units of each side, numbered after so many, too far off to see, help or be charged.

    Those of the first side wait for their orders, so a game stops there after the charges.
    """
    places = ((4, 2, 0, 0), (68, 2, 0, 0), (4, 46, 180, 1), (68, 46, 180, 1))
    return tuple(unit(after + n, x, y, facing, side=side) for n, (x, y, facing, side) in enumerate(places))


def field(*units: Regiment, pieces: tuple[Piece, ...] = (), **readings: int) -> LibertyBattle:
    """A battle in which the first side is about to charge."""
    chosen = Readings(tuple((rule.replace("__", "-").replace("_", "."), n) for rule, n in readings.items()))
    scene = battle(*units, *far(after=len(units)), pieces=pieces)
    return replace(scene, step=Step.CHARGING, phase="Command", readings=chosen)


def lines(gap: float, *more: Regiment, charger: dict[str, Any] | None = None, **target: Any) -> LibertyBattle:
    """Two lines front to front, so many inches apart, the first to charge."""
    return field(unit(0, 36, 10, **(charger or {})), unit(1, 36, 10 + gap, 180, side=1, **target), *more)


def rich(scene: LibertyBattle, first: int, second: int = 0) -> LibertyBattle:
    """The battle with Command Points for both sides."""
    camps = scene.camps
    points = tuple(
        replace(camp, points=CommandPoints(n)) for camp, n in zip(camps, (first, second), strict=True)
    )
    own, other = points
    assert isinstance(own, Camp)
    assert isinstance(other, Camp)
    return replace(scene, camps=(own, other))


def play(scene: LibertyBattle, *faces: int) -> tuple[Game[LibertyBattle], PlannedHand]:
    hand = PlannedHand(faces)
    return Game(SYSTEM, scene, hand), hand


def charge(scene: LibertyBattle, *faces: int, answers: tuple[object, ...] = ()) -> Game[LibertyBattle]:
    """Unit 0 charges unit 1; every die planned is used, and then the charge is over."""
    game, hand = play(scene, *faces)
    for answer in (Charge(0, 1), *answers):
        game.answer(answer)
    hand.assert_used()
    assert game.question is not None
    assert game.question.decision in ("order-give", "charge-declare")
    return game


def events(game: Game[LibertyBattle]) -> list[object]:
    return [entry.event for entry in game.log if isinstance(entry, Happened)]


def asked(game: Game[LibertyBattle]) -> list[str]:
    """The decisions taken so far."""
    return [entry.question.decision for entry in game.log if isinstance(entry, Decided)]


def choice(game: Game[LibertyBattle], kind: type[C]) -> C:
    """The question that waits, which is of this class."""
    question = game.question
    assert isinstance(question, kind)
    return question


def target_of(scene: LibertyBattle, number: int = 0) -> list[int]:
    return [way.target for way in legal_targets(scene, scene.units[number])]


def moved(game: Game[LibertyBattle], scene: LibertyBattle, number: int = 0) -> float:
    """How many inches the front of a unit went."""
    before, after = scene.units[number].pose, game.battle.units[number].pose
    assert before is not None
    assert after is not None
    return math.hypot(after.x - before.x, after.y - before.y) / 100
