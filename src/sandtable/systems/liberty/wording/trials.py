"""The words of the tests, of disorder, routs and breaking units."""

from __future__ import annotations

from typing import Any

from sandtable.dice import Rerollable
from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.liberty import events
from sandtable.systems.liberty.battle import DueTest, LibertyBattle
from sandtable.systems.liberty.resolutions import BECOMES
from sandtable.systems.liberty.wording.names import Prompter, Teller, name, names


def _order_of_tests(battle: LibertyBattle, question: Choose[DueTest]) -> Prompt:
    labels = tuple(f"{name(battle, due.unit)} ({due.cause})" for due in question.options)
    return Prompt("Which unit tests its morale next?", "turn.simultaneous", labels)


def _rerolls(battle: LibertyBattle, question: Choose[Any]) -> Prompt:
    unit, need, on_table = question.about
    assert isinstance(unit, int)
    assert isinstance(on_table, Rerollable)
    wanted = "" if need is None else f" and needs {need}"
    shown, left = counted(on_table.total, "success"), counted(on_table.left, "reroll")
    words = f"{name(battle, unit)} has {shown}{wanted}. Reroll a die? ({left} left)"
    return Prompt(words, "dice.reroll.sequence", reroll_labels(question.options))


def reroll_labels(options: tuple[int | None, ...]) -> tuple[str, ...]:
    """The labels of the dice that may be rerolled.

    >>> reroll_labels((None, 0, 1))
    ('Keep the dice', 'Reroll a die showing 0 successes', 'Reroll a die showing 1 success')
    """
    return tuple(
        "Keep the dice" if pick is None else f"Reroll a die showing {counted(pick, 'success')}"
        for pick in options
    )


def _ways(battle: LibertyBattle, question: Choose[Any]) -> Prompt:
    unit, verb = question.about
    assert isinstance(unit, int)
    retires = verb == "retires"
    labels = tuple(_way(angle, backwards=retires) for angle in question.options)
    words = f"Which way does {name(battle, unit)} {'retire' if retires else 'run'}?"
    return Prompt(words, "morale.retire.move" if retires else "rout.direction", labels)


def _way(angle: int, *, backwards: bool) -> str:
    """An angle clockwise from the stated direction; for a unit going backwards that is to its left."""
    side = "left" if (angle > 0) == backwards else "right"
    where = f"to its own {side}" if backwards else f"to the {side} of its line of flight"
    return f"{abs(angle) / 10:g}° {where}"


def _tested(battle: LibertyBattle, event: events.MoraleTested) -> str:
    unit = name(battle, event.due.unit)
    return f"{unit} takes a morale test ({event.due.cause}) and {BECOMES[event.result]}"


def _to_test(battle: LibertyBattle, event: events.UnitsToTest) -> str:
    return f"{names(battle, event.units)} must take a morale test (passing through)"


def _disordered(battle: LibertyBattle, event: events.UnitDisordered) -> str:
    return f"{name(battle, event.unit)} is disordered"


def _cleared(battle: LibertyBattle, event: events.DisorderCleared) -> str:
    return f"{name(battle, event.unit)} is in good order again"


def _hits(battle: LibertyBattle, event: events.HitsChanged) -> str:
    verb = "takes" if event.by > 0 else "recovers"
    return f"{name(battle, event.unit)} {verb} {counted(abs(event.by), 'hit')}"


def _routed(battle: LibertyBattle, event: events.UnitRouted) -> str:
    return f"{name(battle, event.unit)} routs"


def _rallied(battle: LibertyBattle, event: events.UnitRallied) -> str:
    return f"{name(battle, event.unit)} rallies"


def _broken(battle: LibertyBattle, event: events.UnitsBroken) -> str:
    return f"{names(battle, event.units)} {'are' if len(event.units) > 1 else 'is'} broken"


PROMPTS: dict[str, Prompter] = {
    "test-order": _order_of_tests,
    "test-rerolls": _rerolls,
    "rout-tie": _ways,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    events.MoraleTested: _tested,
    events.UnitsToTest: _to_test,
    events.UnitDisordered: _disordered,
    events.DisorderCleared: _cleared,
    events.HitsChanged: _hits,
    events.UnitRouted: _routed,
    events.UnitRallied: _rallied,
    events.UnitsBroken: _broken,
}
