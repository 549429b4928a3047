"""Victory: armies that break, objectives held, and points when the last turn is over."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.game.battle import Outcome
from sandtable.game.questions import tell
from sandtable.game.tally import Tally
from sandtable.systems.tricorn import army_break
from sandtable.systems.tricorn.army_break import Army, Gains
from sandtable.systems.tricorn.battle import Prize, TricornBattle
from sandtable.systems.tricorn.book import values
from sandtable.systems.tricorn.command_events import PrizeTaken
from sandtable.systems.tricorn.nearness import is_near
from sandtable.table.measure import INCH

BREAK: Final = "victory.break"
POINTS: Final = "victory.points"
VICTORY: Final = "victory"
DRAW: Final = "draw"


class _Hold(Struct, frozen=True):
    inches: float
    markers: int


HOLD: Final = values("victory.objective", _Hold)
"""How near a unit must be to hold an objective, and with how many markers at most (victory.objective)."""


NEAR: Final = HOLD.inches * INCH
"""The same distance in hundredths."""


# --------------------------------------------------------------------- objectives
async def look_at_prizes(battle: TricornBattle) -> TricornBattle:
    """Who holds each objective now; looked at after every activation (victory.objective)."""
    for number, prize in enumerate(battle.prizes):
        there = [side for side in (0, 1) if _is_held(battle, side, prize)]
        if len(there) == 1 and there[0] != prize.holder:
            battle = await tell(battle, PrizeTaken(number, there[0]))
    return battle


def _is_held(battle: TricornBattle, side: int, prize: Prize) -> bool:
    """Has a side a unit fit to hold an objective near enough, by itself or as a garrison?"""
    x, y = prize.point
    for unit in battle.enemies_of(1 - side):
        pose, reach = unit.pose, NEAR + unit.shape.width + unit.shape.depth
        if pose is None or abs(pose.x - x) > reach or abs(pose.y - y) > reach:
            continue  # Most are far away, and this is soon said.
        if unit.markers <= HOLD.markers and is_near(unit, prize.point, HOLD.inches):
            return True
    return False


# --------------------------------------------------------------------- armies
def army_of(battle: TricornBattle, side: int) -> Army:
    """An army as the end of a turn finds it (army.loss-count, army.break-point)."""
    own = [unit for unit in battle.units if unit.side == side]
    camp = battle.camps[side]
    return Army(
        units=len(own),
        lost=sum(unit.removed is not None for unit in own),
        abandoned=sum(unit.is_abandoned and unit.removed is None for unit in own),
        chief_lost=camp.chief_lost,
        printed=camp.break_point,
        conceded=camp.conceded,
    )


def gains_of(battle: TricornBattle, side: int) -> Gains:
    """What a side has to show (victory.points)."""
    enemy = battle.camps[1 - side]
    return Gains(
        units=len(battle.lost(1 - side)),
        generals=enemy.generals_lost,
        chief=enemy.chief_lost,
        objectives=sum(prize.points for prize in battle.prizes if prize.holder == side),
        start=battle.camps[side].points,
    )


def points(battle: TricornBattle, side: int) -> Tally:
    """The points of a side as things stand (victory.points)."""
    return army_break.points(gains_of(battle, side))


# --------------------------------------------------------------------- the end
def outcome_by_breaking(battle: TricornBattle) -> Outcome | None:
    """Who wins because an army has broken, or been given up; none if neither has (victory.break)."""
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
    """Who wins when the last turn is over (victory.points)."""
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
