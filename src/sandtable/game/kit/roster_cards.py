"""A roster on paper: the cards of a system's units, the marks they carry at a real table, and how a
resolution reads and changes them.

A system declares the marks of a unit as a frozen Struct; titles, kinds and choices are read off its fields.
For each resolution it names the parties, and for each party two functions: the facts that follow from a
profile and its marks, and the marks after an outcome. Nothing here needs a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct, inspect

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.files.typed_files import suggest

Plain: TypeAlias = bool | int | float | str | list[str] | None
"""The value of a mark or a fact as plain data; a fact with several parts is a text with slashes."""

Given: TypeAlias = Mapping[str, Plain]
"""Marks by their ids, or facts by their dotted keys."""

Kind = Literal["count", "flag", "choice"]

NONE: Final = "none"
"""The choice that stands for None."""


class Unsuited(ValueError):
    """A profile cannot be this party, or a mark has an impossible value: why, and what would be right."""


# --------------------------------------------------------------------- cards and parties
class Mark(Struct, frozen=True, kw_only=True):
    """A mark that a unit carries at a real table: a count, a flag or one word of several."""

    id: str
    title: str
    kind: Kind
    most: int | None = None
    choices: tuple[str, ...] = ()
    start: Plain


class CardFigure(Struct, frozen=True):
    """A figure of a card: its name and its value as printed."""

    name: str
    value: str


class RosterCard(Struct, frozen=True, kw_only=True):
    """A profile as a roster card: its figures, its marks at the start, and the limits of some marks.

    ``marks`` holds only those that differ from `Mark.start`.
    """

    profile: str
    title: str
    army: str
    figures: tuple[CardFigure, ...] = ()
    marks: Mapping[str, Plain] = {}
    most: Mapping[str, int] = {}


class Party(Struct, frozen=True, kw_only=True):
    """A unit that takes part in a resolution.

    ``fills`` gives the facts that follow from a profile and its marks. ``suffers`` gives the marks that
    change, from the facts, the outcome and the marks before it. Both raise `Unsuited` for impossible values.
    """

    id: str
    title: str
    fills: Callable[[str, Given], Given]
    suffers: Callable[[Any, Any, Given], Given]


class Paper(Struct, frozen=True, kw_only=True):
    """What a system provides for a real table; ``parties`` has an entry for every resolution."""

    marks: tuple[Mark, ...]
    cards: tuple[RosterCard, ...]
    parties: Mapping[str, tuple[Party, ...]]

    def card(self, profile: str) -> RosterCard:
        """The card of a profile."""
        return _card(self.cards, profile)

    def party(self, resolution: str, id: str) -> Party:
        """A party of a resolution."""
        parties = self.parties.get(resolution)
        if parties is None:
            raise Unsuited(f"there is no resolution {resolution}; {suggest(resolution, self.parties)}")
        for party in parties:
            if party.id == id:
                return party
        if not parties:
            raise Unsuited(f"{resolution} involves no unit, so it has no {id}")
        raise Unsuited(f"{resolution} has no {id}; {suggest(id, (party.id for party in parties))}")


# --------------------------------------------------------------------- what a system declares
M = TypeVar("M", bound=Struct)


class Ledger(Struct, Generic[M], frozen=True, kw_only=True):
    """The cards of a system and the Struct of its marks."""

    kind: type[M]
    cards: tuple[RosterCard, ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks, one for each field."""
        return _marks(self.kind)

    def read(self, profile: str, given: Given) -> M:
        """The marks of a unit; those not given have the values of its card."""
        card = _card(self.cards, profile)
        return _read(self.kind, self.marks, given, card)

    def party(
        self,
        id: str,
        title: str,
        fills: Callable[[str, M], Given],
        suffers: Callable[[Any, Any, M], M] | None = None,
    ) -> Party:
        """A party whose functions get typed marks; without *suffers* no outcome changes them."""

        def filled(profile: str, given: Given) -> Given:
            try:
                return fills(profile, self.read(profile, given))
            except NotOnRoster as fault:
                raise Unsuited(str(fault)) from None

        def suffered(facts: Any, outcome: Any, given: Given) -> Given:
            before = _read(self.kind, self.marks, given, None)
            return {} if suffers is None else _changed(self.marks, before, suffers(facts, outcome, before))

        return Party(id=id, title=title, fills=filled, suffers=suffered)

    def paper(self, parties: Mapping[str, tuple[Party, ...]]) -> Paper:
        """The whole paper, with the parties of every resolution."""
        return Paper(marks=self.marks, cards=self.cards, parties=parties)


