"""The house rules of a service: tried out before it opens, shown to players, compared with those of a record.

A service plays by the house rules in force in its process (``systems.by_house_rules``); so do the processes
in which its agents think.
"""

from __future__ import annotations

import shlex
from functools import cache
from typing import Any, Final

from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule, HouseRules, Plain, written
from sandtable.game.rules.rulebook import Readings, printed_rulebook
from sandtable.server.wire.catalogue import HouseRuleRow

MOST_TRIED: Final = 4
"""The most battles that are fought to have every figure read that is set."""

MOST_TOLD: Final = 5
"""The most figures that a sentence names; of the rest it gives the number."""


# --------------------------------------------------------------------- before the table opens
def try_out(name: str) -> tuple[str, ...]:
    """Fight battles of a system until every table with a house rule was read; the keys that were not read.

    Whether a figure fits is known only when its table is read; if not, BadHouseRule comes before people play.
    """
    system = systems.load(name)
    book = system.rulebook()
    for id in system.scenarios()[:MOST_TRIED]:
        if not book.unasked:
            break
        _fight(system, id)
    return book.unasked


def _fight(system: System[Any], scenario: str) -> None:
    """A battle of a simple agent against itself, until the house rules are read."""
    book = system.rulebook()
    game = Game(system, system.muster(system.scenario(scenario), Readings()), RandomHand(seed=1))
    agent = Militia(seed=1)
    while game.question is not None and book.unasked:
        game.answer(agent.decide(game.position()))


# --------------------------------------------------------------------- what players read
@cache
def house_rule_rows(package: str, house_rules: HouseRules) -> tuple[HouseRuleRow, ...]:
    """House rules of a system as players read them, each with its figure by the book."""
    if not house_rules:
        return ()
    book = printed_rulebook(package)
    figures = {figure.key: figure for figure in book.figures()}
    rows = ((key, written(value), figures[key]) for key, value in house_rules.figures)
    return tuple(
        HouseRuleRow(key, figure.rule, book[figure.rule].name, value, written(figure.value))
        for key, value, figure in rows
    )


# --------------------------------------------------------------------- games and records of other tables
def difference(name: str, figures: dict[str, Plain]) -> str:
    """Why a battle with these figures cannot be played here, and where it can; empty if it can."""
    system = systems.load(name)
    ours, theirs = system.rulebook().house_rules, HouseRules.of(figures)
    if ours == theirs:
        return ""
    here, there = _rules_in_words(ours), _rules_in_words(theirs)
    words = f"it is played {there}, and this table plays {system.short_name} {here}"
    try:
        settled = systems.settle(name, figures)
    except BadHouseRule as fault:
        return f"{words}; no table can play it: {str(fault)[:300]}"
    return f"{words}; it goes on when the table is served {_options_in_words(name, settled)}"


def _rules_in_words(house_rules: HouseRules) -> str:
    if not house_rules:
        return "by the book"
    told = HouseRules(house_rules.figures[:MOST_TOLD])
    more = len(house_rules.figures) - MOST_TOLD
    words = f"by the house {'rules' if len(house_rules.figures) > 1 else 'rule'} {str(told)[:300]}"
    return words if more <= 0 else f"{words} and {more} more"


def _options_in_words(name: str, house_rules: HouseRules) -> str:
    """The options with which the service must be started, as they are typed."""
    if not house_rules:
        return f"without --set {name}/..."
    if len(house_rules.figures) > MOST_TOLD:
        return "by the same house rules"
    texts = (shlex.quote(f"{name}/{key}={written(value)}") for key, value in house_rules.figures)
    return "with " + " ".join(f"--set {text}" for text in texts)
