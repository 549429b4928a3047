"""House rules: figures of a rulebook set to other values, for one battle or for many.

The key of a figure is its rule, the row of the rule's table if there is one, and its column. Rows are named
by their words, or by their number, counted from 1, if their words are not distinct.

>>> from sandtable.game.rules.rulebook import Basis, Rule
>>> to_hit = Rule(id="fire.to-hit", where="FIRE", text="To hit: recruits 5+, guards 3+.", basis=Basis.STATED,
...     rows=({"quality": "Green Recruits", "to_hit": 5}, {"quality": "Guards", "to_hit": 3}))
>>> [(figure.key, figure.value) for figure in rule_figures([to_hit])]
[('fire.to-hit.green-recruits.to_hit', 5), ('fire.to-hit.guards.to_hit', 3)]
>>> settled = read_house_rules([to_hit], {"fire.to-hit.guards.to_hit": "4"})
>>> amended(to_hit, settled).rows[1]
{'quality': 'Guards', 'to_hit': 4}
>>> print(amended(to_hit, settled).text)
To hit: recruits 5+, guards 3+. House rule here: fire.to-hit.guards.to_hit is 4, not 3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import parse
from sandtable.game.files.type_errors import suggest

if TYPE_CHECKING:
    from sandtable.game.rules.rulebook import Rule

Plain: TypeAlias = bool | int | float | str
"""The type of a figure in a rulebook."""

LARGEST: Final = 1_000_000
"""The largest value of a figure: more dice than this would never finish."""
YES: Final = ("yes", "true")
NO: Final = ("no", "false")
_AMOUNT: Final = re.compile(r"(?:ceil|[0-9DN+\-*/().])*(?:\d|N)(?:ceil|[0-9DN+\-*/().])*")
"""Dice or a share, as tables write them: ``12+D3``, ``ceil(3*N/4)``."""


class BadHouseRule(Exception):
    """A house rule names no figure, or gives it an impossible value; the message says what would be right."""


class HouseRules(Struct, frozen=True):
    """The figures that differ from the printed ones, sorted by key."""

    figures: tuple[tuple[str, Plain], ...] = ()

    @classmethod
    def of(cls, figures: Mapping[str, Plain]) -> HouseRules:
        """House rules from a mapping of keys to values."""
        return cls(tuple(sorted(figures.items())))

    def __bool__(self) -> bool:
        return bool(self.figures)

    def __str__(self) -> str:
        return ", ".join(f"{key}={written(value)}" for key, value in self.figures) or "none"


PRINTED: Final = HouseRules()
"""No house rules: every figure as printed."""


class FigureKind(StrEnum):
    """The kind of value in a place of a table."""

    WHOLE = "a whole number"
    NUMBER = "a number"
    YES_OR_NO = "yes or no"
    AMOUNT = "an amount"


class RuleFigure(Struct, frozen=True):
    """A figure of a rulebook: its key, its rule, its place in the rule, its kind and its value.

    ``like`` are the amounts in its column, as examples of how an amount is written.
    """

    key: str
    rule: str
    place: tuple[str | int, ...]
    kind: FigureKind
    value: Plain
    like: tuple[str, ...] = ()


_Node: TypeAlias = "RuleFigure | dict[str, _Node] | None"
"""A part of a rule: a figure, more parts by name, or None for words."""


def written(value: Plain) -> str:
    """A figure as people type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"


# --------------------------------------------------------------------- figures that can be set
def rule_figures(rules: Iterable[Rule], printed: Mapping[str, str] | None = None) -> tuple[RuleFigure, ...]:
    """Every figure that can be set, in the order of the rulebook, without those that are only *printed*."""
    found = (figure for rule in rules for figure in _leaves(_parts(rule)))
    return tuple(figure for figure in found if _only_printed(figure.key, printed or {}) is None)


def _only_printed(key: str, printed: Mapping[str, str]) -> str | None:
    """The entry of *printed* that covers a key; a star in an entry stands for any row."""
    steps = key.split(".")
    for entry in printed:
        wanted = entry.split(".")
        if len(wanted) <= len(steps) and all(w in ("*", s) for w, s in zip(wanted, steps, strict=False)):
            return entry
    return None


def _leaves(node: _Node) -> Iterator[RuleFigure]:
    if isinstance(node, RuleFigure):
        yield node
    elif node is not None:
        for part in node.values():
            yield from _leaves(part)


