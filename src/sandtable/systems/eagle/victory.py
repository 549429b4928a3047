"""Victory: the end of a turn, army breaks, objectives, and the end of a battle."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Final, assert_never

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.game.battle.battle import Outcome
from sandtable.game.files.scenario_rows import Outline, outline
from sandtable.systems.eagle.army_break import (
    Army,
    Break,
    Loss,
    army_break,
    at_turn_limit,
    break_values,
    unit_loss,
)
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import EagleEvent, with_camp
from sandtable.systems.eagle.roster import Objective, roster
from sandtable.systems.eagle.routers import outdistanced
from sandtable.systems.eagle.turn_events import BattleEnded, Conceded, TurnBegan
from sandtable.systems.eagle.words import names, side_name
from sandtable.table.measure import ground_at, is_inside_ground
from sandtable.table.space import Field, Piece, base_centre, relief, standing


class Resolve(StrEnum):
    """The answer of a player at the end of a turn (decision.concede)."""

    PLAY_ON = "play on"
    CONCEDE = "concede"


class Concede(Choose[Resolve], frozen=True, kw_only=True):
    """Fight on, or concede (victory.concede)."""

    decision: str = "decision.concede"
    rule = "victory.concede"
    title = "Fight on?"
    kind = Kind.FORMALITY

    def words(self, battle: EagleBattle) -> str:
        return f"Do the {side_name(battle, self.seat)} fight on?"

    def face(self, battle: EagleBattle, option: Resolve) -> Face:
        del battle
        return Face("Fight on") if option is Resolve.PLAY_ON else Face("Concede", "the battle is lost")


RESOLVES: Final = tuple(Resolve)


class CampLooted(EagleEvent, frozen=True):
    """The looters of a camp at the end of a turn changed; ``lost`` if the same unit looted it all turn.

    army.camp
    """

    rules = ("army.camp",)

    side: int
    looters: tuple[int, ...]
    lost: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The looters are kept for the end of the next turn."""
        camp = battle.camps[self.side]
        lost = camp.baggage_lost or self.lost
        return with_camp(battle, self.side, replace(camp, looters=self.looters, baggage_lost=lost))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        whose = side_name(after, self.side)
        if self.lost:
            return f"The camp of the {whose} is lost"
        if not self.looters:
            return f"No unit loots the camp of the {whose} any more"
        return f"The camp of the {whose} is being looted by {names(after, self.looters)}"


# --------------------------------------------------------------------- the end of a turn
async def end_step(battle: EagleBattle) -> EagleBattle:
    """Routers not caught go; then camps, breaks, objectives and the turn limit are checked.

    turn.end, rout.eliminate, army.camp, victory.break, victory.turn-limit; a decided battle cannot be
    conceded (victory.concede)
    """
    battle = await outdistanced(battle)
    for side in (0, 1):
        battle = await _camp_looted(battle, side)
    found = outcome(battle)
    if found is None:
        asked = await ask_to_concede(battle)
        if asked is not battle:
            battle, found = asked, outcome(asked)
    if found is not None:
        return await tell(battle, BattleEnded(found))
    return await tell(battle, TurnBegan(battle.turn + 1))


async def _camp_looted(battle: EagleBattle, side: int) -> EagleBattle:
    """A camp is lost if one and the same enemy unit looted it from the start of the turn to its end.

    army.camp
    """
    camp = battle.camps[side]
    looters = tuple(
        unit.id for unit in battle.on_table(1 - side) if camp.baggage and unit.looting == camp.baggage
    )
    lost = not camp.baggage_lost and any(unit in camp.looters for unit in looters)
    if looters == camp.looters and not lost:
        return battle
    return await tell(battle, CampLooted(side, looters, lost))


async def ask_to_concede(battle: EagleBattle) -> EagleBattle:
    """Either player may concede; the holder of the initiative is asked first (victory.concede)."""
    for side in (battle.holder, 1 - battle.holder):
        said = await Concede(side, RESOLVES, grave=(Resolve.CONCEDE,))
        if said is Resolve.CONCEDE:
            return await tell(battle, Conceded(side))
    return battle


# --------------------------------------------------------------------- what armies have lost
def army(battle: EagleBattle, side: int) -> Army:
    """The value of an army at the start, and what it has lost of it (victory.value, victory.break)."""
    values, worths = break_values(), _worths(tuple(map(_KINDS, battle.units)))[side]
    value, lost = sum(worths), sum(compress(worths, map(_REMOVED, battle.units)))
    for leader in battle.leaders:
        if leader.side == side:
            worth = values[Loss.GENERAL if leader.general else Loss.LEADER]
            value, lost = value + worth, lost + (worth if leader.post_lost else 0)
    camp = battle.camps[side]
    if camp.baggage:
        value, lost = value + values[Loss.CAMP], lost + (values[Loss.CAMP] if camp.baggage_lost else 0)
    return Army(value, lost)


