"""Victory: broken armies, objectives held, and points when the last turn is over."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import Outcome, scene_of
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn import army_break
from sandtable.systems.tricorn.army_break import Army, Gains
from sandtable.systems.tricorn.battle import Prize, TricornBattle
from sandtable.systems.tricorn.book import values
from sandtable.systems.tricorn.command_events import PrizeTaken
from sandtable.systems.tricorn.nearness import is_near
from sandtable.table.space import INCH, Body, Point, Scene
from sandtable.table.space import moved_bodies as moved_between

BREAK: Final = "victory.break"
POINTS: Final = "victory.points"
VICTORY: Final = "victory"
DRAW: Final = "draw"


class _Hold(Struct, frozen=True):
    inches: float
    markers: int


HOLD: Final = values("victory.objective", _Hold)
"""How near a unit must be to hold an objective, and the most markers it may have (victory.objective)."""


NEAR: Final = HOLD.inches * INCH
"""The same distance in hundredths of an inch."""


# --------------------------------------------------------------------- objectives
async def look_at_prizes(battle: TricornBattle) -> TricornBattle:
    """Settle which side holds each objective; called after every activation (victory.objective)."""
    for number, prize in enumerate(battle.prizes):
        there = held_by(battle, prize)
        if len(there) == 1 and prize.holder != there[0]:
            battle = await tell(battle, PrizeTaken(number, there[0]))
    return battle


def held_by(battle: TricornBattle, prize: Prize) -> tuple[int, ...]:
    """The sides with a unit that is near enough to hold an objective and fit to, alone or as a garrison.

    victory.objective
    """
    near = [battle.units[number] for number in _near(scene_of(battle), prize.point)]
    sides = [unit.side for unit in near if unit.markers <= HOLD.markers and not unit.is_abandoned]
    return tuple([side for side in (0, 1) if side in sides])


def _near(scene: Scene, point: Point) -> tuple[int, ...]:
    """The numbers of the units near an objective.

    The last result is kept: while the bodies are the same object it is reused, and then only moved units are
    measured again.
    """
    global _last
    last = _last
    if last is None or last.bodies is not scene.bodies:
        kept = {} if last is None or len(last.bodies) != len(scene.bodies) else _after(last, scene.bodies)
        last = _last = _Looked(scene.bodies, kept)
    near = last.near.get(point)
    if near is None:
        found = [body.id for body in scene.bodies if _is_near(body, point)]
        near = last.near[point] = tuple(found)
    return near


class _Looked(NamedTuple):
    """The bodies at the last check of objectives, and the units near each."""

    bodies: tuple[Body, ...]
    near: dict[Point, tuple[int, ...]]


_last: _Looked | None = None


def _after(before: _Looked, bodies: tuple[Body, ...]) -> dict[Point, tuple[int, ...]]:
    """The units near each objective now: only units that have moved are measured again."""
    moved = moved_between(before.bodies, bodies)
    if not moved:
        return before.near
    return {
        point: tuple(
            sorted(
                [
                    *[number for number in near if number not in moved],
                    *[number for number in moved if _is_near(bodies[number], point)],
                ]
            )
        )
        for point, near in list(before.near.items())  # a copy: another thread may add points
    }


def _is_near(body: Body, point: Point) -> bool:
    """Is a unit within reach of an objective? A quick test by coordinates saves most exact measures."""
    pose, reach = body.pose, NEAR + body.shape.width + body.shape.depth
    if pose is None or not -reach <= pose.x - point.x <= reach or not -reach <= pose.y - point.y <= reach:
        return False
    return is_near(body, point, HOLD.inches)


# --------------------------------------------------------------------- armies
def army_of(battle: TricornBattle, side: int) -> Army:
    """The state of an army for the check at the end of a turn (army.loss-count, army.break-point)."""
    camp, abandoned = battle.camps[side], len(battle.abandoned(side))
    return Army(
        units=len([unit for unit in battle.units if unit.side == side]),
        lost=len(battle.lost(side)) - abandoned,
        abandoned=abandoned,
        chief_lost=camp.chief_lost,
        printed=camp.break_point,
        conceded=camp.conceded,
    )


def gains_of(battle: TricornBattle, side: int) -> Gains:
    """What a side scores points for (victory.points)."""
    enemy = battle.camps[1 - side]
    return Gains(
        units=len(battle.lost(1 - side)),
        generals=enemy.generals_lost,
        chief=enemy.chief_lost,
        objectives=sum(prize.points for prize in battle.prizes if prize.holder == side),
        start=battle.camps[side].points,
    )


def points(battle: TricornBattle, side: int) -> Tally:
    """The present points of a side (victory.points)."""
    return army_break.points(gains_of(battle, side))


# --------------------------------------------------------------------- the end
def outcome_by_breaking(battle: TricornBattle) -> Outcome | None:
    """The winner because an army has broken or conceded; None if neither has (victory.break)."""
    armies = army_of(battle, 0), army_of(battle, 1)
    found = army_break.verdict(*armies)
    if not found.decided:
        return None
    if found.winner is None:
        return Outcome(None, DRAW, "both armies break, and neither could have borne more", BREAK)
    loser = battle.camps[1 - found.winner]
    if all(army_break.is_broken(army) for army in armies):
        words = f"both armies break, and that of {loser.name} has lost more of what it could bear"
    else:
        words = f"{loser.name} gives the battle up" if loser.conceded else f"the army of {loser.name} breaks"
    return Outcome(found.winner, VICTORY, words, BREAK)


def outcome_by_points(battle: TricornBattle) -> Outcome:
    """The winner when the last turn is over (victory.points)."""
    gains = gains_of(battle, 0), gains_of(battle, 1)
    totals = [army_break.points(each).whole for each in gains]
    winner = army_break.winner_by_points(*gains)
    if winner is None:
        told = ", ".join(f"{camp.name} {total}" for camp, total in zip(battle.camps, totals, strict=True))
        words = f"the last turn is over and neither side leads by enough points: {told}"
        return Outcome(None, DRAW, words, POINTS)
    name = battle.camps[winner].name
    words = f"{name} leads by {totals[winner]} to {totals[1 - winner]} points when the last turn is over"
    return Outcome(winner, VICTORY, words, POINTS)
