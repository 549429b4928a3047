"""Forms: the facts of a resolution as fields of a page, made from the schema of the facts.

>>> in_words("flat_successes"), group_of("target.nerve.quality"), group_of("range")
('Flat successes', 'Target · nerve', '')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, inspect

from sandtable.game.kit.roster_cards import Paper, Plain, Unsuited
from sandtable.game.kit.system import System
from sandtable.game.rules.resolution import Resolution
from sandtable.lab.paper.facts import Leaf, leaves, plain_default
from sandtable.lab.paper.values import choices, unwrapped

Kind = Literal["whole", "number", "flag", "choice", "text", "parts", "list"]
NUMBERS_OF_A_BATTLE: Final = ("seat", "unit")
"""Keys of facts that are numbers of one battle and mean nothing outside it."""


class Choice(Struct, frozen=True):
    """A value that can be chosen, and its label."""

    value: Plain
    words: str


class FigurePart(Struct, frozen=True):
    """One figure of a compound fact."""

    name: str
    least: float | None
    most: float | None


class FactField(Struct, frozen=True, kw_only=True):
    """A fact as a field of a form.

    A number with a choice may take that choice instead, which is nothing. A text with choices may also be
    another text. A list takes at most ``most`` of its choices.
    """

    key: str
    group: str
    label: str
    description: str
    kind: Kind
    least: float | None = None
    most: float | None = None
    choices: tuple[Choice, ...] = ()
    parts: tuple[FigurePart, ...] = ()
    default: Any = None


class PartyRow(Struct, frozen=True):
    """A unit that a resolution is about."""

    id: str
    title: str


class FactForm(Struct, frozen=True):
    """The fields and parties of a resolution."""

    system: str
    resolution: str
    title: str
    policies: tuple[str, ...]
    parties: tuple[PartyRow, ...]
    fields: tuple[FactField, ...]


def form_of(system: System[Any], resolution: Resolution) -> FactForm:
    """Make the form of a resolution."""
    paper = system.paper()
    return FactForm(
        system=system.id,
        resolution=resolution.id,
        title=resolution.title,
        policies=tuple(system.policies()),
        parties=tuple(PartyRow(party.id, party.title) for party in paper.parties[resolution.id]),
        fields=tuple(_fields(resolution, paper)),
    )


def _fields(resolution: Resolution, paper: Paper) -> Iterator[FactField]:
    for leaf in leaves(resolution.facts):
        if is_asked(leaf):
            field = field_of(leaf)
            used = _in_use(paper, resolution.id, leaf.key) if field.kind == "text" else ()
            yield msgspec.structs.replace(field, choices=used) if used else field


def is_asked(leaf: Leaf) -> bool:
    """Can a person state this fact? The others tie a resolution to a battle and keep their defaults."""
    return bool(leaf.description) and leaf.key.rpartition(".")[2] not in NUMBERS_OF_A_BATTLE


def field_of(leaf: Leaf) -> FactField:
    """Make the field of a fact."""
    kind, nothing = _without_nothing(leaf.type)
    field = FactField(
        key=leaf.key,
        group=group_of(leaf.key),
        label=in_words(leaf.key.rpartition(".")[2]),
        description=leaf.description,
        kind=_kind(kind),
        choices=(*nothing, *_choices(kind)),
        default=plain_default(leaf),
    )
    match kind:
        case inspect.IntType() | inspect.FloatType():
            least, most = _bounds(kind)
            return msgspec.structs.replace(field, least=least, most=most)
        case inspect.VarTupleType() | inspect.ListType():
            return msgspec.structs.replace(field, least=kind.min_length or 0, most=kind.max_length)
        case inspect.StructType():
            return msgspec.structs.replace(field, parts=tuple(map(_part, kind.fields)))
        case _:
            return field


def _without_nothing(kind: inspect.Type) -> tuple[inspect.Type, tuple[Choice, ...]]:
    """The type of a fact without None, and the choice "none" if None is allowed."""
    kind, _ = unwrapped(kind)
    if not isinstance(kind, inspect.UnionType):
        return kind, ()
    some = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    assert len(some) == 1, "a fact that is one of several kinds has no field"
    return unwrapped(some[0])[0], (Choice(None, "none"),)


def _kind(kind: inspect.Type) -> Kind:
    match kind:
        case inspect.BoolType():
            return "flag"
        case inspect.IntType():
            return "whole"
        case inspect.FloatType():
            return "number"
        case inspect.EnumType() | inspect.LiteralType():
            return "choice"
        case inspect.StrType():
            return "text"
        case inspect.StructType():
            return "parts"
        case inspect.VarTupleType() | inspect.ListType():
            return "list"
        case _:
            raise AssertionError(f"a fact of type {kind} has no field")


def _choices(kind: inspect.Type) -> Iterator[Choice]:
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        kind, _ = unwrapped(kind.item_type)
    if isinstance(kind, inspect.EnumType | inspect.LiteralType):
        yield from _worded(choices(kind))


def _worded(values: Iterable[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(value, str(value).replace("-", " ").replace("_", " ")) for value in values)


def _bounds(kind: inspect.IntType | inspect.FloatType) -> tuple[float | None, float | None]:
    """The least and the most allowed; a whole number above 0 is at least 1."""
    step = 1 if isinstance(kind, inspect.IntType) else 0
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + step
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - step
    return least, most


def _part(field: inspect.Field) -> FigurePart:
    kind, _ = unwrapped(field.type)
    assert isinstance(kind, inspect.IntType | inspect.FloatType), f"{field.name} is no figure"
    return FigurePart(field.encode_name, *_bounds(kind))


def _in_use(paper: Paper, resolution: str, key: str) -> tuple[Choice, ...]:
    """The texts that roster cards give for a fact."""
    found: dict[Plain, None] = {}
    for party in paper.parties[resolution]:
        for card in paper.cards:
            try:
                facts = party.fills(card.profile, card.marks)
            except Unsuited:
                continue  # not every unit can be every party
            if facts.get(key) is not None:
                found[facts[key]] = None
    return _worded(found)


def group_of(key: str) -> str:
    """The heading of the group that a fact belongs to; empty at the top."""
    *way, _ = key.split(".")
    return " · ".join(way).replace("_", " ").capitalize()


def in_words(name: str) -> str:
    """The name of a fact as a label."""
    return name.replace("_", " ").replace("-", " ").capitalize()
