"""Melees for tests: units in contact, planned dice, and what came of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.battle.log import Decided, Happened
from sandtable.game.drivers.play import Game
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.melee_ground import bases_along
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.measure import contact
from sandtable.table.space import Piece, Scene
from tests.systems.liberty.parade import battle, unit

FAR_AWAY = (unit(2, 5, 3), unit(3, 67, 3), unit(4, 5, 45, 180, side=1), unit(5, 67, 45, 180, side=1))
"""Two more units of each side, too far off to see or help anybody, so that one loss does not end a battle."""


def engaged(
    *units: Regiment,
    pairs: tuple[tuple[int, int], ...] = ((0, 1),),
    pieces: tuple[Piece, ...] = (),
    generals: tuple[General, ...] = (),
) -> LibertyBattle:
    """Units in melee at the start of the first side's Melee phase; they are numbered as they are listed."""
    numbered = tuple(replace(one, id=number) for number, one in enumerate(units))
    scene = battle(*numbered, pieces=pieces, generals=generals)
    return replace(scene, step=Step.MELEES, phase="Melee", engagements=pairs)


def lines(
    attacker: Regiment | None = None,
    defender: Regiment | None = None,
    pieces: tuple[Piece, ...] = (),
    generals: tuple[General, ...] = (),
) -> LibertyBattle:
    """Two lines of four bases, front to front in the middle of the table, and units far away."""
    first = attacker or unit(0, 36, 20)
    second = defender or unit(1, 36, 20, 180, side=1)
    return engaged(first, second, *FAR_AWAY, pieces=pieces, generals=generals)


def play(scene: LibertyBattle, *faces: int) -> tuple[Game[LibertyBattle], PlannedHand]:
    """A game from here on, with these faces and no others."""
    hand = PlannedHand(faces)
    return Game(SYSTEM, scene, hand), hand


def bases_against(scene: Scene, one: int, other: int) -> tuple[tuple[int, Edge], ...]:
    """The bases of a unit that touch another, each with the edge that it fights against."""
    met = contact(scene.bodies[one], scene.bodies[other])
    return () if met is None else bases_along(scene.bodies[one], met)


def blow(dice: int, hits: int) -> list[int]:
    """So many dice with so many hits, and saves for none of them."""
    return [6] * hits + [1] * (dice - hits) + [1] * hits


def events(game: Game[LibertyBattle], *kinds: type) -> list[Any]:
    """What happened of these kinds, in order."""
    happened = (entry.event for entry in game.log if isinstance(entry, Happened))
    return [event for event in happened if isinstance(event, kinds)]


def asked(game: Game[LibertyBattle]) -> list[tuple[str, int]]:
    """What was asked of whom, the question that waits included."""
    answered = [entry.question for entry in game.log if isinstance(entry, Decided)]
    waiting = [game.question] if game.question else []
    return [(question.decision, question.seat) for question in (*answered, *waiting)]
