"""Prospects: the possible results of an option, unit by unit, with exact chances.

They end at the next decision that the system's default policy does not take.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sandtable.game.ask.questions import Choose
from sandtable.game.battle.position import Position
from sandtable.game.drivers.search import Future, TooManyFutures, futures
from sandtable.game.present.figures import TallySeen, tallies_seen
from sandtable.game.present.painting import Card
from sandtable.game.story.calls import figures_ahead

MOST_FUTURES = 5_000


class Prospect(Struct, frozen=True):
    """A possible state of a unit: its state and markers in words, and the chance."""

    words: str
    chance: float


class UnitProspects(Struct, frozen=True):
    """A unit that may change: its state now and its possible states."""

    number: int
    side: int
    name: str
    now: str
    then: tuple[Prospect, ...]


class OptionOdds(Struct, frozen=True):
    """The possible results of one option up to the next decision; none if there are ``too_many``."""

    option: int
    label: str
    units: tuple[UnitProspects, ...]
    too_many: bool


def prospects(position: Position[Any], option: int, label: str) -> OptionOdds:
    """The possible results of one option of a choice."""
    question = position.question
    assert isinstance(question, Choose), "odds are computed for the options of a choice"
    policy = next(iter(position.system.policies().values()), None)
    try:
        ways = futures(position, question.options[option], at_most=MOST_FUTURES, policy=policy)
    except TooManyFutures:
        return OptionOdds(option + 1, label, units=(), too_many=True)
    return OptionOdds(option + 1, label, tuple(_units(position, ways)), too_many=False)


def figures(position: Position[Any], option: int) -> tuple[TallySeen, ...]:
    """The figures of the first throw after an option."""
    question = position.question
    assert isinstance(question, Choose), "figures are computed for the options of a choice"
    return tallies_seen(figures_ahead(position, question.options[option]))


def _units(position: Position[Any], ways: tuple[Future[Any], ...]) -> Iterator[UnitProspects]:
    """Every unit that changes in at least one of the futures."""
    system = position.system
    for unit in position.battle.units:
        now = in_words(system.card(position.battle, unit), on_table=unit.pose is not None)
        then: dict[str, float] = {}
        for way in ways:
            after = way.battle.units[unit.id]
            words = in_words(system.card(way.battle, after), on_table=after.pose is not None)
            then[words] = then.get(words, 0.0) + way.chance
        if set(then) != {now}:
            name = system.card(position.battle, unit).name
            rows = tuple(Prospect(words, chance) for words, chance in then.items())
            yield UnitProspects(unit.id + 1, unit.side, name, now, tuple(sorted(rows, key=_likeliest)))


def _likeliest(prospect: Prospect) -> tuple[float, str]:
    return -prospect.chance, prospect.words


def in_words(card: Card, *, on_table: bool) -> str:
    """A unit's state and markers in words."""
    markers = "".join(f", {words} {count}" for words, count in card.markers)
    return f"{card.state}{markers}{'' if on_table else ', off the table'}"
