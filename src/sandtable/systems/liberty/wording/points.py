"""The words of the Command Actions: what a point would buy, and how many are left."""

from __future__ import annotations

from functools import partial

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.liberty import events
from sandtable.systems.liberty.actions import RULES, Action, CommandPoint
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.wording.names import Prompter, Teller, name

OFFERS = {
    "direct-order": (Action.A_DIRECT_ORDER, "has failed its order test. {} rolls it again"),
    "press-the-charge": (Action.PRESS_THE_CHARGE, "is about to charge. {} makes one success enough"),
    "reinforce": (Action.REINFORCE, "tries to rally. {} makes one success enough and recovers more hits"),
    "reform-the-ranks": (Action.REFORM_THE_RANKS, "is disordered. {} lets it test now to recover its order"),
    "hold-the-line": (Action.HOLD_THE_LINE, "has failed its morale test. {} rolls it again"),
    "concentrate-fire": (Action.CONCENTRATE_FIRE, "has shot. {} rolls all misses again"),
    "double-time": (Action.DOUBLE_TIME, "is about to move. {} adds a die to its rate"),
    "lead-the-fight": (Action.LEAD_THE_FIGHT, "fights with its General. {} adds four dice instead of two"),
}


def _offer(decision: str, battle: LibertyBattle, question: Choose[CommandPoint]) -> Prompt:
    action, why = OFFERS[decision]
    unit = question.about[0]
    assert isinstance(unit, int)
    left = battle.camps[question.seat].points.left
    whom = name(battle, unit) if unit >= 0 else battle.generals[-1 - unit].name
    words = f"{whom} {why.format(action)} ({counted(left, 'Command Point')} left)"
    return Prompt(words, RULES[action][0], point_labels(decision, question.options))


def point_labels(decision: str, options: tuple[CommandPoint, ...]) -> tuple[str, ...]:
    """The labels of spending or keeping a point.

    >>> point_labels("hold-the-line", (CommandPoint.KEEP, CommandPoint.SPEND))
    ('Keep the point', 'Spend a point: Hold The Line!')
    """
    action, _ = OFFERS[decision]
    labels = {CommandPoint.SPEND: f"Spend a point: {action}", CommandPoint.KEEP: "Keep the point"}
    return tuple(labels[option] for option in options)


def _spent(battle: LibertyBattle, event: events.PointSpent) -> str:
    whom = name(battle, event.unit) if event.unit >= 0 else battle.generals[-1 - event.unit].name
    return f"{event.action} One Command Point is spent on {whom}"


def _points(battle: LibertyBattle, event: events.PointsGained) -> str:
    return f"The {battle.camps[event.side].name} army has {counted(event.points, 'Command Point')}"


PROMPTS: dict[str, Prompter] = {decision: partial(_offer, decision) for decision in OFFERS}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    events.PointSpent: _spent,
    events.PointsGained: _points,
}
