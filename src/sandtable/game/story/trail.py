"""Trails: where a body has moved since the player turn began, from the log alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Entry, Happened
from sandtable.game.drivers.play import Checkpoint, Game
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Overlay, Stroke
from sandtable.table.space import Point, Pose, corners


class Past(NamedTuple):
    """A game up to some point: its checkpoints and log until then, and the battle at that point."""

    system: System[Any]
    checkpoints: tuple[Checkpoint, ...]
    log: tuple[Entry, ...]
    battle: Battle[Any]


def past_of(game: Game[Any], until: int | None = None, battle: Battle[Any] | None = None) -> Past:
    """A game now, or at the point where its log had *until* entries and the battle was *battle*."""
    log = tuple(game.log[:until])
    checkpoints = tuple(one for one in game.checkpoints if one.at <= len(log))
    return Past(game.system, checkpoints, log, game.battle if battle is None else battle)


def trail(past: Past, seat: int | None, body: int) -> tuple[Overlay, ...]:
    """The path of a body in this player turn as a seat has seen it, with the outline of its first place.

    The poses are those of `seen_by`; a body that has not moved has no trail.
    """
    poses = way(past, seat, body)
    if len(poses) < 2:
        return ()
    outline = corners(poses[0], past.system.seen_by(past.battle, seat).units[body].shape)
    line = Stroke(tuple(Point(pose.x, pose.y) for pose in poses), arrow=True)
    return (Overlay("trail", (Stroke((*outline, outline[0])), line), "Moved this turn"),)


def way(past: Past, seat: int | None, body: int) -> tuple[Pose, ...]:
    """The poses of a body since the player turn began, as a seat has seen them."""
    start, now = _before_this_turn(past), _turn(past.battle)
    battle, poses = start.battle, list[Pose]()
    for entry in past.log[start.at :]:
        if isinstance(entry, Happened):
            before, battle = battle, entry.event.apply(battle)
            for moment in (before, battle):
                pose = past.system.seen_by(moment, seat).units[body].pose
                if _turn(moment) == now and pose is not None and pose not in poses[-1:]:
                    poses.append(pose)
    return tuple(poses)


def _before_this_turn(past: Past) -> Checkpoint:
    """The last checkpoint of another player turn, or the first of all."""
    now = _turn(past.battle)
    return next((one for one in reversed(past.checkpoints) if _turn(one.battle) != now), past.checkpoints[0])


def _turn(battle: Battle[Any]) -> tuple[int, int]:
    return battle.turn, battle.active