def _parts(rule: Rule) -> dict[str, _Node]:
    """The figures of a rule by the steps of their keys."""
    parts: dict[str, _Node] = {}
    for label, place in zip(_labels(rule.rows), range(len(rule.rows)), strict=True):
        row: dict[str, _Node] = {}
        for column, cell in rule.rows[place].items():
            cells = [other[column] for other in rule.rows if column in other]
            row[column] = _part(rule, cell, cells, ("rows", place, column), f"{rule.id}.{label}.{column}")
        parts[label] = row
    for name, value in rule.values.items():
        parts[name] = _part(rule, value, [value], ("values", name), f"{rule.id}.{name}")
    return parts


def _part(rule: Rule, cell: object, cells: list[object], place: tuple[str | int, ...], key: str) -> _Node:
    if isinstance(cell, list):
        inner = [one for other in cells if isinstance(other, list) for one in other]
        return {
            str(number): _part(rule, one, inner, (*place, number - 1), f"{key}.{number}")
            for number, one in enumerate(cell, start=1)
        }
    if isinstance(cell, dict):
        return {name: _part(rule, one, [one], (*place, name), f"{key}.{name}") for name, one in cell.items()}
    kind, like = _kind(cell, cells)
    if kind is None:
        return None
    assert isinstance(cell, bool | int | float | str)
    return RuleFigure(key, rule.id, place, kind, cell, like)


def _kind(cell: object, cells: Sequence[object]) -> tuple[FigureKind | None, tuple[str, ...]]:
    """The kind of a figure, judged with the other cells of its column; None if it is no figure."""
    if isinstance(cell, bool):
        return FigureKind.YES_OR_NO, ()
    if isinstance(cell, int | float):
        whole = all(isinstance(one, int) for one in cells if isinstance(one, int | float))
        return FigureKind.WHOLE if whole else FigureKind.NUMBER, ()
    words = [one for one in cells if isinstance(one, str)]
    if isinstance(cell, str) and any(map(_AMOUNT.fullmatch, words)) and len(words) == len(cells):
        return FigureKind.AMOUNT, tuple(dict.fromkeys(words))
    return None, ()


