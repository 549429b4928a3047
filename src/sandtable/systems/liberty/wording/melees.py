"""The words of the melees, pursuits and breakthroughs."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.liberty import events, melee_events
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.following import Follow
from sandtable.systems.liberty.melee_ground import Group, lineup
from sandtable.systems.liberty.pursuit import Catch
from sandtable.systems.liberty.rounds import dice_of
from sandtable.systems.liberty.wording.names import Prompter, Teller, name, names

CATCHES = {
    Catch.HOLDS: "holds and does not pursue {}",
    Catch.FALLS_SHORT: "pursues {} but does not catch it",
    Catch.CATCHES: "pursues {} and catches it",
}


# ------------------------------------------------------------------ questions
def _melee_next(battle: LibertyBattle, question: Choose[Group]) -> Prompt:
    labels = tuple(_melee_label(battle, group) for group in question.options)
    return Prompt("Which melee is fought next?", "turn.step-order", labels)


def _melee_label(battle: LibertyBattle, group: Group) -> str:
    lines = lineup(battle, group)
    ours, theirs = (sum(dice) for dice in dice_of(lines))
    own, other = (names(battle, units) for units in lines.sides)
    return f"{own} against {other}: {ours} dice against {theirs}"


def _base_opponent(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    unit, base = question.about
    assert isinstance(unit, int)
    assert isinstance(base, int)
    touched = names(battle, question.options)
    words = f"Base {base + 1} of {name(battle, unit)} touches {touched}: which does it fight?"
    return Prompt(words, "melee.dice.per-base", tuple(name(battle, enemy) for enemy in question.options))


def _odd_hits(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    shares, left, numbers = question.about
    assert isinstance(shares, tuple)
    assert isinstance(numbers, tuple)
    words = f"{left} hits are left over: which enemy takes the next one?"
    units = [battle.units[numbers[place]] for place in question.options]
    taken = [shares[place] for place in question.options]
    labels = tuple(
        f"{unit.name}: has {counted(unit.hits, 'hit')}, takes {hits} more so far"
        for unit, hits in zip(units, taken, strict=True)
    )
    return Prompt(words, "melee.multiple.hits", labels)


def _pursuit_order(battle: LibertyBattle, question: Choose[Follow]) -> Prompt:
    labels = tuple(_follow_label(battle, follow) for follow in question.options)
    return Prompt("Which unit follows up next, and which enemy does it follow?", "pursuit.several", labels)


def _follow_label(battle: LibertyBattle, follow: Follow) -> str:
    if follow.router is None:
        return f"{name(battle, follow.unit)} rolls to break through"
    return f"{name(battle, follow.unit)} pursues {name(battle, follow.router)}"


def _breakthrough(battle: LibertyBattle, question: Choose[int | None]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(
        "Hold its ground" if target is None else f"Charge {name(battle, target)}"
        for target in question.options
    )
    words = f"{name(battle, unit)} breaks through: which enemy does it charge?"
    return Prompt(words, "breakthrough.charge", labels)


# ------------------------------------------------------------------ events
def _began(battle: LibertyBattle, event: melee_events.MeleeBegan) -> str:
    own, other = (names(battle, units) for units in event.sides)
    ours, theirs = (sum(dice) for dice in event.dice)
    verb = "fight" if len(event.sides[0]) > 1 else "fights"
    return f"{own} {verb} {other}: {ours} dice against {theirs}"


def _scored(battle: LibertyBattle, event: melee_events.MeleeScored) -> str:
    first, second = event.scores
    if event.winner is None:
        return f"The melee is undecided, {first} to {second}"
    sides = {battle.units[units[0]].side: units for units in event.sides}
    won, lost = (first, second) if battle.units[event.sides[0][0]].side == event.winner else (second, first)
    verb = "win" if len(sides[event.winner]) > 1 else "wins"
    return f"{names(battle, sides[event.winner])} {verb} the melee, {won} to {lost}"


def _free_round(battle: LibertyBattle, event: melee_events.FreeRoundBegan) -> str:
    ours, theirs = event.dice
    pursuer, router = name(battle, event.pursuer), name(battle, event.router)
    return f"{pursuer} attacks {router} from behind: {ours} dice against {theirs}"


def _pursued(battle: LibertyBattle, event: melee_events.UnitPursued) -> str:
    return f"{name(battle, event.unit)} {CATCHES[event.catch].format(name(battle, event.router))}"


def _turned(battle: LibertyBattle, event: melee_events.PursuitTurned) -> str:
    return f"{name(battle, event.unit)} meets {name(battle, event.enemy)} in its pursuit and charges it"


def _broke_through(battle: LibertyBattle, event: melee_events.UnitBrokeThrough) -> str:
    if event.target is None:
        return f"{name(battle, event.unit)} breaks through and holds"
    return f"{name(battle, event.unit)} breaks through and charges {name(battle, event.target)}"


PROMPTS: dict[str, Prompter] = {
    "melee-next": _melee_next,
    "melee-base-opponent": _base_opponent,
    "melee-odd-hits": _odd_hits,
    "pursuit-order": _pursuit_order,
    "breakthrough-target": _breakthrough,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    melee_events.MeleeBegan: _began,
    melee_events.MeleeScored: _scored,
    melee_events.FreeRoundBegan: _free_round,
    melee_events.UnitPursued: _pursued,
    melee_events.PursuitTurned: _turned,
    melee_events.UnitBrokeThrough: _broke_through,
}