_KINDS: Final = attrgetter("side", "profile_id", "began", "legion")
_REMOVED: Final = attrgetter("removed")


@lru_cache(maxsize=64)
def _worths(kinds: tuple[tuple[int, str, int, str], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The value of each unit for its own side, and 0 for the other; cached, because it never changes.

    victory.value
    """
    losses = [
        unit_loss(roster().profile(profile_id).troop_class, legion=bool(legion), began=began)
        for _, profile_id, began, legion in kinds
    ]
    worths = [break_values()[loss] for loss in losses]
    first, second = [
        tuple([worth if kind[0] == side else 0 for worth, kind in zip(worths, kinds, strict=True)])
        for side in (0, 1)
    ]
    return first, second


# --------------------------------------------------------------------- the winner
def outcome(battle: EagleBattle) -> Outcome | None:
    """The outcome at the end of a turn; none if the battle goes on.

    victory.concede, victory.break, victory.turn-limit, army.scenario: a break comes before all objectives
    """
    for side in (0, 1):
        if battle.camps[side].conceded:
            return _won(
                battle, 1 - side, f"The {battle.camps[side].name} give the battle up", "victory.concede"
            )
    armies = army(battle, 0), army(battle, 1)
    broken = army_break(*armies)
    if broken is not Break.NEITHER:
        return _by(battle, broken, armies, "victory.break")
    if battle.turn < battle.turn_limit:
        return None
    for objective in battle.objectives:
        if holds(battle, objective):
            winner = next(side for side in (0, 1) if battle.camps[side].id == objective.winner)
            return _won(battle, winner, objective.text.rstrip("."), "army.scenario")
    return _by(battle, at_turn_limit(*armies), armies, "victory.turn-limit")


def _by(battle: EagleBattle, found: Break, armies: tuple[Army, Army], rule: str) -> Outcome | None:
    """The outcome by the losses of the armies."""
    sides = zip(battle.camps, armies, strict=True)
    (first, ours), (second, theirs) = ((camp.name, f"{one.lost} of {one.value}") for camp, one in sides)
    words = f"{first} have lost {ours}, {second} {theirs}"
    match found:
        case Break.NEITHER:
            return None
        case Break.FIRST_WINS:
            return _won(battle, 0, words, rule)
        case Break.SECOND_WINS:
            return _won(battle, 1, words, rule)
        case Break.DRAW:
            return Outcome(None, "draw", f"{words}: the battle is drawn", rule)
        case _:
            assert_never(found)


def _won(battle: EagleBattle, winner: int, words: str, rule: str) -> Outcome:
    return Outcome(winner, "victory", f"{words}: {battle.camps[winner].name} have won", rule)


# --------------------------------------------------------------------- objectives
def holds(battle: EagleBattle, objective: Objective) -> bool:
    """Does an objective hold now: are enough units where it says? (army.scenario)"""
    if objective.kind == "otherwise":
        return True
    side = next(number for number in (0, 1) if battle.camps[number].id == objective.side)
    assert objective.area is not None
    field = _area(battle.field.width, battle.field.depth, objective.area)
    standing_there = [
        unit for unit in battle.unbroken(side) if _counts(unit, objective) and _is_in(unit, objective, field)
    ]
    return len(standing_there) >= objective.count


def _counts(unit: EagleUnit, objective: Objective) -> bool:
    """Is a unit of the kind that an objective counts?"""
    if objective.classes and unit.troop_class not in objective.classes:
        return False
    return objective.shaken or not unit.shaken


def _is_in(unit: EagleUnit, objective: Objective, area: Field) -> bool:
    """Does a unit stand in an area: all of its bases wholly, or the middles of half of them?"""
    if objective.inside == "wholly":
        return is_inside_ground(unit, area, 0)
    pose, bases = standing(unit), unit.shape.bases
    needed = (len(bases) + 1) // 2
    left, low, right, high = relief(area).bounds[:4]
    rim = unit.shape.width + unit.shape.depth + 1.0
    if not (left - rim < pose.x < right + rim and low - rim < pose.y < high + rim):
        return needed <= 0  # Quick test: the whole unit is far away.
    inside = 0
    for left_over, base in zip(range(len(bases), 0, -1), bases, strict=True):
        if inside >= needed or inside + left_over < needed:
            break
        inside += bool(ground_at(area, base_centre(pose, base)))
    return inside >= needed


@lru_cache(maxsize=16)
def _area(width: int, depth: int, spots: Outline) -> Field:
    """A table with only this area on it."""
    return Field(width, depth, (Piece("area", "area", polygon=outline(spots)),))
