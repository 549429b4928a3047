"""The words of the Melee phase."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import events, melee_events
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.breakthrough import Breakthrough, reach
from sandtable.systems.elan.melee import dice
from sandtable.systems.elan.melee_ground import Group, lineup
from sandtable.systems.elan.wording.names import (
    Prompter,
    Teller,
    asked,
    counted,
    length,
    names,
    sector,
    side,
    told,
)

BEATEN = {
    "melee.result.rout": "routs",
    "melee.result.fall-back": "falls back",
    "melee.result.retreat": "retreats",
}


# ------------------------------------------------------------------ questions
def _order(battle: ElanBattle, question: Choose[Group]) -> Prompt:
    labels = tuple(_melee_label(battle, group) for group in question.options)
    return Prompt("Which melee is fought next?", "melee.group", labels)


def _melee_label(battle: ElanBattle, group: Group) -> str:
    lines = lineup(battle, group)
    ours, theirs = (sum(dice(one).whole for one in lines.melee.fighters(n)) for n in (0, 1))
    own, other = (names(battle, units) for units in lines.sides)
    return f"{own} against {other}: {counted(ours, 'die')} against {theirs}"


def _rest_dice(battle: ElanBattle, question: Choose[tuple[int, ...]]) -> Prompt:
    unit, enemies, spare = question.about
    assert isinstance(unit, int)
    assert isinstance(enemies, tuple)
    assert isinstance(spare, int)
    dice_left = counted(spare, "die")
    words = f"{told(battle, unit, f'has {dice_left} to spare')}: against which enemies?"
    labels = tuple(names(battle, tuple(enemies[nth] for nth in option)) for option in question.options)
    return Prompt(words, "melee.multiple-rest", labels)


def _breakthrough(
    battle: ElanBattle, question: Choose[Breakthrough | None] | PlanMove | PlanHexMove
) -> Prompt:
    if not isinstance(question, Choose):
        words = asked(battle, question.body.id, "Which way", "break through")
        return Prompt(words, "melee.breakthrough-how")
    labels = tuple(_breakthrough_label(battle, option) for option in question.options)
    return Prompt("Which of the winners breaks through?", "melee.breakthrough-how", labels)


def _breakthrough_label(battle: ElanBattle, option: Breakthrough | None) -> str:
    if option is None:
        return "Stay in place"
    if option.sector:
        return told(battle, option.unit, f"occupies {sector(battle, option.sector)}")
    return told(battle, option.unit, f"breaks through, up to {length(battle, reach(battle, option.unit))}")


# ------------------------------------------------------------------ events
def _fixed(battle: ElanBattle, event: melee_events.MeleesFixed) -> str:
    del battle
    pairs = counted(len(event.pairs), "pair")
    return f"{pairs} of units {'is' if len(event.pairs) == 1 else 'are'} in contact"


def _began(battle: ElanBattle, event: melee_events.MeleeBegan) -> str:
    ours, theirs = (sum(dice) for dice in event.dice)
    own, other = names(battle, event.units), names(battle, event.enemies)
    return f"Melee: {own} against {other}, {counted(ours, 'die')} against {theirs}"


def _judged(battle: ElanBattle, event: melee_events.RoundJudged) -> str:
    first, second = event.caused
    if event.drawn:
        return f"The round is drawn, {first} to {second}, and fought again"
    if event.winner is None:
        return "No unit is left in the melee"
    won, lost = (first, second) if event.winner == battle.first else (second, first)
    return f"The {side(battle, event.winner)} win the melee, {counted(won, 'hit')} to {lost}"


def _beaten(battle: ElanBattle, event: melee_events.UnitBeaten) -> str:
    return told(battle, event.unit, "is beaten", BEATEN[event.rule])


PROMPTS: dict[str, Prompter] = {
    "melee.order": _order,
    "melee.rest-dice": _rest_dice,
    "melee.breakthrough": _breakthrough,
}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    melee_events.MeleesFixed: _fixed,
    melee_events.MeleeBegan: _began,
    melee_events.RoundJudged: _judged,
    melee_events.UnitBeaten: _beaten,
}
