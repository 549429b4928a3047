"""Moves of lone leaders (command.leader.move-rules)."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle


def leaders_open(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The leaders of a side that may make their free move now (command.move.manoeuvre)."""
    del battle, side
    return ()


async def manoeuvre_leader(battle: EagleBattle, leader: int) -> EagleBattle:
    """A lone leader makes his free move of the Manoeuvre phase (command.move.manoeuvre)."""
    raise AssertionError(f"leader {leader} has no move in {battle.step}")


async def swept(battle: EagleBattle, mover: int) -> EagleBattle:
    """Lone enemy leaders that a unit has touched by its move join a friend or fall.

    command.leader.move-rules
    """
    del mover
    return battle