def figures(printed: Mapping[str, object]) -> tuple[CardFigure, ...]:
    """The figures of a card, without empty ones.

    >>> [(one.name, one.value) for one in figures({"Quality": "Regular", "Order dice": 3, "Special": ""})]
    [('Quality', 'Regular'), ('Order dice', '3')]
    """
    return tuple(CardFigure(name, str(value)) for name, value in printed.items() if str(value))


def under(prefix: str, facts: Given) -> dict[str, Plain]:
    """Facts with a prefix before their keys.

    >>> under("fire", {"range": 7})
    {'fire.range': 7}
    """
    return {f"{prefix}.{key}": value for key, value in facts.items()}


def stated(kind: type[Struct], **facts: object) -> dict[str, Plain]:
    """Facts of one kind as plain data; `Unsuited` if the kind refuses them."""
    try:
        made = kind(**facts)
    except ValueError as fault:
        raise Unsuited(str(fault)) from None
    return {name: _fact(getattr(made, name)) for name in facts}


def _fact(value: object) -> Plain:
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        return "/".join(map(str, plain.values()))
    if isinstance(plain, list | tuple):
        return [str(one) for one in plain]
    assert plain is None or isinstance(plain, bool | int | float | str), f"{plain} is no single fact"
    return plain


# --------------------------------------------------------------------- reading marks
@cache
def _marks(kind: type[Struct]) -> tuple[Mark, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(map(_mark, info.fields))


def _mark(field: inspect.Field) -> Mark:
    kind, title = field.type, ""
    while isinstance(kind, inspect.Metadata):
        title = title or str((kind.extra_json_schema or {}).get("title", ""))
        kind = kind.type
    start: Plain = msgspec.to_builtins(field.default)
    if isinstance(kind, inspect.UnionType):
        kind = next(one for one in kind.types if isinstance(one, inspect.EnumType))
        start = start or NONE
    match kind:
        case inspect.BoolType():
            return Mark(id=field.encode_name, title=title, kind="flag", start=start)
        case inspect.IntType():
            return Mark(id=field.encode_name, title=title, kind="count", most=kind.le, start=start)
        case inspect.EnumType():
            words = tuple(str(member.value) for member in kind.cls)
            if start == NONE:
                words = (NONE, *words)
            return Mark(id=field.encode_name, title=title, kind="choice", choices=words, start=start)
        case _:
            raise AssertionError(f"{field.encode_name} is no count, flag or choice")


def _card(cards: tuple[RosterCard, ...], profile: str) -> RosterCard:
    for card in cards:
        if card.profile == profile:
            return card
    known = (card.profile for card in cards)
    raise Unsuited(f'there is no profile "{profile}"; {suggest(profile, known)}')


def _read(kind: type[M], marks: tuple[Mark, ...], given: Given, card: RosterCard | None) -> M:
    known = {mark.id: mark for mark in marks}
    for id, value in given.items():
        if id not in known:
            raise Unsuited(f"there is no mark {id}; {suggest(id, known)}")
        _check(known[id], value, card)
    all_marks = {**(card.marks if card else {}), **given}
    plain = {id: None if _is_none(known[id], value) else value for id, value in all_marks.items()}
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as fault:
        raise Unsuited(f"these marks are not possible: {fault}") from None


def _is_none(mark: Mark, value: Plain) -> bool:
    """Does the value stand for None?"""
    return mark.kind == "choice" and value == NONE and mark.start == NONE


def _check(mark: Mark, value: Plain, card: RosterCard | None) -> None:
    whose = f" of {card.title}" if card else ""
    match mark.kind:
        case "flag":
            if not isinstance(value, bool):
                raise Unsuited(f"{mark.id}{whose} is true or false, not {value}")
        case "choice":
            if value not in mark.choices:
                allowed = ", ".join(mark.choices)
                raise Unsuited(f'{mark.id}{whose} is one of {allowed}, not "{value}"')
        case "count":
            most = card.most.get(mark.id, mark.most) if card else mark.most
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if not is_whole or value < 0 or (most is not None and value > most):  # type: ignore[operator] # whole
                upto = "" if most is None else f" to {most}"
                raise Unsuited(f"{mark.id}{whose} are a whole number from 0{upto}, not {value}")


def _changed(marks: tuple[Mark, ...], before: Struct, after: Struct) -> dict[str, Plain]:
    """The marks that have changed; a count is cut off at its limit."""
    old: dict[str, Plain] = msgspec.to_builtins(before)
    new: dict[str, Plain] = msgspec.to_builtins(after)
    for mark in marks:
        value = new[mark.id]
        if mark.most is not None and isinstance(value, int):
            new[mark.id] = min(value, mark.most)
    return {id: NONE if value is None else value for id, value in new.items() if old[id] != value}
