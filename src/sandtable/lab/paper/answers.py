"""Answers to questions from a real table: one question in, one answer out, both as JSON.

The same function answers in the service and in a browser that has no service to ask: it needs no table, no
geometry, no terminal. Nothing is kept between two questions.

>>> print(answer('{"ask": "odds", "system": "liberty", "resolution": "volley", "facts": {"fire.bases": 99}}'))
{"fault":"fire.bases must be a whole number from 0 to 12, not \\"99\\"","where":"fire.bases"}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from sandtable import __version__, systems
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.files.typed_files import BadFile
from sandtable.game.kit.roster_cards import CardFigure, Given, Mark, Paper, Party, Plain, RosterCard, Unsuited
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.lab.paper.facts import flattened, read_facts
from sandtable.lab.paper.forms import FactForm, form_of
from sandtable.lab.paper.odds_report import OddsReport, ResolutionRow, find_resolution, odds_report
from sandtable.lab.paper.reference import reference
from sandtable.lab.paper.requests import (
    CardsAsked,
    FillAsked,
    FormAsked,
    OddsAsked,
    Request,
    RuleAsked,
    RulesAsked,
    SheetAsked,
    StageAsked,
    SweepAsked,
    SystemsAsked,
    read_request,
)
from sandtable.lab.paper.rule_lookup import RuleList, RuleSheet, rule_list, rule_sheet
from sandtable.lab.paper.stages import Stage, stage_of, umpire_after
from sandtable.lab.paper.sweep import Sweep, sweep
from sandtable.lab.paper.values import Unfit
from sandtable.systems import UnknownSystem


# --------------------------------------------------------------------- what is answered
class Fault(Struct, frozen=True):
    """Why a question has no answer, and the key at fault, if there is one."""

    fault: str
    where: str | None = None


class PaperSystem(Struct, frozen=True):
    """A system with its resolutions and policies."""

    id: str
    title: str
    short: str
    period: str
    resolutions: tuple[ResolutionRow, ...]
    policies: tuple[str, ...]


class SystemList(Struct, frozen=True):
    """Every system."""

    version: str
    systems: tuple[PaperSystem, ...]


class Filled(Struct, frozen=True):
    """The facts that follow from a roster card."""

    facts: dict[str, Plain]


class MarkChange(Struct, frozen=True):
    """A mark that an outcome changes: whose, which, the new value, and a sentence."""

    party: str
    mark: str
    to: Plain
    words: str


class StageSheet(Stage, frozen=True):
    """The state of a resolution and, at its end, the changes to the roster."""

    changes: tuple[MarkChange, ...]


class CardRow(Struct, frozen=True):
    """A roster card with the marks that its unit begins with."""

    profile: str
    title: str
    army: str
    figures: tuple[CardFigure, ...]
    marks: dict[str, Plain]
    most: dict[str, int]


class CardList(Struct, frozen=True):
    """The marks and roster cards of a system."""

    marks: tuple[Mark, ...]
    cards: tuple[CardRow, ...]


class PrintedSheet(Struct, frozen=True):
    """A reference sheet as HTML."""

    html: str


Answer = (
    SystemList
    | FactForm
    | Filled
    | OddsReport
    | Sweep
    | StageSheet
    | RuleSheet
    | RuleList
    | CardList
    | PrintedSheet
)


class NoAnswer(Exception):
    """The question has no answer; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.fault)
        self.fault = fault


# --------------------------------------------------------------------- asking
def answer(request: str) -> str:
    """The answer to a question, or its fault, as JSON."""
    try:
        return answered(request.encode(errors="surrogatepass")).decode()
    except NoAnswer as none:
        return msgspec.json.encode(none.fault).decode()


def answered(request: bytes) -> bytes:
    """The answer to a question as JSON; NoAnswer if the question is faulty."""
    try:
        asked = read_request(request)
        with _by_house_rules(asked):
            # Encode before the block ends: the answer reads the house rules that are in force inside it.
            return msgspec.json.encode(_answer_to(asked))
    except BadFile as fault:
        raise NoAnswer(Fault(str(fault), fault.problem.key or None)) from None
    except Unfit as fault:
        raise NoAnswer(Fault(str(fault), fault.where)) from None
    except (UnknownSystem, NotInRulebook, NoPolicy, BadHouseRule, Unsuited) as fault:
        raise NoAnswer(Fault(str(fault), _BLAMED.get(type(fault)))) from None


_BLAMED: Mapping[type[Exception], str] = {
    UnknownSystem: "system",
    NotInRulebook: "rule",
    NoPolicy: "policy",
    BadHouseRule: "set",
}


