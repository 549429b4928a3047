"""Resolutions: what can be asked about without a battle, by facts, tallies and a procedure."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from msgspec import Struct

from sandtable.game.rules.tally import Tally


class Parting(Struct, frozen=True):
    """A partition of outcomes: each has exactly one heading; headings run from the mildest to the gravest."""

    headings: tuple[str, ...]
    heading: Callable[[Any], str]


class Resolution(Struct, frozen=True):
    """A resolution that can be asked about without a battle: its facts, tallies and procedure.

    ``facts`` is a frozen Struct whose fields carry descriptions: forms and command lines are made from its
    schema. ``procedure`` takes the facts and returns a frozen outcome. ``tallies`` gives the figures it uses.
    ``summary`` gives the headings of an outcome that people ask about ("the target breaks"). ``measure`` is a
    figure of an outcome for a chart, and ``measured`` its name. ``parting`` divides outcomes into headings
    whose chances add up to one.
    """

    id: str
    title: str
    facts: type[Struct]
    procedure: Callable[[Any], Coroutine[Any, Any, Any]]
    tallies: Callable[[Any], Mapping[str, Tally]]
    summary: Callable[[Any, Any], tuple[str, ...]]
    measure: Callable[[Any], int] | None = None
    measured: str = ""
    parting: Parting | None = None
