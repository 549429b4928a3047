"""Victory: objectives held, units lost, and the end of a battle."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import Outcome
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Prize, roll_call
from sandtable.systems.elan.events import BattleEnded, ElanEvent, TurnBegan
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.leading import settle_wounds
from sandtable.systems.elan.steps import end_phase
from sandtable.systems.elan.words import side_name

TWICE: Final = 2
"""A decisive victory needs at least this many times the points of the other side (victory.points)."""


class PrizesJudged(ElanEvent, frozen=True):
    """The holder of each objective was determined (victory.hold)."""

    rules = ("victory.hold",)

    holders: tuple[int | None, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        prizes = zip(battle.prizes, self.holders, strict=True)
        return replace(battle, prizes=tuple(replace(prize, holder=holder) for prize, holder in prizes))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        held = zip(after.prizes, self.holders, strict=True)
        return f"Objectives held: {', '.join(f'{prize.name} {_by(after, one)}' for prize, one in held)}"


def _by(battle: ElanBattle, holder: int | None) -> str:
    return "by neither side" if holder is None else f"by the {side_name(battle, holder)}"


# --------------------------------------------------------------------- the time step
async def time_step(battle: ElanBattle) -> ElanBattle:
    """Determine the holders of objectives; then begin the next turn, or end the battle after the last.

    victory.hold, turn.end, turn.limit, turn.end.markers, victory.end
    """
    holders = tuple([holder(battle, prize) for prize in battle.prizes])
    if holders != tuple(prize.holder for prize in battle.prizes):
        battle = await tell(battle, PrizesJudged(holders))
    battle = await end_phase(battle)
    if is_decided(battle):
        return battle
    if battle.turn >= battle.turn_limit:
        return await end_battle(battle)
    return await tell(battle, TurnBegan(battle.turn + 1))


def holder(battle: ElanBattle, prize: Prize) -> int | None:
    """The only side with a steady unit near an objective; if neither or both have one, the last holder."""
    ground, limit = ground_of(battle), battle.figures.hold
    # With no enemy near, the holder keeps it whether or not a unit of his is near: one check is enough.
    other = 1 if prize.holder is None else 1 - prize.holder
    theirs = ground.is_any_near(_steady(battle.on_table(other)), prize.point, limit)
    if prize.holder is not None and not theirs:
        return prize.holder
    ours = ground.is_any_near(_steady(battle.on_table(1 - other)), prize.point, limit)
    if ours == theirs:
        return prize.holder
    return 1 - other if ours else other


@by_identity(most=4)
def _steady(units: tuple[ElanUnit, ...]) -> tuple[int, ...]:
    """The numbers of the units that are not retreating."""
    return tuple([unit.id for unit in units if not unit.retreating])


# --------------------------------------------------------------------- the end
def is_decided(battle: ElanBattle) -> bool:
    """Has an army broken, or a player conceded? (victory.end, army.break-fail)"""
    ours, theirs = battle.camps
    return ours.broken or ours.conceded or theirs.broken or theirs.conceded


async def end_battle(battle: ElanBattle) -> ElanBattle:
    """End the battle, whatever decided it; then wounded commanders live or die.

    victory.end, leaders.casualty.mortal-or-not
    """
    return await settle_wounds(await tell(battle, BattleEnded(outcome(battle))))


def points(battle: ElanBattle, side: int) -> Tally:
    """The points of a side: what it holds, and 1 for each enemy unit lost (victory.points)."""
    tally = Tally.of(0, "nothing yet", "victory.points")
    for prize in battle.prizes:
        if prize.holder == side:
            tally = tally.plus(prize.points, f"holds {prize.name}", "victory.hold")
    lost = roll_call(battle.units).lost[1 - side]
    return tally.plus(lost, "enemy units lost", "victory.points") if lost else tally


def outcome(battle: ElanBattle) -> Outcome:
    """The winner: the side whose enemy broke or conceded, else the side with more points.

    army.break-fail, victory.end, victory.points
    """
    beaten = [side for side in (0, 1) if battle.camps[side].broken or battle.camps[side].conceded]
    if len(beaten) == 1:
        lost, won = battle.camps[beaten[0]], battle.camps[1 - beaten[0]]
        how = "breaks" if lost.broken else "gives the battle up"
        rule = "army.break-fail" if lost.broken else "victory.end"
        words = f"The army of the {lost.name} {how}: the battle goes to the {won.name}"
        return Outcome(1 - beaten[0], "decisive", words, rule)
    if beaten:
        return Outcome(None, "draw", "Both armies break: the battle is drawn", "army.break-fail")
    return _by_points(battle)


def _by_points(battle: ElanBattle) -> Outcome:
    ours, theirs = (points(battle, side).whole for side in (0, 1))
    if ours == theirs:
        return Outcome(None, "draw", f"Both sides have {ours} points: the battle is drawn", "victory.points")
    winner = 0 if ours > theirs else 1
    high, low = max(ours, theirs), min(ours, theirs)
    degree = "decisive" if high >= TWICE * low else "victory"
    words = f"The battle goes to the {battle.camps[winner].name} by {high} points to {low}"
    return Outcome(winner, degree, words, "victory.points")