@contextmanager
def _by_house_rules(request: Request) -> Iterator[None]:
    """Apply the house rules of a question to its system until the block ends."""
    if not request.sets:
        yield
        return
    if isinstance(request, SystemsAsked):
        raise Unfit("house rules belong to one system: omit them in a question about all systems", "set")
    figures: dict[str, str] = {}
    for text in request.sets:
        key, equals, value = text.partition("=")
        if not (equals and key and value) or key in figures:
            raise Unfit(f'"{text}" is not a house rule: write FIGURE=X, each figure once', "set")
        figures[key] = value
    with systems.by_house_rules(request.system, systems.settle(request.system, figures)):
        yield


def _answer_to(request: Request) -> Answer:
    match request:
        case SystemsAsked():
            return SystemList(__version__, tuple(_row(systems.load(name)) for name in systems.names()))
        case FormAsked():
            return form_of(*_named(request.system, request.resolution))
        case FillAsked():
            return _filled(request)
        case OddsAsked():
            return _odds(request)
        case SweepAsked():
            return _sweep(request)
        case StageAsked():
            return _stage(request)
        case RuleAsked():
            return rule_sheet(systems.load(request.system).rulebook(), request.rule)
        case RulesAsked():
            return rule_list(systems.load(request.system).rulebook(), request.words)
        case CardsAsked():
            return _cards(systems.load(request.system).paper())
        case SheetAsked():
            return PrintedSheet(reference(systems.load(request.system).rulebook()))
        case _:
            assert_never(request)


# --------------------------------------------------------------------- each kind of question
def _named(system: str, resolution: str) -> tuple[System[Any], Resolution]:
    found = systems.load(system)
    return found, find_resolution(found, resolution)


def _row(system: System[Any]) -> PaperSystem:
    return PaperSystem(
        id=system.id,
        title=system.title,
        short=system.short_name,
        period=system.rulebook().period,
        resolutions=tuple(ResolutionRow(one.id, one.title) for one in system.resolutions()),
        policies=tuple(system.policies()),
    )


def _filled(request: FillAsked) -> Filled:
    system, resolution = _named(request.system, request.resolution)
    party = system.paper().party(resolution.id, request.party)
    return Filled(dict(party.fills(request.profile, request.marks)))


def _odds(request: OddsAsked) -> OddsReport:
    system, resolution = _named(request.system, request.resolution)
    facts = read_facts(resolution.facts, flattened(request.facts))
    return odds_report(system, resolution, facts, policy=request.policy, exact=False)


def _sweep(request: SweepAsked) -> Sweep:
    system, resolution = _named(request.system, request.resolution)
    texts = [f"{over.key}={over.values}" for over in request.over]
    given = flattened(request.facts)
    return sweep(system, resolution, given, texts, policy=request.policy, show=request.show)


def _stage(request: StageAsked) -> StageSheet:
    system, resolution = _named(request.system, request.resolution)
    facts = read_facts(resolution.facts, flattened(request.facts))
    umpire = umpire_after(resolution, facts, request.said)
    at = stage_of(system, resolution, facts, umpire)
    changes: list[MarkChange] = []
    paper = system.paper()
    for id, unit in request.parties.items():
        party, card = paper.party(resolution.id, id), paper.card(unit.profile)
        if at.ended is not None:
            before = {**_start(paper, card), **unit.marks}
            changes += _changes(paper.marks, party, before, party.suffers(facts, umpire.result, before))
    return StageSheet(**msgspec.structs.asdict(at), changes=tuple(changes))


def _start(paper: Paper, card: RosterCard) -> dict[str, Plain]:
    """The marks that a unit begins with."""
    return {mark.id: card.marks.get(mark.id, mark.start) for mark in paper.marks}


def _changes(marks: Iterable[Mark], party: Party, before: Given, after: Given) -> Iterator[MarkChange]:
    """The changed marks of a party, in the system's order."""
    for mark in marks:
        if mark.id in after:
            words = f"{party.title}: {change_words(mark, before[mark.id], after[mark.id])}"
            yield MarkChange(party.id, mark.id, after[mark.id], words)


def change_words(mark: Mark, before: Plain, after: Plain) -> str:
    """What becomes of a mark.

    >>> change_words(Mark(id="hits", title="Hits", kind="count", start=0), 2, 5)
    'hits from 2 to 5'
    >>> change_words(Mark(id="routing", title="Routing", kind="flag", start=False), True, False)
    'no longer routing'
    """
    title = mark.title[:1].lower() + mark.title[1:]
    if mark.kind == "flag":
        return title if after else f"no longer {title}"
    return f"{title} from {before} to {after}"


def _cards(paper: Paper) -> CardList:
    rows = (
        CardRow(
            profile=card.profile,
            title=card.title,
            army=card.army,
            figures=card.figures,
            marks=_start(paper, card),
            most=dict(card.most),
        )
        for card in paper.cards
    )
    return CardList(paper.marks, tuple(rows))
