"""Victory: broken armies, objectives held, points, and the end of a battle."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import Outcome
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import victory_points
from sandtable.systems.coldsteel.army_break import is_broken
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Phase, Prize, roll_call
from sandtable.systems.coldsteel.events import BattleEnded, TurnBegan
from sandtable.systems.coldsteel.nearness import distance_to
from sandtable.systems.coldsteel.precision import is_within
from sandtable.systems.coldsteel.victory_points import REACH, Held, Presence, presence


# --------------------------------------------------------------------- the end of a turn
async def end_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """After the eighth step: army breaks, then the turn limit, else the next turn.

    turn.end-check, victory.break, victory.turn-limit
    """
    if any(broken(battle)) or battle.turn >= battle.turn_limit:
        return await end_battle(battle)
    return await tell(battle, TurnBegan(battle.turn + 1))


async def end_battle(battle: ColdSteelBattle) -> ColdSteelBattle:
    """End the battle."""
    return await tell(battle, BattleEnded(outcome(battle)))


def broken(battle: ColdSteelBattle) -> tuple[bool, bool]:
    """Has each side lost more than half of the units it began with, reinforcements included?

    victory.break
    """
    call = roll_call(battle.units)
    return is_broken(call.began[0], call.lost[0]), is_broken(call.began[1], call.lost[1])


def annihilated(battle: ColdSteelBattle) -> tuple[bool, bool]:
    """Has each side no unit on the table and none to arrive? (victory.annihilation)"""
    if battle.step.phase is Phase.SETUP:
        return False, False
    ours, theirs = roll_call(battle.units).numbers
    return not ours and not battle.coming(0), not theirs and not battle.coming(1)


def is_decided(battle: ColdSteelBattle) -> bool:
    """Is the battle over now: is a side gone, or has one conceded? (victory.annihilation, victory.concede)"""
    ours, theirs = battle.camps
    if ours.conceded or theirs.conceded:
        return True
    here, there = roll_call(battle.units).numbers
    return not (here and there) and True in annihilated(battle)


# --------------------------------------------------------------------- points
def holder(battle: ColdSteelBattle, prize: Prize) -> int | None:
    """The side that holds an objective: a point by units that passed, a building by its garrison.

    victory.objective
    """
    if prize.building:
        garrison = battle.garrison_of(prize.building)
        return None if garrison is None else garrison.side
    return victory_points.holder((near(battle, 0, prize), near(battle, 1, prize)))


def near(battle: ColdSteelBattle, side: int, prize: Prize) -> Presence:
    """The presence of a side near an objective point (victory.objective)."""
    return presence(
        not unit.failed for unit in battle.on_table(side) if is_within(distance_to(unit, prize.point), REACH)
    )


def points(battle: ColdSteelBattle, side: int) -> Tally:
    """The points of a side: its objectives, and 1 for each enemy unit lost (victory.points)."""
    held = [Held(prize.name, prize.points) for prize in battle.prizes if holder(battle, prize) == side]
    return victory_points.points(roll_call(battle.units).lost[1 - side], held)


# --------------------------------------------------------------------- the winner
def outcome(battle: ColdSteelBattle) -> Outcome:
    """The winner: the side whose enemy conceded, is gone or is broken, else by points.

    victory.concede, victory.annihilation, victory.break, victory.turn-limit
    """
    ways = (
        (tuple(camp.conceded for camp in battle.camps), "gives the battle up", "victory.concede"),
        (annihilated(battle), "has nobody left", "victory.annihilation"),
        (broken(battle), "is broken", "victory.break"),
    )
    for beaten, how, rule in ways:
        if beaten.count(True) == 1:
            side = beaten.index(True)
            won, lost = battle.camps[1 - side].name, battle.camps[side].name
            return Outcome(1 - side, "victory", f"{lost} {how}: {won} has won", rule)
        if all(beaten) and rule == "victory.annihilation":
            return Outcome(None, "draw", "Neither side has anybody left: the battle is drawn", rule)
    return _by_points(battle)


def _by_points(battle: ColdSteelBattle) -> Outcome:
    """More points win; equal points are a draw (victory.turn-limit, victory.break)."""
    ours, theirs = (points(battle, side).whole for side in (0, 1))
    rule = "victory.break" if all(broken(battle)) else "victory.turn-limit"
    winner = victory_points.winner((ours, theirs))
    if winner is None:
        return Outcome(None, "draw", f"Both sides have {ours} points: the battle is drawn", rule)
    high, low = max(ours, theirs), min(ours, theirs)
    return Outcome(winner, "victory", f"{battle.camps[winner].name} has won by {high} points to {low}", rule)