def _labels(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """The names of the rows of a table: the first columns of words that make them distinct, or numbers."""
    columns = [name for name in (rows[0] if rows else ()) if all(_is_name(row.get(name)) for row in rows)]
    for one in columns:
        labels = [_slug(str(row[one])) for row in rows]
        if len(set(labels)) == len(labels):
            return labels
    for count in range(2, len(columns) + 1):
        labels = [_slug(" ".join(str(row[name]) for name in columns[:count])) for row in rows]
        if len(set(labels)) == len(labels):
            return labels
    return [str(number) for number in range(1, len(rows) + 1)]


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(_slug(value)) and not _AMOUNT.fullmatch(value)


def _slug(words: str) -> str:
    """Words as a step of a key.

    >>> _slug("General (attached)")
    'general-attached'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


# --------------------------------------------------------------------- reading house rules
def read_house_rules(
    rules: Sequence[Rule], given: Mapping[str, Plain], printed: Mapping[str, str] | None = None
) -> HouseRules:
    """The house rules in texts or plain values by key; BadHouseRule for an unknown key or a bad value."""
    settled: dict[str, Plain] = {}
    for key, value in given.items():
        figure = find_figure(rules, key, printed or {})
        read = _read(figure, value)
        if read != figure.value:
            settled[figure.key] = read
    return HouseRules.of(settled)


def find_figure(rules: Sequence[Rule], key: str, printed: Mapping[str, str]) -> RuleFigure:
    """The figure that a key names."""
    rule = _rule_of(rules, key)
    instead = _only_printed(key, printed)
    if instead is not None:
        where = f"; the rules read {printed[instead]}" if printed[instead] else ""
        raise BadHouseRule(f'"{key}" is only printed, and no rule reads it{where}')
    node: _Node = _parts(rule)
    done = rule.id
    for step in key[len(rule.id) + 1 :].split(".") if key != rule.id else ():
        if not isinstance(node, dict):
            break
        if step not in node:
            raise BadHouseRule(f'"{key}" names no figure: {done} has no "{step}"; {suggest(step, node)}')
        node, done = node[step], f"{done}.{step}"
    return _figure_at(node, key, done)


def _figure_at(node: _Node, key: str, done: str) -> RuleFigure:
    if isinstance(node, RuleFigure) and node.key == key:
        return node
    if isinstance(node, RuleFigure):
        raise BadHouseRule(f'"{key}" names no figure: {done} is itself the figure, {written(node.value)}')
    if node is None:
        raise BadHouseRule(f'"{key}" names no figure: {done} holds words')
    known = [figure.key for figure in _leaves(node)]
    if not known:
        raise BadHouseRule(f'"{key}" names no figure: {done} has none')
    raise BadHouseRule(f'"{key}" names {len(known)} figures: say which, such as {known[0]}')


def _rule_of(rules: Sequence[Rule], key: str) -> Rule:
    """The rule with the longest id that is a prefix of a key and has the next part of the key."""
    named = [rule for rule in rules if key == rule.id or key.startswith(f"{rule.id}.")]
    if not named:
        with_figures = [rule.id for rule in rules if any(_leaves(_parts(rule)))]
        raise BadHouseRule(f'"{key}" does not begin with a rule; {suggest(key, with_figures)}')
    named.sort(key=lambda rule: -len(rule.id))
    for rule in named:
        first = key[len(rule.id) + 1 :].partition(".")[0]
        if first in _parts(rule):
            return rule
    return next((rule for rule in named if rule.rows or rule.values), named[0])


def _read(figure: RuleFigure, value: Plain) -> Plain:
    """The value of a figure, converted from a text or a plain value."""
    match figure.kind:
        case FigureKind.YES_OR_NO:
            word = written(value).lower()
            if word in (*YES, *NO):
                return word in YES
        case FigureKind.AMOUNT:
            if isinstance(value, str) and _is_written_alike(figure, value):
                return value
        case FigureKind.WHOLE | FigureKind.NUMBER:
            number = _number(value)
            if number is not None:
                return number
    raise unfit(figure, value)


def _number(value: Plain) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    if not math.isfinite(number) or abs(number) > LARGEST:
        return None
    return int(number) if number == int(number) else number


def _is_written_alike(figure: RuleFigure, text: str) -> bool:
    """Is an amount written like one of its column, and does it name dice if the printed one does?"""
    if not any(_form(text) == _form(known) for known in figure.like):
        return False
    return not (_names_dice(str(figure.value)) and "D" in text) or _names_dice(text)


def _form(text: str) -> str:
    return re.sub(r"\d+", "#", text)


def _names_dice(text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True


def unfit(figure: RuleFigure, value: Plain, words: str = "") -> BadHouseRule:
    """The error for a value that does not fit a figure."""
    match figure.kind:
        case FigureKind.AMOUNT:
            wanted = f"must be written like {', '.join(figure.like)}"
        case FigureKind.YES_OR_NO:
            wanted = "must be yes or no"
        case FigureKind.WHOLE | FigureKind.NUMBER:
            wanted = f"must be {figure.kind} from {-LARGEST} to {LARGEST}"
    shown = written(value)[:60]
    return BadHouseRule(f'{figure.key} {words or wanted}, not "{shown}" (it is {written(figure.value)})')


# --------------------------------------------------------------------- applying house rules
def amended(rule: Rule, house_rules: HouseRules) -> Rule:
    """A rule with its figures changed by house rules, and a sentence in its text for each change."""
    for figure in _leaves(_parts(rule)):
        value = dict(house_rules.figures).get(figure.key)
        if value is None:
            continue
        words = f"House rule here: {figure.key} is {written(value)}, not {written(figure.value)}."
        text = f"{rule.text} {words}"
        match figure.place:
            case ("rows", *place):
                rule = replace(rule, rows=tuple(_put(list(rule.rows), place, value)), text=text)
            case ("values", *place):
                rule = replace(rule, values=_put(rule.values, place, value), text=text)
    return rule


def _put(raw: Any, place: Sequence[str | int], value: Plain) -> Any:
    """A copy of plain values with one of them replaced."""
    if not place:
        return value
    step, *rest = place
    if isinstance(raw, dict):
        return {**raw, step: _put(raw[step], rest, value)}
    assert isinstance(step, int), "in a list a place is a number"
    return [*raw[:step], _put(raw[step], rest, value), *raw[step + 1 :]]
